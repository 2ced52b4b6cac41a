// One connection to a Redis that may go and come back: refuses at once while it is gone, and never lets an error out of the process.
import type { Redis } from 'ioredis';

export interface RedisConnection {
  /** The client, ready for a command, or a rejection. */
  client(): Promise<Redis>;
  /** The same, once whatever a restart has lost has been told again, by this process and by others. */
  settled(): Promise<Redis>;
  close(): Promise<void>;
}

export interface RedisConnectionOptions {
  readonly commandTimeoutMs: number;
  /** Tells a Redis again what it should know. `forgotten`: it is not the one that was there before. */
  readonly onReady: (client: Redis, forgotten: boolean) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** After a restart other processes need so long to come back and tell what they claimed. Longer than the longest pause between two attempts. */
const settleMs = 1500;
const retryMs = 500;

/** Takes back a claim, if it is still the same. */
export const takeBackScript = `if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0`;

/** A sorted set of holders by the end of their place, in milliseconds of the Redis' own clock. */
export const acquireScript = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('zremrangebyscore', KEYS[1], '-inf', now)
if not redis.call('zscore', KEYS[1], ARGV[1]) and redis.call('zcard', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('zadd', KEYS[1], now + ARGV[3], ARGV[1])
if redis.call('pttl', KEYS[1]) < tonumber(ARGV[3]) then redis.call('pexpire', KEYS[1], ARGV[3]) end
return 1`;

/** Connects when it is first needed, then again and again until `close`. */
export function redisConnection(url: string, { commandTimeoutMs, onReady, onError }: RedisConnectionOptions): RedisConnection {
  let opening: Promise<Redis> | undefined;
  let closed = false;
  let settling = deferred();
  let runId: string | undefined;
  let trouble = false;

  /** Told once for each time it goes. */
  const troubled = (error: Error): void => {
    if (!trouble && !closed) onError(error);
    trouble = true;
  };
  const settle = async (client: Redis, current: Deferred): Promise<void> => {
    const found = await runningSince(client);
    const forgotten = found.runId === undefined || found.runId !== runId;
    const young = runId !== undefined || found.uptimeMs < settleMs;
    runId = found.runId;
    trouble = false;
    await onReady(client, forgotten);
    if (forgotten && young) await new Promise((resolve) => setTimeout(resolve, settleMs));
    current.resolve();
  };
  const open = async (): Promise<Redis> => {
    // With the catch a bundler takes it for what it is: a package that may be missing.
    const { Redis } = await import('ioredis').catch(missing);
    const client = new Redis(url, {
      lazyConnect: true,
      // A request is refused rather than kept for later, and nothing is ever sent twice.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: commandTimeoutMs,
      commandTimeout: commandTimeoutMs,
      // It was the one to write to, and another has taken over.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
      retryStrategy: (attempt) => Math.min(retryMs, 25 * 2 ** Math.min(attempt, 10)),
    });
    client.on('error', troubled);
    client.on('ready', () => {
      const current = settling;
      settle(client, current).catch((error: Error) => current.reject(error));
    });
    client.on('close', () => {
      settling.reject(new Error('The connection was closed.'));
      settling = deferred();
    });
    // Whether or not it succeeds, the client goes on trying by itself.
    await client.connect().catch(() => undefined);
    return client;
  };
  const client = async (): Promise<Redis> => {
    if (closed) throw new Error('The state is closed.');
    opening ??= open().catch((error: Error) => {
      opening = undefined;
      troubled(error);
      throw error;
    });
    return opening;
  };

  return {
    client,
    async settled() {
      const ready = await client();
      if (ready.status !== 'ready') throw new Error('Redis cannot be reached.');
      await settling.promise;
      return ready;
    },
    async close() {
      if (closed) return;
      closed = true;
      (await opening?.catch(() => undefined))?.disconnect();
    },
  };
}

export const missing = (cause: unknown): never => {
  throw new Error('redisState needs two packages: npm install ioredis rate-limiter-flexible', { cause });
};

/** Which process answers, and since when: one that was started anew may have forgotten something. */
async function runningSince(client: Redis): Promise<{ runId: string | undefined; uptimeMs: number }> {
  const info = await client.info('server').catch(() => '');
  const uptime = /^uptime_in_seconds:(\d+)/m.exec(info)?.[1];
  return { runId: /^run_id:(\w+)/m.exec(info)?.[1], uptimeMs: uptime === undefined ? Infinity : Number(uptime) * 1000 };
}

interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
}

function deferred(): Deferred {
  let settle: Pick<Deferred, 'resolve' | 'reject'> = { resolve: () => {}, reject: () => {} };
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  // Nobody may be waiting.
  promise.catch(() => undefined);
  return { promise, ...settle };
}
