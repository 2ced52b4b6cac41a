// How long a video will take, from one's own history. Pure; promises nothing where there is no history.
import type { VideoTask } from '../../core/video/video-queue.js';

export interface TimeEstimate {
  readonly medianMs: number;
  /** How many finished tasks it rests on. */
  readonly count: number;
}

/** At most this many, the newest: services get faster and slower. */
const window = 12;

/** From tasks of the same model and length; of the same model where no length matches. `tasks` is newest first. */
export function estimateTime(tasks: readonly VideoTask[], model: string, duration: number | undefined): TimeEstimate | undefined {
  const took: number[] = [];
  const tookAnyLength: number[] = [];
  for (const task of tasks) {
    if (task.status !== 'succeeded' || task.model !== model || task.endedAt === undefined) continue;
    const ms = task.endedAt - task.createdAt;
    if (tookAnyLength.length < window) tookAnyLength.push(ms);
    if (task.draft.duration === duration && took.push(ms) === window) break;
  }
  return summary(took) ?? summary(tookAnyLength);
}

function summary(took: readonly number[]): TimeEstimate | undefined {
  const sorted = took.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? undefined : { medianMs: (lower + upper) / 2, count: sorted.length };
}

/** The same, worked out once for each model and length until the tasks change. */
export function createEstimates(): (tasks: readonly VideoTask[], model: string, duration: number | undefined) => TimeEstimate | undefined {
  const known = new Map<string, TimeEstimate | undefined>();
  let knownFor: readonly VideoTask[] | undefined;
  return (tasks, model, duration) => {
    if (tasks !== knownFor) known.clear();
    knownFor = tasks;
    const key = `${duration} ${model}`;
    if (!known.has(key)) known.set(key, estimateTime(tasks, model, duration));
    return known.get(key);
  };
}
