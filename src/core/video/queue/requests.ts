// What a person asks of a queue: a new task, the same once more, a look at one now. And the one POST of each. Knows no HTTP and no pace.
import { VoxreelError, isVoxreelError, toVoxreelError } from '../../errors.js';
import type { PollHint, VideoDraft, VideoProvider } from '../../providers/provider.js';
import { abortedError, delay, unlessAborted } from '../../retry.js';
import { taskOf } from '../../store/tasks.js';
import type { TaskNews, VideoTask } from '../../store/tasks-state.js';
import { taskError } from '../polling/asking.js';
import type { Intent, Intents } from './intents.js';
import type { Asked } from '../polling/pace.js';
import type { QueueParts } from './queue-parts.js';
import type { Created, ServiceClient } from './service-client.js';
import type { SubmitOptions } from './video-queue.js';

export interface Requests {
  submit(draft: VideoDraft, options?: SubmitOptions & { readonly parentId?: string }): Promise<VideoTask>;
  /** The same draft and seed, or with changes, as a task of its own. */
  resubmit(id: string, changes?: Partial<VideoDraft>): Promise<VideoTask>;
  /** Settles a doubt by sending the same under its key, where that costs nothing twice. Never throws. */
  settle(task: VideoTask): Promise<Asked>;
  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void;
}

export interface RequestsOptions {
  readonly intents: Intents;
  readonly client: ServiceClient;
  /** What came of a POST is told; the record of it may not be written yet. */
  readonly onAnswer: (task: VideoTask, provider: VideoProvider, created: Created) => void;
}

const patienceMs = 2000;

export function createRequests(parts: QueueParts, { intents, client, onAnswer }: RequestsOptions): Requests {
  const { store, records, tell } = parts;
  /** Drafts whose files the records do not hold, while the page lasts. */
  const files = new Map<string, VideoDraft>();
  const current = (task: VideoTask) => taskOf(store.get(), task.id) ?? task;

  /** The draft with its files. Throws `invalid_input` for a file that is neither kept nor changed. */
  const wholeDraft = async (task: VideoTask, changes: Partial<VideoDraft> = {}): Promise<VideoDraft> => {
    const draft = files.get(task.id);
    if (draft) return { ...draft, seed: task.draft.seed };
    if (task.files === undefined) return task.draft;
    const { draft: whole, missing } = await (await parts.results.get()).withInputs(task);
    const needed = missing.find((field) => !((field.split('.')[0] ?? field) in changes));
    if (needed === undefined) return whole;
    throw new VoxreelError('invalid_input', 'The picture was a file and is not kept: choose it again.', { param: needed });
  };
  /** Beside the record, for another page. A request does not wait for long: without them it cannot be run again then, that is all. */
  const keepFiles = async ({ id, files: fields = [] }: VideoTask, draft: VideoDraft): Promise<void> => {
    if (parts.storage.persistent === false) return;
    const kept = parts.results.get().then((results) => results.keepInputs(id, draft, fields));
    await Promise.race([kept, delay(patienceMs)]).catch(() => undefined);
  };
  /** Resolves when the record is written. */
  const answer = async ({ task, request }: Intent, created: Created, news: TaskNews): Promise<void> => {
    const told = tell(news);
    onAnswer(task, request.provider, created);
    await told;
  };
  const submit: Requests['submit'] = async (draft, { parentId, signal } = {}) => {
    if (signal?.aborted) throw abortedError(signal);
    // What closed meanwhile says so, whatever came of it.
    const intent = await intents.prepare(draft, parentId).finally(() => parts.requireOpen());
    if (signal?.aborted) throw abortedError(signal);
    const { task } = intent;
    const { id } = task;
    // While it is under way other tabs do not take it for lost.
    const sent = records.hold(id, async () => {
      await parts.roomFor(() => records.begin(task));
      if (task.files) {
        files.set(id, draft);
        await keepFiles(task, draft);
      }
      const created = await client.create(intent.request);
      await answer(intent, created, newsOf(id, created));
      return current(task);
    });
    return unlessAborted(parts.whole(sent), signal);
  };
  const repeat = async (task: VideoTask): Promise<Asked> => {
    const { id } = task;
    const intent = await intents.prepareAgain(task, await wholeDraft(task));
    // Services forget keys: after so long a repetition may be a second request.
    if (Date.now() >= task.deadlineAt || !intents.repeatable(intent.request.provider)) {
      await tell(lasting(task));
      return {};
    }
    const created = await client.create(intent.request);
    if (created.outcome === 'taken' || (created.outcome === 'refused' && isFinal(created.error)))
      await answer(intent, created, newsOf(id, created));
    else if (isUnknowable(created.error)) await tell(lasting(task));
    else return troubled(task, created.error, intent.request.provider.poll);
    return {};
  };
  const troubled = async ({ id }: VideoTask, error: VoxreelError, hint?: PollHint): Promise<Asked> => {
    await tell({ type: 'troubled', id, at: Date.now(), error: taskError(error) });
    return { error, hint };
  };

  return {
    submit,
    forget(isGone) {
      for (const id of files.keys()) if (isGone(id)) files.delete(id);
    },
    resubmit: async (id, changes = {}) => {
      const draft = await wholeDraft(parts.require(id), changes);
      return submit({ ...draft, ...changes }, { parentId: id });
    },
    async settle(task) {
      const settled = records.hold(task.id, async () => {
        const doubted = current(task);
        return doubted.status === 'unconfirmed' && doubted.idempotent === true ? repeat(doubted) : {};
      });
      try {
        return await parts.whole(settled);
      } catch (cause) {
        const error = toVoxreelError(cause, 'network', { retryable: true });
        // A picture is gone, or the model takes no such draft any more.
        if (error.code !== 'invalid_input') return troubled(task, error);
        await tell(lasting(task));
        return {};
      }
    },
  };
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
