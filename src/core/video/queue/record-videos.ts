// A log of what happens in a queue, for a report of a fault.
import { createScrubber } from '../../../base/scrubber.js';
import { watchVideos, type VideoLogEvent } from '../history/video-log.js';
import type { VideoQueue } from './video-queue.js';

/** A recording of what happens in a queue, as `recordVideos` makes it. */
export interface VideoRecording {
  /** JSON Lines, one event each, with its time; keys and tokens are taken out. `createReplayQueue` plays it. */
  export(): string;
  /** Records no more; what was recorded stays. */
  close(): void;
}

/** Events beyond this many push out the oldest. */
const most = 10_000;

/** Records what happens in a queue from now on. */
export function recordVideos(queue: Pick<VideoQueue, 'tasks' | 'ready'>): VideoRecording {
  const beganAt = Date.now();
  const scrubber = createScrubber();
  let log: { readonly at: number; readonly from: 'queue'; readonly event: VideoLogEvent }[] = [];
  const close = watchVideos(queue, (event) => {
    log.push({ at: Date.now() - beganAt, from: 'queue', event });
    if (log.length > most * 1.1) log = log.slice(-most);
  });
  return { close, export: () => log.map((recorded) => `${JSON.stringify(scrubber.value(recorded))}\n`).join('') };
}
