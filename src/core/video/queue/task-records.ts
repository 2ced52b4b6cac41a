// The tasks as they are kept and shared: written to storage, read back, told to other tabs. Knows no service.
import { lazy } from '../../../base/lazy.js';
import { loadPart } from '../../load-part.js';
import { createTabs } from '../../tabs/tabs.js';
import type { Tabs } from '../../tabs/tabs.js';
import type { Storage } from '../../persistence/storage.js';
import { readTask } from '../../store/task-record.js';
import { taskOf } from '../../store/tasks.js';
import type { Store } from '../../store/store.js';
import type { TaskEvent, TasksState, VideoTask } from '../../store/tasks-state.js';
import type { Plan } from '../polling/poller.js';

export type RecordMessage =
  | { readonly task: VideoTask }
  | { readonly imported: readonly VideoTask[] }
  | { readonly removed: readonly string[] }
  | { readonly plans: readonly Plan[] };

export interface TaskRecordsOptions {
  readonly name: string;
  readonly user: string;
  readonly storage: Storage<VideoTask>;
  readonly store: Store<TasksState, TaskEvent>;
  readonly onLead: (leading: boolean) => void;
  /** These were read, or changed by another tab; or it removed those of these ids. */
  readonly onNews: (tasks: readonly VideoTask[], removed?: readonly string[]) => void;
}

export interface TaskRecords {
  /** Records that could not be read or are of a later release: left where they are. */
  readonly setAside: number;
  /** Reads all that is kept. A task found `submitting` whose tab is gone becomes `unconfirmed`. */
  restore(): Promise<void>;
  /** Loads what writing needs: from then on `keep` begins at once. */
  arm(): Promise<void>;
  /** The write-ahead record. Rejects as the storage does. */
  begin(task: VideoTask): Promise<void>;
  /** Writes a task as it is by then, and tells the other tabs. */
  keep(id: string, options?: { readonly durable?: boolean }): Promise<void>;
  drop(id: string): Promise<void>;
  /** All of these or none. Rejects as the storage does. */
  add(tasks: readonly VideoTask[]): Promise<void>;
  /** Removes many, here, in storage and in the other tabs. */
  dropAll(ids: readonly string[]): Promise<void>;
  /** While a request is under way: keeps other tabs from taking it for lost. */
  hold: Tabs<RecordMessage>['hold'];
  setBusy(busy: boolean): void;
  caughtUp: Tabs<RecordMessage>['caughtUp'];
  /** Tells the other tabs when tasks are asked about. */
  share(plans: readonly Plan[]): void;
  /** What another tab shared. */
  onPlans(listener: (plans: readonly Plan[]) => void): () => void;
  close(): void;
}

export function createTaskRecords({ name, user, storage, store, onLead, onNews }: TaskRecordsOptions): TaskRecords {
  /** Requests of this tab that are under way. */
  const held = new Set<string>();
  const listeners = new Set<(plans: readonly Plan[]) => void>();
  const join = () =>
    // What ends with the page is not shared with other pages.
    createTabs<RecordMessage>(storage.persistent === false ? undefined : name, {
      onLead,
      onMessage(message) {
        if ('plans' in message) return listeners.forEach((listen) => listen(message.plans));
        if ('imported' in message) return onNews(take(message.imported, 'imported'));
        if ('task' in message) onNews(take([message.task]));
        else {
          store.dispatch({ type: 'cleared', ids: message.removed });
          onNews([], message.removed);
        }
        writes.loaded?.again('task' in message ? [message.task.id] : message.removed);
      },
      onReturn: () => void restore().catch(() => undefined),
    });
  let tabs = join();
  let lasting = storage.persistent;
  let setAside = 0;
  let closed = false;
  /** A storage may learn at its first use that it does not last. */
  const rejoin = () => {
    if (lasting === storage.persistent) return;
    lasting = storage.persistent;
    tabs.close();
    tabs = join();
    onNews([]);
  };

  const take = (records: readonly unknown[], type: 'restored' | 'imported' = 'restored') => {
    const tasks = records.map(readTask).filter((task) => task !== undefined);
    // A storage of the page's own may hold those of several users.
    store.dispatch({ type, tasks: tasks.filter(({ user: owner = '' }) => owner === user) });
    return tasks;
  };
  const read = async () => {
    const records = await storage.all();
    rejoin();
    const tasks = take(records.map(({ record }) => record));
    setAside = records.length - tasks.length + (storage.unread ?? 0);
    onNews(tasks);
    return tasks;
  };
  const restore = async () => {
    const tasks = await read();
    const submitting = tasks.filter(({ id, status }) => status === 'submitting' && !held.has(id));
    // What cannot be settled now is shown as it is, and settled when the tasks are read again.
    await Promise.allSettled(submitting.map(({ id }) => settle(id)));
  };
  const writes = lazy(async () => {
    const { createTaskWrites } = await loadPart(() => import('./task-writes.js'));
    return createTaskWrites({ name, user, storage, store, post: (message) => tabs.post(message), onWrite: rejoin });
  });
  /** Once nobody holds the request any more its record tells how it ended, or that nobody knows. */
  const settle = async (id: string) => {
    const ended = async () => {
      // A storage that was closed would open again.
      if (closed) return;
      await read();
      if (taskOf(store.get(), id)?.status !== 'submitting') return;
      await (await writes.get()).doubt(id);
      onNews([]);
    };
    if (!(await tabs.tryHold(id, ended))) void tabs.hold(id, ended).catch(() => undefined);
  };

  return {
    get setAside() {
      return setAside;
    },
    restore,
    begin: async (task) => (await writes.get()).begin(task),
    arm: async () => void (await writes.get()),
    keep: async (id, options) => (writes.loaded ?? (await writes.get())).keep(id, options),
    drop: async (id) => (await writes.get()).drop(id),
    async add(tasks) {
      await (await writes.get()).add(tasks);
      onNews(tasks);
    },
    dropAll: async (ids) => (await writes.get()).dropAll(ids),
    async hold(id, work) {
      held.add(id);
      try {
        return await tabs.hold(id, work);
      } finally {
        held.delete(id);
      }
    },
    setBusy: (busy) => tabs.setBusy(busy),
    caughtUp: () => tabs.caughtUp(),
    share: (plans) => tabs.post({ plans }),
    onPlans(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      tabs.close();
    },
  };
}
