// Where a video of this device is drawn: in the worker for media, or on the page.
import { createMediaThread } from '../media-worker/media-thread.js';
import type { VideoOrder } from './on-device-order.js';

export interface ThreadOptions {
  readonly signal: AbortSignal;
  /** So many frames are done. */
  readonly onFrames: (frames: number) => void;
}

/** Throws as `makeVideo` does. */
export type Thread = (order: VideoOrder, options: ThreadOptions) => Promise<Blob>;

export function createThread(): Thread {
  const thread = createMediaThread();
  return (order, { signal, onFrames }) =>
    thread({ kind: 'draw', order }, { signal, onStep: (done) => onFrames(Math.round(done * order.frames)) }, async (run) =>
      (await import('./on-device-video.js')).makeVideo(order, run),
    );
}
