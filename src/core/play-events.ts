// Has recorded events happen again, each when its time has come.
import type { RecordedEvent } from './recorded-events.js';

/** Timers of browsers take no longer wait. */
const longestWaitMs = 2_000_000_000;

export interface Playback {
  readonly events: readonly RecordedEvent[];
  /** Times the recorded pace; `Infinity` is everything at once. */
  readonly speed: number;
  /** The time in the recording at which it begins: what is earlier happens at once. */
  readonly firstAt: number;
  tell(event: RecordedEvent): void;
  ended(): void;
}

/** Begins in a later task, when the caller has what is returned: it stops the events. */
export function playEvents({ events, speed, firstAt, tell, ended }: Playback): () => void {
  let open = true;
  /** Read again after each event: one may have ended it. */
  const isOpen = () => open;
  let next = 0;
  const beganAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const step = () => {
    for (; isOpen() && next < events.length; next++) {
      const recorded = events[next];
      if (recorded === undefined) continue;
      const waitMs = (recorded.at - firstAt) / speed - (Date.now() - beganAt);
      if (waitMs > 0) {
        timer = setTimeout(step, Math.min(waitMs, longestWaitMs));
        return;
      }
      tell(recorded);
    }
    if (open) ended();
  };
  timer = setTimeout(step, 0);
  return () => {
    open = false;
    clearTimeout(timer);
  };
}
