// Keeps what is finished of many videos in this browser, one after another.
import type { VideoResults, VideoTask } from '../../../core/video/queue/video-queue.js';

/** Resolves with how many videos are kept then, having passed over those whose service does not allow it. Rejects where there is no room. */
export async function keepAll(tasks: readonly VideoTask[], results: VideoResults): Promise<number> {
  let count = 0;
  let refusal: unknown;
  for (const task of tasks.filter(({ status }) => status === 'succeeded'))
    for (const [at, { kept }] of task.outputs.entries()) {
      try {
        if (kept === undefined) await results.keep(task.id, at);
        count += 1;
      } catch (cause) {
        refusal = cause;
      }
    }
  if (count === 0 && refusal !== undefined) throw refusal;
  return count;
}
