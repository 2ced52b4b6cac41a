// Lets one call through per frame, however often it is asked for.

/** In a hidden page there are no frames: four times a second keeps titles and live regions true. */
const hiddenMs = 250;

export interface FrameGate {
  request(): void;
  cancel(): void;
}

export function createFrameGate(call: () => void): FrameGate {
  let undo: (() => void) | undefined;
  const run = () => {
    undo?.();
    undo = undefined;
    call();
  };
  return {
    request() {
      if (undo !== undefined) return;
      const frame = requestAnimationFrame(run);
      const timer = setTimeout(run, hiddenMs);
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
