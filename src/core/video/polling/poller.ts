// When to ask about which task: paced, spread, few at once, and not at all when nobody could answer. Knows no HTTP and no state.
import type { PollHint } from '../../providers/provider.js';
import type { VideoTask } from '../../store/tasks-state.js';
import { everyMs, firstWaitMs, isOfService, nextWaitMs, pauseMs } from './pace.js';
import type { Asked } from './pace.js';

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

export interface PollerOptions {
  readonly watched: () => readonly VideoTask[];
  /** Never throws. */
  readonly ask: (task: VideoTask, signal: AbortSignal) => Promise<Asked>;
  /** Tasks of one service share its patience. */
  readonly serviceOf: (task: VideoTask) => string;
  /** False while asking about it is pointless. */
  readonly reachable: (task: VideoTask) => boolean;
  /** Tells the other tabs. */
  readonly share: (plans: readonly Plan[]) => void;
  /** Of a page that stood still: resolves when it knows whether it leads yet. */
  readonly caughtUp: () => Promise<void> | undefined;
  /** The page's pace: wins over every other. */
  readonly poll?: PollHint | undefined;
}

export interface Poller {
  /** Only the tab that leads runs. */
  run(running: boolean): void;
  /** Looks again: tasks came, went or changed. */
  look(): void;
  /** Its request was sent: asks about it after so long. */
  expect(id: string, waitMs: number): void;
  /** A request went through: a login that was refused is good again. */
  resume(): void;
  /** Asks now, whatever the pace; asks nothing before a `Retry-After` of the task or its service has passed. */
  ask(task: VideoTask): Promise<Asked>;
  /** What other tabs did. */
  hear(plans: readonly Plan[]): void;
  close(): void;
}

interface Service {
  readonly name: string;
  asking: number;
  troubles: number;
  pausedUntil: number;
  /** When a `Retry-After` of the service ends. */
  retryAt: number;
  /** Paused for want of a network or a login, which may be back when the page is. */
  guessed: boolean;
}

interface Watched {
  task: VideoTask;
  service: Service;
  askedAt: number;
  dueAt: number;
  /** By somebody who asked, or sent it. */
  planned: boolean;
  troubles: number;
  /** When a `Retry-After` about this task alone ends. */
  retryAt: number;
  asking: boolean;
}

const atOnce = 4;
/** Tasks of which only the record is known are asked about one after another: the tab that led before may still say when. */
const spreadMs = 250;
const longestMs = 3_600_000;
/** How much slower while no tab is in view. */
const hiddenFactor = 3;

// The tab that leads is in view, unless none is.
const hidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden';

