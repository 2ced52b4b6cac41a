// How often and how much at once: per user and per address, shared by all instances that share a state.
import ipaddr from 'ipaddr.js';

import { refuse } from '../answers/answers.js';
import type { GatewaySettings, GatewayUser, Rate } from '../gateway-options.js';
import { remembered } from '../remembered.js';
import { memoryState } from './memory-state.js';
import { takePlaces, type Held } from './places.js';
import type { GatewayState } from './state.js';
import { isResponse } from '../answers/buffered-response.js';

/** Each gives the refusal to answer with: 429 with Retry-After, or 503 while the state cannot be reached and the site wants it closed. */
export interface Rates {
  /** A request, before anybody has asked who sends it. */
  address(address: string | undefined): Promise<Response | undefined>;
  user(user: GatewayUser): Promise<Response | undefined>;
  token(user: GatewayUser): Promise<Response | undefined>;
  /** A new task: counted, and with a place until it ends. */
  task(user: GatewayUser): Promise<TaskPlace | Response>;
  /** The service says that it has ended. Never rejects. */
  taskEnded(user: GatewayUser, taskId: string): Promise<void>;
}

export interface TaskPlace {
  /** The service has taken it, and knows it by this id. Never rejects. */
  taken(taskId: string): Promise<void>;
  /** It was not taken. Never rejects. */
  release(): Promise<void>;
}

/** A task nobody has asked after for so long counts no more. */
const taskMs = 900_000;

/** What is counted under: the user, and the group where there is one. */
const keysOf = (kind: string, { id, group }: GatewayUser): readonly string[] =>
  group === undefined ? [`${kind}:${id}`] : [`${kind}:${id}`, `group:${kind}:${group}`];

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
    if (isResponse(consumed)) return consumed;
    return consumed.allowed ? undefined : tooMany(`Too many ${what}.`, consumed.retryAfterMs);
  };
  const countAll = async (keys: readonly string[], rate: Rate | false, what: string): Promise<Response | undefined> => {
    for (const key of keys) {
      const refusal = await count(key, rate, what);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
  const { atOnce, perUser } = limits.tasks;
  const placesOf = (user: GatewayUser, most: number | false) => keysOf('tasks', user).map((key) => ({ key, atOnce: most }));

  /** The place goes over to the task itself, whichever instance hears of its end. */
  const handOver = async (held: Held, user: GatewayUser, taskId: string): Promise<void> => {
    if (atOnce !== false) await reached((of) => takePlaces(of, placesOf(user, Number.MAX_SAFE_INTEGER), taskId, taskMs));
    await held.release();
  };

  return {
    address: async (address) =>
      address === undefined ? undefined : count(`address:${addressGroup(address)}`, limits.perAddress, 'requests'),
    user: (user) => countAll(keysOf('user', user), limits.perUser, 'requests'),
    token: (user) => countAll(keysOf('tokens', user), limits.tokens, 'tokens'),
    async task(user) {
      const held = await reached((of) => takePlaces(of, placesOf(user, atOnce), crypto.randomUUID(), taskMs));
      if (isResponse(held)) return held;
      if ('key' in held) return tooMany('Too many unfinished tasks.', 5000);
      const refusal = await countAll(keysOf('made', user), perUser, 'tasks');
      if (refusal === undefined) return { release: () => held.release(), taken: (taskId) => handOver(held, user, taskId) };
      await held.release();
      return refusal;
    },
    async taskEnded(user, taskId) {
      if (atOnce === false) return;
      for (const of of instead === undefined ? [state] : [state, instead])
        for (const key of keysOf('tasks', user)) await of.release(key, taskId).catch(() => undefined);
    },
  };
}

/**
 * Counts requests for what needs no login, by address. In this process alone: a health check may not depend on the state, nor keep it busy.
 */
export function createProbeRate({
  probes,
}: Pick<GatewaySettings['limits'], 'probes'>): (address: string | undefined) => Promise<Response | undefined> {
  const counters = memoryState();
  return async (address) => {
    if (probes === false || address === undefined) return undefined;
    const { allowed, retryAfterMs } = await counters.consume(addressGroup(address), { points: probes.requests, perMs: probes.perMs });
    return allowed ? undefined : tooMany('Too many requests.', retryAfterMs);
  };
}

const groupFor = remembered(10_000, groupOf);

/** One network of a person: the address, or the first 64 bits of an IPv6 one, since a person who has one has them all. */
export const addressGroup = (address: string): string => groupFor(address.slice(0, 100));

function groupOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
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
