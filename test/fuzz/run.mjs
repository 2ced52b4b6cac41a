// `npm run fuzz`: every property over a million cases in all, in two processes, then both elements in a browser over `--pages N` cases a test.
// `--cases N`, `--only name`, `--seed N`, `--path p` (one case again), `--processes N`.
import { build } from 'esbuild';
import { fork, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = resolve(fileURLToPath(new URL('../..', import.meta.url)));
process.chdir(root);

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
    pages: { type: 'string' },
    processes: { type: 'string', default: '2' },
  },
});
const pages = Number(values.pages ?? (values.only === undefined ? 300 : 0));
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
/** Cases that one process takes at a time. */
const pieceCases = 2000;
/** A piece that takes longer hangs: it takes some seconds. */
const longestPieceMs = 300_000;

const outfile = join(root, '.build', 'fuzz', 'worker.mjs');
await build({
  entryPoints: [join(root, 'test', 'fuzz', 'worker.ts')],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  logLevel: 'warning',
});

/** A process of its own survives nothing that kills another; it has told which properties there are. */
function startWorker() {
  return new Promise((ready, failed) => {
    const worker = fork(outfile, { execArgv: ['--enable-source-maps', '--max-old-space-size=1024'] });
    worker.once('error', failed);
    worker.once('message', (told) => ready({ worker, told }));
  });
}

/** What came of a piece; a process that hangs or dies is a failure too. */
function check(worker, piece) {
  return new Promise((done) => {
    const over = (result) => {
      clearTimeout(timer);
      for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener);
      done(result);
    };
    const lost = (why) => {
      const again = `npm run fuzz -- --only ${piece.name} --seed ${piece.seed} --cases ${piece.cases}`;
      over({ ...piece, ms: 0, failure: `${piece.name}: ${why}\n  Again: ${again}`, dead: true });
    };
    const listeners = {
      message: over,
      exit: (code, signal) => lost(`the process ended with ${signal ?? code}`),
    };
    const timer = setTimeout(() => {
      lost(`no end within ${longestPieceMs} ms`);
      worker.kill('SIGKILL');
    }, longestPieceMs);
    for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener);
    worker.send(piece);
  });
}

let first = await startWorker();
const chosen = first.told.filter(({ name }) => values.only === undefined || name === values.only);
if (chosen.length === 0 && pages === 0)
  throw new Error(`There is no property ${values.only}: ${first.told.map(({ name }) => name).join(', ')}`);
const shares = chosen.reduce((sum, { share }) => sum + share, 0);
const tally = new Map(chosen.map(({ name }) => [name, { cases: 0, ms: 0, failures: [] }]));

/** One after the other of each, so that a run that is stopped has seen something of all. */
const pieces = [];
for (const [nth, { name, share }] of chosen.entries()) {
  const cases = Math.ceil((Number(values.cases) * share) / shares);
  const again = values.path !== undefined || values.seed !== undefined;
  for (let from = 0, at = 0; from < cases; from += pieceCases, at++)
    pieces.push({
      order: at,
      name,
      // A piece that failed begins with its own seed.
      seed: again && values.only !== undefined ? seed + at : (seed + nth * 1_000_003 + at) % 2 ** 31,
      cases: values.path === undefined ? Math.min(pieceCases, cases - from) : 1,
      path: values.path,
    });
}
pieces.sort((one, other) => one.order - other.order);
if (values.path !== undefined) pieces.length = 1;

console.log(`seed ${seed}, ${chosen.length} properties`);
const startedAt = performance.now();
async function work() {
  let running = first ?? (await startWorker());
  first = undefined;
  for (let piece = pieces.shift(); piece !== undefined; piece = pieces.shift()) {
    const known = tally.get(piece.name);
    // A failure is reported once or twice; the rest of it would say the same.
    if (known.failures.length >= 2) continue;
    const result = await check(running.worker, piece);
    known.cases += result.cases;
    known.ms += result.ms;
    if (result.failure !== undefined) {
      known.failures.push(result.failure);
      console.log(`\n${result.failure}\n`);
    }
    if (result.dead) running = await startWorker();
  }
  running.worker.disconnect();
}
await Promise.all(Array.from({ length: Math.min(Number(values.processes), pieces.length) }, work));
first?.worker.disconnect();

let cases = 0;
let failed = 0;
for (const [name, { cases: seen, ms, failures }] of tally) {
  cases += seen;
  failed += failures.length > 0 ? 1 : 0;
  const each = seen === 0 ? 0 : (ms * 1000) / seen;
  console.log(
    `${name.padEnd(24)} ${String(seen).padStart(8)} cases ${(ms / 1000).toFixed(1).padStart(7)} s ${each.toFixed(0).padStart(6)} us each  ${failures.length > 0 ? 'FAILED' : 'holds'}`,
  );
}
console.log(
  `\n${cases} cases in ${((performance.now() - startedAt) / 1000).toFixed(0)} s; ${tally.size - failed} properties hold, ${failed} do not (seed ${seed})`,
);

/** Both elements, shown in a browser: the tests that `npm test` has, over as many cases each. */
function showPages() {
  const asked = { cases: pages, seed, path: values.path, only: values.only };
  const wtr = spawn(
    join(root, 'node_modules', '.bin', 'wtr'),
    ['--config', 'test/web-test-runner.config.mjs', '--files', 'test/browser/fuzz/*.test.ts'],
    { stdio: 'inherit', env: { ...process.env, FUZZ_PAGES: JSON.stringify(asked) } },
  );
  return new Promise((done) => wtr.once('exit', (code) => done(code === 0)));
}

const pagesHold = pages === 0 || (await showPages());
process.exitCode = failed > 0 || !pagesHold ? 1 : 0;
