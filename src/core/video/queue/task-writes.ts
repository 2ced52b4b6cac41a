// Tasks written down and told to other tabs: the half of task-records.ts that a page without a change does not need.
import { isVoxreelError } from '../../errors.js';
import { createClock } from '../../clock.js';
import type { Stamp } from '../../clock.js';
import type { Storage } from '../../persistence/storage.js';
import { mergeStored } from '../../store/merge-tasks.js';
import { stampTask } from '../../store/organization.js';
import { readTask, recordOf } from '../../store/task-record.js';
import { taskAfter } from '../../store/task-news.js';
import type { Store } from '../../store/store.js';
import { taskOf } from '../../store/tasks.js';
import type { TaskEvent, TasksState, VideoTask } from '../../store/tasks-state.js';
import { createClaim, show } from './task-claim.js';
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
  /** Once nobody holds the request of such a task any more its record tells how it ended, or that nobody knows. Never rejects. */
  settle(lost: readonly VideoTask[], settling: Settling): Promise<unknown>;
}

/** What it takes to settle a request that this page did not send. */
export interface Settling {
  readonly tabs: Pick<Tabs<never>, 'hold' | 'tryHold'>;
  /** Reads all that is kept; false once the queue is closed. */
  readonly read: () => Promise<unknown>;
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

/** What is being written of each task. */
type Writes = Map<string, Promise<void>>;

const settledIn = async (writes: Writes, id: string) => writes.get(id)?.catch(() => undefined);

/** One write of a task at a time, each of its latest state: a slow storage cannot put an old one last. */
function createKeep(writes: Writes, { storage, store, post, makeRoom }: TaskWritesOptions): TaskWrites['keep'] {
  return async (id, options) => {
    const put = async () => {
      const task = taskOf(store.get(), id);
      await (task ? putMerged(storage, recordOf(task), options) : storage.remove(id));
    };
    const written = settledIn(writes, id).then(() => inRoom(put, makeRoom));
    writes.set(id, written);
    const task = taskOf(store.get(), id);
    if (task) post({ task: recordOf(task) });
    await written.finally(() => writes.get(id) === written && writes.delete(id));
  };
}

export function createTaskWrites(options: TaskWritesOptions): TaskWrites {
  const { owner, storage, store, post, makeRoom } = options;
  const clock = createClock();
  const writes: Writes = new Map();
  const settled = (id: string) => settledIn(writes, id);
  const begun = (task: VideoTask) => withHead(task, owner, clock.tick());
  const keep = createKeep(writes, options);
  const doubt = async (id: string) => {
    const before = taskOf(store.get(), id);
    const after = before && taskAfter(before, { type: 'unconfirmed', id, at: Date.now(), error: lost });
    if (before && after) store.dispatch({ type: 'changed', task: stampTask(before, after, clock) });
    await keep(id, { durable: true });
  };

  const claim = createClaim({
    storage,
    store,
    doubt,
    stamp: (before, after) => stampTask(before, after, clock),
    write: (id, work) => settled(id).then(() => inRoom(work, makeRoom)),
  });

  return {
    async begin(fresh) {
      const task = begun(fresh);
      await inRoom(() => storage.put(task.id, task, { durable: true }), makeRoom);
      store.dispatch({ type: 'submitted', task });
      post({ task });
    },
    async claim(task) {
      const sent = await claim(task);
      if (sent) post({ task: recordOf(sent) });
      return sent !== undefined;
    },
    keep,
    async drop(id) {
      await settled(id);
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
      await Promise.all(ids.map(settled));
      post({ removed: ids });
      await (storage.removeAll?.(ids) ?? Promise.all(ids.map((id) => storage.remove(id))));
    },
    merge: (records) => records.forEach((record) => show(record, store)),
    again: (ids) => ids.filter((id) => writes.has(id)).forEach((id) => void keep(id).catch(() => undefined)),
    settle: (lost, settling) => Promise.allSettled(lost.map(({ id }) => settle(id, settling, store, doubt))),
  };
}
