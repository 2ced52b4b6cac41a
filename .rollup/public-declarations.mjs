// Removes the declarations in dist that no public type leads to: they would be half of all, and nobody can import them.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const reached = new Set(Object.values(exports).flatMap(({ types }) => (types ? [resolve(types)] : [])));
for (const file of reached) {
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/\b(?:from |import |import\()["'](\.[^"']+)["']/g))
    reached.add(resolve(dirname(file), name.replace(/\.js$/, '.d.ts')));
}
for (const name of readdirSync('dist', { recursive: true })) {
  const path = resolve('dist', name);
  if (name.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
}
