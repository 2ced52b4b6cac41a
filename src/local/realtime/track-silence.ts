// Tells the silence of a track that sends nothing: a page that falls silent may stop sending, and its turn would never end.

const tickMs = 100;
/** So many ticks packets may be late. */
const lateTicks = 3;
/** Longer than any turn waits for its end. */
const longestTicks = 100;

export interface TrackSilence {
  /** Something came. */
  heard(): void;
  close(): void;
}

/** Counts ticks and not time: a process that stood still has no silence to tell. */
export function createTrackSilence(tell: (ms: number) => void): TrackSilence {
  let quiet = 0;
  const timer = setInterval(() => {
    quiet += 1;
    if (quiet > lateTicks && quiet <= longestTicks) tell(tickMs);
  }, tickMs);
  return {
    heard: () => void (quiet = 0),
    close: () => clearInterval(timer),
  };
}
