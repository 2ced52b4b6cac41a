// What a caller gives up: the error, and waiting for work that may end so.
import { VoxreelError } from './errors.js';

export const abortedError = (signal?: AbortSignal): VoxreelError =>
  new VoxreelError('aborted', 'Stopped by the caller.', { cause: signal?.reason });

/** Settles as `work` does, or rejects with `aborted` as soon as the signal fires; `work` continues all the same. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(abortedError(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { signal: settled.signal });
  });
  return Promise.race([work, aborted]).finally(() => settled.abort());
}
