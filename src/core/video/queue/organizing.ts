// What a person asks of a queue to organize videos: checked, then broadcast as news of each.
import { VoxreelError } from '../../errors.js';
import { mostLabels } from '../../store/organization.js';
import { tasksOf } from '../../store/tasks.js';
import type { OrganizationChanges, VideoTask } from '../../store/tasks-state.js';
import type { LiveTasks } from './live-tasks.js';

const lists = ['addLabels', 'removeLabels', 'addCollections', 'removeCollections'] as const;

const refusal = (param: string, message: string) => new VoxreelError('invalid_input', message, { param });

/** As `VideoQueue.organize`. */
export function createOrganizing({ store, get, require, broadcast, trackPending }: LiveTasks) {
  const change = (ids: readonly string[], changes: OrganizationChanges) =>
    Promise.all(ids.map((id) => broadcast({ type: 'organized', id, at: Date.now(), changes })));
  /** The others of their groups that are the best now. */
  const formerBest = (tasks: readonly VideoTask[]) => {
    const groups = new Set(tasks.map(({ groupId }) => groupId).filter((id) => id !== undefined));
    if (groups.size === 0) return [];
    const ids = new Set(tasks.map(({ id }) => id));
    return tasksOf(store.get()).filter(({ id, best, groupId }) => best && groupId !== undefined && groups.has(groupId) && !ids.has(id));
  };

  return async (ids: readonly string[], changes: OrganizationChanges): Promise<void> => {
    const tasks = [...new Set(ids)].map((id) => require(id));
    const checked = checkedChanges(changes);
    for (const task of tasks) requireRoom(task, checked);
    const former = checked.best === true ? formerBest(tasks) : [];
    const work = [
      change(
        former.map(({ id }) => id),
        { best: false },
      ),
      change(
        tasks.map(({ id }) => id),
        checked,
      ),
    ];
    await trackPending(Promise.all(work));
    for (const { id } of tasks) {
      const error = get(id)?.pollError;
      if (error?.code.startsWith('storage_')) throw new VoxreelError(error.code, error.message, { retryable: true });
    }
  };
}

/** Labels as they are kept. Throws `invalid_input` naming the field. */
function checkedChanges(changes: OrganizationChanges): OrganizationChanges {
  const { rating } = changes;
  if (rating !== undefined && !(Number.isInteger(rating) && rating >= 0 && rating <= 5))
    throw refusal('rating', 'rating must be a whole number from 1 to 5, or 0 for none.');
  const checked = lists.map((name) => [name, changes[name]?.map((label) => checkedLabel(label, name))]);
  return { ...changes, ...Object.fromEntries(checked) };
}

function checkedLabel(label: unknown, param: string): string {
  const text = typeof label === 'string' ? label.normalize('NFC').replaceAll(/\s+/g, ' ').trim() : '';
  if (text === '' || text.length > mostLabels.characters)
    throw refusal(param, `${param} takes texts of 1 to ${mostLabels.characters} characters.`);
  return text;
}

function requireRoom({ labels = [], collections = [] }: VideoTask, { addLabels = [], addCollections = [] }: OrganizationChanges): void {
  if (new Set([...labels, ...addLabels]).size > mostLabels.count) throw refusal('addLabels', `A video takes ${mostLabels.count} labels.`);
  if (new Set([...collections, ...addCollections]).size > mostLabels.count)
    throw refusal('addCollections', `A video is in at most ${mostLabels.count} collections.`);
}
