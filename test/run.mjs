// `npm test`: lint, format, unused code, spelling, types, build, Storybook, then the tests in Node and in a real Chromium. Ends with one line `N passed, N failed`.
// With `--ratios` the ratios of the performance record too: they are measured, so no part of the tests. `npm run check:package` is its last step alone.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { bin, built, check, compile, conclude, counting, isAskedFor, nodeSuite, packAndCompile, sideBySide, step } from './steps.mjs';

const words = process.argv.slice(2);

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
  const folder = join(built, 'test', 'node', 'package');
  if (!(await packAndCompile(log))) return { passed: 0, failed: 1 };
  const files = readdirSync(folder).filter((name) => /\.(?:test|check)\.js$/.test(name));
  return nodeSuite(
    files.map((name) => join(folder, name)),
    { atOnce: 1, timeoutMs: 900_000, log },
  );
}

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

if (words.includes('published')) await step({ name: 'published', action: packageTests });
await sideBySide([
  { name: 'build', action: check('npm', ['run', '--silent', 'build']) },
  { name: 'format', action: check(bin('oxfmt'), ['--check']) },
  { name: 'unused', action: check(bin('knip'), []) },
  { name: 'spelling', action: check(bin('cspell'), ['lint', '--no-progress']) },
  { name: 'types', action: check(bin('tsc'), []) },
  { name: 'compile', action: compile, asked: ['node', 'node in-browser', 'browser 1', 'browser 2'].some(isAskedFor) },
]);
await sideBySide([
  { name: 'node in-browser', action: nodeTests(drivesBrowser, 1) },
  { name: 'node', action: nodeTests((file) => !drivesBrowser(file), 2) },
  { name: 'browser 1', action: browserTests(1) },
  { name: 'browser 2', action: browserTests(2) },
  {
    name: 'runtimes',
    action: counting('runtimes.json', process.execPath, ['test/runtimes/run.mjs', 'node26', '--counts', join(built, 'runtimes.json')]),
  },
  { name: 'storybook', action: check('npm', ['run', '--silent', 'build-storybook']) },
  // Not beside the build: it takes types from `dist` where that is there.
  { name: 'lint', action: check(bin('oxlint'), ['--deny-warnings']) },
]);
if (words.includes('--ratios'))
  await step({ name: 'ratios', action: counting('ratios.json', process.execPath, ['test/bench/check.mjs', '--built']) });

conclude();
