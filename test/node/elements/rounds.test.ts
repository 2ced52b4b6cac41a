// What an action costs where the network is slow: round trips, counted by a browser that gets no answer until the page has asked for all it can.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, it } from 'node:test';

import type { Browser, CDPSession, Page } from 'puppeteer-core';
import { createLocalService } from 'voxreel/local';
import type { LocalService } from 'voxreel/local';
import { createGateway } from 'voxreel/server';
import { serve } from 'voxreel/server/node';
import type { Served } from 'voxreel/server/node';

import { launchChromium } from './element-site.js';
import { manyRequests } from './site-server.js';

const key = 'a_standard_key';
const controls = { 'video-generator': '#prompt', 'realtime-voice': '.talk', 'realtime-voice-launcher': '.opener' };
type ElementName = keyof typeof controls;
const pageOf = (
  name: string,
  attributes: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rounds</title><link rel="icon" href="data:,">
<script type="module" src="/${name}.js"></script><${name} model="my-own" transport="websocket" ${attributes}></${name}>`;

type Held = () => void;

/** For what always comes. */
const patienceMs = 60_000;

/** Serves the script-tag build. */
async function startSite(): Promise<{ served: Served; local: LocalService }> {
  const local = createLocalService({ key });
  const upstream = await local.listen();
  const gateway = createGateway({
    upstream: { baseUrl: upstream.url, apiKey: key },
    authorize: () => ({ id: 'tester' }),
    origins: [],
    limits: manyRequests,
  });
  const served = await serve(gateway, {
    port: 0,
    pages: async (request) => {
      const { pathname, searchParams } = new URL(request.url);
      const name = Object.keys(controls).find((one) => pathname === `/${one}`);
      if (name !== undefined)
        return new Response(pageOf(name, searchParams.get('with') ?? ''), { headers: { 'content-type': 'text/html' } });
      return new Response(readFileSync(`dist/cdn${pathname}`), { headers: { 'content-type': 'text/javascript' } });
    },
  });
  return { served, local };
}

/** A page whose requests wait until a round is over. */
class SlowPage {
  readonly page: Page;
  readonly #session: CDPSession;
  /** Of requests that were let go and have not ended. */
  readonly #open = new Map<string, string>();
  #held: Held[] = [];
  #isHolding = true;
  #asked = 0;
  hasSpoken = false;
  /** What is let go fails. */
  isOffline = false;
  /** What was asked for in each round. */
  rounds: string[][] = [[]];

  constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
    session.on('Fetch.requestPaused', ({ requestId, networkId = requestId, request, resourceType }) => {
      const { pathname } = new URL(request.url);
      const go = () => {
        // The browser does not say when those of worklets and workers have ended.
        if (!/\.work(?:let|er)\.js$/.test(pathname)) this.#open.set(networkId, `${request.method} ${pathname}`);
        const answer = this.isOffline
          ? session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' })
          : session.send('Fetch.continueRequest', { requestId });
        // The page itself may have given it up while it was held.
        answer.catch(() => this.#open.delete(networkId));
      };
      // Nothing can be asked of a page whose document is not there.
      if (resourceType === 'Document') go();
      else void this.#hold(`${request.method} ${pathname}`).then(go);
    });
    const ended = ({ requestId }: { readonly requestId: string }) => void this.#open.delete(requestId);
    // The socket is a worker's.
    page.on('workercreated', ({ client }) => {
      client.on('Network.webSocketFrameSent', ({ response }) => {
        this.hasSpoken ||= response.payloadData.includes('input_audio_buffer.append');
      });
      client.send('Network.enable').catch(() => undefined);
    });
    session.on('Network.loadingFinished', ended);
    session.on('Network.loadingFailed', ended);
  }

  async begin(): Promise<void> {
    await this.#session.send('Network.enable');
    await this.#session.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] });
  }

  #hold(what: string): Promise<void> {
    this.#asked += 1;
    this.rounds.at(-1)?.push(what.replace(/-[\w-]{8}\.js$/, ''));
    if (!this.#isHolding) return Promise.resolve();
    return new Promise((resolve) => this.#held.push(resolve));
  }

  /** Does `act`, and lets requests go in rounds until `isDone`. Gives what was asked for in each round before that. */
  async count(act: () => Promise<unknown>, isDone: () => Promise<boolean> | boolean): Promise<readonly (readonly string[])[]> {
    this.#isHolding = true;
    this.rounds = [[]];
    await act();
    for (let round = 0; round < 12; round += 1) {
      if (await this.#comesTo(isDone)) return this.rounds.slice(0, round);
      this.rounds.push([]);
      for (const go of this.#held.splice(0)) go();
    }
    throw new Error(`It takes more than twelve rounds: ${JSON.stringify(this.rounds)}`);
  }

  /** False once the page waits for what is held. Where nothing is, it is at work itself, and slow machines take their time. */
  async #comesTo(isDone: () => Promise<boolean> | boolean): Promise<boolean> {
    const end = performance.now() + patienceMs;
    for (;;) {
      await this.#settled();
      if (await isDone()) return true;
      if (this.#held.length > 0) return false;
      if (performance.now() > end) throw new Error(`The page does not go on: ${JSON.stringify(this.rounds)}`);
    }
  }

  /** Holds nothing any more; resolves when the page asks for nothing more. */
  async rest(): Promise<void> {
    this.#isHolding = false;
    for (const go of this.#held.splice(0)) go();
    await this.#settled();
  }

  /** What was let go has ended, and the page asks for no more. */
  async #settled(): Promise<void> {
    const end = performance.now() + patienceMs;
    for (let quiet = 0, seen = -1; quiet < 8;) {
      if (performance.now() > end)
        throw new Error(`The page does not come to rest: ${[...this.#open.values()].join(', ')} open, ${JSON.stringify(this.rounds)}`);
      await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 20)));
      quiet = this.#open.size === 0 && seen === this.#asked ? quiet + 1 : 0;
      seen = this.#asked;
    }
  }
}

