// The sessions that are open now, and how many there may be.
import type { Rejection } from './admission.js';

export interface OpenSessions {
  readonly count: number;
  /** Takes a place, or tells that there is none. `close` ends the session when the service closes; the answer gives the place back. */
  enter(close: () => void): (() => void) | Rejection;
  closeAll(): void;
}

export function createOpenSessions(most: number): OpenSessions {
  const open = new Set<() => void>();
  return {
    get count() {
      return open.size;
    },
    enter(close) {
      if (open.size >= most)
        return {
          status: 429,
          code: 'concurrency_limit_exceeded',
          message: `${most} sessions are open: that is the most this service holds.`,
        };
      open.add(close);
      return () => void open.delete(close);
    },
    closeAll() {
      for (const close of open) close();
      open.clear();
    },
  };
}
