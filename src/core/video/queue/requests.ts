// What a person asks of a queue: a new task, the same once more, the end of a doubt. And the one POST of each.
import { isVoxreelError, toVoxreelError } from '../../errors.js';
import type { VoxreelError } from '../../errors.js';
import { abortedError, unlessAborted } from '../../abort.js';
import type { PollHint, VideoDraft, VideoProvider } from '../../providers/provider.js';
import type { TaskNews, VideoTask } from '../../store/tasks-state.js';
import type { Asked } from '../polling/pace.js';
import { taskError } from '../polling/query-task.js';
import type { DraftFiles } from './draft-files.js';
import { offline } from './intents.js';
import type { Intent, Intents, TaskOrigin } from './intents.js';
import type { LiveTasks } from './live-tasks.js';
import type { CreateRequest, Created } from './service-client.js';
import type { TaskRecords } from './task-records.js';
import type { SubmitOptions } from './video-queue.js';

export interface RequestsOptions {
  readonly drafts: DraftFiles;
  readonly intents: Intents;
  /** Sends once. Never throws. */
  readonly create: (request: CreateRequest) => Promise<Created>;
  /** What came of a POST is broadcast; the record of it may not be written yet. */
  readonly onAnswer: (task: VideoTask, provider: VideoProvider, created: Created) => void;
}

/** What was written while offline leaves by itself for so long; afterwards it may not be wanted any more. */
const unaskedMs = 3_600_000;

export class Requests {
  readonly #tasks: LiveTasks;
  readonly #records: TaskRecords;
  readonly #options: RequestsOptions;
  /** Those that waited and are being sent, however many ask for it. */
  readonly #leaving = new Map<string, Promise<Asked>>();

  constructor(tasks: LiveTasks, records: TaskRecords, options: RequestsOptions) {
    this.#tasks = tasks;
    this.#records = records;
    this.#options = options;
  }

