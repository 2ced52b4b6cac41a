// Lets one call through per frame, or more rarely and then with the beat, however often it is asked for.
import { untilBeat } from './beat.js';

/** In a hidden page there are no frames: four times a second keeps titles and live regions true. */
const hiddenMs = 250;

export interface FrameGate {
  request(): void;
  cancel(): void;
}

/** `everyMs`: the least time between two calls. The first after a pause comes with the next frame. */
export function createFrameGate(call: () => void, everyMs: () => number = () => 0): FrameGate {
  let undo: (() => void) | undefined;
  let lastMs = -Infinity;
  const run = () => {
    undo?.();
    undo = undefined;
    lastMs = performance.now();
    call();
  };
  return {
    request() {
      if (undo !== undefined) return;
      const [nowMs, nextMs] = [performance.now(), lastMs + everyMs()];
      const frame = nextMs > nowMs ? 0 : requestAnimationFrame(run);
      const timer = setTimeout(run, nextMs > nowMs ? untilBeat(nextMs, nowMs) : hiddenMs);
      undo = () => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
    },
    cancel() {
      undo?.();
      undo = undefined;
    },
  };
}
