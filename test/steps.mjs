// What `npm test` and `npm run test:more` are made of: steps that run commands, keep what they print, and count what passed.
import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { writeBuiltPackage } from './source-doors.mjs';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const only = new Set(process.argv.slice(2).filter((word) => !word.startsWith('--')));
const results = { passed: 0, failed: 0 };
const failures = [];

export const built = join(root, '.build');
const logs = join(root, 'node_modules', '.cache', 'test-logs');
export const bin = (name) => join(root, 'node_modules', '.bin', name);

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

/** Whether the command line asks for a step, by its name or the first word of it; without names it asks for all. */
export const isAskedFor = (name) => only.size === 0 || only.has(name) || only.has(name.split(' ')[0]);

export async function step({ name, action }) {
  const log = join(logs, `${name.replaceAll(' ', '-')}.log`);
  mkdirSync(logs, { recursive: true });
  rmSync(log, { force: true });
  const started = performance.now();
  const { passed, failed, failures: named = [] } = await action(log);
  results.passed += passed;
  results.failed += failed;
  if (failed > 0) failures.push(...(named.length > 0 ? named : ['']).map((failure) => `${name}: ${failure}`));
  console.log(`\n== ${name}`);
  if (existsSync(log)) process.stdout.write(readFileSync(log, 'utf8'));
  console.log(`${name}: ${passed} passed, ${failed} failed (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

/** Tests wait more than they compute, and leave their core to others. `VOXREEL_LANES` where a machine is slow or crowded. */
const lanes = Number(process.env.VOXREEL_LANES ?? 3);

/** Takes steps in their order, several at a time. `asked`: a step that others need. */
export async function sideBySide(steps) {
  const left = steps.filter(({ name, asked }) => asked ?? isAskedFor(name));
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await step(next);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** A command that passes or fails as a whole; when it fails, the end of what it printed stands for the name of a test. */
export const check = (command, args) => async (log) => {
  if (await run(command, args, { log })) return { passed: 1, failed: 0 };
  return { passed: 0, failed: 1, failures: [readFileSync(log, 'utf8').trimEnd().split('\n').slice(-12).join('\n')] };
};

/** A suite's own counts; a run that ends badly without a failed test counts as one. */
function suite(succeeded, counts) {
  const { passed = 0, failed = 0, failures: named = [] } = counts ?? {};
  return { passed, failed: !succeeded && failed === 0 ? 1 : failed, failures: named };
}

/** The tests of a TAP log that failed themselves, each with the file and line it stands in and what it threw. */
const failuresOfTap = (said) =>
  [...said.matchAll(/^ *not ok \d+ - (.*)\n *---\n([^]*?)\n *\.\.\.$/gm)]
    .filter(([, , details]) => !details.includes("failureType: 'subtestsFailed'"))
    .map(([, title, details]) => {
      const [, location = ''] = /location: '(.*)'/.exec(details) ?? [];
      const [, error = ''] = /error: ([^]*?)(?=\n *\w+: |$)/.exec(details) ?? [];
      return `${title} (${location.replace(`${root}/`, '')})\n${error}`;
    });

/** Sources and Node tests as JavaScript, for every suite that follows; the step `types` checks them. */
export async function compile(log) {
  rmSync(built, { recursive: true, force: true });
  writeBuiltPackage(built);
  return check(bin('tsc'), ['-p', 'test/node', '--noCheck'])(log);
}

/** The package as npm packs it, which builds it first, for the tests that use it (`VOXREEL_TARBALL`), and these tests as JavaScript. */
export async function packAndCompile(log) {
  const packed = join(built, 'packed');
  rmSync(built, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  writeBuiltPackage(built);
  if (!(await run('npm', ['pack', '--silent', '--pack-destination', packed], { log }))) return false;
  process.env.VOXREEL_TARBALL = join(packed, readdirSync(packed)[0]);
  return run(bin('tsc'), ['-p', 'test/node'], { log });
}

export async function nodeSuite(files, { atOnce, timeoutMs = 600_000, log }) {
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
  return suite(succeeded, { passed: count('pass'), failed: count('fail') + count('cancelled'), failures: failuresOfTap(said) });
}

/** A command that writes its counts to a file of `.build`. */
export const counting = (name, command, args, environment) => async (log) => {
  const file = join(built, name);
  mkdirSync(built, { recursive: true });
  rmSync(file, { force: true });
  const succeeded = await run(command, args, { log, env: await environment?.() });
  return suite(succeeded, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
};

/** What failed, once more and in one place, then the last line and the status that the process ends with. */
export function conclude() {
  for (const failure of failures) console.log(`\nFAILED ${failure.trim().replaceAll(/\s*\n\s*/g, '\n    ')}`);
  console.log(`\n${results.passed} passed, ${results.failed} failed`);
  process.exitCode = results.failed > 0 ? 1 : 0;
}
