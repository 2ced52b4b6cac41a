// `npm run test:engines [chromium] [firefox] [webkit] [--files <glob>]`: the browser suite in each engine, one after the other.
// Ends with what was skipped and why, and one line an engine.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { engines } from './engines/index.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const counts = new URL('../.build/browser.json', import.meta.url);
const { values, positionals } = parseArgs({ allowPositionals: true, options: { files: { type: 'string' } } });

const unknown = positionals.filter((name) => !Object.hasOwn(engines, name));
if (unknown.length > 0) {
  console.error(`There is no engine ${unknown.join(', ')}: ${Object.keys(engines).join(', ')}.`);
  process.exit(1);
}

/** What the suite said in this engine. */
function test(name) {
  try {
    engines[name].ensure();
  } catch (error) {
    return { passed: 0, failed: 1, skipped: [], missing: error.message };
  }
  console.log(`\n== ${name}`);
  rmSync(counts, { force: true });
  const files = values.files === undefined ? [] : ['--files', values.files];
  const { status } = spawnSync(
    fileURLToPath(new URL('../node_modules/.bin/wtr', import.meta.url)),
    ['--config', 'test/web-test-runner.config.mjs', ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, FORCE_COLOR: '0', ENGINE: name },
    },
  );
  const told = existsSync(counts) ? JSON.parse(readFileSync(counts, 'utf8')) : { passed: 0, failed: 0, skipped: [] };
  return { ...told, failed: status === 0 ? told.failed : Math.max(1, told.failed) };
}

const names = positionals.length > 0 ? positionals : Object.keys(engines);
const results = names.map((name) => ({ name, ...test(name) }));

for (const { name, skipped } of results) {
  if (skipped.length > 0) console.log(`\nSkipped in ${name}:\n${skipped.map((title) => `  ${title}`).join('\n')}`);
}
console.log('');
for (const { name, passed, failed, skipped, missing } of results) {
  console.log(missing === undefined ? `${name}: ${passed} passed, ${failed} failed, ${skipped.length} skipped` : `${name}: ${missing}`);
}
process.exitCode = results.some(({ failed }) => failed > 0) ? 1 : 0;
