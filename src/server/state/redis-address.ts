// Where a Redis is: one server, a master that Sentinels name, or a Cluster; and how a client of ioredis is to connect there.
/** The nodes of a Cluster to begin with: `redis:` or `rediss:` addresses. The first one's user, password and TLS hold for all nodes. */
export interface RedisCluster {
  readonly cluster: readonly string[];
}

/** Sentinels, and the name they have for the group of servers. A user and a password in their addresses are for the Sentinels. */
export interface RedisSentinels {
  readonly sentinels: readonly string[];
  readonly name: string;
  /** For the servers themselves. */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly database?: number | undefined;
  /** The servers are reached by TLS. The Sentinels are where their addresses say `rediss:`. */
  readonly tls?: boolean | undefined;
}

/** `redis://[user:password@]host:port/database`, or `rediss:` for TLS. */
export type RedisAddress = string | RedisCluster | RedisSentinels;

/** The longest pause between two attempts to connect. */
export const retryMs = 500;
const retry = (attempt: number): number => Math.min(retryMs, 25 * 2 ** Math.min(attempt, 10));
/** A command that a Cluster sends on is sent so often; waits between them are 100 ms. */
const redirections = 8;

/** An attempt to connect that takes longer has failed. */
export const connectingMs = 1000;

/** For every connection: a request is refused rather than kept for later, and nothing is ever sent twice. */
const waiting = (commandTimeoutMs: number) => ({
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: connectingMs,
  commandTimeout: commandTimeoutMs,
});

export const singleOptions = (commandTimeoutMs: number) => ({
  ...waiting(commandTimeoutMs),
  lazyConnect: true,
  enableOfflineQueue: false,
  // It was the one to write to, and another has taken over.
  reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
  retryStrategy: retry,
});

export function sentinelOptions({ sentinels, name, username, password, database, tls }: RedisSentinels, commandTimeoutMs: number) {
  const servers = sentinels.map((url) => serverAt(url, 26_379));
  return {
    ...singleOptions(commandTimeoutMs),
    name,
    sentinels: servers.map(({ host, port }) => ({ host, port })),
    sentinelUsername: servers[0]?.username,
    sentinelPassword: servers[0]?.password,
    enableTLSForSentinelMode: servers.some((sentinel) => sentinel.tls !== undefined),
    sentinelRetryStrategy: retry,
    sentinelCommandTimeout: commandTimeoutMs,
    failoverDetector: true,
    username,
    password,
    ...(database === undefined ? {} : { db: database }),
    ...(tls === true ? { tls: {} } : {}),
  };
}

export const clusterNodes = ({ cluster }: RedisCluster) =>
  cluster.map((url) => serverAt(url, 6379)).map(({ host, port }) => ({ host, port }));

export function clusterOptions({ cluster: [first] }: RedisCluster, commandTimeoutMs: number) {
  const { username, password, tls }: Partial<Server> = first === undefined ? {} : serverAt(first, 6379);
  return {
    lazyConnect: true,
    enableOfflineQueue: false,
    clusterRetryStrategy: retry,
    retryDelayOnFailover: 0,
    maxRedirections: redirections,
    slotsRefreshTimeout: commandTimeoutMs,
    redisOptions: { ...waiting(commandTimeoutMs), username, password, ...(tls === undefined ? {} : { tls }) },
    // The names of the nodes are in their certificates.
    ...(tls === undefined ? {} : { dnsLookup: (host: string, found: (error: null, address: string) => void) => found(null, host) }),
  };
}

interface Server {
  readonly host: string;
  readonly port: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: object;
}

function serverAt(url: string, usualPort: number): Server {
  const { protocol, hostname, port, username, password } = new URL(url);
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? usualPort : Number(port),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' ? { tls: {} } : {}),
  };
}
