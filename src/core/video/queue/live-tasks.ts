// The tasks of a queue while it is open: their state, and how the parts of the queue read and change it.
import { VoxreelError } from '../../errors.js';
import { createStore } from '../../store/store.js';
import type { Store } from '../../store/store.js';
import { foldTasks, initialTasks, taskOf } from '../../store/tasks.js';
import type { TaskEvent, TaskNews, TasksState, VideoTask } from '../../store/tasks-state.js';

export interface LiveTasks {
  readonly store: Store<TasksState, TaskEvent>;
  readonly closed: boolean;
  get(id: string): VideoTask | undefined;
  /** Throws `closed`. */
  requireOpen(): void;
  /** The task of this id. Throws `closed` or `not_found`. */
  require(id: string): VideoTask;
  /** Folds, writes and tells the other tabs; trouble with writing shows in the task. Never rejects. */
  broadcast(news: TaskNews): Promise<void>;
  /** Known to be under way until it ends. */
  trackPending<T>(work: Promise<T>): Promise<T>;
  /** Resolves when nothing is under way. */
  close(): Promise<void>;
}

export function createLiveTasks(broadcast: LiveTasks['broadcast']): LiveTasks {
  const store = createStore(initialTasks, foldTasks);
  const get = (id: string) => taskOf(store.get(), id);
  const pending = new Set<Promise<unknown>>();
  let closed = false;
  const requireOpen = () => {
    if (closed) throw new VoxreelError('closed', 'The queue is closed.');
  };
  return {
    store,
    get closed() {
      return closed;
    },
    get,
    requireOpen,
    require(id) {
      requireOpen();
      const task = get(id);
      if (task === undefined) throw new VoxreelError('not_found', `No task ${id} is here.`, { param: 'id' });
      return task;
    },
    broadcast,
    trackPending(work) {
      const over = () => void pending.delete(work);
      pending.add(work);
      work.then(over, over);
      return work;
    },
    async close() {
      closed = true;
      while (pending.size) await Promise.allSettled(pending);
    },
  };
}
