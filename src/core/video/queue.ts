// The queue: a draft becomes a record, a request, and a task that is watched to its end.
// The parts beside it do the work; this one knows their order.
import { VoxreelError, toVoxreelError } from '../errors.js';
import { indexedDbStorage } from '../persistence/indexed-db.js';
import type { Storage } from '../persistence/storage.js';
import type { VideoDraft } from '../providers/provider.js';
import { createStore } from '../store/store.js';
import type { ReadableStore } from '../store/store.js';
import { foldTasks, initialTasks, taskOf, tasksOf } from '../store/tasks.js';
import type { TaskNews, VideoTask } from '../store/tasks-state.js';
import type { Engine, Intent } from './engine.js';
import { createTaskRecords } from './task-records.js';
import type { TaskRecords } from './task-records.js';
import type { VideoQueue, VideoQueueOptions } from './video-queue.js';

export const createVideoQueue = (options: VideoQueueOptions): VideoQueue => new Queue(options);

class Queue implements VideoQueue {
  readonly tasks: ReadableStore<readonly VideoTask[]>;
  readonly ready: Promise<void>;
  readonly #options: VideoQueueOptions;
  readonly #store = createStore(initialTasks, foldTasks);
  readonly #storage: Storage<VideoTask>;
  readonly #records: TaskRecords;
  /** Drafts whose files the records do not hold, while the page lasts. */
  readonly #files = new Map<string, VideoDraft>();
  /** Work under way: the storage stays open for its end. */
  readonly #work = new Set<Promise<unknown>>();
  #engine: Promise<Engine> | undefined;
  #leading = false;
  #closed = false;

  constructor(options: VideoQueueOptions) {
    const { name = 'default', storage } = options;
    this.#options = options;
    this.#storage = storage ?? indexedDbStorage<VideoTask>(`voxreel-video-${name}`);
    this.#records = createTaskRecords({
      name: `voxreel-video-${name}`,
      storage: this.#storage,
      store: this.#store,
      onLead: (leading) => this.#lead(leading),
      onNews: () => this.#look(),
    });
    const store = this.#store;
    this.tasks = { get: () => tasksOf(store.get()), subscribe: (listener) => store.subscribe((state) => listener(tasksOf(state))) };
    this.ready = this.#whole(this.#records.restore());
  }

  get persistent(): boolean {
    return this.#storage.persistent !== false;
  }

  async submit(draft: VideoDraft, { parentId }: { readonly parentId?: string } = {}): Promise<VideoTask> {
    const engine = await this.#start();
    const intent = await engine.prepare(draft, parentId);
    this.#requireOpen();
    return this.#send(engine, intent, async () => {
      await this.#records.begin(intent.task);
      if (intent.prepared.files.length > 0) this.#files.set(intent.task.id, draft);
    });
  }

  async refresh(id: string): Promise<VideoTask> {
    const task = this.#require(id);
    const engine = await this.#start();
    if (task.taskId !== undefined) await engine.ask(task);
    else if (task.status === 'unconfirmed' && this.#options.idempotent === true) {
      return this.#send(engine, await engine.prepareAgain(task, this.#wholeDraft(task, {})));
    }
    return taskOf(this.#store.get(), id) ?? task;
  }

  async resubmit(id: string, changes: Partial<VideoDraft> = {}): Promise<VideoTask> {
    return this.submit({ ...this.#wholeDraft(this.#require(id), changes), ...changes }, { parentId: id });
  }

  stop(id: string): void {
    void this.#tell({ type: 'stopped', id: this.#require(id).id, at: Date.now() });
  }

  async remove(id: string): Promise<void> {
    this.#requireOpen();
    this.#store.dispatch({ type: 'removed', id });
    this.#files.delete(id);
    this.#look();
    await this.#whole(this.#records.drop(id));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#engine?.then(
      (engine) => engine.close(),
      () => undefined,
    );
    this.#records.close();
    // A storage that was given is its giver's to close.
    if (this.#options.storage === undefined) void this.#idle().then(() => this.#storage.close?.());
  }

  #requireOpen(): void {
    if (this.#closed) throw new VoxreelError('closed', 'The queue is closed.');
  }

  #require(id: string): VideoTask {
    this.#requireOpen();
    const task = taskOf(this.#store.get(), id);
    if (task === undefined) throw new VoxreelError('not_found', `No task ${id} is here.`, { param: 'id' });
    return task;
  }

  /** The half that deals with services, loaded once. */
  async #start(): Promise<Engine> {
    this.#requireOpen();
    this.#engine ??= this.#load();
    try {
      return await this.#engine;
    } catch (cause) {
      this.#engine = undefined;
      throw toVoxreelError(cause, 'network', { retryable: true });
    }
  }

  async #load(): Promise<Engine> {
    const { createEngine } = await import('./engine.js');
    const engine = createEngine({ ...this.#options, watched: () => this.#open(), tell: (news) => this.#tell(news) });
    engine.run(this.#leading);
    return engine;
  }

  #open(): readonly VideoTask[] {
    const state = this.#store.get();
    return state.open.map((id) => taskOf(state, id)).filter((task) => task !== undefined);
  }

  #lead(leading: boolean): void {
    this.#leading = leading;
    this.#engine?.then(
      (engine) => engine.run(leading),
      () => undefined,
    );
    this.#look();
  }

  #look(): void {
    const busy = this.#store.get().open.length > 0;
    this.#records.setBusy(busy);
    if (this.#closed || (this.#engine === undefined && !(busy && this.#leading))) return;
    this.#start().then(
      (engine) => engine.look(),
      () => undefined,
    );
  }

  /** Folds, keeps and tells the other tabs; trouble with keeping is told in the task. */
  async #tell(news: TaskNews): Promise<void> {
    const { id } = news;
    const before = taskOf(this.#store.get(), id);
    this.#store.dispatch(news);
    if (taskOf(this.#store.get(), id) === before) return;
    this.#look();
    try {
      await this.#whole(this.#records.keep(id, { durable: news.type !== 'polled' && news.type !== 'troubled' }));
    } catch (cause) {
      const { code, message } = toVoxreelError(cause, 'storage_unavailable');
      this.#store.dispatch({ type: 'troubled', id, at: Date.now(), error: { code, message, retryable: false } });
    }
  }

  /** While it is under way other tabs do not take it for lost. */
  #send(engine: Engine, intent: Intent, before?: () => Promise<void>): Promise<VideoTask> {
    const { task } = intent;
    const sent = this.#records.hold(task.id, async () => {
      await before?.();
      await engine.send(intent);
      return taskOf(this.#store.get(), task.id) ?? task;
    });
    return this.#whole(sent);
  }

  /** Known to be under way until it ends. */
  #whole<T>(work: Promise<T>): Promise<T> {
    const over = () => void this.#work.delete(work);
    this.#work.add(work);
    work.then(over, over);
    return work;
  }

  async #idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
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
