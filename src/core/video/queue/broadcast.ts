// News of tasks: folded, written down, told to the other tabs; and what becomes of it where there is no room.
import type { Lazy } from '../../../base/lazy.js';
import { toVoxreelError } from '../../errors.js';
import { createClock } from '../../clock.js';
import { backoffMs, delay } from '../../retry.js';
import { stampTask } from '../../store/organization.js';
import { taskAfter } from '../../store/task-news.js';
import type { TaskNews, VideoTask } from '../../store/tasks-state.js';
import type { Results } from '../files/results.js';
import type { LiveTasks } from './live-tasks.js';
import type { TaskRecords } from './task-records.js';

export interface Broadcast {
  /** As `LiveTasks.broadcast`. What the news is of changes before this returns. */
  send(news: TaskNews): Promise<void>;
  close(): void;
}

/** `onChange`: a task is another by now. */
export function createBroadcast(
  { store, get }: LiveTasks,
  records: TaskRecords,
  results: Lazy<Results>,
  onChange: (task: VideoTask) => void,
): Broadcast {
  const clock = createClock();
  const stop = new AbortController();
  /** Those whose latest state is not written yet. */
  const owed = new Set<string>();

  const change = (news: TaskNews): boolean => {
    const task = get(news.id);
    if (task === undefined) return false;
    const after = taskAfter(task, news);
    if (after === task) return false;
    const next = stampTask(task, after, clock);
    store.dispatch({ type: 'changed', task: next });
    onChange(next);
    return true;
  };
  /** The task is what it is for as long as the page lasts; there may be room before it ends. */
  const owe = async (id: string, cause: unknown) => {
    const { code, message } = toVoxreelError(cause, 'storage_unavailable');
    change({ type: 'troubled', id, at: Date.now(), error: { code, message, retryable: false } });
    if (owed.has(id)) return;
    owed.add(id);
    for (let attempt = 0; owed.has(id) && get(id); attempt++) {
      await delay(backoffMs(attempt, { baseMs: 2000, maxMs: 60_000 }), stop.signal);
      await records.keep(id, { durable: true }).then(
        () => paid(id),
        () => undefined,
      );
    }
    owed.delete(id);
  };
  const paid = (id: string) => {
    if (!owed.delete(id)) return;
    change({ type: 'troubled', id, at: Date.now(), error: undefined });
  };
  const send = async (news: TaskNews): Promise<void> => {
    if ('reading' in news && news.reading.outputs.some(({ file }) => file)) {
      // Kept before a record says so. Where the code does not load they play for as long as this page lasts.
      const loaded = await results.get().catch(() => undefined);
      if (loaded) return loaded.adopt(news);
    }
    const { id, type } = news;
    if (!change(news)) return;
    try {
      await records.keep(id, { durable: type !== 'polled' && type !== 'troubled' });
      paid(id);
    } catch (cause) {
      owe(id, cause).catch(() => undefined);
    }
  };
  return { send, close: () => stop.abort() };
}
