// How often and how much at once: per user and per address, shared by all instances that share a state. Knows no path and no option's default.
import ipaddr from 'ipaddr.js';

import { refuse } from './answers.js';
import type { GatewaySettings, Rate } from './gateway-options.js';
import { memoryState } from './memory-state.js';
import type { GatewayState } from './state.js';

/** A place among so many at once. */
export interface Place {
  /** Must be called within `placeMs`, again and again, while it is in use. Never rejects. */
  prolong(): Promise<void>;
  /** Never rejects; may be called twice. */
  release(): Promise<void>;
}

/** Each gives the refusal to answer with: 429 with Retry-After, or 503 while the state cannot be reached and the site wants it closed. */
export interface Rates {
  /** A request, before anybody has asked who sends it. */
  address(address: string | undefined): Promise<Response | undefined>;
  user(userId: string): Promise<Response | undefined>;
  token(userId: string): Promise<Response | undefined>;
  /** A new task: counted, and with a place until it ends. */
  task(userId: string): Promise<TaskPlace | Response>;
  /** The service says that it has ended. Never rejects. */
  taskEnded(userId: string, taskId: string): Promise<void>;
  socket(userId: string, address: string | undefined): Promise<Place | Response>;
}

export interface TaskPlace {
  /** The service has taken it, and knows it by this id. Never rejects. */
  taken(taskId: string): Promise<void>;
  /** It was not taken. Never rejects. */
  release(): Promise<void>;
}

/** A socket whose instance has died gives its place back after so long. */
export const placeMs = 60_000;
/** A task nobody has asked after for so long counts no more. */
const taskMs = 900_000;

type RateSettings = Pick<GatewaySettings, 'limits' | 'state' | 'stateFailure'>;

export function createRates({ limits, state, stateFailure }: RateSettings): Rates {
  /** Where the site says `open`: while the state is away each instance counts for itself. */
  const instead = stateFailure === 'open' ? memoryState() : undefined;
  const reached = async <T>(use: (of: GatewayState) => Promise<T>): Promise<T | Response> => {
    try {
      return await use(state);
    } catch {
      return instead === undefined ? stateUnavailable() : use(instead);
    }
  };
  const count = async (key: string, rate: Rate | false, what: string): Promise<Response | undefined> => {
    if (rate === false) return undefined;
    const consumed = await reached((of) => of.consume(key, { points: rate.requests, perMs: rate.perMs }));
    if (consumed instanceof Response) return consumed;
    return consumed.allowed ? undefined : tooMany(`Too many ${what}.`, consumed.retryAfterMs);
  };
  const leave = async (key: string, holder: string): Promise<void> => {
    for (const of of instead === undefined ? [state] : [state, instead]) await of.release(key, holder).catch(() => undefined);
  };
  /** All places or none. */
  const occupy = async (wanted: readonly Wanted[], holder: string, ttlMs: number): Promise<Place | Response> => {
    const limited = wanted.filter((place): place is Wanted & { atOnce: number } => place.atOnce !== false);
    const place: Place = {
      prolong: async () => {
        for (const { key } of limited) await reached((of) => of.acquire(key, holder, { atOnce: Number.MAX_SAFE_INTEGER, ttlMs }));
      },
      release: async () => {
        for (const { key } of limited) await leave(key, holder);
      },
    };
    for (const { key, atOnce, what } of limited) {
      const taken = await reached((of) => of.acquire(key, holder, { atOnce, ttlMs }));
      if (taken === true) continue;
      await place.release();
      return taken === false ? tooMany(`Too many ${what} at once.`, 5000) : taken;
    }
    return place;
  };

  const taskPlaces = (userId: string): Wanted => ({ key: `tasks:${userId}`, atOnce: limits.tasks.atOnce, what: 'unfinished tasks' });
  return {
    address: async (address) =>
      address === undefined ? undefined : count(`address:${addressGroup(address)}`, limits.perAddress, 'requests'),
    user: (userId) => count(`user:${userId}`, limits.perUser, 'requests'),
    token: (userId) => count(`tokens:${userId}`, limits.tokens, 'tokens'),
    async task(userId) {
      const wanted = taskPlaces(userId);
      const place = await occupy([wanted], crypto.randomUUID(), taskMs);
      if (place instanceof Response) return place;
      const refusal = await count(`made:${userId}`, limits.tasks.perUser, 'tasks');
      if (refusal === undefined) return { release: () => place.release(), taken: (taskId) => renamed(place, wanted, taskId) };
      await place.release();
      return refusal;
    },
    taskEnded: async (userId, taskId) => (limits.tasks.atOnce === false ? undefined : leave(taskPlaces(userId).key, taskId)),
    socket(userId, address) {
      const { perUser, perAddress, total } = limits.sockets;
      const group = address === undefined ? [] : [{ key: `sockets:address:${addressGroup(address)}`, atOnce: perAddress, what: 'sockets' }];
      const wanted = [{ key: `sockets:user:${userId}`, atOnce: perUser, what: 'sockets' }, ...group];
      return occupy([...wanted, { key: 'sockets', atOnce: total, what: 'sockets' }], crypto.randomUUID(), placeMs);
    },
  };

  /** The place goes over to the task itself, whichever instance hears of its end. */
  async function renamed(place: Place, wanted: Wanted, taskId: string): Promise<void> {
    await occupy([wanted.atOnce === false ? wanted : { ...wanted, atOnce: Number.MAX_SAFE_INTEGER }], taskId, taskMs);
    await place.release();
  }
}

interface Wanted {
  readonly key: string;
  readonly atOnce: number | false;
  readonly what: string;
}

/** One network of a person: the address, or the first 64 bits of an IPv6 one, since whoever has one has them all. */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 100);
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}

const seconds = (ms: number): string => String(Math.max(1, Math.ceil(ms / 1000)));

function tooMany(message: string, retryAfterMs: number): Response {
  return refuse(429, 'rate_limited', `${message} Try again later.`, '', { 'retry-after': seconds(retryAfterMs) });
}

/** What cannot be counted or remembered is not done. */
export function stateUnavailable(): Response {
  return refuse(503, 'state_unavailable', 'The gateway cannot look up what it has to. Try again soon.', '', { 'retry-after': '2' });
}
