// Where a page has no worker for its sound, and where it wants none, a call is on the page as before.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';

import type { Page } from 'puppeteer-core';

import { call, soundOf, stateOf } from './page-call.js';
import { openSpokenSite, type SpokenSite } from './spoken-site.js';
import { playedMs, until } from './sound-judge.js';

interface Case {
  /** Has one all the same, which cannot connect. */
  readonly hasWorker?: boolean;
  readonly page?: string;
  readonly scripts?: string;
  readonly prepare?: () => void;
}

/** `blob:` is for the recorder of this test. */
const scripts = "script-src 'self' blob:";

const cases: Readonly<Record<string, Case>> = {
  'its policy refuses workers': { page: `${scripts}; worker-src 'none'` },
  'its browser throws as one is made': {
    prepare: () => {
      globalThis.Worker = new Proxy(Worker, {
        construct() {
          throw new DOMException('no', 'SecurityError');
        },
      });
    },
  },
  'its browser has none': { prepare: () => void Reflect.deleteProperty(globalThis, 'Worker') },
  'the policy of the worker’s own file does not let it connect': { scripts: "connect-src 'none'", hasWorker: true },
  'it has put a WebSocket of its own in place of the browser’s': {
    prepare: () => {
      globalThis.WebSocket = class extends WebSocket {};
    },
  },
};

describe('a call is on the page where', { timeout: 580_000 }, () => {
  let site: SpokenSite;
  let page: Page;
  before(async () => {
    site = await openSpokenSite();
  });
  after(() => site?.close());
  afterEach(() => page.close());

  for (const [name, { page: policy = '', scripts: ofScripts = '', prepare, hasWorker = false }] of Object.entries(cases))
    it(name, async () => {
      Object.assign(site.policy, { page: policy, scripts: ofScripts });
      page = await site.open(prepare);
      await call(page);
      assert.equal(page.workers().length, hasWorker ? 1 : 0);
      const service = site.calls.at(-1) ?? assert.fail('no call');
      service.begin('r', 'a');
      await service.speak('r', 'a', 600);
      service.end('r', 'a');
      await until(async () => playedMs(await soundOf(page)) > 570);
      await until(() => service.pieces.length > 3);
      const { errors } = await stateOf(page);
      assert.deepEqual(errors, []);
    });
});
