// When to ask about which task: paced, spread, few at once, and not at all when nobody could answer.
import type { PollHint } from '../../providers/provider.js';
import { isToCancel } from '../../store/task-news.js';
import type { VideoTask } from '../../store/tasks-state.js';
import { everyMs, firstWaitMs, nextWaitMs } from './pace.js';
import type { Asked } from './pace.js';
import { createPollServices, isFree } from './poll-services.js';
import type { PollService } from './poll-services.js';

/** When a task was asked about and will be: what a tab must know to go on where another left off. Milliseconds since 1970. */
export interface Plan {
  readonly id: string;
  readonly askedAt: number;
  readonly dueAt: number;
  readonly service: string;
  /** Nobody asks this service anything before. */
  readonly pausedUntil: number;
  /** The service's own `Retry-After`, which even a person's question waits for. */
  readonly retryAt?: number | undefined;
}

export interface PolledTasks {
  /** Those that are worth a question now. */
  open(): readonly VideoTask[];
  /** Tasks of one service share its patience. */
  serviceOf(task: VideoTask): string;
  /** False while asking about it is pointless. */
  reachable(task: VideoTask): boolean;
}

/** The other tabs of the page. */
export interface PollingTabs {
  share(plans: readonly Plan[]): void;
  /** Of a page that stood still: resolves when it knows whether it leads yet. */
  caughtUp(): Promise<void> | undefined;
}

export interface PollerOptions {
  readonly tasks: PolledTasks;
  /** Never throws. */
  readonly ask: (task: VideoTask, signal: AbortSignal) => Promise<Asked>;
  readonly tabs: PollingTabs;
  /** The page's pace: wins over every other. */
  readonly poll?: PollHint | undefined;
}

interface Watched {
  task: VideoTask;
  service: PollService;
  askedAt: number;
  dueAt: number;
  /** By somebody who asked, or sent it. */
  planned: boolean;
  troubles: number;
  /** When a `Retry-After` about this task alone ends. */
  retryAt: number;
  asking: boolean;
}

/** Tasks of which only the record is known are asked about one after another: the tab that led before may still say when. */
const spreadMs = 250;
const longestMs = 3_600_000;
/** The tab that led may still ask while it learns that another does, and what it told last is still on its way. */
const handoverMs = 100;
/** How much slower while no tab is in view. */
const hiddenFactor = 3;

// The tab that leads is in view, unless none is.
const hidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden';

