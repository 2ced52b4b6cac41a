// Browser tests: TypeScript sources served as they are, a real engine (Chromium, or the one that ENGINE names), and the local service with its gateway beside them.
import { readdirSync } from 'node:fs';

import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';

import { countReporter } from './count-reporter.mjs';
import { engines } from './engines/index.mjs';
import { personCommands } from './person-commands.mjs';
import { serviceFixture, sourceOfBuilt } from './service-fixture.mjs';
import { sourceDoors } from './source-doors.mjs';
import { storyFiles } from './story-files.mjs';
import { strictPages } from './strict-pages.mjs';

const engine = engines[process.env.ENGINE ?? 'chromium'];
const half = process.env.VOXREEL_BROWSER_HALF;

/** Every second test file, so that `npm test` can run each half in a browser of its own. */
const filesOfHalf = () =>
  readdirSync(new URL('browser', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .sort((one, other) => (one < other ? -1 : 1))
    .filter((_, index) => (index % 2) + 1 === Number(half))
    .map((name) => `test/browser/${name}`);

export default {
  rootDir: new URL('..', import.meta.url).pathname,
  files: half === undefined ? ['test/browser/**/*.test.ts'] : filesOfHalf(),
  ...(process.env.PORT && { port: Number(process.env.PORT) }),
  nodeResolve: { exportConditions: ['production', 'default'] },
  concurrency: 1,
  concurrentBrowsers: 1,
  // Beside a busy process a browser may take long to come.
  browserStartTimeout: 120_000,
  testsStartTimeout: 30_000,
  testsFinishTimeout: process.env.FUZZ_PAGES === undefined ? 900_000 : 4 * 3_600_000,
  middleware: [sourceOfBuilt, strictPages],
  plugins: [
    serviceFixture(),
    sourceDoors,
    storyFiles(),
    personCommands(engine.commands),
    // `npm run fuzz` asks for more cases than the sample.
    {
      name: 'fuzz-pages',
      executeCommand: ({ command }) => (command === 'fuzz-pages' ? JSON.parse(process.env.FUZZ_PAGES ?? '{}') : undefined),
    },
    // Its modules are a hundred, and some mean to be left out of browsers, which the test server does not understand.
    {
      name: 'one-mediabunny',
      resolveImport: ({ source }) => (source === 'mediabunny' ? '/node_modules/mediabunny/dist/bundles/mediabunny.min.mjs' : undefined),
    },
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: new URL('../tsconfig.json', import.meta.url).pathname }),
  ],
  browsers: [await engine.launcher()],
  reporters: [
    defaultReporter({ reportTestProgress: process.stdout.isTTY }),
    countReporter(half === undefined ? '.build/browser.json' : `.build/browser-${half}.json`),
  ],
  // Only what hangs takes so long.
  testFramework: { config: { timeout: '180000' } },
  // Chromium says this for every page that is closed while it plays.
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('AudioContext was not allowed to start'),
};
