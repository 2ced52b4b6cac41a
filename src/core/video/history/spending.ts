// What videos have cost, added up by day, month and model. Pure; asks nothing.
import type { VideoCost } from '../../providers/provider.js';
import type { VideoTask } from '../../store/tasks-state.js';

/** The period that `taskSpending` adds up. */
export interface SpendingRange {
  /** Milliseconds since 1970; by default the first task. */
  readonly from?: number | undefined;
  /** Milliseconds since 1970, not included; by default the last task. */
  readonly to?: number | undefined;
  /** IANA name, such as `Europe/Vienna`: where days begin. The reader's own by default. */
  readonly timeZone?: string | undefined;
}

/** The sums of some tasks, one for each unit. */
export interface SpendingSum {
  /** One sum in each unit, in the order in which the units appear: nothing is converted. */
  readonly amounts: readonly VideoCost[];
  /** How many tasks these sums count. */
  readonly count: number;
  /** How many tasks may have cost something that is not known, and are in no sum. */
  readonly unpriced: number;
}

/** What videos have cost, in all and by day, month and model. */
export interface Spending extends SpendingSum {
  /** `2026-11-24`, the latest first. */
  readonly days: readonly (SpendingSum & { readonly day: string })[];
  /** `2026-11`, the latest first. */
  readonly months: readonly (SpendingSum & { readonly month: string })[];
  /** The one with the most tasks first. */
  readonly models: readonly (SpendingSum & { readonly model: string })[];
}

/**
 * Of tasks that a service took and did not fail or cancel, by the day on which they were asked for. A task counts with its `cost`: what its
 * service reported, or else its price when it was sent. Tasks that were removed are not counted. Throws `RangeError` for a time zone that does
 * not exist.
 * @param range The period, and the time zone of its days.
 */
export function taskSpending(tasks: readonly VideoTask[], { from = -Infinity, to = Infinity, timeZone }: SpendingRange = {}): Spending {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory' });
  const dayOf = (ms: number): string => {
    const parts = Object.fromEntries(day.formatToParts(ms).map(({ type, value }) => [type, value]));
    return `${parts['year']}-${parts['month']}-${parts['day']}`;
  };
  const spent = tasks
    .filter((task) => task.createdAt >= from && task.createdAt < to && mayCost(task))
    .map((task) => ({ task, day: dayOf(task.createdAt) }));
  const by = (keyOf: (one: (typeof spent)[number]) => string) => {
    const groups = new Map<string, VideoTask[]>();
    for (const one of spent) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one.task]);
    return [...groups].map(([key, group]) => [key, sumOf(group)] as const);
  };
  const latest = (parts: ReturnType<typeof by>) => parts.toSorted(([one], [other]) => (one < other ? 1 : -1));
  return {
    ...sumOf(spent.map(({ task }) => task)),
    days: latest(by((one) => one.day)).map(([key, sum]) => ({ day: key, ...sum })),
    months: latest(by((one) => one.day.slice(0, 7))).map(([month, sum]) => ({ month, ...sum })),
    models: by(({ task }) => task.model)
      .map(([model, sum]) => ({ model, ...sum }))
      .toSorted((one, other) => other.count + other.unpriced - one.count - one.unpriced),
  };
}

/** The service has it, or had it, and was not known to give it up for nothing. */
function mayCost({ status, taskId, cancel, ownService, cost }: VideoTask): boolean {
  // What a page makes by itself has no price unless it says so.
  if (ownService === true && cost === undefined) return false;
  if (status === 'succeeded' || status === 'processing') return true;
  return (status === 'stopped' || status === 'expired') && taskId !== undefined && cancel !== 'done';
}

function sumOf(tasks: readonly VideoTask[]): SpendingSum {
  const sums = new Map<string, number>();
  let count = 0;
  for (const { cost } of tasks) {
    if (cost === undefined) continue;
    count++;
    sums.set(cost.unit, (sums.get(cost.unit) ?? 0) + cost.amount);
  }
  // Prices are decimal, and floating point is not.
  return {
    amounts: [...sums].map(([unit, amount]) => ({ unit, amount: Number(amount.toFixed(6)) })),
    count,
    unpriced: tasks.length - count,
  };
}