describe('round trips of', { timeout: 580_000 }, () => {
  let site: Awaited<ReturnType<typeof startSite>>;
  let browser: Browser;
  let slow: SlowPage;

  before(async () => {
    site = await startSite();
    browser = await launchChromium(['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream']);
  });
  afterEach(async () => {
    await slow.rest();
    await slow.page.close();
  });
  after(async () => {
    await browser?.close();
    await site?.served.close();
    await site?.local.close();
  });

  /** Shows an element until it has its first control. `isIdle`: and leaves the page alone until it asks for nothing more. */
  async function open(element: ElementName, isIdle: boolean, attributes = '', control = controls[element]): Promise<void> {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    const session = await page.createCDPSession();
    slow = new SlowPage(page, session);
    await slow.begin();
    await slow.count(
      async () => {
        // Its promise waits for scripts that are held.
        void page.goto(`${site.served.url}/${element}?with=${encodeURIComponent(attributes)}`).catch(() => undefined);
        await page.waitForFunction(() => document.title === 'Rounds', { polling: 20 });
      },
      () => has(element, control),
    );
    if (isIdle) await slow.rest();
  }

  const press = (element: string, selector: string) =>
    slow.page.evaluate(
      (element, selector) => {
        const control = document.querySelector(element)?.shadowRoot?.querySelector<HTMLElement>(selector);
        if (!control) throw new Error(`There is no ${selector}.`);
        control.click();
      },
      element,
      selector,
    );
  const has = (element: string, selector: string) =>
    slow.page.evaluate(
      (element, selector) => Boolean(document.querySelector(element)?.shadowRoot?.querySelector(selector)),
      element,
      selector,
    );
  const write = (prompt: string) =>
    slow.page.evaluate((prompt) => {
      const area = document.querySelector('video-generator')?.shadowRoot?.querySelector('textarea');
      if (!area) throw new Error('There is no prompt.');
      area.value = prompt;
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }, prompt);
  const isAsked = (what: string) => slow.rounds.some((round) => round.includes(what));

  for (const [when, isIdle, most] of [
    ['on a page that was idle', true, { talk: 1, generate: 0 }],
    ['as soon as it is shown', false, { talk: 2, generate: 1 }],
  ] as const) {
    it(`Talk, until the service hears sound, ${when}: ${most.talk} and the WebSocket`, async () => {
      await open('realtime-voice', isIdle);
      const rounds = await slow.count(
        () => press('realtime-voice', '.talk'),
        () => slow.hasSpoken,
      );
      assert.equal(rounds.length, most.talk, JSON.stringify(rounds));
    });

    it(`Generate, until the request is sent and its card is there, ${when}: ${most.generate}`, async () => {
      await open('video-generator', isIdle);
      const send = async () => {
        await write('A fox');
        await press('video-generator', '[type=submit]');
      };
      const rounds = await slow.count(
        send,
        async () => isAsked('POST /v1/video/generations') && (await has('video-generator', '[data-id]')),
      );
      assert.equal(rounds.length, most.generate, JSON.stringify(rounds));
    });
  }

  it('Talk, again after its code and the list of models could not be loaded: it asks for both again', async (context) => {
    await open('realtime-voice', false);
    slow.isOffline = true;
    const talk = () => press('realtime-voice', '.talk');
    await slow.count(talk, () => has('realtime-voice', '.notice'));
    slow.isOffline = false;
    // A browser may keep a module that could not be fetched as one that cannot be.
    let isRefused = false;
    const rounds = await slow.count(talk, () => slow.hasSpoken || (isRefused = !isAsked('GET /talk')));
    if (isRefused) return context.skip('This browser asks for no module again.');
    assert.equal(rounds.flat().filter((what) => what === 'GET /v1/models').length, 1, JSON.stringify(rounds));
    assert.equal(rounds.length, 2, JSON.stringify(rounds));
  });

  it('a launcher, from its pill to its panel and a conversation to begin: 1', async () => {
    await open('realtime-voice-launcher', false);
    const isOpen = () =>
      slow.page.evaluate(() => {
        const root = document.querySelector('realtime-voice-launcher')?.voice.shadowRoot;
        return root?.querySelector('dialog')?.open === true && root.querySelector('[role=status]') !== null;
      });
    const rounds = await slow.count(() => press('realtime-voice-launcher', '.opener'), isOpen);
    assert.equal(rounds.length, 1, JSON.stringify(rounds));
  });

  it('an idle page go to its own origin alone', async () => {
    await open('realtime-voice', true);
    assert.ok(isAsked('GET /v1/models'), JSON.stringify(slow.rounds));
    await slow.page.close();
    await open('realtime-voice', true, `base-url="${site.served.url.replace('127.0.0.1', 'localhost')}"`);
    assert.ok(!isAsked('GET /v1/models'), JSON.stringify(slow.rounds));
    assert.ok(isAsked('GET /talk'));
  });

  it('an idle page bring the files of sound, for the next to find in the cache, where there will be sound', async () => {
    const files = ['GET /sound.worker.js', 'GET /capture.worklet.js', 'GET /playback.worklet.js'];
    await open('realtime-voice', true);
    assert.deepEqual(
      files.filter((file) => !isAsked(file)),
      [],
    );
    await slow.page.close();
    await open('realtime-voice', true, 'modalities="text"', '[part~=input]');
    assert.deepEqual(files.filter(isAsked), []);
    assert.ok(isAsked('GET /talk'));
  });

  for (const [what, element, control, shown] of [
    ['the settings', 'realtime-voice', '.dock [data-sheet=settings]', '[part~=sheet] select'],
    ['a choice of the form', 'video-generator', '[data-opens=duration]', '#panel input'],
  ] as const) {
    it(`${what}, on a page that was idle: 1`, async () => {
      await open(element, true);
      const rounds = await slow.count(
        () => press(element, control),
        () => has(element, shown),
      );
      assert.equal(rounds.length, 1, JSON.stringify(rounds));
    });
  }
});
