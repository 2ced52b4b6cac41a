// The examples for frameworks do what they show, each in a real browser: a prompt becomes a video, events arrive, objects are given.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { Page } from 'puppeteer-core';

import { openPage, startExamples, type ExampleSite } from './example-site.js';

interface Voice extends HTMLElement {
  sendText(text: string): void;
  tools: readonly { readonly name: string }[] | undefined;
}

const frameworks = ['react', 'vue', 'svelte', 'angular'] as const;
/** React gives an object to an element that is not defined yet as an attribute: its example defines first, as its guide says. */
const givesBeforeDefinition = ['vue', 'svelte', 'angular'] as const;

let site: ExampleSite;
before(async () => void (site = await startExamples([...frameworks, 'server'], givesBeforeDefinition)));
after(() => site.close());

const told = (page: Page, line: string): Promise<unknown> =>
  page.waitForFunction(
    (line) => [...document.querySelectorAll('li')].some((item) => item.textContent === line),
    { timeout: 120_000 },
    line,
  );

async function makesAVideo(page: Page): Promise<void> {
  await page.waitForFunction(() => customElements.get('video-generator') !== undefined);
  await page.type('input[aria-label="Idea"]', 'A heron over water');
  await page.click('form button');
  await told(page, 'Ready: A heron over water');
}

async function callsTheFunction(page: Page): Promise<void> {
  await page.evaluate(() => (document.querySelector('realtime-voice') as unknown as Voice).sendText('What is the local time?'));
  await told(page, 'Called: local_time');
}

describe('the example without a framework', () => {
  it('makes a video, calls the function, and breaks no strict policy', async () => {
    const { page, troubles } = await openPage(site, '/plain/');
    await makesAVideo(page);
    await callsTheFunction(page);
    assert.deepEqual(troubles, []);
    await page.close();
  });
});

for (const framework of frameworks) {
  describe(`the example for ${framework}`, () => {
    let page: Page;
    let troubles: string[];
    before(async () => void ({ page, troubles } = await openPage(site, `/${framework}/`)));
    after(() => page.close());

    it('makes a video of what is typed, and hears that it is ready', () => makesAVideo(page));
    it('gives the voice a function, and hears that it is called', () => callsTheFunction(page));
    if (framework === 'react' || framework === 'vue') {
      it('draws the call with a component', async () => {
        await page.waitForFunction(() =>
          /^It is \d/.test(document.querySelector('realtime-voice [data-tool=local_time]')?.textContent ?? ''),
        );
      });
    }
    it('has broken no policy and caused no complaint', () => assert.deepEqual(troubles, []));

    it('takes both elements away when it is unmounted', async () => {
      await page.evaluate(() => (globalThis as unknown as { unmountApp(): void }).unmountApp());
      assert.equal(await page.$('video-generator, realtime-voice'), null);
    });
  });
}

describe('objects given before the elements are defined', () => {
  for (const framework of givesBeforeDefinition) {
    it(`by ${framework} are there afterwards`, async () => {
      const { page } = await openPage(site, `/late/${framework}/`);
      await page.waitForSelector('realtime-voice');
      assert.equal(await page.evaluate(() => customElements.get('realtime-voice')), undefined);
      await page.evaluate(() => (globalThis as unknown as { defineElements(): Promise<void> }).defineElements());
      await callsTheFunction(page);
      await page.close();
    });
  }
});

describe('the example that is rendered on a server', () => {
  it('is there before any script, and works once React has taken over', async () => {
    const markup = await (await fetch(`${site.url}/server/`)).text();
    assert.match(markup, /<video-generator[^>]*><\/video-generator>/);
    const { page, troubles } = await openPage(site, '/server/');
    await makesAVideo(page);
    await callsTheFunction(page);
    assert.deepEqual(troubles, []);
    await page.close();
  });
});
