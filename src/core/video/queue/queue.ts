// The queue as a page loads it first: tasks restored, shared with other tabs, and powers that load at their first use.
import { lazy, lazyMethods } from '../../../base/lazy.js';
import type { Lazy } from '../../../base/lazy.js';
import { loadPart } from '../../load-part.js';
import { laterStorage } from '../../persistence/later-storage.js';
import { videoStoreName } from '../../owned-name.js';
import type { VideoDraft } from '../../providers/provider.js';
import type { ReadableStore } from '../../store/store.js';
import { followTasks } from '../../store/tasks.js';
import type { TaskNews, VideoTask } from '../../store/tasks-state.js';
import type { HistoryActions } from './history-actions.js';
import { createLiveTasks } from './live-tasks.js';
import { createTaskRecords } from './task-records.js';
import type { TaskRecords } from './task-records.js';
import type { QueueService, VideoQueue, VideoQueueOptions, VideoResults } from './video-queue.js';

/**
 * A queue of videos: it submits each draft once, watches its task through reloads and shares the work between tabs. Throws
 * `invalid_input` for an option that is out of range.
 */
export const createVideoQueue = (options: VideoQueueOptions): VideoQueue => new Queue(options);

const browserStorage = (name: string) =>
  // The getter itself may throw: it is read where that is caught.
  laterStorage<VideoTask>(
    async () => (await import('../../persistence/indexed-db.js')).indexedDbStorage<VideoTask>(name),
    'indexedDB' in globalThis,
  );

/** At once where the power is loaded, else once it is; a load that failed is tried again at the next use. */
const use = <Power>({ loaded, get }: Lazy<Power>, work: (power: Power) => void) => {
  if (loaded) work(loaded);
  else get().then(work, () => undefined);
};

class Queue implements VideoQueue {
  readonly tasks: ReadableStore<readonly VideoTask[]>;
  readonly ready: Promise<void>;
  declare readonly estimate: VideoQueue['estimate'];
  declare readonly estimateAll: VideoQueue['estimateAll'];
  declare readonly submitAll: VideoQueue['submitAll'];
  declare readonly organize: VideoQueue['organize'];
  declare readonly confirm: VideoQueue['confirm'];
  declare readonly export: VideoQueue['export'];
  declare readonly import: VideoQueue['import'];
  declare readonly clear: VideoQueue['clear'];
  declare readonly forget: VideoQueue['forget'];
  readonly #options: VideoQueueOptions;
  readonly #live = createLiveTasks((news) => this.#send(news));
  readonly #records: TaskRecords;
  #leading = false;

