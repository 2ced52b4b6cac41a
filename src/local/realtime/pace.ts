// Waiting that ends early when it must.

/** Resolves after `ms`, or at once when `signal` fires; then it is for the caller to look whether it goes on. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || ms <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}

/** How fast a response comes. */
export interface Pace {
  /** Sound inside events comes so many times faster than it plays, as from real servers. Default 4. */
  readonly audioRate: number;
  /** Milliseconds between words of a text. Default 12. */
  readonly wordMs: number;
}

export const defaultPace: Pace = { audioRate: 4, wordMs: 12 };
