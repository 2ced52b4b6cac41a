// One output of a task, changed. Pure. Loaded when there is a change.
import type { TaskOutput, VideoTask } from './tasks-state.js';

export const withOutput = (task: VideoTask, output: number, change: Partial<TaskOutput>): VideoTask => ({
  ...task,
  outputs: task.outputs.map((one, place) => (place === output ? { ...one, ...change } : one)),
});
