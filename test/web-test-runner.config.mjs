// Browser tests: TypeScript sources served as they are, a real Chromium, and the local service with its gateway beside them.
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { defaultReporter } from '@web/test-runner';
import puppeteer from 'puppeteer-core';

import { countReporter } from './count-reporter.mjs';
import { findChromium } from './chromium.mjs';
import { personCommands } from './person-commands.mjs';
import { serviceFixture, sourceOfBuilt } from './service-fixture.mjs';
import { storyFiles } from './story-files.mjs';

const launch = await findChromium();

export default {
  rootDir: new URL('..', import.meta.url).pathname,
  files: ['test/browser/**/*.test.ts'],
  nodeResolve: { exportConditions: ['production', 'default'] },
  concurrency: 1,
  concurrentBrowsers: 1,
  testsStartTimeout: 30_000,
  testsFinishTimeout: 240_000,
  middleware: [sourceOfBuilt],
  plugins: [
    serviceFixture(),
    storyFiles(),
    personCommands(),
    // Its modules are a hundred, and some mean to be left out of browsers, which the test server does not understand.
    {
      name: 'one-mediabunny',
      resolveImport: ({ source }) => (source === 'mediabunny' ? '/node_modules/mediabunny/dist/bundles/mediabunny.min.mjs' : undefined),
    },
    esbuildPlugin({ ts: true, target: 'es2022', tsconfig: new URL('../tsconfig.json', import.meta.url).pathname }),
  ],
  browsers: [chromeLauncher({ puppeteer, launchOptions: launch, concurrency: 1 })],
  reporters: [defaultReporter({ reportTestProgress: process.stdout.isTTY }), countReporter('.build/browser.json')],
  testFramework: { config: { timeout: '30000' } },
  // Chromium says this for every page that is closed while it plays.
  filterBrowserLogs: ({ args }) => !String(args[0]).includes('AudioContext was not allowed to start'),
};