  // The powers, each loaded at its first use. A new one: a line here and a thin method below.
  readonly #broadcast = this.#power(
    () => import('./broadcast.js'),
    ({ createBroadcast }) => createBroadcast(this.#live, this.#records, this.#results, (task) => this.#changed([task])),
  );
  readonly #runner = this.#power(
    () => {
      for (const part of [this.#broadcast.get(), this.#records.arm()]) part.catch(() => undefined);
      return import('./task-runner.js');
    },
    async ({ TaskRunner }) => {
      // What an answer does to a task must be here before there is a question.
      await Promise.all([this.#broadcast.get(), this.#records.arm()]);
      this.#live.requireOpen();
      const runner = new TaskRunner(this.#options, this.#live, this.#records, this.#results, this.#service);
      runner.lead(this.#leading);
      return runner;
    },
  );
  readonly #results = this.#power(
    () => import('../files/results.js'),
    ({ Results }) => {
      const tasks = { ...this.#live, refresh: (id: string) => this.refresh(id) };
      const results = new Results(tasks, this.#options, this.#records, this.results);
      void results.sweep(this.ready);
      return results;
    },
  );
  readonly results: VideoResults = lazyMethods(this.#results, 'file', 'poster', 'keep', 'download', 'usage', 'clear');
  readonly #service = this.#power(
    () => import('./queue-service.js'),
    ({ createQueueService }) => createQueueService(this.#options),
  );
  readonly service: QueueService = lazyMethods(this.#service, 'models', 'limits', 'upload');
  readonly #history = this.#power(
    () => import('./history-actions.js'),
    ({ createHistoryActions }) => createHistoryActions(this.#options, this.#live, this.#records, this.#results, this.#service, this),
  );

  constructor(options: VideoQueueOptions) {
    const { user = '' } = options;
    const name = videoStoreName(user, options.name ?? 'default');
    const { store } = this.#live;
    this.#options = options;
    this.#records = createTaskRecords({ name, user }, options.storage ?? browserStorage(name), this.#live, {
      leads: (leading) => {
        this.#leading = leading;
        this.#runner.loaded?.lead(leading);
        this.#tasksChanged();
      },
      changed: (tasks, removed = []) => {
        this.#changed(tasks);
        this.#results.loaded?.forget(removed);
      },
      makeRoom: async () => (await this.#results.get()).makeRoom(),
      planned: (plans) => this.#runner.loaded?.hear(plans),
    });
    const list = followTasks();
    this.tasks = { get: () => list(store.get()), subscribe: (listener) => store.subscribe((state) => listener(list(state))) };
    this.ready = this.#records.restore();
    Object.assign(
      this,
      lazyMethods<keyof HistoryActions, HistoryActions>(
        { get: () => this.ready.then(this.#history.get, this.#history.get) },
        ...(['estimate', 'estimateAll', 'submitAll', 'confirm', 'organize', 'export', 'import', 'clear', 'forget'] as const),
      ),
    );
  }

  get persistent(): boolean {
    return this.#records.storage.persistent !== false;
  }

  get setAside(): number {
    return this.#records.setAside;
  }

  async submit(draft: VideoDraft, options?: Parameters<VideoQueue['submit']>[1]): Promise<VideoTask> {
    return (await this.#runner.get()).requests.submit(draft, options);
  }

  async refresh(id: string): Promise<VideoTask> {
    this.#live.require(id);
    return (await this.#runner.get()).refresh(id);
  }

  async resubmit(id: string, changes?: Partial<VideoDraft>): Promise<VideoTask> {
    this.#live.require(id);
    return (await this.#runner.get()).requests.resubmit(id, changes);
  }

  stop(id: string): void {
    this.#letGo(this.#live.require(id));
    void this.#send({ type: 'stopped', id, at: Date.now() });
  }

  async remove(id: string): Promise<void> {
    this.#live.requireOpen();
    const task = this.#live.get(id);
    if (task) this.#letGo(task);
    const hasFiles = this.#options.keepResults || task?.files || task?.outputs.some(({ kept }) => kept);
    this.#live.store.dispatch({ type: 'removed', id });
    this.#tasksChanged();
    await this.#records.drop(id);
    if (hasFiles || this.#results.loaded) await (await this.#results.get()).drop([id]);
  }

  close(): void {
    if (this.#live.closed) return;
    const idle = this.#live.close();
    this.#runner.loaded?.close();
    this.#broadcast.loaded?.close();
    this.#records.close();
    this.#results.loaded?.close(idle);
    // A storage that was given is its giver's to close.
    if (this.#options.storage === undefined) void idle.then(() => this.#records.storage.close?.());
  }

  #power<Module, Power>(load: () => Promise<Module>, make: (module: Module) => Power | Promise<Power>) {
    const open = async () => {
      this.#live.requireOpen();
      const module = await load();
      this.#live.requireOpen();
      return make(module);
    };
    return lazy(() => loadPart(open));
  }

  /** Tasks came, went or changed. */
  #tasksChanged(): void {
    const busy = this.#live.store.get().open.length > 0;
    this.#records.setBusy(busy);
    // A tab that does not lead learns when each task is due, to go on where another leaves off.
    if (this.#runner.loaded || (busy && !this.#live.closed)) use(this.#runner, (runner) => runner.tasksChanged());
  }

  /** Before the change: the runner then looks for others to stop. */
  #letGo(task: VideoTask): void {
    if (this.#runner.loaded || task.status === 'processing') use(this.#runner, (runner) => runner.letGo(task));
  }

  /** Files too, in every tab: a link to a file made in this browser is of one page, and among those that would keep one a lock decides. */
  #changed(tasks: readonly VideoTask[]): void {
    this.#tasksChanged();
    const { keepResults } = this.#options;
    if (!this.#live.closed && tasks.some(({ outputs }) => outputs.some(({ url, kept }) => keepResults || (kept && !url))))
      use(this.#results, (results) => results.tasksChanged(tasks));
  }

  async #send(news: TaskNews): Promise<void> {
    const broadcast = this.#broadcast.loaded ?? (await this.#broadcast.get().catch(() => undefined));
    await broadcast?.send(news);
  }
}
