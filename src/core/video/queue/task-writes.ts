// Tasks written down and told to other tabs: the half of task-records.ts that a page without a change does not need.
import { isVoxreelError, VoxreelError } from '../../errors.js';
import { createClock } from '../../clock.js';
import type { Stamp } from '../../clock.js';
import type { Storage } from '../../persistence/storage.js';
import { mergeShown, mergeStored } from '../../store/merge-tasks.js';
import { stampTask } from '../../store/organization.js';
import { readTask, recordOf } from '../../store/task-record.js';
import { foldNews } from '../../store/task-news.js';
import type { Store } from '../../store/store.js';
import { taskOf } from '../../store/tasks.js';
import type { TaskEvent, TasksState, VideoTask } from '../../store/tasks-state.js';
import type { Tabs } from '../../tabs/tabs.js';

/** What other tabs hear of a write. */
export type WriteMessage =
  | { readonly task: VideoTask }
  | { readonly imported: readonly VideoTask[] }
  | { readonly removed: readonly string[] };

/** Whose records these are. */
export interface RecordOwner {
  /** The queue's: of its database, its lock and its channel. */
  readonly name: string;
  /** Empty where nobody is signed in. */
  readonly user: string;
}

export interface TaskWritesOptions {
  readonly owner: RecordOwner;
  readonly storage: Storage<VideoTask>;
  readonly store: Store<TasksState, TaskEvent>;
  /** Tells the other tabs. */
  readonly post: (message: WriteMessage) => void;
  /** Drops files that are kept, where the storage is full. False where there was nothing to drop. */
  readonly makeRoom: () => Promise<boolean>;
}

export interface TaskWrites {
  begin(task: VideoTask): Promise<void>;
  claim(task: VideoTask): Promise<boolean>;
  keep(id: string, options?: { readonly durable?: boolean }): Promise<void>;
  drop(id: string): Promise<void>;
  add(tasks: readonly VideoTask[]): Promise<void>;
  dropAll(ids: readonly string[]): Promise<void>;
  /** These were read again, or written by another tab: what they tell of tasks that are here is shown. */
  merge(records: readonly VideoTask[]): void;
  /** Another tab wrote these: where a write of ours may come after theirs, ours must be as late. */
  again(ids: readonly string[]): void;
  /** Once nobody holds the request of this task any more its record tells how it ended, or that nobody knows. */
  settle(id: string, settling: Settling): Promise<void>;
}

/** What it takes to settle a request that this page did not send. */
export interface Settling {
  readonly tabs: Pick<Tabs<never>, 'hold' | 'tryHold'>;
  /** Reads all that is kept; false once the queue is closed. */
  readonly read: () => Promise<readonly VideoTask[] | false>;
  readonly changed: () => void;
}

const lost = { code: 'unconfirmed', message: 'The page closed before the service answered.', retryable: false };

/** Another tab may have written it since it was read here: neither change is lost. */
async function putMerged(storage: Storage<VideoTask>, record: VideoTask, options?: { readonly durable?: boolean }): Promise<void> {
  const merged = (stored: unknown) => {
    const known = readTask(stored);
    return known ? mergeStored(known, record) : record;
  };
  await (storage.update?.(record.id, merged, options) ?? storage.put(record.id, record, options));
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

async function putAll(storage: Storage<VideoTask>, tasks: readonly VideoTask[]): Promise<void> {
  const records = tasks.map((record) => ({ key: record.id, record }));
  await (storage.putAll?.(records) ?? Promise.all(records.map(({ key, record }) => storage.put(key, record))));
}

/** Once more after `makeRoom` made some. Rejects as `write` does. */
async function inRoom(write: () => Promise<void>, makeRoom: TaskWritesOptions['makeRoom']): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isVoxreelError(error) || error.code !== 'storage_full' || !(await makeRoom())) throw error;
    await write();
  }
}

/** The head that every record has. */
const withHead = (task: VideoTask, { name, user }: RecordOwner, time: Stamp): VideoTask => {
  return { ...task, kind: 'video', user, agent: name, time, times: {} };
};

