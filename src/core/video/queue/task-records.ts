// The tasks as they are kept and shared: written to storage, read back, told to other tabs.
import { lazy } from '../../../base/lazy.js';
import type { Lazy } from '../../../base/lazy.js';
import { loadPart } from '../../load-part.js';
import type { Storage } from '../../persistence/storage.js';
import { tasksOf } from '../../store/tasks.js';
import type { VideoTask } from '../../store/tasks-state.js';
import type { Plan } from '../polling/poller.js';
import type { LiveTasks } from './live-tasks.js';
import { joinTabs, takeRecords } from './record-tabs.js';
import type { RecordOwner, TaskWrites } from './task-writes.js';

/** The queue that the records are of. */
export interface RecordsHost {
  leads(leading: boolean): void;
  /** These were read, or changed by another tab; or it removed those of these ids. */
  changed(tasks: readonly VideoTask[], removed?: readonly string[]): void;
  /** When the tab that leads asks about its tasks. */
  planned(plans: readonly Plan[]): void;
  /** The storage is full: drops files that are kept. False where there was nothing to drop. */
  makeRoom(): Promise<boolean>;
}

export interface TaskRecords {
  readonly owner: RecordOwner;
  readonly storage: Storage<VideoTask>;
  /** Records that could not be read or are of a later release: left where they are. */
  readonly setAside: number;
  /** Reads all that is kept, the latest first where the storage can tell. A task found `submitting` whose tab is gone becomes `unconfirmed`. */
  restore(): Promise<void>;
  /** Loads what writing and holding need: from then on `keep` and `hold` begin at once. */
  arm(): Promise<unknown>;
  /** The write-ahead record. Rejects as the storage does. */
  begin(task: VideoTask): Promise<void>;
  /** Writes that a task which waited is sent now; false where another tab did that, or removed it. Only for one who holds the task. */
  claim(task: VideoTask): Promise<boolean>;
  /** Writes a task as it is by then, and tells the other tabs. */
  keep(id: string, options?: { readonly durable?: boolean }): Promise<void>;
  drop(id: string): Promise<void>;
  /** All of these or none. Rejects as the storage does. */
  add(tasks: readonly VideoTask[]): Promise<void>;
  /** Removes many, here, in storage and in the other tabs. */
  dropAll(ids: readonly string[]): Promise<void>;
  /** While a request is under way: keeps other tabs from taking it for lost. */
  hold<T>(id: string, work: () => Promise<T>): Promise<T>;
  setBusy(busy: boolean): void;
  caughtUp(): Promise<void> | undefined;
  /** Tells the other tabs when tasks are asked about. */
  share(plans: readonly Plan[]): void;
  close(): void;
}

/** Shows what records tell of tasks that were here before they came; they wait where the code for it does not load. */
function merging({ get }: LiveTasks, writes: Lazy<TaskWrites>) {
  const waiting: VideoTask[] = [];
  return async (records: readonly VideoTask[]): Promise<void> => {
    waiting.push(...records.filter((record) => ![undefined, record].includes(get(record.id))));
    if (waiting.length > 0) (await writes.get()).merge(waiting.splice(0));
  };
}

/** What another tab did: shown, then told, and written once more where a write of ours is under way. */
const telling =
  (merge: (records: readonly VideoTask[]) => Promise<void>, writes: Lazy<TaskWrites>, host: RecordsHost): RecordsHost['changed'] =>
  async (tasks, removed = []) => {
    await merge(tasks).catch(() => undefined);
    host.changed(tasks, removed);
    writes.loaded?.again([...tasks.map(({ id }) => id), ...removed]);
  };

export function createTaskRecords(owner: RecordOwner, storage: Storage<VideoTask>, live: LiveTasks, host: RecordsHost): TaskRecords {
  const { store, trackPending } = live;
  /** Requests of this tab that are under way. */
  const held = new Set<string>();
  let unfit = 0;
  const writes = lazy(async () => {
    const { createTaskWrites } = await loadPart(() => import('./task-writes.js'));
    return createTaskWrites({ owner, storage, store, makeRoom: host.makeRoom, post: (message) => tabs().post(message) });
  });
  const merge = merging(live, writes);
  const changed = telling(merge, writes, host);
  const { tabs, leave } = joinTabs(owner, storage, store, { ...host, changed, returned: () => void restore().catch(() => undefined) });
  /** Begins at once where the code is here. */
  const write = <T>(work: (loaded: TaskWrites) => Promise<T>) =>
    trackPending(writes.loaded ? work(writes.loaded) : writes.get().then(work));
  const read = async () => {
    unfit = 0;
    for await (const page of storage.pages?.('video') ?? [await storage.all('video')]) {
      tabs();
      const records = page.map(({ record }) => record);
      const tasks = takeRecords(records, owner, store);
      await merge(tasks);
      unfit += page.length - tasks.length;
      host.changed(tasks);
    }
  };
  const restore = async () => {
    await read();
    const lost = tasksOf(store.get()).filter(({ id, status }) => status === 'submitting' && !held.has(id));
    if (lost.length === 0) return;
    // A storage that was closed would open again.
    const settling = { tabs: tabs(), read: async () => !live.closed && (await read()), changed: () => host.changed([]) };
    // What cannot be settled now is shown as it is, and settled when the tasks are read again.
    await (await writes.get().catch(() => undefined))?.settle(lost, settling);
  };
  return {
    owner,
    storage,
    get setAside() {
      return unfit + (storage.unread ?? 0);
    },
    restore: () => trackPending(restore()),
    arm: () => Promise.all([writes.get(), tabs().arm()]),
    begin: (task) => write(({ begin }) => begin(task)),
    claim: (task) => write(({ claim }) => claim(task)),
    keep: (id, options) => write(({ keep }) => keep(id, options)),
    drop: (id) => write(({ drop }) => drop(id)),
    add: (tasks) => write(({ add }) => add(tasks)).then(() => host.changed(tasks)),
    dropAll: (ids) => write(({ dropAll }) => dropAll(ids)),
    hold(id, work) {
      held.add(id);
      const done = tabs().hold(id, work);
      return trackPending(done.finally(() => held.delete(id)));
    },
    setBusy: (busy) => tabs().setBusy(busy),
    caughtUp: () => tabs().caughtUp(),
    share: (plans) => tabs().post({ plans }),
    close: leave,
  };
}
