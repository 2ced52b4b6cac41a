// Waits for the end of a task, and says it once.
import type { VideoQueue, VideoStatus, VideoTask } from '../video/queue/video-queue.js';

const ends: ReadonlySet<VideoStatus> = new Set(['succeeded', 'failed', 'expired', 'unconfirmed']);

/** `ended` hears of an end that a person did not choose. A task that was stopped or removed is watched no longer. */
export function watchTask({ tasks }: Pick<VideoQueue, 'tasks'>, id: string, ended: (task: VideoTask) => void): void {
  const look = (all: readonly VideoTask[]): boolean => {
    const task = all.find((one) => one.id === id);
    const isOver = task === undefined || task.status === 'stopped' || ends.has(task.status);
    if (isOver) undo();
    if (task !== undefined && ends.has(task.status)) ended(task);
    return isOver;
  };
  let undo = (): void => {};
  if (!look(tasks.get())) undo = tasks.subscribe(look);
}
