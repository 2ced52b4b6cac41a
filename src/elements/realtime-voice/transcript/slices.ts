// Work that would hold up the page, done a slice a frame: what was asked for last, first.
import { createFrameGate } from '../frame-gate.js';

/** What one frame may spend on it. */
const sliceMs = 8;

export interface Slices {
  /** True while this pass over the page may still take its time. */
  timeLeft(): boolean;
  /** Calls `work` in one of the next frames. Returns its undo. */
  later(work: () => void): () => void;
}

export function createSlices(): Slices {
  const waiting: (() => void)[] = [];
  let passEndsAt: number | undefined;
  const timeLeft = () => {
    if (passEndsAt === undefined) {
      passEndsAt = performance.now() + sliceMs;
      // A pass is synchronous: after it the time is new.
      queueMicrotask(() => (passEndsAt = undefined));
    }
    return performance.now() < passEndsAt;
  };
  const gate = createFrameGate(() => {
    do waiting.pop()?.();
    while (waiting.length > 0 && timeLeft());
    if (waiting.length > 0) gate.request();
  });
  return {
    timeLeft,
    later(work) {
      waiting.push(work);
      gate.request();
      return () => {
        const at = waiting.lastIndexOf(work);
        if (at >= 0) waiting.splice(at, 1);
        if (waiting.length === 0) gate.cancel();
      };
    },
  };
}
