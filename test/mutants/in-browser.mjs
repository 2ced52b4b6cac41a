// Judges faults in sources by browser tests: the test server sends the changed file instead of the one on disk.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** The source with the fault in it. */
function changed({ fileName, location: { start, end }, replacement }) {
  const source = readFileSync(fileName, 'utf8');
  const starts = [0];
  for (const { index } of source.matchAll(/\n/g)) starts.push(index + 1);
  const at = ({ line, column }) => starts[line] + column;
  return source.slice(0, at(start)) + replacement + source.slice(at(end));
}

/** @returns those of `faults` that no test noticed. */
export async function inBrowser(faults, tests) {
  const folder = mkdtempSync(resolve('.build', 'mutants-'));
  const file = join(folder, 'mutant.json');
  const passes = () => {
    const options = ['--config', 'test/web-test-runner.config.mjs', '--files', ...tests];
    const env = { ...process.env, VOXREEL_MUTANT: file, VOXREEL_COMPILED: '1' };
    return spawnSync('node_modules/.bin/wtr', options, { env, stdio: 'ignore', timeout: 180_000 }).status === 0;
  };
  try {
    writeFileSync(file, '{}');
    if (!passes()) throw new Error('The tests fail without a fault.');
    return faults.filter((fault) => {
      writeFileSync(file, JSON.stringify({ path: `/${relative('.', fault.fileName)}`, body: changed(fault) }));
      return passes();
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
