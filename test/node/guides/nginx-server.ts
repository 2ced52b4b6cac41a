// A real nginx for the tests: named in NGINX, found on the PATH, or unpacked from Debian's package. Serves on loopback, with its files in one folder.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

const runs = (command: string): boolean => spawnSync(command, ['-v'], { stdio: 'ignore' }).status === 0;

/** Unpacked and not installed: nothing is started by it, and nobody needs to be root. */
function unpackedProgram(): string {
  const folder = resolve('node_modules', '.cache', 'voxreel-nginx');
  const program = join(folder, 'usr', 'sbin', 'nginx');
  if (existsSync(program) || process.platform !== 'linux') return program;
  mkdirSync(folder, { recursive: true });
  spawnSync('apt-get', ['download', '-q', 'nginx'], { cwd: folder, stdio: 'ignore', timeout: 30_000 });
  const archive = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (archive !== undefined) spawnSync('dpkg-deb', ['-x', archive, '.'], { cwd: folder, stdio: 'ignore' });
  return program;
}

function findProgram(): string | undefined {
  const named = process.env['NGINX'];
  if (named !== undefined && named !== '') return runs(named) ? named : undefined;
  if (runs('nginx')) return 'nginx';
  if (runs('/usr/sbin/nginx')) return '/usr/sbin/nginx';
  const unpacked = unpackedProgram();
  return runs(unpacked) ? unpacked : undefined;
}

const program = findProgram();

/** For `skip`: why there is no nginx, or false. */
export const withoutNginx =
  program === undefined ? 'there is no nginx here: install one (apt-get install nginx) or name it in NGINX' : false;

export interface Nginx {
  /** What it wrote to its error log. */
  log(): string;
  stop(): Promise<void>;
}

/** `site` gives what stands inside `http`, for the folder it may write to. Up when `ready` resolves. */
export async function startNginx(site: (folder: string) => string, ready: () => Promise<boolean>): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-nginx-'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`);
  // Started by root it would work as somebody who may not write there.
  const user = process.getuid?.() === 0 ? [`user ${userInfo().username};`] : [];
  const whole = [...user, 'daemon off;', `pid ${folder}/pid;`, 'events {}', 'http {', 'access_log off;', ...temporary, site(folder), '}'];
  writeFileSync(join(folder, 'nginx.conf'), whole.join('\n'));
  const child = spawn(program ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => void (said += chunk.toString()));
  let ended = false;
  const end = new Promise<void>((done) =>
    child.once('exit', () => {
      ended = true;
      done();
    }),
  );
  while (!(await ready())) {
    if (ended) throw new Error(`nginx ended: ${said}`);
    await new Promise((later) => setTimeout(later, 25));
  }
  return {
    log: () => said,
    async stop() {
      child.kill('SIGTERM');
      await end;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
