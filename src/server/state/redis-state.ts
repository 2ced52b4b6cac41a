// What the gateway remembers, for many processes: in a Redis or Valkey of version 7 or later. Loads `ioredis` and `rate-limiter-flexible` when first used.
import type { RateLimiterRedis } from 'rate-limiter-flexible';

import type { RedisAddress } from './redis-address.js';
import {
  acquireScript,
  addScript,
  missing,
  redisConnection,
  takeBackScript,
  type RedisClient,
  type RedisConnection,
} from './redis-connection.js';
import { createRedisJournal, type RedisJournal } from './redis-journal.js';
import type { Allowance, Consumed, GatewayState, Sum, SumLimit } from './state.js';

/** How `redisState` uses its Redis. */
export interface RedisStateOptions {
  /** Before every name. Default `voxreel:`. */
  readonly prefix?: string | undefined;
  /** Until a Redis that does not answer counts as gone. Default 2,000. */
  readonly commandTimeoutMs?: number | undefined;
  /**
   * Hears once each time Redis goes away, when a package is missing, and when Redis evicts keys (`maxmemory-policy` other than `noeviction`), which
   * is a `console.warn` without it. The connection comes back by itself.
   */
  readonly onError?: ((error: Error) => void) | undefined;
}

/**
 * `address`: `redis://[user:password@]host:port/database`, or `rediss:` for TLS; a Cluster, or Sentinels. Connects when first used, which a gateway
 * does when it is created. Names stand in Redis as hashes, and every command has one key, so that no hash tag is needed in a Cluster.
 * What this process has claimed it tells again to a Redis that has lost it: one without persistence may be restarted while its gateways run.
 * @param options How it uses its Redis.
 */
export function redisState(
  address: RedisAddress,
  { prefix = 'voxreel:', commandTimeoutMs = 2000, onError }: RedisStateOptions = {},
): GatewayState {
  const journal = createRedisJournal();
  const connection = redisConnection(address, {
    commandTimeoutMs,
    onError: onError ?? (() => {}),
    onEvicting: onError ?? (({ message }) => console.warn(message)),
    async onReady(client, forgotten) {
      if (forgotten) await tellAgain(client, journal);
      await takeBack(client, journal);
    },
  });
  const limiters = new Map<string, Promise<RateLimiterRedis>>();
  const named = async (key: string): Promise<string> => prefix + (await hashed(key));
  const newLimiter = async (
    storeClient: RedisClient,
    counted: { readonly points: number; readonly duration: number },
  ): Promise<RateLimiterRedis> => {
    const { RateLimiterRedis } = await import('rate-limiter-flexible').catch((cause: unknown) => {
      onError?.(new Error('rate-limiter-flexible is missing.', { cause }));
      return missing(cause);
    });
    return new RateLimiterRedis({ ...counted, storeClient, keyPrefix: '', rejectIfRedisNotReady: true });
  };
  const limiterOf = async (client: RedisClient, { points, perMs }: Allowance): Promise<RateLimiterRedis> => {
    const duration = Math.max(1, Math.ceil(perMs / 1000));
    const name = `${points}/${duration}`;
    const limiter = limiters.get(name) ?? newLimiter(client, { points, duration });
    limiters.set(name, limiter);
    return limiter;
  };
  const consume = async (key: string, allowance: Allowance): Promise<Consumed> => {
    const [client, name] = await Promise.all([connection.client(), named(key)]);
    try {
      await (await limiterOf(client, allowance)).consume(name);
      return { allowed: true, retryAfterMs: 0 };
    } catch (refusal) {
      if (typeof refusal === 'object' && refusal !== null && 'msBeforeNext' in refusal)
        return { allowed: false, retryAfterMs: Math.max(1, Number(refusal.msBeforeNext)) };
      throw refusal;
    }
  };
  const claim = async (key: string, value: string, ttlMs: number): Promise<string | undefined> => {
    const name = await named(key);
    const client = await connection.settled();
    try {
      const there = await client.set(name, value, 'PX', fullMs(ttlMs), 'NX', 'GET');
      if (there === null) journal.keep(name, value, ttlMs);
      return there ?? undefined;
    } catch (error) {
      // It may have been done all the same; the caller learns that it was not.
      if (journal.valueOf(name) !== value) journal.disown(name, value);
      if (client.status === 'ready') void takeBack(client, journal);
      throw error;
    }
  };

  return {
    claim,
    consume,
    async put(key, value, ttlMs) {
      const name = await named(key);
      if (journal.valueOf(name) !== undefined) journal.keep(name, value, ttlMs);
      await (await connection.client()).set(name, value, 'PX', fullMs(ttlMs));
    },
    get: async (key) => (await (await connection.client()).get(await named(key))) ?? undefined,
    take: async (key) => (await (await connection.client()).getdel(await named(key))) ?? undefined,
    async remove(key) {
      const name = await named(key);
      const claimed = journal.valueOf(name);
      journal.forget(name);
      try {
        await (await connection.client()).del(name);
      } catch (error) {
        if (claimed !== undefined) journal.disown(name, claimed);
        throw error;
      }
    },
    async acquire(key, holder, { atOnce, ttlMs }) {
      const [client, name, hash] = await Promise.all([connection.client(), named(key), hashed(holder)]);
      return (await client.eval(acquireScript, 1, name, hash, atOnce, fullMs(ttlMs))) === 1;
    },
    async release(key, holder) {
      const [client, name, hash] = await Promise.all([connection.client(), named(key), hashed(holder)]);
      await client.zrem(name, hash);
    },
    add: async (key, amount, limit) => added(await connection.client(), await named(key), amount, limit),
    healthy: () => answersPing(connection),
    close: () => connection.close(),
  };
}

/** In the order of the calls, and before any new claim. */
async function tellAgain(client: RedisClient, journal: RedisJournal): Promise<void> {
  const claims = journal.claims();
  for (let at = 0; at < claims.length; at += 1000) {
    const batch = claims.slice(at, at + 1000);
    // One by one: the names lie on different nodes of a Cluster. They leave together all the same.
    await Promise.allSettled(
      batch.map(async ([name, { value, endsAt }]) => client.set(name, value, 'PX', Math.max(1, endsAt - Date.now()))),
    );
    if (client.status !== 'ready') throw new Error('Redis has gone again.');
  }
}

/** Never rejects. */
async function takeBack(client: RedisClient, journal: RedisJournal): Promise<void> {
  for (const [name, value] of journal.disowned())
    await client.eval(takeBackScript, 1, name, value).catch(() => journal.disown(name, value));
}

async function added(client: RedisClient, name: string, amount: number, { most, ttlMs }: SumLimit): Promise<Sum> {
  const [wasAdded, sum] = (await client.eval(addScript, 1, name, amount, most, fullMs(ttlMs))) as readonly [0 | 1, number];
  return { added: wasAdded === 1, sum };
}

const answersPing = (connection: RedisConnection): Promise<boolean> =>
  connection
    .client()
    .then((client) => client.ping())
    .then(
      (answer) => answer === 'PONG',
      () => false,
    );

/** Redis takes whole milliseconds above zero. */
const fullMs = (ms: number): number => Math.max(1, Math.ceil(ms));

/** Tokens and keys are random enough that their hash tells nothing. */
async function hashed(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes.subarray(0, 24)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