  async submit(draft: VideoDraft, { signal, ...origin }: SubmitOptions & TaskOrigin = {}): Promise<VideoTask> {
    const { drafts, intents, create } = this.#options;
    if (signal?.aborted) throw abortedError(signal);
    // What closed meanwhile says so, whatever came of it.
    const intent = await intents.prepare(draft, origin, signal).finally(() => this.#tasks.requireOpen());
    if (signal?.aborted) throw abortedError(signal);
    const { task, request } = intent;
    if (task.status === 'waiting') return this.#wait(task, draft);
    // While it is under way other tabs do not take it for lost.
    const sent = this.#records.hold(task.id, async () => {
      await this.#records.begin(task);
      await drafts.keep(task, draft);
      const created = await create(request);
      await this.#answered(intent, created);
      return this.#current(task);
    });
    return unlessAborted(sent, signal);
  }

  /** The same draft and seed, or with changes, as a task of its own. */
  async resubmit(id: string, changes: Partial<VideoDraft> = {}): Promise<VideoTask> {
    const task = this.#tasks.require(id);
    const draft = await this.#options.drafts.read(task, changes);
    // With the same pictures it stands in the same place.
    const continues = 'image' in changes ? undefined : task.continues;
    const leadsTo = 'lastImage' in changes ? undefined : task.leadsTo;
    return this.submit({ ...draft, ...changes }, { parentId: id, continues, leadsTo });
  }

  /** Sends what was written while offline, once; after long a person is asked first. Never throws. */
  sendWaiting(task: VideoTask): Promise<Asked> {
    const leaving = this.#leaving.get(task.id) ?? this.#sendWaiting(task).finally(() => this.#leaving.delete(task.id));
    this.#leaving.set(task.id, leaving);
    return leaving;
  }

  /** Settles a doubt by sending the same under its key, where that costs nothing twice. Never throws. */
  async settle(task: VideoTask): Promise<Asked> {
    const { broadcast } = this.#tasks;
    try {
      return await this.#records.hold(task.id, async () => {
        const doubted = this.#current(task);
        return doubted.status === 'unconfirmed' && doubted.idempotent === true ? this.#repeat(doubted) : {};
      });
    } catch (cause) {
      const error = toVoxreelError(cause, 'network', { retryable: true });
      // A picture is gone, or the model takes no such draft any more.
      if (error.code !== 'invalid_input') return this.#troubled(task, error);
      await broadcast(lasting(task));
      return {};
    }
  }

  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void {
    this.#options.drafts.forget(isGone);
  }

  #current(task: VideoTask): VideoTask {
    return this.#tasks.get(task.id) ?? task;
  }

  async #sendWaiting(task: VideoTask): Promise<Asked> {
    if (task.confirmation !== 'given' && Date.now() - task.createdAt > unaskedMs) {
      await this.#tasks.broadcast({ type: 'overdue', id: task.id, at: Date.now() });
      return {};
    }
    try {
      await this.#records.hold(task.id, () => this.#leave(task));
      return {};
    } catch (cause) {
      const error = toVoxreelError(cause, 'network', { retryable: true });
      if (error.code !== 'invalid_input') return this.#troubled(task, error);
      await this.#tasks.broadcast({ type: 'failed', id: task.id, at: Date.now(), error: taskError(error) });
      return {};
    }
  }

  async #wait(task: VideoTask, draft: VideoDraft): Promise<VideoTask> {
    await this.#records.begin(task);
    await this.#options.drafts.keep(task, draft);
    await this.#troubled(task, offline());
    return this.#current(task);
  }

  async #leave(task: VideoTask): Promise<void> {
    const { drafts, intents, create } = this.#options;
    const waiting = this.#current(task);
    if (waiting.status !== 'waiting') return;
    const intent = await intents.prepareWaiting(waiting, await drafts.read(waiting));
    // Another tab may have sent it, or removed it.
    if (await this.#records.claim(intent.task)) await this.#answered(intent, await create(intent.request));
  }

  /** Resolves when the record is written. */
  async #answered({ task, request }: Intent, created: Created): Promise<void> {
    const written = this.#tasks.broadcast(newsOf(task.id, created));
    this.#options.onAnswer(task, request.provider, created);
    await written;
  }

  async #repeat(task: VideoTask): Promise<Asked> {
    const { drafts, intents, create } = this.#options;
    const { broadcast } = this.#tasks;
    const intent = await intents.prepareAgain(task, await drafts.read(task));
    // Services forget keys: after so long a repetition may be a second request.
    if (Date.now() >= task.deadlineAt || !intents.repeatable(intent.request.provider)) {
      await broadcast(lasting(task));
      return {};
    }
    const created = await create(intent.request);
    if (created.outcome === 'taken' || (created.outcome === 'refused' && isFinal(created.error))) await this.#answered(intent, created);
    else if (isUnknowable(created.error)) await broadcast(lasting(task));
    else return this.#troubled(task, created.error, intent.request.provider.poll);
    return {};
  }

  async #troubled({ id }: VideoTask, error: VoxreelError, hint?: PollHint): Promise<Asked> {
    await this.#tasks.broadcast({ type: 'troubled', id, at: Date.now(), error: taskError(error) });
    return { error, hint };
  }
}

const newsOf = (id: string, created: Created): TaskNews =>
  created.outcome === 'taken'
    ? { type: 'created', id, at: Date.now(), reading: created.reading }
    : { type: created.outcome === 'refused' ? 'failed' : 'unconfirmed', id, at: Date.now(), error: taskError(created.error) };

/** Still in doubt, and no repetition will end it. */
const lasting = ({ id, error }: VideoTask): TaskNews => ({
  type: 'unconfirmed',
  id,
  at: Date.now(),
  error: error ?? { code: 'unconfirmed', message: 'It is not known whether the service took this.', retryable: false },
});

/** The key is known, with another body or with an outcome that nobody knows: no repetition will tell more. */
const isUnknowable = ({ code, status, cause }: VoxreelError): boolean =>
  status === 422 || (code.includes('idempotency') && code !== 'idempotency_in_progress') || (isVoxreelError(cause) && isUnknowable(cause));

/** A refusal of a repetition says that the first was not taken either, unless it speaks of the login, of a first still under way, or of later. */
const isFinal = (error: VoxreelError) => {
  const { retryable, status } = error;
  return !retryable && status !== 401 && status !== 403 && status !== 409 && !isUnknowable(error);
};
