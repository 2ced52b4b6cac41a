// Waits between two attempts: at most until the network is back, and longer while there is none.
import { isOffline } from '../../is-offline.js';
import { abortedError } from '../../abort.js';
import { delay } from '../../retry.js';

/** While the machine says it is offline one attempt in this time is made all the same: a service on the machine itself needs no network. */
const offlineMs = 60_000;

/** Resolves after `ms`; at once when the network comes back or `hurry` fires; later while there is none. Rejects with `aborted`. */
export async function pause(ms: number, signal: AbortSignal, hurry?: AbortSignal): Promise<void> {
  const end = new AbortController();
  const wake = () => end.abort();
  const page: Partial<EventTarget> = globalThis;
  page.addEventListener?.('online', wake);
  signal.addEventListener('abort', wake);
  hurry?.addEventListener('abort', wake);
  try {
    const firstMs = isOffline() ? offlineMs : ms;
    await delay(firstMs, end.signal);
    // It went away while we waited: what is left of the longer wait.
    if (isOffline() && firstMs < offlineMs) await delay(offlineMs - firstMs, end.signal);
  } catch {
    if (signal.aborted) throw abortedError(signal);
  } finally {
    page.removeEventListener?.('online', wake);
    signal.removeEventListener('abort', wake);
  }
}
