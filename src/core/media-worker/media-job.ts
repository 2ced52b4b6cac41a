// What a page asks of the worker that draws and edits videos, and what it hears.
import type { EditingJob } from '../editing/job.js';
import type { VideoOrder } from '../on-device/on-device-order.js';

export type MediaJob = EditingJob | { readonly kind: 'draw'; readonly order: VideoOrder };

/** `ready`: the worker runs. `step`: so much is done, from 0 to 1. */
export type MediaReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'step'; readonly done: number }
  | { readonly kind: 'made'; readonly file: Blob }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly param: string | undefined };
