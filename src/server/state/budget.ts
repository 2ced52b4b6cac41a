// What users spend, in the site's own unit: reserved before anything is made, given back where nothing was.
import { refuse } from '../answers/answers.js';
import { isResponse } from '../answers/buffered-response.js';
import type { GatewayRequest, GatewaySettings, GatewayUser, SpendLimits } from '../gateway-options.js';
import { inTime } from '../in-time.js';
import { isFields, parsed } from '../requests/fields.js';
import { memoryState } from './memory-state.js';
import { stateUnavailable } from './rate.js';
import type { GatewayState } from './state.js';

export interface Budget {
  /** What the site says a request costs: the whole of a video, or one minute of a call. Rejects where that is no amount. */
  costOf(request: GatewayRequest): Promise<number>;
  /** The amount is counted from now on; or the refusal to answer with. */
  reserve(user: GatewayUser, amount: number): Promise<Reservation | Response>;
  /** The refusal that `reserve` would give now. Nothing is counted. */
  refusal(user: GatewayUser, amount: number): Promise<Response | undefined>;
  /** A task has failed: what was reserved for it is given back, once. Never rejects. */
  refund(place: string): Promise<void>;
  status(user: GatewayUser): Promise<SpendStatus | Response>;
}

export interface Reservation {
  /** What was reserved; undefined where nothing is counted. */
  readonly amount: number | undefined;
  /** Nothing was charged. Never rejects. */
  release(): Promise<void>;
  /** A task was made of it, under whose place `refund` finds it. Never rejects. */
  taken(place: string): Promise<void>;
}

/** The body of `GET /v1/limits`. */
export interface SpendStatus {
  readonly unit: string;
  /** Null where a user has no limit. */
  readonly limit: number | null;
  readonly spent: number;
  /** Seconds since 1970. */
  readonly resets_at: number;
  readonly total?: { readonly limit: number; readonly spent: number };
}

type BudgetSettings = Pick<GatewaySettings, 'cost' | 'state' | 'stateFailure'> & {
  readonly limits: Pick<GatewaySettings['limits'], 'spend' | 'timeoutMs'>;
};

/** Whole numbers add up exactly: amounts are counted in millionths. */
const parts = 1_000_000;
const inParts = (amount: number): number => Math.round(amount * parts);
const most = (limit: number | false | undefined): number =>
  limit === false || limit === undefined ? Number.MAX_SAFE_INTEGER : inParts(limit);
/** A task that has not ended by then is asked after no more. */
const taskMs = 7 * 86_400_000;

interface Purse {
  readonly key: string;
  readonly most: number;
}

/** Undefined where the site counts no money. `now`: milliseconds since 1970. */
export function createBudget(settings: BudgetSettings, now: () => number = Date.now): Budget | undefined {
  const { cost, state, stateFailure, limits } = settings;
  const { spend } = limits;
  if (cost === undefined || spend === undefined) return undefined;
  /** As with rates: each instance for itself, while the state is away. */
  const instead = stateFailure === 'open' ? memoryState() : undefined;
  const periodEnd = (): number => (Math.floor(now() / spend.perMs) + 1) * spend.perMs;

  async function reached<T>(use: (of: GatewayState) => Promise<T>): Promise<T | Response> {
    try {
      return await use(state);
    } catch {
      return instead === undefined ? stateUnavailable() : use(instead);
    }
  }

  return {
    async costOf(request) {
      const amount: unknown = await inTime('cost', cost(request), limits.timeoutMs);
      if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) throw new Error('cost() must give a number of at least 0.');
      return amount;
    },
    async reserve(user, amount) {
      const endsAt = periodEnd();
      return reached((of) => reserveIn(of, pursesOf(user, spend, endsAt), inParts(amount), { endsAt, at: now() }));
    },
    async refusal(user, amount) {
      const endsAt = periodEnd();
      const purses = pursesOf(user, spend, endsAt);
      const sums = await reached((of) => Promise.all(purses.map((purse) => addTo(of, purse, 0, 1))));
      if (isResponse(sums)) return sums;
      const fits = purses.every(({ most: limit }, at) => (sums[at]?.sum ?? 0) + inParts(amount) <= limit);
      return fits ? undefined : budgetSpent(endsAt - now());
    },
    async refund(place) {
      for (const of of instead === undefined ? [state] : [state, instead]) await refundIn(of, place).catch(() => {});
    },
    async status(user) {
      const endsAt = periodEnd();
      const purses = [...pursesOf({ id: user.id }, spend, endsAt)];
      const sums = await reached((of) => Promise.all(purses.map((purse) => addTo(of, purse, 0, 1))));
      if (isResponse(sums)) return sums;
      const [own = 0, all = 0] = sums.map(({ sum }) => sum / parts);
      const { unit = 'credits', perUser = false, total = false } = spend;
      return {
        unit,
        limit: perUser === false ? null : perUser,
        spent: own,
        resets_at: Math.ceil(endsAt / 1000),
        ...(total !== false && { total: { limit: total, spent: all } }),
      };
    },
  };
}

async function reserveIn(
  of: GatewayState,
  purses: readonly Purse[],
  amount: number,
  { endsAt, at }: { readonly endsAt: number; readonly at: number },
): Promise<Reservation | Response> {
  const keys = new Set<string>();
  const ttlMs = Math.max(1, endsAt - at);
  const release = async (): Promise<void> => {
    const taken = [...keys];
    keys.clear();
    await Promise.allSettled(taken.map((key) => addTo(of, { key, most: 0 }, -amount, ttlMs)));
  };
  try {
    for (const purse of purses) {
      if ((await addTo(of, purse, amount, ttlMs)).added) keys.add(purse.key);
      else {
        await release();
        return budgetSpent(endsAt - at);
      }
    }
  } catch (error) {
    await release();
    throw error;
  }
  const note = async (place: string): Promise<void> => of.put(paidKey(place), JSON.stringify({ keys: [...keys], amount, ttlMs }), taskMs);
  return { amount: amount / parts, release, taken: (place) => note(place).catch(() => {}) };
}

/** Of several that hear of a failure at once, one finds what was paid. A sum whose period is over is kept no longer than it was. */
async function refundIn(of: GatewayState, place: string): Promise<void> {
  const paid = parsed((await of.take(paidKey(place))) ?? '');
  if (!isFields(paid) || !Array.isArray(paid['keys'])) return;
  const [amount, ttlMs] = [Number(paid['amount']), Number(paid['ttlMs'])];
  await Promise.allSettled(paid['keys'].map((key) => addTo(of, { key: String(key), most: 0 }, -amount, ttlMs)));
}

/** The user's own, that of the group where there is one, and that of all. Each period has its own. */
function pursesOf({ id, group }: GatewayUser, { perUser, total }: SpendLimits, endsAt: number): readonly Purse[] {
  return [
    { key: `spent:${endsAt}:user:${id}`, most: most(perUser) },
    ...(group === undefined ? [] : [{ key: `spent:${endsAt}:group:${group}`, most: most(perUser) }]),
    { key: `spent:${endsAt}`, most: most(total) },
  ];
}

const paidKey = (place: string): string => `paid:${place}`;

async function addTo(of: GatewayState, { key, most: limit }: Purse, amount: number, ttlMs: number) {
  if (of.add === undefined) throw new Error('The state cannot add.');
  return of.add(key, amount, { most: limit, ttlMs });
}

function budgetSpent(waitMs: number): Response {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1000)));
  return refuse(402, 'budget_spent', 'The budget is spent. Try again when it is renewed.', '', { 'retry-after': seconds });
}
