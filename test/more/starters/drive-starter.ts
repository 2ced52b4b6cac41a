// A starter of `voxreel init`, installed, built and served as its README says: in Chromium a video is made and played, and what is typed is answered.
import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';

import puppeteer, { type Browser, type Page } from 'puppeteer-core';

import { emptyFolder, pack, projectWith } from '../../node/package/packed.js';
import { openPage, playVideo, waitForText, type Problem } from '../../node/spoken-page.js';
import { makeSite, type StarterSite } from './starter-site.js';

async function makesVideo(page: Page): Promise<void> {
  await page.locator('video-generator >>> textarea').fill('A lighthouse at night, slow waves');
  await page.keyboard.press('Tab');
  await page.locator('video-generator >>> ::-p-text(Generate)').click();
  const { width, height, moved } = await playVideo(page);
  assert.deepEqual({ width, height, moved }, { width: 640, height: 360, moved: true });
}

async function answers(page: Page): Promise<void> {
  await page.locator('realtime-voice >>> [part~="input"]').fill('What is 6 times 7?');
  await page.keyboard.press('Enter');
  await waitForText(page, /42/);
}

/** Describes the starter for a framework. Each is a file of its own, because some builds take minutes. */
export function driveStarter(framework: string): void {
  describe(`the starter for ${framework}`, { timeout: 840_000 }, () => {
    const { path: folder, remove } = emptyFolder();
    let browser: Browser;
    let site: StarterSite;
    let stop: (() => Promise<void>) | undefined;
    before(async () => {
      const { findChromium } = (await import(resolve('test/chromium.mjs'))) as { findChromium(): Promise<object> };
      browser = await puppeteer.launch(await findChromium());
      const tarball = pack(folder);
      site = await makeSite(projectWith(tarball, join(folder, 'unpacked')), tarball, join(folder, framework), framework);
    });
    afterEach(() => stop?.());
    after(async () => {
      await browser?.close();
      remove();
    });

    async function serving(script: string): ReturnType<StarterSite['start']> {
      const served = await site.start(script);
      ({ stop } = served);
      return served;
    }

    it('makes a video, answers what is typed, and breaks no strict policy', async () => {
      const { url } = await serving('start');
      const problems: Problem[] = [];
      const page = await openPage(browser, problems);
      const loaded = await page.goto(url);
      assert.match(loaded?.headers()['content-security-policy'] ?? '', /default-src 'self'.*require-trusted-types-for 'script'/);
      await makesVideo(page);
      await answers(page);
      assert.deepEqual(problems, []);
      await page.close();
    });

    it('refuses requests without the cookie that the page sets', async () => {
      const { url } = await serving('start');
      assert.equal((await fetch(`${url}/v1/models`)).status, 401);
    });

    it('answers what is typed in development too', async (test) => {
      if (site.scripts['dev'] === undefined) return test.skip('it is served in development as otherwise');
      const { url } = await serving('dev');
      const page = await openPage(browser, []);
      await page.goto(url);
      await answers(page);
      await page.close();
    });
  });
}
