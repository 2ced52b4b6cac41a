// One video of a task, which may have several, and the clips of a chain.
import { videoChain } from '../../../core/video/history/chain.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';

export interface Result {
  readonly task: VideoTask;
  readonly at: number;
}

/** As many are compared at once as still have room on a screen. */
export const mostCompared = 4;

/** A result as a part of a chain. */
export interface Clip extends Result {
  /** Seconds from its beginning where the next one goes on; absent: its end. */
  readonly endS?: number | undefined;
}

/** How many of a task can be played. */
export const resultsIn = ({ status, outputs }: VideoTask): number => (status === 'succeeded' ? outputs.length : 0);

/** Those that can be played, in the order of the gallery. */
export const resultsOf = (tasks: readonly VideoTask[]): readonly Result[] =>
  tasks.flatMap((task) => Array.from({ length: resultsIn(task) }, (_, at) => ({ task, at })));

/** Of those that were made together, in the order in which they were asked for. */
export const resultsOfGroup = (tasks: readonly VideoTask[], groupId: string | undefined): readonly Result[] =>
  groupId === undefined ? [] : resultsOf(tasks.filter((task) => task.groupId === groupId).toReversed());

/** The chain that ends in this result, the first clip first: each up to where the next one continues it. */
export function clipsOf(tasks: readonly VideoTask[], last: Result): readonly Clip[] {
  const chain = videoChain(tasks, last.task.id);
  return chain.map((task, place) => {
    const continues = chain[place + 1]?.continues;
    if (place === chain.length - 1) return last;
    return { task, at: outputIn(task, continues?.output), endS: continues?.id === task.id ? continues.atS : undefined };
  });
}

const outputIn = ({ outputs }: VideoTask, at = 0): number => (at < outputs.length ? at : 0);

/** How long a clip is, as far as its record says. */
export const lengthOf = ({ task, at, endS }: Clip): number | undefined => endS ?? task.outputs[at]?.duration ?? task.draft.duration;