export class Poller {
  readonly #options: PollerOptions;
  readonly #stop = new AbortController();
  readonly #services;
  /** The one asked longest ago first. */
  readonly #all = new Map<string, Watched>();
  #running = false;
  #startsAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PollerOptions) {
    this.#options = options;
    this.#services = createPollServices(options.poll);
    const { signal } = this.#stop;
    // A worker has no document, and Node neither.
    if ('addEventListener' in globalThis) addEventListener('online', this.#returned, { signal });
    if (typeof document !== 'undefined') document.addEventListener('visibilitychange', this.#returned, { signal });
  }

  /** Only the tab that leads runs. */
  run(running: boolean): void {
    if (running === this.#running) return;
    this.#running = running;
    this.#startsAt = Date.now() + handoverMs;
    if (running) this.#spread(this.#all.values());
    else this.#share([...this.#all.values()]);
    this.#go();
  }

  /** Tasks came, went or changed. */
  tasksChanged(): void {
    const tasks = this.#options.tasks.open();
    const fresh: Watched[] = [];
    for (const task of tasks) {
      const known = this.#all.get(task.id);
      if (known) {
        const before = known.task;
        known.task = task;
        this.#renew(known, before);
      } else fresh.push(this.#watch(task));
    }
    for (const one of fresh) this.#all.set(one.task.id, one);
    this.#spread(fresh);
    if (this.#all.size > tasks.length) {
      const ids = new Set(tasks.map(({ id }) => id));
      for (const id of this.#all.keys()) if (!ids.has(id)) this.#all.delete(id);
    }
    this.#go();
  }

  /** Its request was sent: asks about it after so long. */
  expect(id: string, waitMs: number): void {
    const one = this.#all.get(id);
    if (one === undefined) return;
    const now = Date.now();
    Object.assign(one, { askedAt: now, dueAt: now + waitMs, planned: true });
    this.#share([one]);
    this.#go();
  }

  /** A request went through: a login that was refused is good again. */
  resume(): void {
    this.#services.resume();
    for (const one of this.#all.values()) if (one.dueAt === Infinity) one.dueAt = Date.now();
    this.#go();
  }

  /** Asks now, whatever the pace; asks nothing before a `Retry-After` of the task or its service has passed. */
  async ask(task: VideoTask): Promise<Asked> {
    const one = this.#all.get(task.id) ?? this.#watch(task);
    if (Math.max(one.retryAt, this.#serviceOf(task).retryAt) > Date.now()) return {};
    const asked = await this.#start(one);
    if (asked.error === undefined) this.resume();
    return asked;
  }

  /** What other tabs did. */
  hear(plans: readonly Plan[]): void {
    for (const { id, askedAt, dueAt, service, pausedUntil, retryAt = 0 } of plans) {
      const one = this.#all.get(id);
      // A tab that stood still tells what it knew when it led.
      if (one === undefined || one.asking || (one.planned && askedAt < one.askedAt)) continue;
      Object.assign(one, { askedAt, dueAt, planned: true });
      this.#services.hear({ name: service, pausedUntil, retryAt });
    }
    this.#go();
  }

  close(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  #serviceOf(task: VideoTask): PollService {
    return this.#services.named(this.#options.tasks.serviceOf(task));
  }

  #watch(task: VideoTask): Watched {
    // What waits to be sent waits for the network alone.
    const dueAt = task.createdAt + (task.status === 'waiting' ? 0 : firstWaitMs(this.#options.poll, undefined));
    const service = this.#serviceOf(task);
    return { task, service, askedAt: task.createdAt, dueAt, planned: false, troubles: 0, retryAt: 0, asking: false };
  }

  /** To cancel is another question than the one that the pace is of: it is asked at once. */
  #renew(one: Watched, before: VideoTask): void {
    const now = Date.now();
    if (isToCancel(one.task) && !isToCancel(before)) Object.assign(one, { askedAt: now, dueAt: now, planned: true, retryAt: 0 });
  }

  #share(some: readonly Watched[]): void {
    this.#options.tabs.share(
      some.map(({ task: { id }, service: { name, pausedUntil, retryAt }, askedAt, dueAt }) => {
        return { id, askedAt, dueAt, service: name, pausedUntil, retryAt };
      }),
    );
  }

  #plan(one: Watched, asked: Asked): void {
    const now = Date.now();
    const waitMs = nextWaitMs(asked, { ageMs: now - one.task.createdAt, troubles: one.troubles, poll: this.#options.poll });
    Object.assign(one, { askedAt: now, dueAt: now + waitMs, planned: true });
    if (this.#all.get(one.task.id) === one) this.#share([one]);
  }

  async #start(one: Watched): Promise<Asked> {
    const { task } = one;
    const { signal } = this.#stop;
    const service = this.#serviceOf(task);
    Object.assign(one, { service, asking: true });
    service.asking += 1;
    if (this.#all.delete(task.id)) this.#all.set(task.id, one);
    // Should this tab be gone before the answer, another goes on at the usual pace.
    this.#plan(one, {});
    const asked = await this.#options.ask(task, signal);
    service.asking -= 1;
    one.asking = false;
    if (signal.aborted) return asked;
    one.troubles = asked.error ? one.troubles + 1 : 0;
    one.retryAt = Date.now() + (asked.waitMs ?? asked.error?.retryAfterMs ?? 0);
    this.#services.answered(service, asked);
    this.#plan(one, asked);
    // It may have been stopped while it was asked about.
    this.#renew(one, task);
    this.#go();
    return asked;
  }

  /** Asks what is due, and wakes for what is due next. */
  #go(): void {
    clearTimeout(this.#timer);
    if (!this.#running || this.#stop.signal.aborted) return;
    const still = this.#options.tabs.caughtUp();
    if (still) {
      void still.then(() => this.#go());
      return;
    }
    const now = Date.now();
    const factor = hidden() ? hiddenFactor : 1;
    let wakeAt = Infinity;
    for (const one of this.#all.values()) {
      const { service, askedAt, dueAt } = one;
      if (one.asking) continue;
      const at = Math.max(askedAt + (dueAt - askedAt) * factor, service.pausedUntil, this.#startsAt);
      if (at > now) wakeAt = Math.min(wakeAt, at);
      else if (isFree(service) && this.#options.tasks.reachable(one.task)) void this.#start(one);
    }
    if (wakeAt < Infinity) this.#timer = setTimeout(() => this.#go(), Math.min(longestMs, wakeAt - now));
  }

  /** Those of which nobody said when they are due, and which seem late, not all in one burst. */
  #spread(some: Iterable<Watched>): void {
    const now = Date.now();
    const late = [...some].filter(({ planned, dueAt }) => !planned && dueAt <= now);
    const tick = this.#options.poll?.everyMs ?? everyMs.to;
    const within = Math.min(tick, late.length * spreadMs);
    for (const one of late) Object.assign(one, { askedAt: now, dueAt: now + Math.min(tick, spreadMs) + Math.random() * within });
  }

  readonly #returned = (): void => {
    if (hidden()) return;
    this.#services.returned();
    this.#go();
  };
}
