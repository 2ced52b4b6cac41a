// What a page asks of the worker, and what it hears.
import type { Cut } from './edit.js';
import type { Origin } from './origin-tag.js';

export type VideoFormat = 'mp4' | 'webm';

export type EditingJob = { readonly origin: Origin } & (
  | { readonly kind: 'edit'; readonly source: Blob; readonly cut: Cut }
  | { readonly kind: 'join'; readonly sources: readonly Blob[]; readonly format: VideoFormat | undefined }
);

export interface MadeFile {
  readonly bytes: ArrayBuffer;
  /** Its media type. */
  readonly type: string;
}

export interface JobRun {
  readonly signal: AbortSignal;
  /** So much is done, from 0 to 1. The work goes on when it resolves. */
  readonly onStep: (done: number) => Promise<void> | void;
}

/** `ready`: the worker runs. */
export type EditingReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'step'; readonly done: number }
  | ({ readonly kind: 'made' } & MadeFile)
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly param: string | undefined };
