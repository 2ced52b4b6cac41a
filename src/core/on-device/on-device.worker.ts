// The worker that makes videos, one after another, so that a page does not stand still. Outside a worker nothing happens.
import { isVoxreelError } from '../errors.js';
import type { VideoOrder } from './on-device-order.js';
import { makeVideo } from './on-device-video.js';
import type { MadeVideo } from './on-device-video.js';

/** What the worker says. `ready`: it runs. `frames`: so many are done of the order it has. */
export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'frames'; readonly frames: number }
  | ({ readonly kind: 'made' } & MadeVideo)
  | { readonly kind: 'failed'; readonly code: string; readonly message: string; readonly param: string | undefined };

const report = (message: WorkerReport, transfer: Transferable[] = []) => postMessage(message, { transfer });

/** Stopped by ending the worker, not by a signal. */
const { signal } = new AbortController();

async function make(order: VideoOrder): Promise<void> {
  try {
    const made = await makeVideo(order, { signal, onFrame: (frames) => report({ kind: 'frames', frames }) });
    report({ kind: 'made', ...made }, [made.bytes]);
  } catch (cause) {
    const { code, param } = isVoxreelError(cause) ? cause : { code: 'internal_error', param: undefined };
    report({ kind: 'failed', code, message: cause instanceof Error ? cause.message : String(cause), param });
  }
}

if ('WorkerGlobalScope' in globalThis) {
  addEventListener('message', ({ data }: MessageEvent<VideoOrder>) => void make(data));
  report({ kind: 'ready' });
}
