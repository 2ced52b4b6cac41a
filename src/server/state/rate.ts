// How often and how much at once: per user and per address, shared by all instances that share a state. Knows no path and no option's default.
import ipaddr from 'ipaddr.js';

import { refuse } from '../answers/answers.js';
import type { GatewaySettings, Rate } from '../gateway-options.js';
import { memoryState } from './memory-state.js';
import { takePlaces, type Held } from './places.js';
import type { GatewayState } from './state.js';

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
}

export interface TaskPlace {
  /** The service has taken it, and knows it by this id. Never rejects. */
  taken(taskId: string): Promise<void>;
  /** It was not taken. Never rejects. */
  release(): Promise<void>;
}

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
  const placesOf = (userId: string): string => `tasks:${userId}`;
  const { atOnce, perUser } = limits.tasks;

  /** The place goes over to the task itself, whichever instance hears of its end. */
  const handOver = async (held: Held, userId: string, taskId: string): Promise<void> => {
    if (atOnce !== false) {
      const places = [{ key: placesOf(userId), atOnce: Number.MAX_SAFE_INTEGER }];
      await reached((of) => takePlaces(of, places, taskId, taskMs));
    }
    await held.release();
  };

  return {
    address: async (address) =>
      address === undefined ? undefined : count(`address:${addressGroup(address)}`, limits.perAddress, 'requests'),
    user: (userId) => count(`user:${userId}`, limits.perUser, 'requests'),
    token: (userId) => count(`tokens:${userId}`, limits.tokens, 'tokens'),
    async task(userId) {
      const held = await reached((of) => takePlaces(of, [{ key: placesOf(userId), atOnce }], crypto.randomUUID(), taskMs));
      if (held instanceof Response) return held;
      if ('key' in held) return tooMany('Too many unfinished tasks.', 5000);
      const refusal = await count(`made:${userId}`, perUser, 'tasks');
      if (refusal === undefined) return { release: () => held.release(), taken: (taskId) => handOver(held, userId, taskId) };
      await held.release();
      return refusal;
    },
    async taskEnded(userId, taskId) {
      if (atOnce === false) return;
      for (const of of instead === undefined ? [state] : [state, instead])
        await of.release(placesOf(userId), taskId).catch(() => undefined);
    },
  };
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
