// Waiting for a queue to say something.
import type { VideoQueue } from 'voxreel';
import type { VideoTask } from '../../../../src/core/video/queue/video-queue.js';

/** Resolves with the first task that fits, now or at a later change. */
export function until(queue: VideoQueue, fits: (task: VideoTask) => boolean): Promise<VideoTask> {
  return new Promise((resolve) => {
    const look = (tasks: readonly VideoTask[]) => {
      const found = tasks.find(fits);
      if (found === undefined) return;
      undo();
      resolve(found);
    };
    const undo = queue.tasks.subscribe(look);
    look(queue.tasks.get());
  });
}

/** Resolves when a queue has no task, or none any more. */
export function untilEmpty(queue: VideoQueue): Promise<void> {
  return new Promise((resolve) => {
    const look = (tasks: readonly VideoTask[]) => {
      if (tasks.length > 0) return;
      undo();
      resolve();
    };
    const undo = queue.tasks.subscribe(look);
    look(queue.tasks.get());
  });
}
