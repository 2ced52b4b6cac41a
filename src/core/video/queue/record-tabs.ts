// What tabs tell one another of the records they share: writes, and when tasks are asked about.
import type { Storage } from '../../persistence/storage.js';
import { readTask } from '../../store/task-record.js';
import type { Store } from '../../store/store.js';
import type { TaskEvent, TasksState, VideoTask } from '../../store/tasks-state.js';
import { createTabs } from '../../tabs/tabs.js';
import type { Tabs } from '../../tabs/tabs.js';
import type { Plan } from '../polling/poller.js';
import type { RecordOwner, WriteMessage } from './task-writes.js';

export type RecordMessage = WriteMessage | { readonly plans: readonly Plan[] };

export interface RecordTabsHost {
  leads(leading: boolean): void;
  /** Another tab changed these, which may be here as they were before; or it removed those of these ids. */
  changed(tasks: readonly VideoTask[], removed?: readonly string[]): void;
  /** When the tab that leads asks about its tasks. */
  planned(plans: readonly Plan[]): void;
  /** Back from the freezer: messages may have been missed. */
  returned(): void;
}

/** Those of this owner join the state where they are new: a storage of the page's own may hold those of several. Returns all that could be read. */
export function takeRecords(
  records: readonly unknown[],
  { user }: RecordOwner,
  store: Store<TasksState, TaskEvent>,
  type: 'restored' | 'imported' = 'restored',
): readonly VideoTask[] {
  const tasks = records.map(readTask).filter((task) => task !== undefined);
  store.dispatch({ type, tasks: tasks.filter(({ user: owner = '' }) => owner === user) });
  return tasks;
}

export interface JoinedTabs {
  /** Those of now. This one is alone where the records end with the page, which a storage may learn at its first use: not to be held on to. */
  tabs(): Tabs<RecordMessage>;
  leave(): void;
}

/** Hears of what other tabs did, and where a storage tells of it, other devices. */
export function joinTabs(
  owner: RecordOwner,
  storage: Storage<VideoTask>,
  store: Store<TasksState, TaskEvent>,
  host: RecordTabsHost,
): JoinedTabs {
  const onMessage = (message: RecordMessage) => {
    if ('plans' in message) return host.planned(message.plans);
    if ('imported' in message) return host.changed(takeRecords(message.imported, owner, store, 'imported'));
    if ('task' in message) return host.changed(takeRecords([message.task], owner, store));
    store.dispatch({ type: 'cleared', ids: message.removed });
    host.changed([], message.removed);
  };
  const join = () =>
    createTabs<RecordMessage>(storage.persistent === false ? undefined : owner.name, {
      onLead: host.leads,
      onMessage,
      onReturn: host.returned,
    });
  const unsubscribe = storage.subscribe?.(({ put, removed }) => {
    if (removed.length > 0) onMessage({ removed });
    onMessage({ imported: put.map(({ record }) => record) });
  });
  let lasting = storage.persistent;
  let joined = join();
  return {
    tabs() {
      if (lasting !== storage.persistent) {
        lasting = storage.persistent;
        joined.close();
        joined = join();
        host.changed([]);
      }
      return joined;
    },
    leave() {
      unsubscribe?.();
      joined.close();
    },
  };
}