async function settle(
  id: string,
  { tabs, read, changed }: Settling,
  store: Store<TasksState, TaskEvent>,
  doubt: (id: string) => Promise<void>,
): Promise<void> {
  const ended = async () => {
    if ((await read()) === false || taskOf(store.get(), id)?.status !== 'submitting') return;
    await doubt(id);
    changed();
  };
  if (!(await tabs.tryHold(id, ended))) void tabs.hold(id, ended).catch(() => undefined);
}

/** What a record tells of a task that is here. */
function show(record: VideoTask, store: Store<TasksState, TaskEvent>): void {
  const known = taskOf(store.get(), record.id);
  const task = known && mergeShown(known, record);
  if (task && task !== known) store.dispatch({ type: 'changed', task });
}

export function createTaskWrites({ owner, storage, store, post, makeRoom }: TaskWritesOptions): TaskWrites {
  const clock = createClock();
  const writes = new Map<string, Promise<void>>();
  const begun = (task: VideoTask) => withHead(task, owner, clock.tick());
  const keep: TaskWrites['keep'] = async (id, options) => {
    // One write of a task at a time, each of its latest state: a slow storage cannot put an old one last.
    const before = writes.get(id);
    const put = async () => {
      const task = taskOf(store.get(), id);
      await (task ? putMerged(storage, recordOf(task), options) : storage.remove(id));
    };
    const write = async () => {
      await before?.catch(() => undefined);
      await inRoom(put, makeRoom);
    };
    const written = write();
    writes.set(id, written);
    const task = taskOf(store.get(), id);
    if (task) post({ task: recordOf(task) });
    await written.finally(() => writes.get(id) === written && writes.delete(id));
  };
  const doubt = async (id: string) => {
    const before = taskOf(store.get(), id);
    const task = taskOf(foldNews(store.get(), { type: 'unconfirmed', id, at: Date.now(), error: lost }), id);
    if (before && task) store.dispatch({ type: 'changed', task: stampTask(before, task, clock) });
    await keep(id, { durable: true });
  };

  return {
    async begin(fresh) {
      const task = begun(fresh);
      await inRoom(() => storage.put(task.id, task, { durable: true }), makeRoom);
      store.dispatch({ type: 'submitted', task });
      post({ task });
    },
    async claim(task) {
      const { id } = task;
      await writes.get(id)?.catch(() => undefined);
      const known = taskOf(store.get(), id) ?? task;
      const next = stampTask(known, task, clock);
      let found: VideoTask | undefined;
      await inRoom(async () => void (found = await putClaim(storage, recordOf(next))), makeRoom);
      if (found?.status === 'waiting') {
        store.dispatch({ type: 'changed', task: next });
        post({ task: recordOf(next) });
        return true;
      }
      if (found) show(found, store);
      else store.dispatch({ type: 'removed', id });
      // Whoever wrote this held the task then, and does not any more: it ended in the middle.
      if (found?.status === 'submitting') await doubt(id);
      return false;
    },
    keep,
    async drop(id) {
      await writes.get(id)?.catch(() => undefined);
      post({ removed: [id] });
      await storage.remove(id);
    },
    async add(fresh) {
      const tasks = fresh.map(begun);
      await inRoom(() => putAll(storage, tasks), makeRoom);
      store.dispatch({ type: 'imported', tasks });
      post({ imported: tasks });
    },
    async dropAll(ids) {
      store.dispatch({ type: 'cleared', ids });
      await Promise.allSettled(ids.flatMap((id) => writes.get(id) ?? []));
      post({ removed: ids });
      await (storage.removeAll?.(ids) ?? Promise.all(ids.map((id) => storage.remove(id))));
    },
    merge: (records) => records.forEach((record) => show(record, store)),
    again(ids) {
      for (const id of ids) if (writes.has(id)) keep(id).catch(() => undefined);
    },
    settle: (id, settling) => settle(id, settling, store, doubt),
  };
}
