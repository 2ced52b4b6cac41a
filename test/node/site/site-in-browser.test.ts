// The documentation's pages in a browser, below a path: nothing is refused or missing, axe finds nothing, elements in them work, and the search finds.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';

import type { Browser, Page } from 'puppeteer-core';

import { launchChromium } from '../elements/element-site.js';
import { buildSite, serveSite, type BuiltSite } from './built-site.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    root: Document,
    options: object,
  ): Promise<{
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly target: readonly unknown[] }[] }[];
  }>;
}

describe('the documentation in a browser', { timeout: 580_000 }, () => {
  let site: BuiltSite;
  let served: Awaited<ReturnType<typeof serveSite>>;
  let browser: Browser;
  let page: Page;
  let problems: string[];
  before(async () => {
    site = await buildSite();
    served = await serveSite(site.folder);
    browser = await launchChromium([]);
    page = await browser.newPage();
    problems = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) problems.push(message.text());
    });
  });
  after(async () => {
    await browser?.close();
    served?.close();
    site?.remove();
  });

  /** They look at every letter: all pages have one style sheet, so that some of each kind are enough. */
  const colorRules = ['color-contrast', 'link-in-text-block'];

  /** Rules of axe that are broken, with places. It runs beside the page: the page's policy lets no script in. */
  const violations = async (rules?: readonly string[]): Promise<string[]> => {
    await page.evaluate(axe);
    return run(rules);
  };
  const run = (rules?: readonly string[]): Promise<string[]> =>
    page.evaluate(
      async (options) => {
        const { violations } = await (globalThis as unknown as { readonly axe: Axe }).axe.run(document, options);
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`));
      },
      {
        resultTypes: ['violations'],
        ...(rules === undefined ? { rules: Object.fromEntries(colorRules.map((id) => [id, { enabled: false }])) } : { runOnly: rules }),
      },
    );
  const scheme = (value: 'light' | 'dark') => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);

  it('axe finds nothing on any page, and none is wider than a narrow screen', async () => {
    const own = page;
    page = await browser.newPage();
    // One document takes the place of the next, so that axe is read once: the policy of the pages would forbid that.
    await page.setBypassCSP(true);
    await page.setJavaScriptEnabled(true);
    await page.setViewport({ width: 360, height: 800 });
    await scheme('light');
    const found: string[] = [];
    for (const folder of ['', 'errors/', 'guides/', 'reference/']) {
      const paths = site.pages.filter((path) => path.startsWith(folder) && !path.slice(folder.length).includes('/'));
      await page.goto(`${served.url}${paths[0] ?? ''}`);
      await page.evaluate(axe);
      for (const path of paths) {
        const width = await page.evaluate(async (url) => {
          const parsed = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html');
          const styled = new Promise((loaded) => parsed.querySelector('link[rel=stylesheet]')?.addEventListener('load', loaded));
          for (const script of parsed.querySelectorAll('script')) script.remove();
          document.replaceChild(document.adoptNode(parsed.documentElement), document.documentElement);
          await styled;
          return document.documentElement.scrollWidth;
        }, served.url + path);
        if (width > 360) found.push(`${path}: ${width} px wide`);
        found.push(...(await run()).map((one) => `${path}: ${one}`));
      }
    }
    await page.close();
    page = own;
    assert.deepEqual(found, []);
  });

  it('colors are readable, light and dark', async () => {
    await page.setViewport({ width: 1280, height: 900 });
    const found: string[] = [];
    const kinds =
      /^(?:index|404|guides\/(?:start|gateway-node|theming|frameworks|csp)|reference\/(?:index|element-video|local)|errors\/(?:index|network|conflict))/;
    for (const path of site.pages.filter((name) => kinds.test(name)))
      for (const colors of ['light', 'dark'] as const) {
        await scheme(colors);
        await page.goto(served.url + path, { waitUntil: 'domcontentloaded' });
        found.push(...(await violations(colorRules)).map((one) => `${path}, ${colors}: ${one}`));
      }
    assert.deepEqual(found, []);
  });

  it('makes a video on the device and plays a recorded conversation, without a server and without a refusal', async () => {
    problems.length = 0;
    served.missing.length = 0;
    await page.goto(`${served.url}guides/start.html`);
    await page.waitForSelector('[data-live="video"][data-open]');
    await page.evaluate(
      () =>
        void document
          .querySelector('video-generator')
          ?.generate({ prompt: 'A heron', model: 'on-device', duration: 1, width: 64, height: 64, fps: 8 }),
    );
    await page.waitForFunction(() => document.querySelector('video-generator')?.queue?.tasks.get()[0]?.status === 'succeeded', {
      timeout: 60_000,
    });
    await page.$eval('[data-live="voice"]', (example) => example.scrollIntoView());
    await page.waitForSelector('[data-live="voice"][data-open] button:not([hidden])');
    await page.click('[data-live="voice"] button');
    await page.waitForFunction(() => document.querySelector('realtime-voice')?.shadowRoot?.textContent?.includes('moss'), {
      timeout: 60_000,
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(served.missing, []);
  });

  it('finds pages by words, with the keyboard', async () => {
    await page.goto(`${served.url}errors/network.html`);
    await page.type('[data-search]', 'reverse proxy');
    await page.waitForSelector('[data-results] a');
    assert.match(await page.$eval('[data-count]', ({ textContent }) => textContent ?? ''), /found/);
    const first = await page.$eval('[data-results] a', ({ href }) => href);
    assert.match(first, /guides\/gateway-proxy\.html/);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    assert.match(page.url(), /gateway-proxy/);
  });

  it('is read and searched without a network once one page was open', async () => {
    const other = await serveSite(site.folder);
    const context = await browser.createBrowserContext();
    const reader = await context.newPage();
    await reader.goto(`${other.url}guides/start.html`);
    await reader.evaluate(async () => void (await navigator.serviceWorker.ready));
    await reader.waitForFunction(() => navigator.serviceWorker.controller !== null);
    other.close();
    await reader.goto(`${other.url}errors/network.html`);
    assert.match(await reader.$eval('main', ({ innerText }) => innerText), /Cause/);
    await reader.type('[data-search]', 'reverse proxy');
    await reader.waitForSelector('[data-results] a');
    await context.close();
  });

  it('is read without JavaScript', async () => {
    await page.setJavaScriptEnabled(false);
    await page.goto(`${served.url}guides/gateway.html`);
    await page.setJavaScriptEnabled(true);
    assert.match(await page.$eval('main', ({ innerText }) => innerText), /A page must never hold the standard key/);
    assert.equal(await page.$eval('[role=search]', (form) => form.checkVisibility()), false);
  });
});
