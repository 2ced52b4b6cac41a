// The queue as a page loads it first: tasks restored, shared with other tabs, and powers that load at their first use.
import { VoxreelError, toVoxreelError } from '../errors.js';
import { indexedDbStorage } from '../persistence/indexed-db.js';
import type { VideoDraft } from '../providers/provider.js';
import { createStore } from '../store/store.js';
import type { ReadableStore } from '../store/store.js';
import { foldTasks, initialTasks, taskOf, tasksOf } from '../store/tasks.js';
import type { TaskNews, VideoTask } from '../store/tasks-state.js';
import { lazy } from './lazy.js';
import type { QueueParts } from './queue-parts.js';
import { createTaskRecords } from './task-records.js';
import type { VideoQueue, VideoQueueOptions } from './video-queue.js';

export const createVideoQueue = (options: VideoQueueOptions): VideoQueue => new Queue(options);

class Queue implements VideoQueue {
  readonly tasks: ReadableStore<readonly VideoTask[]>;
  readonly ready: Promise<void>;
  readonly #parts: QueueParts;
  /** Work under way: the storage stays open for its end. */
  readonly #work = new Set<Promise<unknown>>();
  #leading = false;
  #closed = false;

  // The powers, each loaded at its first use. A new one: a line here, a thin method below, and a file that makes it of `QueueParts`.
  readonly #engine = this.#power(
    () => import('./engine.js'),
    ({ createEngine }, parts) => {
      const engine = createEngine(parts);
      engine.run(this.#leading);
      return engine;
    },
  );

  constructor(options: VideoQueueOptions) {
    const name = `voxreel-video-${options.name ?? 'default'}`;
    const store = createStore(initialTasks, foldTasks);
    const storage = options.storage ?? indexedDbStorage<VideoTask>(name);
    const records = createTaskRecords({
      name,
      storage,
      store,
      onLead: (leading) => this.#lead(leading),
      onNews: () => this.#look(),
    });
    this.#parts = {
      options,
      name,
      store,
      storage,
      records,
      requireOpen: () => this.#requireOpen(),
      require: (id) => this.#require(id),
      tell: (news) => this.#tell(news),
      whole: (work) => this.#whole(work),
    };
    this.tasks = { get: () => tasksOf(store.get()), subscribe: (listener) => store.subscribe((state) => listener(tasksOf(state))) };
    this.ready = this.#whole(records.restore());
  }

  get persistent(): boolean {
    return this.#parts.storage.persistent !== false;
  }

  async submit(draft: VideoDraft, options?: { readonly parentId?: string }): Promise<VideoTask> {
    return (await this.#engine.get()).submit(draft, options);
  }

  async refresh(id: string): Promise<VideoTask> {
    this.#require(id);
    return (await this.#engine.get()).refresh(id);
  }

  async resubmit(id: string, changes?: Partial<VideoDraft>): Promise<VideoTask> {
    this.#require(id);
    return (await this.#engine.get()).resubmit(id, changes);
  }

  stop(id: string): void {
    void this.#tell({ type: 'stopped', id: this.#require(id).id, at: Date.now() });
  }

  async remove(id: string): Promise<void> {
    this.#requireOpen();
    this.#parts.store.dispatch({ type: 'removed', id });
    this.#look();
    await this.#whole(this.#parts.records.drop(id));
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#engine.loaded?.close();
    this.#parts.records.close();
    // A storage that was given is its giver's to close.
    if (this.#parts.options.storage === undefined) void this.#idle().then(() => this.#parts.storage.close?.());
  }

  #power<Module, Power>(load: () => Promise<Module>, make: (module: Module, parts: QueueParts) => Power) {
    return lazy(async () => {
      this.#requireOpen();
      const module = await load();
      this.#requireOpen();
      return make(module, this.#parts);
    });
  }

  #requireOpen(): void {
    if (this.#closed) throw new VoxreelError('closed', 'The queue is closed.');
  }

  #require(id: string): VideoTask {
    this.#requireOpen();
    const task = taskOf(this.#parts.store.get(), id);
    if (task === undefined) throw new VoxreelError('not_found', `No task ${id} is here.`, { param: 'id' });
    return task;
  }

  #lead(leading: boolean): void {
    this.#leading = leading;
    this.#engine.loaded?.run(leading);
    this.#look();
  }

  /** Tasks came, went or changed. */
  #look(): void {
    const busy = this.#parts.store.get().open.length > 0;
    this.#parts.records.setBusy(busy);
    const { loaded } = this.#engine;
    if (loaded) loaded.look();
    // A tab that does not lead learns when each task is due, to go on where another leaves off.
    else if (busy && !this.#closed)
      this.#engine.get().then(
        (engine) => engine.look(),
        () => undefined,
      );
  }

  async #tell(news: TaskNews): Promise<void> {
    const { store, records } = this.#parts;
    const { id } = news;
    const before = taskOf(store.get(), id);
    store.dispatch(news);
    if (taskOf(store.get(), id) === before) return;
    this.#look();
    try {
      await this.#whole(records.keep(id, { durable: news.type !== 'polled' && news.type !== 'troubled' }));
    } catch (cause) {
      const { code, message } = toVoxreelError(cause, 'storage_unavailable');
      store.dispatch({ type: 'troubled', id, at: Date.now(), error: { code, message, retryable: false } });
    }
  }

  #whole<T>(work: Promise<T>): Promise<T> {
    const over = () => void this.#work.delete(work);
    this.#work.add(work);
    work.then(over, over);
    return work;
  }

  async #idle(): Promise<void> {
    while (this.#work.size > 0) await Promise.allSettled(this.#work);
  }
}
