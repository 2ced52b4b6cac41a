// When to ask about which task: paced, spread, few at once, and not at all when nobody could answer. Knows no HTTP and no state.
import type { VoxreelError } from '../errors.js';
import type { PollHint } from '../providers/provider.js';
import { backoffMs } from '../retry.js';
import type { VideoTask } from '../store/tasks-state.js';

/** What came of asking, as far as the pace is concerned. */
export interface Asked {
  readonly error?: VoxreelError | undefined;
  /** Milliseconds the service asked to wait. */
  readonly waitMs?: number | undefined;
  /** The provider's pace. */
  readonly hint?: PollHint | undefined;
}

export interface PollerOptions {
  readonly watched: () => readonly VideoTask[];
  /** Never throws. */
  readonly ask: (task: VideoTask, signal: AbortSignal) => Promise<Asked>;
  /** False while asking about it is pointless. */
  readonly reachable: (task: VideoTask) => boolean;
  /** The page's pace: wins over every other. */
  readonly poll?: PollHint | undefined;
}

export interface Poller {
  /** Only the tab that leads runs. */
  run(running: boolean): void;
  /** Looks again: tasks came or went. */
  look(): void;
  /** Asks about this task after so long. */
  expect(id: string, waitMs: number): void;
  /** Takes up what was paused by a refused login. */
  resume(): void;
  close(): void;
}

interface Plan {
  dueAt: number;
  askedAt: number;
  asked: number;
  troubles: number;
  asking: boolean;
}

const atOnce = 4;
const firstMs = 3000;
// Gateways refresh a task about every 15 s; faster than about 5 s is waste.
const everyMs = { from: 5000, to: 15_000 };
const longestMs = 3_600_000;

const hidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden';

export const firstWaitMs = (poll: PollHint | undefined, hint: PollHint | undefined, waitMs?: number): number =>
  poll?.firstMs ?? waitMs ?? hint?.firstMs ?? firstMs;

/** Milliseconds until the next question. Infinity: not before a new login. */
export function nextWaitMs(
  asked: Asked,
  { times, troubles, poll }: { times: number; troubles: number; poll?: PollHint | undefined },
): number {
  const { error, hint, waitMs } = asked;
  if (error?.status === 401 || error?.status === 403) return Infinity;
  const pace = poll?.everyMs ?? hint?.everyMs;
  if (error) return Math.max(error.retryAfterMs ?? 0, backoffMs(troubles, { baseMs: pace ?? everyMs.from, maxMs: 60_000 }));
  const usual = poll?.everyMs ?? (waitMs === undefined ? undefined : Math.max(250, waitMs)) ?? hint?.everyMs;
  const ms = usual ?? Math.min(everyMs.to, everyMs.from * 1.25 ** times);
  return ms * (0.9 + 0.2 * Math.random()) * (hidden() ? 3 : 1);
}

export function createPoller({ watched, ask, reachable, poll }: PollerOptions): Poller {
  const stop = new AbortController();
  const { signal } = stop;
  const plans = new Map<string, Plan>();
  let running = false;
  let active = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const planOf = (task: VideoTask): Plan => {
    const known = plans.get(task.id);
    if (known) return known;
    const plan = { dueAt: task.createdAt + firstWaitMs(poll, undefined), askedAt: 0, asked: 0, troubles: 0, asking: false };
    plans.set(task.id, plan);
    return plan;
  };
  const start = async (task: VideoTask, plan: Plan) => {
    active += 1;
    Object.assign(plan, { asking: true, askedAt: Date.now(), asked: plan.asked + 1 });
    const asked = await ask(task, signal);
    active -= 1;
    plan.asking = false;
    plan.troubles = asked.error ? plan.troubles + 1 : 0;
    plan.dueAt = Date.now() + nextWaitMs(asked, { times: plan.asked, troubles: plan.troubles - 1, poll });
    look();
  };
  const look = () => {
    clearTimeout(timer);
    if (!running || signal.aborted) return;
    const tasks = watched();
    const ids = new Set(tasks.map((task) => task.id));
    for (const [id, plan] of plans) if (!ids.has(id) && !plan.asking) plans.delete(id);
    let next = Infinity;
    for (const task of tasks) {
      const plan = planOf(task);
      if (plan.asking || !reachable(task)) continue;
      if (plan.dueAt > Date.now()) next = Math.min(next, plan.dueAt);
      else if (active < atOnce) void start(task, plan);
    }
    if (next < Infinity) timer = setTimeout(look, Math.min(longestMs, Math.max(0, next - Date.now())));
  };
  /** Sooner than planned, yet not faster than the usual pace. */
  const hasten = () => {
    for (const plan of plans.values()) plan.dueAt = Math.min(plan.dueAt, plan.askedAt + (poll?.everyMs ?? everyMs.from));
    look();
  };
  const resume = () => {
    for (const plan of plans.values()) if (plan.dueAt === Infinity) plan.dueAt = 0;
    look();
  };

  if (typeof document !== 'undefined') {
    addEventListener('online', hasten, { signal });
    document.addEventListener('visibilitychange', () => hidden() || hasten(), { signal });
  }
  return {
    run(next) {
      running = next;
      look();
    },
    look,
    expect(id, waitMs) {
      plans.set(id, { dueAt: Date.now() + waitMs, askedAt: 0, asked: 0, troubles: 0, asking: false });
      look();
    },
    resume,
    close() {
      stop.abort();
      clearTimeout(timer);
    },
  };
}
