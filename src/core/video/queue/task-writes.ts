// Tasks written down and told to other tabs: the half of task-records.ts that a page without a change does not need.
import { createClock } from '../../clock.js';
import type { Storage } from '../../persistence/storage.js';
import { mergeRecords, stampChanges } from '../../stored-record.js';
import { readTask, recordOf } from '../../store/task-record.js';
import { foldNews } from '../../store/task-news.js';
import type { Store } from '../../store/store.js';
import { knowledge, taskOf } from '../../store/tasks.js';
import type { TaskEvent, TasksState, VideoTask } from '../../store/tasks-state.js';
import type { RecordMessage } from './task-records.js';

export interface TaskWritesOptions {
  readonly name: string;
  readonly user: string;
  readonly storage: Storage<VideoTask>;
  readonly store: Store<TasksState, TaskEvent>;
  /** Tells the other tabs. */
  readonly post: (message: RecordMessage) => void;
  /** Something was written: a storage may learn at its first use that it does not last. */
  readonly onWrite: () => void;
}

export interface TaskWrites {
  begin(task: VideoTask): Promise<void>;
  keep(id: string, options?: { readonly durable?: boolean }): Promise<void>;
  drop(id: string): Promise<void>;
  add(tasks: readonly VideoTask[]): Promise<void>;
  dropAll(ids: readonly string[]): Promise<void>;
  /** Another tab wrote these: where a write of ours may come after theirs, ours must be as late. */
  again(ids: readonly string[]): void;
  /** The request of this task is under way nowhere, and its record does not know how it ended. */
  doubt(id: string): Promise<void>;
}

const lost = { code: 'unconfirmed', message: 'The page closed before the service answered.', retryable: false };

export function createTaskWrites({ name, user, storage, store, post, onWrite }: TaskWritesOptions): TaskWrites {
  const clock = createClock();
  const writes = new Map<string, Promise<void>>();
  /** The head that every record has. */
  const begun = (task: VideoTask): VideoTask => ({ ...task, kind: 'video', user, agent: name, time: clock.tick(), times: {} });
  /** Another tab may have written it since it was read here: neither change is lost. */
  const put = async (record: VideoTask, options?: { readonly durable?: boolean }) => {
    const merged = (stored: unknown) => {
      const known = readTask(stored);
      return known ? mergeRecords(known, record, knowledge) : record;
    };
    await (storage.update?.(record.id, merged, options) ?? storage.put(record.id, record, options));
  };
  const keep: TaskWrites['keep'] = async (id, options) => {
    // One write of a task at a time, each of its latest state: a slow storage cannot put an old one last.
    const before = writes.get(id);
    const write = async () => {
      await before?.catch(() => undefined);
      const task = taskOf(store.get(), id);
      await (task ? put(recordOf(task), options) : storage.remove(id));
    };
    const written = write();
    writes.set(id, written);
    const task = taskOf(store.get(), id);
    if (task) post({ task: recordOf(task) });
    await written.finally(() => writes.get(id) === written && writes.delete(id));
  };

  return {
    async begin(fresh) {
      const task = begun(fresh);
      await storage.put(task.id, task, { durable: true });
      onWrite();
      store.dispatch({ type: 'submitted', task });
      post({ task });
    },
    keep,
    async drop(id) {
      await writes.get(id)?.catch(() => undefined);
      post({ removed: [id] });
      await storage.remove(id);
    },
    async add(fresh) {
      const tasks = fresh.map(begun);
      const records = tasks.map((record) => ({ key: record.id, record }));
      await (storage.putAll?.(records) ?? Promise.all(records.map(({ key, record }) => storage.put(key, record))));
      onWrite();
      store.dispatch({ type: 'imported', tasks });
      post({ imported: tasks });
    },
    async dropAll(ids) {
      store.dispatch({ type: 'cleared', ids });
      await Promise.allSettled(ids.flatMap((id) => writes.get(id) ?? []));
      post({ removed: ids });
      await (storage.removeAll?.(ids) ?? Promise.all(ids.map((id) => storage.remove(id))));
    },
    again(ids) {
      for (const id of ids) if (writes.has(id)) keep(id).catch(() => undefined);
    },
    async doubt(id) {
      const before = taskOf(store.get(), id);
      const task = taskOf(foldNews(store.get(), { type: 'unconfirmed', id, at: Date.now(), error: lost }), id);
      if (before && task) store.dispatch({ type: 'changed', task: stampChanges(before, task, clock) });
      await keep(id, { durable: true });
    },
  };
}
