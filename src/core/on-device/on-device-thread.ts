// Where a video is made: in a worker, or where a page can have none on the page itself, in slices. Knows no task.
import { abortedError } from '../abort.js';
import { VoxreelError } from '../errors.js';
import { pageTurn, startWorker } from '../worker.js';
import type { WorkerReport } from './on-device.worker.js';
import type { VideoOrder } from './on-device-order.js';
import type { MadeVideo } from './on-device-video.js';

export interface ThreadOptions {
  readonly signal: AbortSignal;
  /** So many frames are done. */
  readonly onFrames: (frames: number) => void;
}

/** Throws as `makeVideo` does. */
export type Thread = (order: VideoOrder, options: ThreadOptions) => Promise<MadeVideo>;

/** A worker of its own for every video, ended with it. Once none could be had the page itself does it. */
export function createThread(): Thread {
  let workers = true;
  return async (order, options) => {
    if (options.signal.aborted) throw abortedError(options.signal);
    const worker = workers ? await startWorker(new URL('./on-device.worker.js', import.meta.url)) : undefined;
    workers = worker !== undefined;
    return worker === undefined ? inSlices(order, options) : inWorker(worker, order, options).finally(() => worker.terminate());
  };
}

function inWorker(worker: Worker, order: VideoOrder, { signal, onFrames }: ThreadOptions): Promise<MadeVideo> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortedError(signal));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReport>) => {
      if (data.kind === 'frames') onFrames(data.frames);
      if (data.kind === 'made') resolve(data);
      if (data.kind === 'failed') reject(new VoxreelError(data.code, data.message, { param: data.param }));
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new VoxreelError('internal_error', `The video could not be made: ${event.message || 'its worker stopped'}.`));
    });
    worker.postMessage(order);
  });
}

/** Milliseconds after which the page gets its turn; one large frame may take longer by itself. */
const sliceMs = 12;

async function inSlices(order: VideoOrder, { signal, onFrames }: ThreadOptions): Promise<MadeVideo> {
  const { makeVideo } = await import('./on-device-video.js');
  let since = performance.now();
  return makeVideo(order, {
    signal,
    async onFrame(frames) {
      onFrames(frames);
      if (performance.now() - since < sliceMs) return;
      await pageTurn();
      since = performance.now();
    },
  });
}
