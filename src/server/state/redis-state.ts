// What the gateway remembers, for many processes: in a Redis or Valkey of version 7 or later. Loads `ioredis` and `rate-limiter-flexible` when first used.
import type { ChainableCommander, Redis } from 'ioredis';
import type { RateLimiterRedis } from 'rate-limiter-flexible';

import { acquireScript, missing, redisConnection, takeBackScript } from './redis-connection.js';
import { createRedisJournal } from './redis-journal.js';
import type { Allowance, Consumed, GatewayState } from './state.js';

export interface RedisStateOptions {
  /** Before every name. Default `voxreel:`. */
  readonly prefix?: string | undefined;
  /** Until a Redis that does not answer counts as gone. Default 2,000. */
  readonly commandTimeoutMs?: number | undefined;
  /** Told once each time Redis goes away, and when a package is missing. It comes back by itself. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/**
 * `url`: `redis://[user:password@]host:port/database`, or `rediss:` for TLS. Connects when first used. Names stand in Redis as hashes.
 * What this process has claimed it tells again to a Redis that has lost it: one without persistence may be restarted while its gateways run.
 */
export function redisState(
  url: string,
  { prefix = 'voxreel:', commandTimeoutMs = 2000, onError = () => {} }: RedisStateOptions = {},
): GatewayState {
  const journal = createRedisJournal();
  const connection = redisConnection(url, { commandTimeoutMs, onError, onReady: (client, forgotten) => tellAgain(client, forgotten) });
  const limiters = new Map<string, Promise<RateLimiterRedis>>();
  const named = async (key: string): Promise<string> => prefix + (await hashed(key));

  /** In the order of the calls, and before any new claim. */
  async function tellAgain(client: Redis, forgotten: boolean): Promise<void> {
    const claims = forgotten ? journal.claims() : [];
    for (let at = 0; at < claims.length; at += 1000) {
      const batch: ChainableCommander = client.pipeline();
      for (const [name, { value, endsAt }] of claims.slice(at, at + 1000)) batch.set(name, value, 'PX', Math.max(1, endsAt - Date.now()));
      await batch.exec();
    }
    for (const [name, value] of journal.disowned()) {
      await client.eval(takeBackScript, 1, name, value).catch(() => journal.disown(name, value));
    }
  }
  const newLimiter = async (
    storeClient: Redis,
    counted: { readonly points: number; readonly duration: number },
  ): Promise<RateLimiterRedis> => {
    const { RateLimiterRedis } = await import('rate-limiter-flexible').catch((cause: unknown) => {
      onError(new Error('rate-limiter-flexible is missing.', { cause }));
      return missing(cause);
    });
    return new RateLimiterRedis({ ...counted, storeClient, keyPrefix: '', rejectIfRedisNotReady: true });
  };
  const limiterOf = async (client: Redis, { points, perMs }: Allowance): Promise<RateLimiterRedis> => {
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
      const there = await client.set(name, value, 'PX', whole(ttlMs), 'NX', 'GET');
      if (there === null) journal.keep(name, value, ttlMs);
      return there ?? undefined;
    } catch (error) {
      // It may have been done all the same; whoever asked is told that it was not.
      journal.disown(name, value);
      if (client.status === 'ready') void tellAgain(client, false);
      throw error;
    }
  };

  return {
    claim,
    consume,
    async put(key, value, ttlMs) {
      const name = await named(key);
      if (journal.valueOf(name) !== undefined) journal.keep(name, value, ttlMs);
      await (await connection.client()).set(name, value, 'PX', whole(ttlMs));
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
      return (await client.eval(acquireScript, 1, name, hash, atOnce, whole(ttlMs))) === 1;
    },
    async release(key, holder) {
      const [client, name, hash] = await Promise.all([connection.client(), named(key), hashed(holder)]);
      await client.zrem(name, hash);
    },
    healthy: async () =>
      connection
        .client()
        .then((client) => client.ping())
        .then(
          (answer) => answer === 'PONG',
          () => false,
        ),
    close: () => connection.close(),
  };
}

/** Redis takes whole milliseconds above zero. */
const whole = (ms: number): number => Math.max(1, Math.ceil(ms));

/** Tokens and keys are random enough that their hash tells nothing. */
async function hashed(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes.subarray(0, 24)))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}
