// One question to the service about one task, and what its answer does to the task. Knows no pace.
import { VoxreelError, isVoxreelError } from '../../errors.js';
import type { VideoProvider, VideoReading } from '../../providers/provider.js';
import type { TaskNews, VideoTask, VideoTaskError } from '../../store/tasks-state.js';
import type { Asked } from './pace.js';
import type { Answer, ServiceClient } from '../queue/service-client.js';

export interface AskingOptions {
  readonly client: ServiceClient;
  /** Throws `unsupported` where none that is here may ask about it. */
  readonly providerFor: (task: VideoTask) => Promise<VideoProvider>;
  /** Folds and keeps. Never rejects. */
  readonly tell: (news: TaskNews) => Promise<void>;
}

/** In a row: a task not known yet, or finished without a link, may be the service's own race. */
const patience = 3;

export const taskError = ({ code, message, param, retryable }: VoxreelError): VideoTaskError => ({ code, message, param, retryable });

const isGone = ({ code, status }: { code: string; status?: number | undefined }) =>
  code === 'task_not_exist' || status === 404 || status === 410;

const isLinkless = ({ status, outputs }: VideoReading) => status === 'succeeded' && outputs.length === 0;

export interface Asking {
  /** Asks once and tells what came of it. Never throws. */
  ask(task: VideoTask, signal: AbortSignal): Promise<Asked>;
  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void;
}

export function createAsking({ client, providerFor, tell }: AskingOptions): Asking {
  const misses = new Map<string, number>();
  /** When the service last said of a task that it is not finished. */
  const seen = new Map<string, number>();
  /** What another tab saw shows in the record, where that was not just trouble. */
  const seenAt = ({ id, status, pollError, createdAt, updatedAt }: VideoTask) =>
    Math.max(seen.get(id) ?? 0, status === 'processing' && pollError === undefined ? updatedAt : createdAt);
  /** True when this was one time too many. */
  const missed = (id: string) => {
    const count = (misses.get(id) ?? 0) + 1;
    misses.set(id, count);
    return count >= patience;
  };

  const troubled = (task: VideoTask, error: VoxreelError, at: number): Asked => {
    if (isGone(error)) {
      const given = { code: 'expired', message: 'The service no longer knows this task.', retryable: false };
      void tell(
        missed(task.id)
          ? { type: 'expired', id: task.id, at, error: given }
          : { type: 'troubled', id: task.id, at, error: { ...taskError(error), retryable: true } },
      );
      return {};
    }
    const login = error.status === 401 || error.status === 403;
    void tell({ type: 'troubled', id: task.id, at, error: { ...taskError(error), code: login ? 'unauthorized' : error.code } });
    return { error };
  };

  const answered = async (task: VideoTask, reading: VideoReading, at: number): Promise<void> => {
    if (isLinkless(reading) && !missed(task.id)) return;
    if (!isLinkless(reading)) misses.delete(task.id);
    const told = tell({ type: 'polled', id: task.id, at, reading, seenAt: seenAt(task) });
    if (reading.status === 'processing') seen.set(task.id, at);
    else seen.delete(task.id);
    // Its file is kept first: until then another question would make it again.
    if (reading.outputs.some(({ file }) => file)) await told;
    if (at < task.deadlineAt) return;
    // Asked once more past the deadline, since it may have ended while nobody watched.
    late(task, at);
  };
  const late = ({ id }: VideoTask, at: number) =>
    void tell({ type: 'expired', id, at, error: { code: 'timeout', message: 'The service did not finish in time.', retryable: false } });
  /** Its provider may come a little after its page; one that has not come by the deadline, and some tries past it, will not. */
  const unasked = (task: VideoTask, error: VoxreelError, at: number): Asked => {
    if (at >= task.deadlineAt && missed(task.id)) late(task, at);
    else void tell({ type: 'troubled', id: task.id, at, error: taskError(error) });
    return { error };
  };

  const ask: Asking['ask'] = async (task, signal) => {
    const { taskId, draft } = task;
    if (taskId === undefined) return {};
    let hint: VideoProvider['poll'];
    let answer: Answer;
    try {
      const provider = await providerFor(task);
      hint = provider.poll;
      answer = await client.query(provider, { taskId, draft }, signal);
    } catch (cause) {
      if (isVoxreelError(cause) && cause.code === 'unsupported') return unasked(task, cause, Date.now());
      answer = { error: new VoxreelError('network', 'The provider could not be loaded.', { retryable: true, cause }) };
    }
    if (signal.aborted) return {};
    const at = Date.now();
    if (answer.error) return { hint, ...troubled(task, answer.error, at) };
    const { reading, waitMs } = answer;
    if (reading.status === 'unknown' && reading.error && isGone(reading.error))
      return { hint, ...troubled(task, new VoxreelError(reading.error.code, reading.error.message), at) };
    await answered(task, reading, at);
    return { hint, waitMs };
  };
  return {
    ask,
    forget(isGone) {
      for (const notes of [misses, seen]) for (const id of notes.keys()) if (isGone(id)) notes.delete(id);
    },
  };
}
