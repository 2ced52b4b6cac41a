// `npm test`: lint, format, unused code, types, build, Storybook, then the tests in Node and in a real Chromium. Ends with one line `N passed, N failed`.
// With `--ratios` the ratios of the performance record too: they are measured, so no part of the tests. `npm run check:package` is its last step alone.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const words = process.argv.slice(2);
const only = new Set(words.filter((word) => !word.startsWith('--')));
const results = { passed: 0, failed: 0 };

const bin = (name) => join(root, 'node_modules', '.bin', name);

function run(command, args) {
  const { status, signal } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, FORCE_COLOR: '0' } });
  return status === 0 && signal === null;
}

function step(name, action) {
  if (only.size > 0 && !only.has(name)) return;
  console.log(`\n== ${name}`);
  const started = Date.now();
  const { passed, failed } = action();
  results.passed += passed;
  results.failed += failed;
  console.log(`${name}: ${passed} passed, ${failed} failed (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

const check = (command, args) => () => (run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** A suite's own counts; a run that ends badly without a failed test counts as one. */
function suite(succeeded, counts) {
  const { passed = 0, failed = 0 } = counts ?? {};
  return { passed, failed: !succeeded && failed === 0 ? 1 : failed };
}

function nodeTests() {
  const folder = join(root, '.build', 'test', 'node');
  rmSync(join(root, '.build'), { recursive: true, force: true });
  if (!run(bin('tsc'), ['-p', 'test/node'])) return { passed: 0, failed: 1 };
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => join(folder, name));
  // A browser with many pages takes both cores, and what it is held to is meant for a machine that has them.
  const withBrowser = (file) => {
    const source = readFileSync(file, 'utf8');
    const beside = [...source.matchAll(/from '(\.\/[\w-]+\.js)'/g)].map(([, path]) => join(file, '..', path));
    return source.includes('puppeteer') || beside.some((path) => readFileSync(path, 'utf8').includes('puppeteer'));
  };
  const quick = nodeSuite(
    files.filter((file) => !withBrowser(file)),
    2,
  );
  const slow = nodeSuite(files.filter(withBrowser), 1);
  return { passed: quick.passed + slow.passed, failed: quick.failed + slow.failed };
}

/** What npm would publish, packed as npm packs it, and all that judges it; asks the registry. */
function packageTests() {
  const [folder, packed] = [join(root, '.build', 'test', 'node', 'package'), join(root, '.build', 'packed')];
  rmSync(join(root, '.build'), { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  if (!run('npm', ['pack', '--silent', '--pack-destination', packed])) return { passed: 0, failed: 1 };
  if (!run(bin('tsc'), ['-p', 'test/node'])) return { passed: 0, failed: 1 };
  process.env.VOXREEL_TARBALL = join(packed, readdirSync(packed)[0]);
  const files = readdirSync(folder).filter((name) => /\.(?:test|check)\.js$/.test(name));
  return nodeSuite(
    files.map((name) => join(folder, name)),
    1,
    900_000,
  );
}

function nodeSuite(files, atOnce, timeoutMs = 180_000) {
  const tap = join(root, '.build', 'node.tap');
  rmSync(tap, { force: true });
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${tap}`,
  ];
  const succeeded = run(process.execPath, [
    '--test',
    `--test-concurrency=${atOnce}`,
    `--test-timeout=${timeoutMs}`,
    ...reporters,
    ...files,
  ]);
  const said = existsSync(tap) ? readFileSync(tap, 'utf8') : '';
  const count = (word) => Number(new RegExp(`^# ${word} (\\d+)$`, 'm').exec(said)?.[1] ?? 0);
  return suite(succeeded, { passed: count('pass'), failed: count('fail') + count('cancelled') });
}

/** A command that writes its counts to a file of `.build`. */
const counting = (name, command, args) => () => {
  mkdirSync(join(root, '.build'), { recursive: true });
  const file = join(root, '.build', name);
  rmSync(file, { force: true });
  const succeeded = run(command, args);
  return suite(succeeded, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
};

step('lint', check(bin('oxlint'), ['--deny-warnings']));
step('format', check(bin('oxfmt'), ['--check']));
step('unused', check(bin('knip'), []));
step('types', check(bin('tsc'), []));
step('build', check('npm', ['run', '--silent', 'build']));
step('storybook', check('npm', ['run', '--silent', 'build-storybook']));
step('node', nodeTests);
step('browser', counting('browser.json', bin('wtr'), ['--config', 'test/web-test-runner.config.mjs']));
if (words.includes('--ratios')) step('ratios', counting('ratios.json', process.execPath, ['test/bench/check.mjs', '--built']));
if (only.has('published')) step('published', packageTests);

console.log(`\n${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed > 0 ? 1 : 0;
