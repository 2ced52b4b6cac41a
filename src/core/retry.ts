// Waiting: back-off with jitter, Retry-After, and a delay that can be stopped. Decides nothing about what is worth repeating.
import { abortedError } from './abort.js';

export { retryAfterMs } from '../base/retry-after.js';

export interface BackoffOptions {
  baseMs?: number;
  maxMs?: number;
  /** 0 to 1, like `Math.random`. */
  random?: () => number;
}

/** Milliseconds before attempt `attempt` (0 = the first repeat): doubling, capped, and spread over its upper half. */
export function backoffMs(attempt: number, { baseMs = 500, maxMs = 30_000, random = Math.random }: BackoffOptions = {}): number {
  const full = Math.min(maxMs, baseMs * 2 ** Math.min(attempt, 30));
  return full / 2 + (full / 2) * random();
}

/** Resolves after `ms`, rejects with `aborted` when the signal fires first. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(abortedError(signal));
    };
    if (signal?.aborted) return reject(abortedError(signal));
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
