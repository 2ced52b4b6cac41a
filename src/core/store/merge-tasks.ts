// Two records of one task become one: what was read again, or written by another tab. Pure. Loaded when there are two.
import { mergeRecords } from '../stored-record.js';
import { mergeOrganization, organizationOf, organizationTimes, unorganized } from './organization.js';
import { ended } from './tasks.js';
import type { VideoTask } from './tasks-state.js';

/** As it is kept: the record that knows more, or field by field the later; of how it is organized the later of each value. */
export function mergeStored(one: VideoTask, other: VideoTask): VideoTask {
  const merged = mergeRecords(unorganized(one), unorganized(other), knowledge);
  const organized = mergeOrganization(one, other);
  return { ...merged, ...organizationOf(organized), times: { ...merged.times, ...organizationTimes(organized) } };
}

/**
 * As it is shown: of two records the one that knows more stands, then the later. An end is never undone, nor the service's id lost. How it is
 * organized is merged from both. `known` itself where the other tells nothing new.
 */
export function mergeShown(known: VideoTask, task: VideoTask): VideoTask {
  const more = knowledge(task) - knowledge(known);
  const undoes = ended(known.status) && task.status !== known.status;
  const stands = more < 0 || (more === 0 && (undoes || task.updatedAt <= known.updatedAt));
  return stands ? mergeOrganization(known, task) : mergeOrganization(withLinks(task, known), known);
}

/** A record has no links of this page: those that are known stay. */
const withLinks = (task: VideoTask, { outputs }: VideoTask): VideoTask =>
  task.outputs.some(({ url }) => url === '')
    ? {
        ...task,
        outputs: task.outputs.map((one, place) => (one.url === '' && one.kept ? { ...one, url: outputs[place]?.url ?? '' } : one)),
      }
    : task;

/** How far along a task is: what knows less never takes the place of what knows more. */
const knowledge = ({ status, taskId }: VideoTask): number => (ended(status) ? 2 : taskId !== undefined ? 1 : status === 'waiting' ? -1 : 0);
