// One video of a task, which may have several.
import type { VideoTask } from '../../../core/video/queue/video-queue.js';

export interface Result {
  readonly task: VideoTask;
  readonly at: number;
}

/** Those that can be played, in the order of the gallery. */
export const resultsOf = (tasks: readonly VideoTask[]): readonly Result[] =>
  tasks.flatMap((task) => (task.status === 'succeeded' ? task.outputs.map((_, at) => ({ task, at })) : []));
