// Where a video is drawn or edited: in a worker of its own, or where a page can have none on the page itself, in slices.
import { abortedError } from '../abort.js';
import { VoxreelError } from '../errors.js';
import { openWorker } from '../own-worker.js';
import type { MediaJob, MediaReport } from './media-job.js';
import type { MediaRun } from './media-run.js';

/** `here` does the same job on the page. Throws what the job throws, `aborted`, or `internal_error` where the worker stopped. */
export type MediaThread = (job: MediaJob, run: MediaRun, here: (run: MediaRun) => Promise<Blob>) => Promise<Blob>;

/** A worker of its own for every job, ended with it. Once none could be had, the page itself does them: it asks for none again. */
export function createMediaThread(): MediaThread {
  let mayHaveWorkers = true;
  return async (job, run, here) => {
    if (run.signal.aborted) throw abortedError(run.signal);
    const worker = mayHaveWorkers ? await openWorker(() => new URL('./media.worker.js', import.meta.url)) : undefined;
    mayHaveWorkers = worker !== undefined;
    return worker === undefined ? here(inSlices(run)) : inWorker(worker, job, run).finally(() => worker.terminate());
  };
}

function inWorker(worker: Worker, job: MediaJob, { signal, onStep }: MediaRun): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortedError(signal));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<MediaReport>) => {
      if (data.kind === 'step') void onStep(data.done);
      if (data.kind === 'made') resolve(data.file);
      if (data.kind === 'failed') reject(new VoxreelError(data.code, data.message, { param: data.param }));
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new VoxreelError('internal_error', `The file could not be made: ${event.message || 'its worker stopped'}.`));
    });
    worker.postMessage(job);
  });
}

/** Milliseconds after which the page gets its turn; one large frame may take longer by itself. */
const sliceMs = 12;

function inSlices({ signal, onStep }: MediaRun): MediaRun {
  let since = performance.now();
  return {
    signal,
    async onStep(done) {
      await onStep(done);
      if (performance.now() - since < sliceMs) return;
      await pageTurn();
      since = performance.now();
    },
  };
}

/** Not by a timer: those of hidden pages stand still. */
function pageTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<void>((resolve) => {
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(undefined);
  }).finally(() => port1.close());
}
