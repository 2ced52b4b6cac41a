// Waiting: back-off with jitter, Retry-After, and a delay that can be stopped. Decides nothing about what is worth repeating.
import { abortedError } from './abort.js';

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

/** A timer takes little more than 24 days and fires at once beyond: what asks for a longer wait gets a day. */
const longestMs = 86_400_000;

/** Milliseconds of a `Retry-After` header (seconds or an HTTP date), a day at most, or undefined when absent or unreadable. */
export function retryAfterMs(headers: Headers, now: number = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(longestMs, Math.max(0, ms)) : undefined;
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
