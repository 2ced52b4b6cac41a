// One question to the service about one task, and what its answer does to the task.
import { VoxreelError, isVoxreelError } from '../../errors.js';
import type { VideoDraft, VideoProvider, VideoReading } from '../../providers/provider.js';
import type { TaskNews, VideoTask, VideoTaskError } from '../../store/tasks-state.js';
import type { Asked } from './pace.js';

/** What came of a query. `waitMs`: the pace the service asked for. */
export type QueryAnswer =
  | { readonly reading: VideoReading; readonly waitMs?: number | undefined; readonly error?: undefined }
  | { readonly error: VoxreelError };

export interface QueriedTask {
  readonly taskId: string;
  readonly draft: VideoDraft;
}

export interface TaskQueryOptions {
  /** Asks once. Never throws. */
  readonly query: (provider: VideoProvider, task: QueriedTask, signal: AbortSignal) => Promise<QueryAnswer>;
  /** Throws `unsupported` where none that is here may ask about it. */
  readonly providerFor: (task: VideoTask) => Promise<VideoProvider>;
  /** Folds and keeps. Never rejects. */
  readonly broadcast: (news: TaskNews) => Promise<void>;
}

/** In a row: a task not known yet, or finished without a link, may be the service's own race. */
const patience = 3;

export const taskError = ({ code, message, param, retryable, status }: VoxreelError): VideoTaskError => ({
  code,
  message,
  param,
  retryable,
  ...(status === undefined ? {} : { status }),
});

const isGone = ({ code, status }: { code: string; status?: number | undefined }) =>
  code === 'task_not_exist' || status === 404 || status === 410;

const isLinkless = ({ status, outputs }: VideoReading) => status === 'succeeded' && outputs.length === 0;

export class TaskQuery {
  readonly #options: TaskQueryOptions;
  readonly #misses = new Map<string, number>();
  /** When the service last said of a task that it is not finished. */
  readonly #seen = new Map<string, number>();

  constructor(options: TaskQueryOptions) {
    this.#options = options;
  }

  /** Asks once and reports what came of it. Never throws. */
  async ask(task: VideoTask, signal: AbortSignal): Promise<Asked> {
    const { taskId, draft } = task;
    if (taskId === undefined) return {};
    let hint: VideoProvider['poll'];
    let answer: QueryAnswer;
    try {
      const provider = await this.#options.providerFor(task);
      hint = provider.poll;
      answer = await this.#options.query(provider, { taskId, draft }, signal);
    } catch (cause) {
      if (isVoxreelError(cause) && cause.code === 'unsupported') return this.#unasked(task, cause, Date.now());
      answer = { error: new VoxreelError('network', 'The provider could not be loaded.', { retryable: true, cause }) };
    }
    if (signal.aborted) return {};
    const at = Date.now();
    if (answer.error) return { hint, ...this.#troubled(task, answer.error, at) };
    const { reading, waitMs } = answer;
    if (reading.status === 'unknown' && reading.error && isGone(reading.error))
      return { hint, ...this.#troubled(task, new VoxreelError(reading.error.code, reading.error.message), at) };
    await this.#answered(task, reading, at);
    return { hint, waitMs };
  }

  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void {
    for (const notes of [this.#misses, this.#seen]) for (const id of notes.keys()) if (isGone(id)) notes.delete(id);
  }

  /** What another tab saw shows in the record, where that was not just trouble. */
  #seenAt({ id, status, pollError, createdAt, updatedAt }: VideoTask): number {
    return Math.max(this.#seen.get(id) ?? 0, status === 'processing' && pollError === undefined ? updatedAt : createdAt);
  }

  /** True when this was one time too many. */
  #missed(id: string): boolean {
    const count = (this.#misses.get(id) ?? 0) + 1;
    this.#misses.set(id, count);
    return count >= patience;
  }

  #troubled(task: VideoTask, error: VoxreelError, at: number): Asked {
    const { id } = task;
    const { broadcast } = this.#options;
    if (isGone(error)) {
      const given = { code: 'expired', message: 'The service no longer knows this task.', retryable: false };
      void broadcast(
        this.#missed(id)
          ? { type: 'expired', id, at, error: given }
          : { type: 'troubled', id, at, error: { ...taskError(error), retryable: true } },
      );
      return {};
    }
    const login = error.status === 401 || error.status === 403;
    void broadcast({ type: 'troubled', id, at, error: { ...taskError(error), code: login ? 'unauthorized' : error.code } });
    return { error };
  }

  async #answered(task: VideoTask, reading: VideoReading, at: number): Promise<void> {
    if (isLinkless(reading) && !this.#missed(task.id)) return;
    if (!isLinkless(reading)) this.#misses.delete(task.id);
    const reported = this.#options.broadcast({ type: 'polled', id: task.id, at, reading, seenAt: this.#seenAt(task) });
    if (reading.status === 'processing') this.#seen.set(task.id, at);
    else this.#seen.delete(task.id);
    // Its file is kept first: until then another question would make it again.
    if (reading.outputs.some(({ file }) => file)) await reported;
    if (at < task.deadlineAt) return;
    // Asked once more past the deadline, since it may have ended while nobody watched.
    this.#expire(task, at);
  }

  #expire({ id }: VideoTask, at: number): void {
    const error = { code: 'timeout', message: 'The service did not finish in time.', retryable: false };
    void this.#options.broadcast({ type: 'expired', id, at, error });
  }

  /** Its provider may come a little after its page; one that has not come by the deadline, and some tries past it, will not. */
  #unasked(task: VideoTask, error: VoxreelError, at: number): Asked {
    if (at >= task.deadlineAt && this.#missed(task.id)) this.#expire(task, at);
    else void this.#options.broadcast({ type: 'troubled', id: task.id, at, error: taskError(error) });
    return { error };
  }
}
