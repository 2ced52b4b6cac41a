// Where an edit is made: in a worker of its own, or where a page can have none on the page itself, in slices.
import { abortedError } from '../abort.js';
import { VoxreelError } from '../errors.js';
import { pageTurn, startWorker } from '../worker.js';
import { checkEdit, invalid } from './edit.js';
import type { EditingOptions, JoiningOptions, VideoEdit } from './edit.js';
import type { EditingJob, EditingReport, JobRun, MadeFile } from './job.js';

export async function startEdit(source: Blob, edit: VideoEdit, options: EditingOptions): Promise<Blob> {
  return start({ kind: 'edit', source, cut: checkEdit(edit), origin: originOf(options) }, options);
}

export async function startJoin(sources: readonly Blob[], options: JoiningOptions): Promise<Blob> {
  if (sources.length === 0) throw invalid('sources', 'There is no clip to join.');
  return start({ kind: 'join', sources, format: options.format, origin: originOf(options) }, options);
}

const originOf = ({ model, createdAt }: EditingOptions) => ({ model, createdAt });

async function start(job: EditingJob, { signal = new AbortController().signal, onProgress }: EditingOptions): Promise<Blob> {
  if (signal.aborted) throw abortedError(signal);
  const worker = await startWorker(new URL('./editing.worker.js', import.meta.url));
  const run: JobRun = { signal, onStep: (done) => onProgress?.(done) };
  const { bytes, type } = await (worker === undefined ? inSlices(job, run) : inWorker(worker, job, run).finally(() => worker.terminate()));
  return new Blob([bytes], { type });
}

function inWorker(worker: Worker, job: EditingJob, { signal, onStep }: JobRun): Promise<MadeFile> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortedError(signal));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<EditingReport>) => {
      if (data.kind === 'step') void onStep(data.done);
      if (data.kind === 'made') resolve(data);
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

async function inSlices(job: EditingJob, { signal, onStep }: JobRun): Promise<MadeFile> {
  const { runJob } = await import('./run-job.js');
  let since = performance.now();
  return runJob(job, {
    signal,
    async onStep(done) {
      await onStep(done);
      if (performance.now() - since < sliceMs) return;
      await pageTurn();
      since = performance.now();
    },
  });
}
