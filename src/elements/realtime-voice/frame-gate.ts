// Lets one call through per frame, or more rarely, however often it is asked for.

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
      const waitMs = lastMs + everyMs() - performance.now();
      const frame = waitMs > 0 ? 0 : requestAnimationFrame(run);
      const timer = setTimeout(run, waitMs > 0 ? waitMs : hiddenMs);
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
