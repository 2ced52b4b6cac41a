// A task that waited for a network is taken to be sent, by one tab alone. Loaded with what writes.
import { VoxreelError } from '../../errors.js';
import type { Storage } from '../../persistence/storage.js';
import { mergeShown, mergeStored } from '../../store/merge-tasks.js';
import { readTask, recordOf } from '../../store/task-record.js';
import type { Store } from '../../store/store.js';
import { taskOf } from '../../store/tasks.js';
import type { TaskEvent, TasksState, VideoTask } from '../../store/tasks-state.js';

export interface ClaimParts {
  readonly storage: Storage<VideoTask>;
  readonly store: Store<TasksState, TaskEvent>;
  /** Dates what has changed. */
  readonly stamp: (before: VideoTask, after: VideoTask) => VideoTask;
  /** After what is being written of it; once more where there was no room. */
  readonly write: (id: string, work: () => Promise<void>) => Promise<void>;
  /** Nobody knows what became of its request. */
  readonly doubt: (id: string) => Promise<void>;
}

/** Puts `next` where the record waits to be sent, with no other write between where the storage can `update`. Returns what it found. */
async function putClaim(storage: Storage<VideoTask>, next: VideoTask): Promise<VideoTask | undefined> {
  let found: VideoTask | undefined;
  const claimed = (stored: unknown) => {
    found = readTask(stored);
    if (found?.status !== 'waiting') throw new VoxreelError('not_found', `Task ${next.id} does not wait any more.`);
    return mergeStored(found, next);
  };
  const whole = async () => {
    const record = claimed((await storage.all()).find(({ key }) => key === next.id)?.record);
    await storage.put(next.id, record, { durable: true });
  };
  try {
    await (storage.update?.(next.id, claimed, { durable: true }) ?? whole());
  } catch (error) {
    if (found?.status === 'waiting') throw error;
  }
  return found;
}

/** What a record tells of a task that is here. */
export function show(record: VideoTask, store: Store<TasksState, TaskEvent>): void {
  const known = taskOf(store.get(), record.id);
  const task = known && mergeShown(known, record);
  if (task && task !== known) store.dispatch({ type: 'changed', task });
}

/** The task as it is sent. Undefined where another tab sends it, or removed it: it is shown as that left it. */
export const createClaim =
  ({ storage, store, stamp, write, doubt }: ClaimParts) =>
  async (task: VideoTask): Promise<VideoTask | undefined> => {
    const { id } = task;
    const next = stamp(taskOf(store.get(), id) ?? task, task);
    let found: VideoTask | undefined;
    await write(id, async () => void (found = await putClaim(storage, recordOf(next))));
    if (found?.status === 'waiting') {
      store.dispatch({ type: 'changed', task: next });
      return next;
    }
    if (found) show(found, store);
    else store.dispatch({ type: 'removed', id });
    // This page holds the task now, so the one that was sending it is gone, and nobody knows how far it came.
    if (found?.status === 'submitting') await doubt(id);
    return undefined;
  };
