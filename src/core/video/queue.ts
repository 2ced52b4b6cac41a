// The queue: a draft becomes a record, a request, and a task that is watched to its end. The parts beside it do the work; this one knows their order.
import { VoxreelError, toVoxreelError } from '../errors.js';
import { indexedDbStorage } from '../persistence/indexed-db.js';
import type { Storage } from '../persistence/storage.js';
import { loadProvider, providerOf } from '../providers/choose.js';
import { prepareDraft } from '../providers/prepare-draft.js';
import type { PreparedDraft } from '../providers/prepare-draft.js';
import type { ProviderEntry, VideoDraft, VideoProvider } from '../providers/provider.js';
import { providers as registry } from '../providers/registry.js';
import { createStore } from '../store/store.js';
import type { ReadableStore } from '../store/store.js';
import { foldTasks, initialTasks, taskOf, tasksOf } from '../store/tasks.js';
import type { TaskNews, VideoTask } from '../store/tasks-state.js';
import { createAsking, taskError } from './asking.js';
import { createPoller, firstWaitMs } from './poller.js';
import type { Poller } from './poller.js';
import { createServiceClient } from './service-client.js';
import type { ServiceClient } from './service-client.js';
import { createTaskRecords } from './task-records.js';
import type { TaskRecords } from './task-records.js';
import type { VideoQueue, VideoQueueOptions } from './video-queue.js';

const deadlineMs = 86_400_000;

/** Throws `invalid_input` for a `baseUrl` that is none. */
export const createVideoQueue = (options: VideoQueueOptions): VideoQueue => new Queue(options);

class Queue implements VideoQueue {
  readonly tasks: ReadableStore<readonly VideoTask[]>;
  readonly ready: Promise<void>;
  readonly #options: VideoQueueOptions;
  readonly #store = createStore(initialTasks, foldTasks);
  readonly #storage: Storage<VideoTask>;
  readonly #client: ServiceClient;
  readonly #records: TaskRecords;
  readonly #poller: Poller;
  readonly #ask: ReturnType<typeof createAsking>;
  readonly #stop = new AbortController();
  /** Drafts whose files the records do not hold, while the page lasts. */
  readonly #files = new Map<string, VideoDraft>();
  /** Requests under way: the storage stays open for their answers. */
  readonly #sending = new Set<Promise<unknown>>();

