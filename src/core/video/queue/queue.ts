// The queue as a page loads it first: tasks restored, shared with other tabs, and powers that load at their first use.
import { VoxreelError, isVoxreelError } from '../../errors.js';
import { loadPart } from '../../load-part.js';
import { laterStorage } from '../../persistence/later-storage.js';
import { videoStoreName } from '../../owned-name.js';
import type { VideoDraft } from '../../providers/provider.js';
import { createStore } from '../../store/store.js';
import type { ReadableStore } from '../../store/store.js';
import { foldTasks, followTasks, initialTasks, taskOf } from '../../store/tasks.js';
import type { TaskNews, VideoTask } from '../../store/tasks-state.js';
import type { Archive } from '../history/archive.js';
import { lazy } from '../../../base/lazy.js';
import type { ForgetOptions } from '../../persistence/storage.js';
import type { QueueParts } from './queue-parts.js';
import { createTaskRecords } from './task-records.js';
import type {
  ImportedHistory,
  SubmitOptions,
  TaskFilter,
  VideoEstimates,
  VideoHistory,
  VideoQueue,
  VideoQueueOptions,
  VideoResults,
} from './video-queue.js';

export const createVideoQueue = (options: VideoQueueOptions): VideoQueue => new Queue(options);

const browserStorage = (name: string) =>
  // The getter itself may throw: it is read where that is caught.
  laterStorage<VideoTask>(
    async () => (await import('../../persistence/indexed-db.js')).indexedDbStorage<VideoTask>(name),
    'indexedDB' in globalThis,
  );

class Queue implements VideoQueue {
  readonly tasks: ReadableStore<readonly VideoTask[]>;
  readonly ready: Promise<void>;
  readonly #parts: QueueParts;
  /** Work under way: the storage stays open for its end. */
  readonly #work = new Set<Promise<unknown>>();
  #leading = false;
  #closed = false;

