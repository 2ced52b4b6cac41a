// What an edit is made of, checked.
import type { Cut } from './edit.js';
import type { FilmJob } from './film-job.js';
import type { Origin } from './origin-tag.js';

export type VideoFormat = 'mp4' | 'webm';

export type ClipJob = { readonly origin: Origin } & (
  | { readonly kind: 'edit'; readonly source: Blob; readonly cut: Cut }
  | { readonly kind: 'join'; readonly sources: readonly Blob[]; readonly format: VideoFormat | undefined }
);

export type EditingJob = ClipJob | FilmJob;