  constructor(options: VideoQueueOptions) {
    const { name = 'default', storage, poll } = options;
    this.#options = options;
    this.#client = createServiceClient(options);
    this.#storage = storage ?? indexedDbStorage<VideoTask>(`voxreel-video-${name}`);
    this.#ask = createAsking({
      client: this.#client,
      providerFor: (task) => this.#providerFor(task),
      tell: (event) => void this.#tell(event),
    });
    this.#poller = createPoller({ watched: () => this.#open(), ask: this.#ask, reachable: this.#client.reachable, poll });
    this.#records = createTaskRecords({
      name: `voxreel-video-${name}`,
      storage: this.#storage,
      store: this.#store,
      onLead: (leading) => this.#poller.run(leading),
      onNews: () => this.#look(),
    });
    const store = this.#store;
    this.tasks = { get: () => tasksOf(store.get()), subscribe: (listener) => store.subscribe((state) => listener(tasksOf(state))) };
    this.ready = this.#records.restore();
    // Whoever waits for it hears of a failure; nobody has to.
    this.ready.catch(() => undefined);
  }

  get persistent(): boolean {
    return this.#storage.persistent !== false;
  }

  async submit(draft: VideoDraft, { parentId }: { readonly parentId?: string } = {}): Promise<VideoTask> {
    this.#requireOpen();
    const provider = await providerOf(draft.model, this.#entries());
    const prepared = await prepareDraft(provider, draft);
    const headers = await this.#client.headers();
    if (!this.#client.reachable()) throw new VoxreelError('network', 'The browser is offline.', { retryable: true });
    const task = this.#newTask(provider, prepared, parentId);
    return this.#whole(
      this.#records.hold(task.id, async () => {
        await this.#records.begin(task);
        if (prepared.files.length > 0) this.#files.set(task.id, draft);
        return this.#send(task, provider, prepared, headers);
      }),
    );
  }

  async refresh(id: string): Promise<VideoTask> {
    const task = this.#require(id);
    if (task.taskId !== undefined) {
      const { error } = await this.#ask(task, this.#stop.signal);
      if (!error) this.#poller.resume();
    } else if (task.status === 'unconfirmed' && this.#options.idempotent === true) await this.#sendAgain(task);
    return taskOf(this.#store.get(), id) ?? task;
  }

  async resubmit(id: string, changes: Partial<VideoDraft> = {}): Promise<VideoTask> {
    return this.submit({ ...this.#wholeDraft(this.#require(id), changes), ...changes }, { parentId: id });
  }

  stop(id: string): void {
    void this.#tell({ type: 'stopped', id: this.#require(id).id, at: Date.now() });
  }

  async remove(id: string): Promise<void> {
    this.#store.dispatch({ type: 'removed', id });
    this.#files.delete(id);
    this.#look();
    await this.#records.drop(id);
  }

  close(): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    this.#poller.close();
    this.#records.close();
    // A storage that was given is its giver's to close.
    if (this.#options.storage === undefined) void Promise.allSettled([this.ready, ...this.#sending]).then(() => this.#storage.close?.());
  }

  #requireOpen(): void {
    if (this.#stop.signal.aborted) throw new VoxreelError('closed', 'The queue is closed.');
  }

  #require(id: string): VideoTask {
    this.#requireOpen();
    const task = taskOf(this.#store.get(), id);
    if (task === undefined) throw new VoxreelError('not_found', `No task ${id} is here.`, { param: 'id' });
    return task;
  }

  /** Those of the queue come before those of the page, and stand for them where the id is the same. */
  #entries(): readonly ProviderEntry[] {
    const own = this.#options.providers ?? [];
    const ids = new Set(own.map(({ id }) => id));
    return [...own, ...registry.list().filter(({ id }) => !ids.has(id))];
  }

  /** The one that sent it; where it was taken away, the one that answers for its model now. */
  async #providerFor({ providerId, model }: VideoTask): Promise<VideoProvider> {
    const entry = this.#entries().find(({ id }) => id === providerId);
    return entry ? loadProvider(entry) : providerOf(model, this.#entries());
  }

  #open(): readonly VideoTask[] {
    const state = this.#store.get();
    return state.open.map((id) => taskOf(state, id)).filter((task) => task !== undefined);
  }

  #look(): void {
    this.#records.setBusy(this.#store.get().open.length > 0);
    this.#poller.look();
  }

  /** Folds, keeps and tells the other tabs; trouble with keeping is told in the task. */
  async #tell(event: TaskNews): Promise<void> {
    const { id } = event;
    const before = taskOf(this.#store.get(), id);
    this.#store.dispatch(event);
    if (taskOf(this.#store.get(), id) === before) return;
    this.#look();
    try {
      await this.#whole(this.#records.keep(id, { durable: event.type !== 'polled' && event.type !== 'troubled' }));
    } catch (cause) {
      this.#store.dispatch({ type: 'troubled', id, at: Date.now(), error: taskError(toVoxreelError(cause, 'storage_unavailable')) });
    }
  }

  /** Known to be under way until it ends. */
  #whole<T>(work: Promise<T>): Promise<T> {
    const over = () => void this.#sending.delete(work);
    this.#sending.add(work);
    work.then(over, over);
    return work;
  }

  #newTask(provider: VideoProvider, { kept, files, warnings }: PreparedDraft, parentId: string | undefined): VideoTask {
    const now = Date.now();
    return {
      version: 1,
      id: randomId(),
      status: 'submitting',
      model: kept.model,
      prompt: kept.prompt,
      providerId: provider.id,
      draft: kept,
      files: files.length > 0 ? files : undefined,
      createdAt: now,
      updatedAt: now,
      deadlineAt: now + (this.#options.poll?.deadlineMs ?? provider.poll?.deadlineMs ?? deadlineMs),
      idempotencyKey: randomId(),
      seed: kept.seed,
      outputs: [],
      parentId,
      warnings: warnings.length > 0 ? warnings : undefined,
    };
  }

  /** The one POST of a task. */
  async #send(
    task: VideoTask,
    provider: VideoProvider,
    prepared: PreparedDraft,
    headers: Readonly<Record<string, string>>,
  ): Promise<VideoTask> {
    const { id } = task;
    const created = await this.#client.create(provider, prepared, task.idempotencyKey, headers);
    const at = Date.now();
    if (created.outcome === 'taken') {
      this.#poller.expect(id, firstWaitMs(this.#options.poll, provider.poll, created.waitMs));
      await this.#tell({ type: 'created', id, at, reading: created.reading });
      this.#poller.resume();
    } else await this.#tell({ type: created.outcome === 'refused' ? 'failed' : 'unconfirmed', id, at, error: taskError(created.error) });
    return taskOf(this.#store.get(), id) ?? task;
  }

  /** The same request under the same key, for a service that answers it as it did the first. */
  async #sendAgain(task: VideoTask): Promise<void> {
    const provider = await this.#providerFor(task);
    const prepared = await prepareDraft(provider, this.#wholeDraft(task, {}));
    const headers = await this.#client.headers();
    await this.#whole(this.#records.hold(task.id, () => this.#send(task, provider, prepared, headers)));
  }

  /** The draft with its files. Throws `invalid_input` for a file that is neither kept nor changed. */
  #wholeDraft(task: VideoTask, changes: Partial<VideoDraft>): VideoDraft {
    const draft = this.#files.get(task.id);
    if (draft) return { ...draft, seed: task.draft.seed };
    const missing = task.files?.find((file) => !((file.split('.')[0] ?? file) in changes));
    if (missing === undefined) return task.draft;
    throw new VoxreelError('invalid_input', 'The picture was a file and is not kept: choose it again.', { param: missing });
  }
}

/** 128 random bits, where `crypto.randomUUID` is missing too (plain http). */
const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
