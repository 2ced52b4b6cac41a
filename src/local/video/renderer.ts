// The renderer as its thread sees it from outside: one worker, a queue before it, a new worker after a crash.
import { Worker } from 'node:worker_threads';
import type { RenderJob, RenderOrder, RenderReport } from './render-job.js';

export type RenderOutcome =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface RenderRequest {
  readonly job: RenderJob;
  /** Frames made so far. */
  readonly onProgress?: (frames: number) => void;
  /** Ends the worker in the middle of the job, as a defect would. */
  readonly crash?: boolean;
}

export interface Renderer {
  /** Resolves when the video is made or cannot be made; jobs run one at a time, in order. */
  render(request: RenderRequest): Promise<RenderOutcome>;
  /** Jobs that wait or run. */
  readonly pending: number;
  close(): Promise<void>;
}

const closedOutcome: RenderOutcome = { ok: false, code: 'service_closed', message: 'The service was closed before the video was made.' };

export function createRenderer(): Renderer {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let pending = 0;
  let closed = false;

  const run = (request: RenderRequest): Promise<RenderOutcome> => {
    if (closed) return Promise.resolve(closedOutcome);
    worker ??= startWorker();
    const current = worker;
    return runOn(current, request).then(({ outcome, alive }) => {
      if (!alive && worker === current) worker = undefined;
      return closed && !outcome.ok ? closedOutcome : outcome;
    });
  };

  return {
    get pending() {
      return pending;
    },
    render(request) {
      pending += 1;
      const outcome = last.then(() => run(request)).finally(() => (pending -= 1));
      last = outcome.catch(() => undefined);
      return outcome;
    },
    async close() {
      closed = true;
      await worker?.terminate();
      await last;
    },
  };
}

/** The native build of the Opus package brings the whole process down when its thread ends; its wasm build does not. */
function startWorker(): Worker {
  return new Worker(new URL('./render.worker.js', import.meta.url), { env: { ...process.env, OPUS_FORCE_WASM: '1' } });
}

/** One job on one worker, until it reports an end or dies. The worker holds the process only while it works. */
function runOn(worker: Worker, { job, onProgress, crash = false }: RenderRequest): Promise<{ outcome: RenderOutcome; alive: boolean }> {
  return new Promise((resolve) => {
    const end = (outcome: RenderOutcome, alive: boolean) => {
      worker.off('message', onReport).off('error', onError).off('exit', onExit).unref();
      if (!alive) worker.on('error', () => undefined);
      resolve({ outcome, alive });
    };
    const onReport = (report: RenderReport) => {
      if (report.kind === 'progress') onProgress?.(report.frames);
      else if (report.kind === 'done') end({ ok: true, bytes: report.bytes }, true);
      else end({ ok: false, code: report.code, message: report.message }, true);
    };
    const onError = (error: unknown) => end(crashed(error instanceof Error ? error.message : String(error)), false);
    const onExit = (code: number) => end(crashed(`exit code ${code}`), false);
    worker.on('message', onReport).on('error', onError).on('exit', onExit).ref();
    worker.postMessage((crash ? { kind: 'crash' } : { kind: 'render', job }) satisfies RenderOrder);
  });
}

const crashed = (reason: string): RenderOutcome => ({
  ok: false,
  code: 'internal_error',
  message: `The renderer stopped unexpectedly (${reason}).`,
});
