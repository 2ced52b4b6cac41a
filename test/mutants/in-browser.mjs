// Judges faults in sources by browser tests: one test server and one browser for all; the server sends the changed file instead of the one on disk.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { startTestRunner } from '@web/test-runner';
import { transformSync } from 'esbuild';

import { mutantPlugin } from './plugin.mjs';

/** The source with the fault in it. */
function changed({ fileName, location: { start, end }, replacement }) {
  const source = readFileSync(fileName, 'utf8');
  const starts = [0];
  for (const { index } of source.matchAll(/\n/g)) starts.push(index + 1);
  const at = ({ line, column }) => starts[line] + column;
  return source.slice(0, at(start)) + replacement + source.slice(at(end));
}

const importsOf = new Map();

/** What a compiled file imports by a relative path, sooner or later, and what that imports. */
function reached(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  if (!importsOf.has(path)) {
    const names = [...readFileSync(path, 'utf8').matchAll(/(?:from|import) ?\(?'(\.[^']+\.js)'/g)].map(([, name]) => name);
    importsOf.set(
      path,
      names.map((name) => join(dirname(path), name)),
    );
  }
  for (const name of importsOf.get(path)) if (existsSync(name)) reached(name, seen);
  return seen;
}

/** Whether a test in Node that has to do with the source fails with `body` compiled in its place. */
function failsInNode(source, body, tests) {
  const compiled = join('.build/src', relative('src', source).replace(/\.ts$/, '.js'));
  const files = tests.filter((test) => reached(test).has(compiled));
  if (files.length === 0) return false;
  const before = readFileSync(compiled);
  writeFileSync(compiled, transformSync(body, { loader: 'ts', target: 'es2022' }).code);
  const { status } = spawnSync(process.execPath, ['--test', ...files], { stdio: 'ignore', timeout: 60_000 });
  writeFileSync(compiled, before);
  return status !== 0;
}

/** A browser asks again for what it may not assume to be the same. */
const neverKept = (context, next) => {
  context.set('vary', '*');
  return next();
};

/** Runs `tests` once without a fault. `passes(session)`: whether its file does now. */
async function startRuns(tests, plugin) {
  process.env.VOXREEL_COMPILED = '1';
  const { default: config } = await import('../web-test-runner.config.mjs');
  const [browser] = config.browsers;
  const stopBrowser = browser.stop.bind(browser);
  // The runner would stop it, and then itself, after the first run.
  browser.stop = async () => undefined;
  let end;
  const judged = new Promise((resolve) => (end = resolve));
  const runner = await startTestRunner({
    config: {
      ...config,
      files: tests,
      // The test server lets a browser keep files for a year.
      middleware: [neverKept, ...config.middleware],
      plugins: [plugin, ...config.plugins],
      reporters: [{ reportTestFileResults: ({ sessionsForTestFile: [{ id }] }) => plugin.over(id), stop: () => judged }],
      testFramework: { config: { ...config.testFramework.config, bail: true } },
      testsFinishTimeout: 60_000,
    },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  let finished;
  runner.on('test-run-finished', () => finished());
  const nextRun = () => new Promise((resolve) => (finished = resolve));
  await nextRun();
  return {
    sessions: [...runner.sessions.all()],
    async passes({ id }) {
      const over = nextRun();
      void runner.runTests([{ ...runner.sessions.get(id), passed: undefined, errors: [] }]);
      await over;
      // A page in an endless loop is left behind.
      if (browser.isActive(id)) await browser.getPage(id).close();
      return runner.sessions.get(id).passed === true;
    },
    async close() {
      const stopped = new Promise((resolve) => runner.on('stopped', resolve));
      end();
      await stopped;
      await stopBrowser();
    },
  };
}

/** Those of the tests that ask for the fault's source, quickest first. */
const related = (sessions, pages, path) =>
  sessions.filter(({ id }) => pages.get(id).paths.has(path)).sort((one, other) => pages.get(one.id).ms - pages.get(other.id).ms);

/** @returns those of `faults` that no test noticed; `nodeTests` are compiled. */
export async function inBrowser(faults, tests, nodeTests) {
  const plugin = mutantPlugin();
  const runs = await startRuns(tests, plugin);
  try {
    const failed = runs.sessions.filter(({ passed }) => !passed).map(({ testFile }) => testFile);
    if (failed.length > 0) throw new Error(`The tests fail without a fault: ${failed.join(', ')}`);
    const isNoticed = async (fault) => {
      const [path, body] = [`/${relative('.', fault.fileName)}`, changed(fault)];
      if (failsInNode(fault.fileName, body, nodeTests)) return true;
      plugin.show({ path, body });
      for (const session of related(runs.sessions, plugin.pages, path)) if (!(await runs.passes(session))) return true;
      return false;
    };
    const survivors = [];
    for (const fault of faults) if (!(await isNoticed(fault))) survivors.push(fault);
    return survivors;
  } finally {
    await runs.close();
  }
}
