// One connection to a Redis that may go and come back: refuses at once while it is gone, and never lets an error out of the process.
import { clusterNodes, clusterOptions, connectingMs, retryMs, sentinelOptions, singleOptions, type RedisAddress } from './redis-address.js';

interface RedisServer {
  info(section: string): Promise<string>;
}

/** The commands that the state uses: each names one key, so that a Cluster knows where it goes. */
export interface RedisClient extends RedisServer {
  connect(): Promise<void>;
  disconnect(): void;
  readonly status: string;
  get(key: string): Promise<string | null>;
  getdel(key: string): Promise<string | null>;
  set(key: string, value: string, px: 'PX', ms: number): Promise<unknown>;
  set(key: string, value: string, px: 'PX', ms: number, nx: 'NX', get: 'GET'): Promise<string | null>;
  del(key: string): Promise<number>;
  zrem(key: string, member: string): Promise<number>;
  eval(script: string, keys: 1, key: string, ...values: (string | number)[]): Promise<unknown>;
  ping(): Promise<string>;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'ready' | 'close' | 'end' | '+node', listener: () => void): unknown;
  /** Of a Cluster. */
  nodes?(role: 'master'): readonly RedisServer[];
}

export interface RedisConnection {
  /** The client, ready for a command, or a rejection. */
  client(): Promise<RedisClient>;
  /** The same, once whatever a restart has lost has been told again, by this process and by others. */
  settled(): Promise<RedisClient>;
  close(): Promise<void>;
}

export interface RedisConnectionOptions {
  readonly commandTimeoutMs: number;
  /** Tells a Redis again what it should know. `forgotten`: it is not the one that was there before. Rejects where the line broke meanwhile. */
  readonly onReady: (client: RedisClient, forgotten: boolean) => Promise<void>;
  readonly onError: (error: Error) => void;
  /** Hears once of a Redis that throws keys out to make room. */
  readonly onEvicting: (error: Error) => void;
}

/** After a restart other processes need so long to come back, after one attempt in vain, and to tell what they claimed. */
const settleMs = connectingMs + retryMs + 1500;

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

/** What is given back never brings a sum below zero: it may have been lost in between. */
export const addScript = `
local before = tonumber(redis.call('get', KEYS[1]) or '0')
local amount = tonumber(ARGV[1])
if amount == 0 then return { 1, before } end
if amount > 0 and before + amount > tonumber(ARGV[2]) then return { 0, before } end
if before + amount <= 0 then
  redis.call('del', KEYS[1])
  return { 1, 0 }
end
local sum = redis.call('incrby', KEYS[1], ARGV[1])
redis.call('pexpire', KEYS[1], ARGV[3])
return { 1, sum }`;

/** Connects when it is first needed, then again and again until `close`. */
export function redisConnection(
  address: RedisAddress,
  { commandTimeoutMs, onReady, onError, onEvicting }: RedisConnectionOptions,
): RedisConnection {
  let opening: Promise<RedisClient> | undefined;
  let closed = false;
  let settling = deferred();
  /** The last one that was told everything. */
  let last: Running | undefined;
  let trouble = false;
  let evicting = false;

  /** Told once for each time it goes. */
  const troubled = (error: Error): void => {
    if (!trouble && !closed) onError(error);
    trouble = true;
  };
  const settle = async (client: RedisClient, current: Deferred): Promise<void> => {
    const found = await runningSince(client);
    const forgotten = found.runId === undefined || found.runId !== last?.runId;
    const young = last !== undefined || found.uptimeMs < settleMs;
    trouble = false;
    if (found.evicts !== undefined && !evicting) onEvicting(evictionError(found.evicts));
    evicting ||= found.evicts !== undefined;
    await onReady(client, forgotten);
    last = found;
    if (forgotten && young) await new Promise((resolve) => setTimeout(resolve, settleMs));
    current.resolve();
  };
  const open = async (): Promise<RedisClient> => {
    // With the catch a bundler takes it for what it is: a package that may be missing.
    const { Redis, Cluster } = await import('ioredis').catch(missing);
    const clientOf = (): RedisClient => {
      if (typeof address === 'string') return new Redis(address, singleOptions(commandTimeoutMs));
      if ('sentinels' in address) return new Redis(sentinelOptions(address, commandTimeoutMs));
      return new Cluster(clusterNodes(address), clusterOptions(address, commandTimeoutMs));
    };
    const client = clientOf();
    client.on('error', troubled);
    const begin = (): void => {
      const current = settling;
      settle(client, current).catch((error: Error) => current.reject(error));
    };
    client.on('ready', begin);
    // A new node of a Cluster may be a restarted one that has forgotten something.
    client.on('+node', () => {
      if (client.status !== 'ready') return;
      settling = deferred();
      begin();
    });
    client.on('close', () => {
      settling.reject(new Error('The connection was closed.'));
      settling = deferred();
    });
    await connectForGood(client, () => closed);
    // A Cluster opens the line to a node with the first command for it, which would be refused.
    await Promise.all(client.nodes?.('master').map((node) => infoOf(node)) ?? []);
    return client;
  };
  const client = async (): Promise<RedisClient> => {
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

/**
 * Whether or not it succeeds, the client goes on trying by itself. Except where a Sentinel tells of a takeover while the client still asks another
 * one who the master is: it gives up, and says so by `end`.
 */
function connectForGood(client: RedisClient, isOver: () => boolean): Promise<void> {
  const connect = (): Promise<void> => client.connect().catch(() => undefined);
  client.on('end', () => {
    if (!isOver()) setTimeout(() => isOver() || void connect(), retryMs);
  });
  return connect();
}

export const missing = (cause: unknown): never => {
  throw new Error('redisState needs two packages: npm install ioredis rate-limiter-flexible', { cause });
};

/** The servers that hold the data: one, or the masters of a Cluster. */
const serversOf = (client: RedisClient): readonly RedisServer[] => client.nodes?.('master') ?? [client];

interface Running {
  readonly runId: string | undefined;
  readonly uptimeMs: number;
  /** The policy by which it evicts keys, where it does. */
  readonly evicts: string | undefined;
}

/** Which processes answer, and since when: a restarted one may have forgotten something. */
async function runningSince(client: RedisClient): Promise<Running> {
  const infos = await Promise.all(serversOf(client).map((server) => infoOf(server)));
  const found = (pattern: RegExp): readonly string[] => infos.map((info) => pattern.exec(info)?.[1] ?? '').filter((word) => word !== '');
  return {
    runId:
      found(/^run_id:(\w+)/m)
        .toSorted()
        .join(' ') || undefined,
    uptimeMs: Math.min(...found(/^uptime_in_seconds:(\d+)/m).map((uptime) => Number(uptime) * 1000)),
    evicts: found(/^maxmemory_policy:([\w-]+)/m).find((policy) => policy !== 'noeviction'),
  };
}

/** What a Redis that refuses the question, or is gone, does not say, is not known. */
const infoOf = async (server: RedisServer): Promise<string> =>
  (await Promise.all(['server', 'memory'].map((section) => server.info(section).catch(() => '')))).join('\n');

const evictionError = (policy: string): Error =>
  new Error(
    `Redis evicts keys (maxmemory-policy ${policy}): tokens, limits and the answers to paid requests can get lost. Set maxmemory-policy to noeviction.`,
  );

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