export function createPoller({ watched, ask, serviceOf, reachable, share, caughtUp, poll }: PollerOptions): Poller {
  const stop = new AbortController();
  const { signal } = stop;
  /** The one asked longest ago first. */
  const all = new Map<string, Watched>();
  const services = new Map<string, Service>();
  let running = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const serviceNamed = (name: string): Service => {
    const known = services.get(name) ?? { name, asking: 0, troubles: 0, pausedUntil: 0, retryAt: 0, guessed: false };
    services.set(name, known);
    return known;
  };
  const watch = (task: VideoTask): Watched => {
    const dueAt = task.createdAt + firstWaitMs(poll, undefined);
    const service = serviceNamed(serviceOf(task));
    return { task, service, askedAt: task.createdAt, dueAt, planned: false, troubles: 0, retryAt: 0, asking: false };
  };
  const tell = (some: readonly Watched[]) =>
    share(
      some.map(({ task: { id }, service: { name, pausedUntil, retryAt }, askedAt, dueAt }) => {
        return { id, askedAt, dueAt, service: name, pausedUntil, retryAt };
      }),
    );
  const plan = (one: Watched, asked: Asked) => {
    const now = Date.now();
    const waitMs = nextWaitMs(asked, { ageMs: now - one.task.createdAt, troubles: one.troubles, poll });
    Object.assign(one, { askedAt: now, dueAt: now + waitMs, planned: true });
    if (all.get(one.task.id) === one) tell([one]);
  };
  const judge = (service: Service, { error }: Asked) => {
    if (error === undefined)
      Object.assign(service, { troubles: 0, pausedUntil: service.pausedUntil === Infinity ? 0 : service.pausedUntil });
    if (error === undefined || !isOfService(error)) return;
    service.retryAt = Math.max(service.retryAt, Date.now() + (error.retryAfterMs ?? 0));
    const until = Date.now() + pauseMs(error, { troubles: service.troubles, poll });
    service.troubles += 1;
    service.pausedUntil = Math.max(service.pausedUntil, until);
    service.guessed = error.status === undefined || until === Infinity;
  };
  const start = async (one: Watched): Promise<Asked> => {
    const { task } = one;
    const service = serviceNamed(serviceOf(task));
    Object.assign(one, { service, asking: true });
    service.asking += 1;
    if (all.delete(task.id)) all.set(task.id, one);
    // Should this tab be gone before the answer, another goes on at the usual pace.
    plan(one, {});
    const asked = await ask(task, signal);
    service.asking -= 1;
    one.asking = false;
    if (signal.aborted) return asked;
    one.troubles = asked.error ? one.troubles + 1 : 0;
    one.retryAt = Date.now() + (asked.waitMs ?? asked.error?.retryAfterMs ?? 0);
    judge(service, asked);
    plan(one, asked);
    go();
    return asked;
  };
  const go = () => {
    clearTimeout(timer);
    if (!running || signal.aborted) return;
    const still = caughtUp();
    if (still) {
      void still.then(go);
      return;
    }
    const now = Date.now();
    const factor = hidden() ? hiddenFactor : 1;
    let wakeAt = Infinity;
    for (const one of all.values()) {
      const { service, askedAt, dueAt } = one;
      if (one.asking) continue;
      const at = Math.max(askedAt + (dueAt - askedAt) * factor, service.pausedUntil);
      if (at > now) wakeAt = Math.min(wakeAt, at);
      else if (service.asking < (service.troubles > 0 ? 1 : atOnce) && reachable(one.task)) void start(one);
    }
    if (wakeAt < Infinity) timer = setTimeout(go, Math.min(longestMs, wakeAt - now));
  };
  /** Those of which nobody said when they are due, and which seem late, not all in one burst. */
  const spread = (some: Iterable<Watched>) => {
    const now = Date.now();
    const late = [...some].filter(({ planned, dueAt }) => !planned && dueAt <= now);
    const tick = poll?.everyMs ?? everyMs.to;
    const within = Math.min(tick, late.length * spreadMs);
    for (const one of late) Object.assign(one, { askedAt: now, dueAt: now + Math.min(tick, spreadMs) + Math.random() * within });
  };
  const look = () => {
    const tasks = watched();
    const fresh: Watched[] = [];
    for (const task of tasks) {
      const known = all.get(task.id);
      if (known) known.task = task;
      else fresh.push(watch(task));
    }
    for (const one of fresh) all.set(one.task.id, one);
    spread(fresh);
    if (all.size > tasks.length) {
      const ids = new Set(tasks.map(({ id }) => id));
      for (const id of all.keys()) if (!ids.has(id)) all.delete(id);
    }
    go();
  };
  const resume = () => {
    for (const service of services.values()) if (service.pausedUntil === Infinity) service.pausedUntil = 0;
    for (const one of all.values()) if (one.dueAt === Infinity) one.dueAt = Date.now();
    go();
  };
  const returned = () => {
    if (hidden()) return;
    for (const service of services.values()) if (service.guessed) Object.assign(service, { pausedUntil: 0, guessed: false });
    go();
  };

  if (typeof document !== 'undefined') {
    addEventListener('online', returned, { signal });
    document.addEventListener('visibilitychange', returned, { signal });
  }
  return {
    run(value) {
      if (value === running) return;
      running = value;
      if (running) spread(all.values());
      else tell([...all.values()]);
      go();
    },
    look,
    expect(id, waitMs) {
      const one = all.get(id);
      if (one === undefined) return;
      const now = Date.now();
      Object.assign(one, { askedAt: now, dueAt: now + waitMs, planned: true });
      tell([one]);
      go();
    },
    resume,
    async ask(task) {
      const one = all.get(task.id) ?? watch(task);
      if (Math.max(one.retryAt, serviceNamed(serviceOf(task)).retryAt) > Date.now()) return {};
      const asked = await start(one);
      if (asked.error === undefined) resume();
      return asked;
    },
    hear(plans) {
      for (const { id, askedAt, dueAt, service, pausedUntil, retryAt = 0 } of plans) {
        const one = all.get(id);
        // A tab that stood still tells what it knew when it led.
        if (one === undefined || one.asking || (one.planned && askedAt < one.askedAt)) continue;
        Object.assign(one, { askedAt, dueAt, planned: true });
        const known = serviceNamed(service);
        known.retryAt = Math.max(known.retryAt, retryAt);
        // Only a login is known to be good again before its time.
        if (known.pausedUntil === Infinity || pausedUntil > known.pausedUntil)
          Object.assign(known, { pausedUntil, guessed: pausedUntil === Infinity });
      }
      go();
    },
    close() {
      stop.abort();
      clearTimeout(timer);
    },
  };
}
