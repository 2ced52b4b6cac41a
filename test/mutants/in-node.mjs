// Judges faults in compiled sources by Node tests. Stryker puts every fault of a file into it, each behind a switch; all tests run once
// to see which faults each of them reaches, then each fault is switched on for the tests that reach it, until one fails.
// Stryker's own runner would do the same for all faults of these files, of which we sample a few: minutes instead of hours.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const noteReached = fileURLToPath(new URL('note-reached.mjs', import.meta.url));
const atOnce = 2;
const looseOnes = new Set(['ArithmeticOperator', 'BooleanLiteral', 'EqualityOperator', 'LogicalOperator']);
/** A machine that other work keeps busy may be this much slower from one run of a test to the next. */
const patience = (ms) => 15_000 + 5 * ms;

/** @returns the results of `action` for all of `list`, a few at a time, in order. */
async function each(list, action) {
  const results = [];
  const waiting = [...list.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await action(next[1]);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}

/** Runs one test file until its first failure, in a process group of its own, so that what it started ends with it. */
async function passes(file, { env, timeoutMs }) {
  const child = spawn(process.execPath, ['--test-reporter=tap', file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  };
  const timer = setTimeout(end, timeoutMs);
  createInterface(child.stdout).on('line', (line) => {
    if (/^ *not ok (?!.*# TODO)/.test(line)) end();
  });
  const code = await new Promise((done) => child.once('exit', done));
  clearTimeout(timer);
  end();
  return code === 0;
}

/** Whether a test file passes in one of so many attempts. */
async function passesIn(attempts, file, options) {
  for (let attempt = 1; attempt <= attempts; attempt++) if (await passes(file, options)) return true;
  return false;
}

/** @returns what each test file costs, how many attempts it took, and which faults it reaches; first the steady ones that cost little and aim at few. */
async function measure(tests, folder) {
  const measured = await each(tests, async (file) => {
    const reached = mkdtempSync(join(folder, 'reached-'));
    const env = { NODE_OPTIONS: `--import=${noteReached}`, VOXREEL_REACHED: reached };
    for (let attempts = 1; attempts <= 3; attempts++) {
      const begun = performance.now();
      if (!(await passes(file, { env, timeoutMs: 300_000 }))) continue;
      const ids = readdirSync(reached).flatMap((name) => JSON.parse(readFileSync(join(reached, name), 'utf8')));
      return { file, attempts, ms: performance.now() - begun, ids: new Set(ids) };
    }
    throw new Error(`${file} fails without a fault.`);
  });
  return measured.sort((one, other) => one.attempts - other.attempts || one.ms * one.ids.size - other.ms * other.ids.size);
}

/** @returns those of `faults` that no test noticed; `instrumented` are the files that hold them. */
export async function inNode(faults, { tests, instrumented }) {
  const originals = instrumented.map(({ name }) => ({ name, content: readFileSync(name, 'utf8') }));
  for (const { name, content } of instrumented) writeFileSync(name, content);
  const folder = mkdtempSync(resolve('.build', 'mutants-'));
  try {
    const measured = await measure(tests, folder);
    const noticed = await each(faults, async ({ id }) => {
      const env = { __STRYKER_ACTIVE_MUTANT__: id };
      for (const { file, attempts, ms, ids } of measured)
        // Every other outcome than a pass fails `npm test`: a failed test, one that hangs, a file that ends badly as it loads.
        if (ids.has(id) && !(await passesIn(attempts, file, { env, timeoutMs: patience(ms) }))) return true;
      return false;
    });
    return faults.filter((_, index) => !noticed[index]);
  } finally {
    for (const { name, content } of originals) writeFileSync(name, content);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A fault for a browser, which is served sources: what the whole source compiles to, with the fault in it. */
export function asSource({ id, fileName, file, mutatorName, replacement, location }) {
  const [compiled, source] = [fileName, file].map((name) => readFileSync(name, 'utf8').split('\n'));
  const { start, end } = location;
  const before = [...compiled.slice(0, start.line), compiled[start.line].slice(0, start.column)].join('\n');
  const after = [compiled[end.line].slice(end.column), ...compiled.slice(end.line + 1)].join('\n');
  // Where it stands may bind its parts more tightly than it does.
  const part = looseOnes.has(mutatorName) ? `(${replacement})` : replacement;
  const whole = { start: { line: 0, column: 0 }, end: { line: source.length - 1, column: source.at(-1).length } };
  return { id, fileName: file, location: whole, replacement: before + part + after };
}
