// Packages that are no dependency of anyone: npm fetches them into `node_modules/.cache`, each set alone, without its scripts.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));

/** The folder that has `wanted` (`name@version`) in its node_modules. `name`: of all of them. Rejects with one line where npm cannot fetch them. */
export async function fetchedPackages(folder, name, wanted) {
  const home = join(cache, folder, wanted.join('+').replaceAll('/', '+'));
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
    ...wanted,
  ]);
  if (said !== undefined) throw new Error(`npm could not fetch ${name} (${wanted.join(', ')}): ${said}`);
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
