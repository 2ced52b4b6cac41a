// A stopped task cancelled at the service: asked until the service has said that it did so, or that it does not. The record says so before it is asked.
import { toVoxreelError } from '../../errors.js';
import type { VoxreelError } from '../../errors.js';
import { isToCancel } from '../../store/task-news.js';
import type { TaskNews, VideoTask, VideoTaskError } from '../../store/tasks-state.js';
import type { Asked } from '../polling/pace.js';
import { taskError } from '../polling/query-task.js';
import type { ServiceClient } from './service-client.js';
import type { TaskRecords } from './task-records.js';

export interface CancellingOptions {
  readonly cancel: ServiceClient['cancel'];
  readonly taskById: (id: string) => VideoTask | undefined;
  /** One tab at a time asks about a task. */
  readonly hold: TaskRecords['hold'];
  readonly broadcast: (news: TaskNews) => Promise<void>;
  /** Asks what became of a task that the service did not cancel: it may have ended before. */
  readonly query: (task: VideoTask, signal: AbortSignal) => Promise<Asked>;
}

/** Asks once. Never throws. */
export type Cancel = (task: VideoTask, signal: AbortSignal) => Promise<Asked>;

const late: VideoTaskError = { code: 'timeout', message: 'The service did not say in time whether it cancelled this.', retryable: false };

export function createCancelling({ cancel, taskById, hold, broadcast, query }: CancellingOptions): Cancel {
  const ask: Cancel = async ({ id }, signal) => {
    const task = taskById(id);
    // Another tab may have been first.
    if (task?.taskId === undefined || !isToCancel(task) || signal.aborted) return {};
    const at = Date.now();
    if (at >= task.deadlineAt) {
      await broadcast({ type: 'cancelled', id, at, error: late });
      return {};
    }
    try {
      await cancel(task.taskId, signal);
      await broadcast({ type: 'cancelled', id, at });
      return {};
    } catch (cause) {
      if (signal.aborted) return {};
      const error = toVoxreelError(cause, 'network', { retryable: true });
      if (isFinal(error)) {
        await broadcast({ type: 'cancelled', id, at, error: taskError(error) });
        return query(taskById(id) ?? task, signal);
      }
      await broadcast({ type: 'troubled', id, at, error: taskError(error) });
      return { error };
    }
  };
  /** By the person who stopped it and by the poller, at the same moment: one question. */
  const asking = new Map<string, Promise<Asked>>();
  return (task, signal) => {
    const { id } = task;
    const asked = asking.get(id) ?? hold(id, () => ask(task, signal)).catch(() => ({}));
    asking.set(id, asked);
    return asked.finally(() => asking.delete(id));
  };
}

/** A login or a limit passes, and so does trouble with the line or the service. */
const isFinal = ({ retryable, status }: VoxreelError): boolean =>
  !retryable && status !== undefined && status >= 400 && status !== 401 && status !== 403;