  // The powers, each loaded at its first use. A new one: a line here, a thin method below, and a file that makes it of `QueueParts`.
  readonly #telling = this.#power(
    () => import('./telling.js'),
    ({ createTelling }, parts) =>
      createTelling(parts, (task) => {
        this.#look();
        this.#keep([task]);
      }),
  );
  readonly #engine = this.#power(
    () => {
      this.#telling.get().catch(() => undefined);
      return import('./engine.js');
    },
    async ({ createEngine }, parts) => {
      // What an answer does to a task must be at hand before there is a question.
      await Promise.all([this.#telling.get(), parts.records.arm()]);
      this.#requireOpen();
      const engine = createEngine(parts);
      engine.run(this.#leading);
      return engine;
    },
  );

  readonly #results = this.#power(
    () => import('../files/results.js'),
    ({ createResults }, parts) => {
      return createResults({ ...parts, ready: this.ready, refresh: (id) => this.refresh(id) });
    },
  );
  readonly results: VideoResults = {
    file: async (id, at) => (await this.#results.get()).file(id, at),
    poster: async (id, at) => (await this.#results.get()).poster(id, at),
    keep: async (id, at) => (await this.#results.get()).keep(id, at),
    download: async (id, at) => (await this.#results.get()).download(id, at),
    usage: async () => (await this.#results.get()).usage(),
    clear: async () => (await this.#results.get()).clear(),
  };

  readonly #archive = this.#power(
    () => import('../history/archive.js'),
    ({ createArchive }, parts) => createArchive(parts),
  );

  constructor(options: VideoQueueOptions) {
    const { user = '' } = options;
    const name = videoStoreName(user, options.name ?? 'default');
    const store = createStore(initialTasks, foldTasks);
    const storage = options.storage ?? browserStorage(name);
    const records = createTaskRecords({
      name,
      user,
      storage,
      store,
      onLead: (leading) => this.#lead(leading),
      onNews: (tasks, removed) => {
        this.#look();
        this.#keep(tasks);
        for (const id of removed ?? []) this.#results.loaded?.forget(id);
      },
    });
    this.#parts = {
      options,
      name,
      user,
      store,
      storage,
      records,
      results: this.#results,
      requireOpen: () => this.#requireOpen(),
      require: (id) => this.#require(id),
      tell: (news) => this.#tell(news),
      whole: (work) => this.#whole(work),
      roomFor: (write) => this.#roomFor(write),
    };
    const list = followTasks();
    this.tasks = { get: () => list(store.get()), subscribe: (listener) => store.subscribe((state) => listener(list(state))) };
    this.ready = this.#whole(records.restore());
  }

  get persistent(): boolean {
    return this.#parts.storage.persistent !== false;
  }

  get setAside(): number {
    return this.#parts.records.setAside;
  }

  async submit(draft: VideoDraft, options?: SubmitOptions & { readonly parentId?: string }): Promise<VideoTask> {
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
    this.#letGo(this.#require(id));
    void this.#tell({ type: 'stopped', id, at: Date.now() });
  }

  async remove(id: string): Promise<void> {
    this.#requireOpen();
    const task = taskOf(this.#parts.store.get(), id);
    if (task) this.#letGo(task);
    const hasFiles = this.#parts.options.keepResults || task?.files || task?.outputs.some(({ kept }) => kept);
    this.#parts.store.dispatch({ type: 'removed', id });
    this.#look();
    await this.#whole(this.#parts.records.drop(id));
    if (hasFiles || this.#results.loaded) await (await this.#results.get()).drop([id]);
  }

  async estimate(draft: VideoDraft): Promise<VideoEstimates> {
    return (await this.#whenRestored()).estimate(draft);
  }

  async export(): Promise<VideoHistory> {
    return (await this.#whenRestored()).export();
  }

  async import(history: unknown): Promise<ImportedHistory> {
    return (await this.#whenRestored()).import(history);
  }

  async clear(filter?: Pick<TaskFilter, 'status'>): Promise<number> {
    return (await this.#whenRestored()).clear(filter);
  }

  async forget(options?: ForgetOptions): Promise<void> {
    return (await this.#whenRestored()).forget(options);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#engine.loaded?.close();
    this.#telling.loaded?.close();
    this.#parts.records.close();
    const idle = this.#idle();
    this.#results.loaded?.close(idle);
    // A storage that was given is its giver's to close.
    if (this.#parts.options.storage === undefined) void idle.then(() => this.#parts.storage.close?.());
  }

  #power<Module, Power>(load: () => Promise<Module>, make: (module: Module, parts: QueueParts) => Power | Promise<Power>) {
    const open = async () => {
      this.#requireOpen();
      const module = await load();
      this.#requireOpen();
      return make(module, this.#parts);
    };
    return lazy(() => loadPart(open));
  }

  async #whenRestored(): Promise<Archive> {
    await this.ready.catch(() => undefined);
    return this.#archive.get();
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

  /** Before the change: the engine then looks for others to stop. */
  #letGo(task: VideoTask): void {
    const { loaded } = this.#engine;
    if (loaded) loaded.letGo(task);
    else if (task.status === 'processing')
      this.#engine.get().then(
        (engine) => engine.letGo(task),
        () => undefined,
      );
  }

  /** Every tab sees to it: a link to a file made in this browser is of one page, and among those that would keep one a lock decides. */
  #keep(tasks: readonly VideoTask[]): void {
    const { keepResults } = this.#parts.options;
    if (this.#closed || !tasks.some(({ outputs }) => outputs.some(({ url, kept }) => keepResults || (kept && url === '')))) return;
    this.#results.get().then(
      (results) => results.look(tasks),
      () => undefined,
    );
  }

  async #tell(news: TaskNews): Promise<void> {
    const telling = this.#telling.loaded ?? (await this.#telling.get().catch(() => undefined));
    await telling?.tell(news);
  }

  /** Once more after kept files made room. */
  async #roomFor<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      if (!isVoxreelError(error) || error.code !== 'storage_full' || !(await (await this.#results.get()).makeRoom())) throw error;
      return write();
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
