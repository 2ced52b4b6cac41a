// A real Redis for the tests, on a free port of the loopback interface: killed and started again at will, and nothing of it is left behind.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../free-port.js';

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** Resolves when it takes connections; on the same port each time. */
  start(): Promise<void>;
  /** As `kill -9`: it has no time to write anything. */
  kill(): Promise<void>;
  /** Stops answering without closing anything, until `resume`. */
  freeze(): void;
  resume(): void;
  /** Kills it and removes its files. */
  stop(): Promise<void>;
}

const runs = (command: string): boolean => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

/** On the PATH, or named in REDIS_SERVER. */
function findProgram(): string | undefined {
  const named = process.env['REDIS_SERVER'];
  const name = named === undefined || named === '' ? 'redis-server' : named;
  return runs(name) ? name : undefined;
}

const program = findProgram();

/** For `skip`: why there is no Redis, or false. */
export const withoutRedis =
  program === undefined ? 'no redis-server on the PATH: install it (apt-get install redis-server) or name it in REDIS_SERVER' : false;

export interface RedisOptions {
  /** What it holds outlives it, but for the last second. */
  readonly appendOnly?: boolean;
  /** Further settings, each of one line of its configuration: `['maxmemory-policy allkeys-lru']`. */
  readonly settings?: readonly string[];
  /** Watches others, with these settings. */
  readonly sentinel?: boolean;
}

export async function startRedis({ appendOnly = false, settings = [], sentinel = false }: RedisOptions = {}): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-redis-'));
  const holding = ['save ""', `appendonly ${appendOnly ? 'yes' : 'no'}`, 'appendfsync always'];
  // A Sentinel writes what it learns into its file.
  const file = join(folder, 'redis.conf');
  writeFileSync(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...(sentinel ? [] : holding), ...settings, ''].join('\n'));
  let child: ChildProcess | undefined;
  const redis: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    port,
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(program ?? '', [file, ...(sentinel ? ['--sentinel'] : [])]);
        child = started;
        let said = '';
        started.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (/Ready to accept connections|Sentinel ID is/.test(said)) resolve();
        });
        started.once('error', reject);
        started.once('exit', () => reject(new Error(`redis-server ended: ${said}`)));
      }),
    kill: () =>
      new Promise((resolve) => {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
    freeze: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async stop() {
      await redis.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}
