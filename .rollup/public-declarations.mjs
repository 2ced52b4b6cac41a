// Removes the declarations in dist that no public type leads to: they would be half of all, and nobody can import them. What an element's comment lists of
// its styles goes too: custom-elements.json has it, where editors look for it. Tabs in place of four spaces each are a kilobyte less to download.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { importedFiles } from './imported-files.mjs';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
const reached = new Set(Object.values(exports).flatMap(({ types }) => (types ? [resolve(types)] : [])));
for (const file of reached) for (const name of importedFiles(file, readFileSync(file, 'utf8'))) reached.add(name.replace(/\.js$/, '.d.ts'));
for (const name of readdirSync('dist', { recursive: true })) {
  const path = resolve('dist', name);
  if (!name.endsWith('.d.ts')) continue;
  if (reached.has(path)) writeFileSync(path, published(readFileSync(path, 'utf8')));
  else rmSync(path);
}

function published(declarations) {
  return declarations
    .replaceAll(/^ \* @css(?:part|prop|state) .*\n/gm, '')
    .replaceAll(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));
}
