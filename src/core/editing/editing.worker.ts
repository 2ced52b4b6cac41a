// The worker that edits one video, so that a page does not stand still. Outside a worker nothing happens.
import { isVoxreelError } from '../errors.js';
import type { EditingJob, EditingReport } from './job.js';
import { runJob } from './run-job.js';

const report = (message: EditingReport, transfer: Transferable[] = []) => postMessage(message, { transfer });

/** Stopped by ending the worker, not by a signal. */
const { signal } = new AbortController();

async function run(job: EditingJob): Promise<void> {
  try {
    const made = await runJob(job, { signal, onStep: (done) => report({ kind: 'step', done }) });
    report({ kind: 'made', ...made }, [made.bytes]);
  } catch (cause) {
    const { code, param } = isVoxreelError(cause) ? cause : { code: 'internal_error', param: undefined };
    report({ kind: 'failed', code, message: cause instanceof Error ? cause.message : String(cause), param });
  }
}

if ('WorkerGlobalScope' in globalThis) {
  addEventListener('message', ({ data }: MessageEvent<EditingJob>) => void run(data));
  report({ kind: 'ready' });
}
