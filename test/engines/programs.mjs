// What an engine needs of Debian: found, or installed where this process may, or named in one line.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of the first of these programs. A name with a slash is a path already. */
export function find(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder, name)))).find(isExecutable);
}

/** Installs `packages` unless `isThere()`. Throws one line that says what is missing. */
export function ensure(engine, isThere, packages) {
  if (isThere()) return;
  const mayInstall = process.getuid?.() === 0 && find('apt-get') !== undefined;
  if (mayInstall) {
    console.log(`${engine}: installing ${packages.join(' ')}`);
    const apt = (...args) =>
      spawnSync('apt-get', ['-q', '-y', ...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    const install = () => apt('install', '--no-install-recommends', ...packages).status === 0;
    // The lists of a new machine may be old or empty.
    if (!install()) apt('update') && install();
  }
  if (!isThere()) throw new Error(`${engine} is not here: apt-get install ${packages.join(' ')}`);
}
