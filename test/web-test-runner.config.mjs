// Browser tests: TypeScript sources served as they are, a real engine (Chromium, or the one that ENGINE names), and the local service with its gateway beside them.
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter } from '@web/test-runner';

import { countReporter } from './count-reporter.mjs';
import { engines } from './engines/index.mjs';
import { personCommands } from './person-commands.mjs';
import { serviceFixture, sourceOfBuilt } from './service-fixture.mjs';
import { storyFiles } from './story-files.mjs';
import { strictPages } from './strict-pages.mjs';

const engine = engines[process.env.ENGINE ?? 'chromium'];

export default {
  rootDir: new URL('..', import.meta.url).pathname,
  files: ['test/browser/**/*.test.ts'],
  nodeResolve: { exportConditions: ['production', 'default'] },
  concurrency: 1,
  concurrentBrowsers: 1,
  testsStartTimeout: 30_000,
  testsFinishTimeout: process.env.FUZZ_PAGES === undefined ? 240_000 : 4 * 3_600_000,
  middleware: [sourceOfBuilt, strictPages],
  plugins: [
    serviceFixture(),
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
  reporters: [defaultReporter({ reportTestProgress: process.stdout.isTTY }), countReporter('.build/browser.json')],
  testFramework: { config: { timeout: '30000' } },
  // Chromium says this for every page that is closed while it plays.
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('AudioContext was not allowed to start'),
};
