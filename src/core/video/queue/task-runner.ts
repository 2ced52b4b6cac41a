// What deals with services: drafts made ready, sent once, and asked about. Loaded when there is something to do.
import type { Lazy } from '../../../base/lazy.js';
import { entriesOf } from '../../catalog/choose-provider.js';
import { providers as registry } from '../../catalog/providers.js';
import { isToCancel } from '../../store/task-news.js';
import type { VideoTask } from '../../store/tasks-state.js';
import type { Results } from '../files/results.js';
import { firstWaitMs } from '../polling/pace.js';
import type { Asked } from '../polling/pace.js';
import { Poller } from '../polling/poller.js';
import type { Plan } from '../polling/poller.js';
import { TaskQuery } from '../polling/query-task.js';
import { createCancelling, type Cancel } from './cancelling.js';
import { createDraftFiles } from './draft-files.js';
import { createIntents } from './intents.js';
import type { LiveTasks } from './live-tasks.js';
import type { ServicePower } from './queue-service.js';
import { Requests } from './requests.js';
import { createSender } from './send-once.js';
import { createServiceClient } from './service-client.js';
import { createStopping } from './stopping.js';
import type { TaskRecords } from './task-records.js';
import { createTaskProviders } from './task-providers.js';
import type { VideoQueueOptions } from './video-queue.js';

export class TaskRunner {
  readonly #tasks: LiveTasks;
  readonly #client;
  readonly #entries;
  readonly #providers;
  readonly #stopping;
  readonly #query: TaskQuery;
  readonly #cancel: Cancel;
  readonly #service: Lazy<ServicePower>;
  readonly #poller: Poller;
  readonly #closing = new AbortController();
  readonly requests: Requests;

  constructor(options: VideoQueueOptions, tasks: LiveTasks, records: TaskRecords, results: Lazy<Results>, service: Lazy<ServicePower>) {
    const { poll } = options;
    this.#tasks = tasks;
    this.#client = createServiceClient(options);
    this.#entries = () => entriesOf(options.providers ?? [], registry.list());
    this.#service = service;
    this.#providers = createTaskProviders(this.#entries, {
      // A queue asks for nothing that nobody wanted: as long as the page has not asked for the list, models are as they were.
      models: async () => service.loaded?.providers() ?? [],
      byId: async (id) => (await service.get()).provider(id),
    });
    this.#stopping = createStopping({ providerFor: this.#providers.of, taskById: tasks.get });
    this.#query = new TaskQuery({
      query: this.#client.query,
      providerFor: (task) => this.#askedOf(task),
      broadcast: tasks.broadcast,
    });
    const { signal } = this.#closing;
    this.requests = new Requests(tasks, records, {
      drafts: createDraftFiles(results, () => records.storage.persistent !== false),
      intents: createIntents({ options, client: this.#client, providers: this.#providers, service: service.get, signal }),
      create: createSender({ baseUrl: options.baseUrl, fetch: options.fetch, create: this.#client.create, service: () => service.loaded }),
      onAnswer: ({ id }, provider, created) => {
        const isTaken = created.outcome === 'taken';
        if (created.outcome === 'refused') service.loaded?.refused(created.error);
        if (isTaken) this.#stopping.begun(id, created.reading.taskId, provider);
        // It may have been given up meanwhile.
        this.#stopping.tasksChanged();
        if (isTaken) this.#poller.resume();
        this.#poller.expect(id, firstWaitMs(poll, provider.poll, isTaken ? created.waitMs : undefined));
      },
    });
    this.#cancel = createCancelling({
      cancel: this.#client.cancel,
      taskById: tasks.get,
      hold: records.hold,
      broadcast: tasks.broadcast,
      query: (task, given) => this.#query.ask(task, given),
    });
    this.#poller = new Poller({
      tasks: { open: () => this.#open(), serviceOf: this.#providers.serviceOf, reachable: (task) => this.#isReachable(task) },
      ask: (task, given) => this.#ask(task, given),
      tabs: records,
      poll,
    });
    this.#follow();
  }

  /** Asks once, now. Trouble shows in the task. */
  async refresh(id: string): Promise<VideoTask> {
    await this.#poller.ask(this.#tasks.require(id));
    return this.#tasks.get(id) ?? this.#tasks.require(id);
  }

  /** Only the tab that leads asks by itself. */
  lead(leading: boolean): void {
    this.#poller.run(leading);
  }

  /** What the tab that leads does. */
  hear(plans: readonly Plan[]): void {
    this.#poller.hear(plans);
  }

  /** Nobody waits for it any more: a provider's own service that can ends its work. */
  letGo(task: VideoTask): void {
    this.#stopping.letGo(task);
    if (task.cancels) void this.#abandon(task);
  }

  /** Of a task that is removed no record will say that it is to be cancelled: the documents' service is asked once, and its answer is not waited for. */
  async #abandon(task: VideoTask): Promise<void> {
    const { id, taskId, status } = task;
    // It hears of the change first.
    await Promise.resolve();
    if (taskId === undefined || this.#tasks.get(id) !== undefined || !(status === 'processing' || isToCancel(task))) return;
    await this.#client.cancel(taskId, this.#closing.signal).catch(() => undefined);
  }

  /** Tasks came, went or changed. */
  tasksChanged(): void {
    this.#stopping.tasksChanged();
    this.#poller.tasksChanged();
  }

  close(): void {
    this.#closing.abort();
    this.#poller.close();
  }

  async #ask(task: VideoTask, signal: AbortSignal): Promise<Asked> {
    if (task.status === 'waiting') return this.requests.sendWaiting(task);
    if (task.status === 'unconfirmed') return this.requests.settle(task);
    const asked = await (isToCancel(task) ? this.#cancel(task, signal) : this.#query.ask(task, signal));
    if (asked.error !== undefined) this.#service.loaded?.refused(asked.error);
    return asked;
  }

  #follow(): void {
    const { store } = this.#tasks;
    let { size } = store.get().list;
    const undo = [
      registry.subscribe(() => this.#providers.arrived().forEach((id) => this.#poller.expect(id, 0))),
      store.subscribe(({ list }) => {
        if (list.size < size) this.#tasksGone();
        ({ size } = list);
      }),
    ];
    this.#closing.signal.addEventListener('abort', () => undo.forEach((end) => end()));
  }

  /** What is remembered of tasks ends with them. */
  #tasksGone(): void {
    for (const one of [this.requests, this.#query, this.#providers]) one.forget((id) => this.#tasks.get(id) === undefined);
    this.tasksChanged();
  }

  #open(): readonly VideoTask[] {
    const { store, get } = this.#tasks;
    return store
      .get()
      .open.map(get)
      .filter((task) => task !== undefined);
  }

  async #askedOf(task: VideoTask) {
    const provider = await this.#providers.of(task);
    this.#stopping.begun(task.id, task.taskId, provider);
    return provider;
  }

  #isReachable({ providerId }: VideoTask): boolean {
    return this.#client.reachable() || this.#entries().find(({ id }) => id === providerId)?.local === true;
  }
}
