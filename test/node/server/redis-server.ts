// A real Redis for the tests, on a free port of the loopback interface: killed and started again at will, and nothing of it is left behind.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** Waits for another file of tests that is at the same. */
const apt = (...args: string[]): boolean =>
  spawnSync('apt-get', ['-y', '-q', '-o', 'DPkg::Lock::Timeout=100', ...args], {
    stdio: 'ignore',
    timeout: 120_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  }).status === 0;
const install = (name: string): boolean => apt('install', name);

/** The program, installed from Debian's packages where that can be done. */
function findProgram(): string | undefined {
  const named = process.env['REDIS_SERVER'];
  if (named !== undefined && named !== '') return runs(named) ? named : undefined;
  if (runs('redis-server')) return 'redis-server';
  if (process.getuid?.() === 0 && !install('redis-server') && apt('update')) install('redis-server');
  return runs('redis-server') ? 'redis-server' : undefined;
}

const program = findProgram();

/** For `skip`: why there is no Redis, or false. */
export const withoutRedis =
  program === undefined ? 'there is no redis-server here: install one (apt-get install redis-server) or name it in REDIS_SERVER' : false;

/** `appendOnly`: what it holds outlives it, but for the last second. */
export async function startRedis({ appendOnly = false }: { readonly appendOnly?: boolean } = {}): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-redis-'));
  const flags = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: appendOnly ? 'yes' : 'no', appendfsync: 'always' };
  let child: ChildProcess | undefined;
  const redis: RedisServer = {
    url: `redis://127.0.0.1:${port}`,
    port,
    start: () =>
      new Promise((resolve, reject) => {
        const started = spawn(
          program ?? '',
          Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]),
        );
        child = started;
        let said = '';
        started.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.includes('Ready to accept connections')) resolve();
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

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
