// `npm test`: lint, format, unused code, types, build, Storybook, then the tests in Node and in a real Chromium. Ends with one line `N passed, N failed`.
// With `--ratios` the ratios of the performance record too: they are measured, so no part of the tests. `npm run check:package` is its last step alone.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { writeBuiltPackage } from './source-doors.mjs';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const words = process.argv.slice(2);
const only = new Set(words.filter((word) => !word.startsWith('--')));
const results = { passed: 0, failed: 0 };

const built = join(root, '.build');
const logs = join(root, 'node_modules', '.cache', 'test-logs');
const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Runs a command with its output in a log, which is printed as a whole: two run at a time. */
async function run(command, args, { log, env = {} }) {
  const output = openSync(log, 'a');
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', output, output], env: { ...process.env, FORCE_COLOR: '0', ...env } });
  const ended = await new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (status) => resolve(status === 0));
  });
  closeSync(output);
  return ended;
}

async function step({ name, action }) {
  const log = join(logs, `${name.replaceAll(' ', '-')}.log`);
  rmSync(log, { force: true });
  const started = performance.now();
  const { passed, failed } = await action(log);
  results.passed += passed;
  results.failed += failed;
  console.log(`\n== ${name}`);
  if (existsSync(log)) process.stdout.write(readFileSync(log, 'utf8'));
  console.log(`${name}: ${passed} passed, ${failed} failed (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

/** Takes steps in their order, two at a time: a test that waits leaves its core to the other. */
async function twoAtATime(steps) {
  const left = steps.filter(({ name }) => only.size === 0 || only.has(name) || only.has(name.split(' ')[0]));
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await step(next);
  };
  await Promise.all([lane(), lane()]);
}

const check = (command, args) => async (log) => ((await run(command, args, { log })) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** A suite's own counts; a run that ends badly without a failed test counts as one. */
function suite(succeeded, counts) {
  const { passed = 0, failed = 0 } = counts ?? {};
  return { passed, failed: !succeeded && failed === 0 ? 1 : failed };
}

/** Sources and Node tests as JavaScript, for every suite that follows. */
async function compile(log) {
  rmSync(built, { recursive: true, force: true });
  writeBuiltPackage(built);
  return check(bin('tsc'), ['-p', 'test/node'])(log);
}

/** Whether a test drives a browser, itself or by a module beside it. */
function drivesBrowser(file) {
  const source = readFileSync(file, 'utf8');
  const beside = [...source.matchAll(/from '(\.\/[\w-]+\.js)'/g)].map(([, path]) => join(file, '..', path));
  return source.includes('puppeteer') || beside.some((path) => readFileSync(path, 'utf8').includes('puppeteer'));
}

function nodeTests(wanted, atOnce) {
  return (log) => {
    const folder = join(built, 'test', 'node');
    if (!existsSync(folder)) return { passed: 0, failed: 1 };
    const files = readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.test.js'))
      .map((name) => join(folder, name));
    return nodeSuite(files.filter(wanted), { atOnce, log });
  };
}

/** What npm would publish, packed as npm packs it, and all that judges it; asks the registry. */
async function packageTests(log) {
  const [folder, packed] = [join(built, 'test', 'node', 'package'), join(built, 'packed')];
  rmSync(built, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  if (!(await run('npm', ['pack', '--silent', '--pack-destination', packed], { log }))) return { passed: 0, failed: 1 };
  if (!(await run(bin('tsc'), ['-p', 'test/node'], { log }))) return { passed: 0, failed: 1 };
  process.env.VOXREEL_TARBALL = join(packed, readdirSync(packed)[0]);
  const files = readdirSync(folder).filter((name) => /\.(?:test|check)\.js$/.test(name));
  return nodeSuite(
    files.map((name) => join(folder, name)),
    { atOnce: 1, timeoutMs: 900_000, log },
  );
}

async function nodeSuite(files, { atOnce, timeoutMs = 180_000, log }) {
  const tap = `${log}.tap`;
  rmSync(tap, { force: true });
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${tap}`,
  ];
  const options = ['--test', `--test-concurrency=${atOnce}`, `--test-timeout=${timeoutMs}`, ...reporters];
  const succeeded = await run(process.execPath, [...options, ...files], { log });
  const said = existsSync(tap) ? readFileSync(tap, 'utf8') : '';
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(said)?.[1] ?? 0);
  return suite(succeeded, { passed: count('pass'), failed: count('fail') + count('cancelled') });
}

/** A command that writes its counts to a file of `.build`. */
const counting = (name, command, args, environment) => async (log) => {
  const file = join(built, name);
  mkdirSync(built, { recursive: true });
  rmSync(file, { force: true });
  const succeeded = await run(command, args, { log, env: await environment?.() });
  return suite(succeeded, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
};

/** Half of the browser suite, in a browser and on a port of its own. */
const browserTests = (half) =>
  counting(`browser-${half}.json`, bin('wtr'), ['--config', 'test/web-test-runner.config.mjs'], async () => ({
    VOXREEL_BROWSER_HALF: String(half),
    VOXREEL_COMPILED: '1',
    PORT: String(await freePort(20_000 + half * 1000)),
  }));

/** The first free port of a range that only one lane searches, below those that the system hands out. */
async function freePort(from) {
  for (let port = from; port < from + 1000; port++) {
    const free = await new Promise((resolve) => {
      const server = createServer()
        .once('error', () => resolve(false))
        .listen(port, () => server.close(() => resolve(true)));
    });
    if (free) return port;
  }
  throw new Error(`No port from ${from} to ${from + 999} is free.`);
}

mkdirSync(logs, { recursive: true });
if (only.has('published')) await step({ name: 'published', action: packageTests });
await twoAtATime([
  { name: 'build', action: check('npm', ['run', '--silent', 'build']) },
  { name: 'lint', action: check(bin('oxlint'), ['--deny-warnings']) },
  { name: 'format', action: check(bin('oxfmt'), ['--check']) },
  { name: 'unused', action: check(bin('knip'), []) },
  { name: 'types', action: check(bin('tsc'), []) },
]);
if (only.size === 0 || words.some((word) => /^(?:node|browser)/.test(word))) await step({ name: 'compile', action: compile });
await twoAtATime([
  { name: 'browser 1', action: browserTests(1) },
  { name: 'node in-browser', action: nodeTests(drivesBrowser, 1) },
  { name: 'browser 2', action: browserTests(2) },
  { name: 'node', action: nodeTests((file) => !drivesBrowser(file), 2) },
  {
    name: 'runtimes',
    action: counting('runtimes.json', process.execPath, ['test/runtimes/run.mjs', 'node26', '--counts', join(built, 'runtimes.json')]),
  },
  { name: 'storybook', action: check('npm', ['run', '--silent', 'build-storybook']) },
]);
if (words.includes('--ratios'))
  await step({ name: 'ratios', action: counting('ratios.json', process.execPath, ['test/bench/check.mjs', '--built']) });

console.log(`\n${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;
