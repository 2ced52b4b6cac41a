// News of tasks: folded, written down, told to the other tabs; and what becomes of it where there is no room.
import { toVoxreelError } from '../../errors.js';
import { createClock } from '../../clock.js';
import { stampChanges } from '../../stored-record.js';
import { backoffMs, delay } from '../../retry.js';
import { taskAfter } from '../../store/task-news.js';
import { taskOf } from '../../store/tasks.js';
import type { TaskNews, VideoTask } from '../../store/tasks-state.js';
import type { QueueParts } from './queue-parts.js';

export interface Telling {
  /** As `tell` of `QueueParts`. What the news is of changes before this returns. */
  tell(news: TaskNews): Promise<void>;
  close(): void;
}

/** `onChange`: a task is another by now. */
export function createTelling(parts: QueueParts, onChange: (task: VideoTask) => void): Telling {
  const { store, records, results, roomFor, whole } = parts;
  const clock = createClock();
  const stop = new AbortController();
  /** Those whose latest state is not written yet. */
  const owed = new Set<string>();

  const change = (news: TaskNews): boolean => {
    const task = taskOf(store.get(), news.id);
    const after = task && taskAfter(task, news);
    if (task === undefined || after === undefined || after === task) return false;
    const next = stampChanges(task, after, clock);
    store.dispatch({ type: 'changed', task: next });
    onChange(next);
    return true;
  };
  const write = (id: string, durable: boolean) => whole(roomFor(() => records.keep(id, { durable })));
  /** The task is what it is for as long as the page lasts; there may be room before it ends. */
  const owe = async (id: string, cause: unknown) => {
    const { code, message } = toVoxreelError(cause, 'storage_unavailable');
    change({ type: 'troubled', id, at: Date.now(), error: { code, message, retryable: false } });
    if (owed.has(id)) return;
    owed.add(id);
    for (let attempt = 0; owed.has(id) && taskOf(store.get(), id); attempt++) {
      await delay(backoffMs(attempt, { baseMs: 2000, maxMs: 60_000 }), stop.signal);
      await write(id, true).then(
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
  const tell = async (news: TaskNews): Promise<void> => {
    if ('reading' in news && news.reading.outputs.some(({ file }) => file)) {
      // Kept before a record says so. Where the code does not load they play for as long as this page lasts.
      const half = await results.get().catch(() => undefined);
      if (half) return half.adopt(news);
    }
    const { id, type } = news;
    if (!change(news)) return;
    try {
      await write(id, type !== 'polled' && type !== 'troubled');
      paid(id);
    } catch (cause) {
      owe(id, cause).catch(() => undefined);
    }
  };
  return { tell, close: () => stop.abort() };
}
