// A real Postgres for the tests, on a socket in a temporary folder: killed and started again at will, and nothing of it is left behind.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PostgresServer {
  /** Of a new, empty database. */
  database(): string;
  /** As `kill -9`: connections break in the middle. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Kills it and removes its files. */
  stop(): Promise<void>;
}

/** The newest of Debian's, or the one on the PATH. */
function findPrograms(): string | undefined {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).toSorted((one, other) => Number(other) - Number(one)) : [];
  const folders = [...versions.map((version) => join(home, version, 'bin')), ...(process.env['PATH'] ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

const isRoot = process.getuid?.() === 0;
/** Postgres does not run as root. */
const owner = ['postgres', 'nobody'].find((name) => spawnSync('id', ['-u', name], { stdio: 'ignore' }).status === 0);
const asOwner = (command: string, words: readonly string[]): readonly [string, readonly string[]] =>
  isRoot ? ['runuser', ['-u', owner ?? '', '--', command, ...words]] : [command, words];

const programs = findPrograms();

/** For `skip`: why there is no Postgres, or false. */
export const withoutPostgres =
  programs === undefined
    ? 'no Postgres here: install it (apt-get install postgresql)'
    : isRoot && owner === undefined
      ? 'Postgres does not run as root, and there is no user postgres or nobody'
      : false;

export async function startPostgres(): Promise<PostgresServer> {
  const home = mkdtempSync(join(tmpdir(), 'voxreel-postgres-'));
  if (isRoot) execFileSync('chown', [owner ?? '', home]);
  const data = join(home, 'data');
  const run = (command: string, words: readonly string[]) => {
    const [program, all] = asOwner(join(programs ?? '', command), words);
    execFileSync(program, all, { stdio: 'ignore', cwd: '/' });
  };
  run('initdb', ['-N', '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale', 'C', '-D', data]);
  let child: ChildProcess | undefined;
  let count = 0;
  const answers = (): boolean => {
    const [program, all] = asOwner(join(programs ?? '', 'pg_isready'), ['-q', '-h', home]);
    return spawnSync(program, all, { stdio: 'ignore', cwd: '/' }).status === 0;
  };
  const server: PostgresServer = {
    database() {
      count += 1;
      run('createdb', ['-h', home, '-U', 'postgres', `library_${count}`]);
      return `postgres://postgres@/library_${count}?host=${encodeURIComponent(home)}`;
    },
    async start() {
      // Refused while a backend of the one before still lives.
      for (;;) {
        const [program, all] = asOwner(join(programs ?? '', 'postgres'), ['-D', data, '-k', home, '-c', 'listen_addresses=']);
        const started = spawn(program, all, { stdio: 'ignore', cwd: '/' });
        child = started;
        while (started.exitCode === null && !answers()) await new Promise((resolve) => setTimeout(resolve, 50));
        if (started.exitCode === null) return;
      }
    },
    kill: () =>
      new Promise((resolve) => {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resolve();
        child.once('exit', () => resolve());
        const [pid = ''] = execFileSync('head', ['-1', join(data, 'postmaster.pid')], { encoding: 'utf8' }).split('\n');
        // Not the one that started it under another name, if there is one.
        process.kill(Number(pid), 'SIGKILL');
      }),
    async stop() {
      await server.kill();
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
  await server.start();
  return server;
}
