// The worker that draws or edits one video, so that a page does not stand still. Outside a worker nothing happens.
import { isVoxreelError } from '../errors.js';
import type { MediaJob, MediaReport } from './media-job.js';
import type { MediaRun } from './media-run.js';

const report = (message: MediaReport) => postMessage(message);

/** Stopped by ending the worker, not by a signal. */
const { signal } = new AbortController();

async function made(job: MediaJob, run: MediaRun): Promise<Blob> {
  if (job.kind === 'draw') return (await import('../on-device/on-device-video.js')).makeVideo(job.order, run);
  return (await import('../editing/run-job.js')).runJob(job, run);
}

async function answer(job: MediaJob): Promise<void> {
  try {
    const file = await made(job, { signal, onStep: (done) => report({ kind: 'step', done }) });
    report({ kind: 'made', file });
  } catch (cause) {
    const { code, param } = isVoxreelError(cause) ? cause : { code: 'internal_error', param: undefined };
    report({ kind: 'failed', code, message: cause instanceof Error ? cause.message : String(cause), param });
  }
}

if ('WorkerGlobalScope' in globalThis) {
  addEventListener('message', ({ data }: MessageEvent<MediaJob>) => void answer(data));
  report({ kind: 'ready' });
}
