// `npx voxreel --data --users`: the demo page keeps what a user makes in the user's account, so that two browsers show one gallery.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import puppeteer, { type Browser, type Page } from 'puppeteer-core';

import { startProcess, type Example } from './guides/example.js';
import { putDatabase } from './server/library/embedded-folder.js';

const password = 'a long password of the test';
const folder = mkdtempSync(join(tmpdir(), 'voxreel-'));
const users = join(folder, 'users');
const bin = 'dist/local/bin.js';

describe('the demo page with --data', { timeout: 240_000 }, () => {
  let demo: Example;
  const browsers: Browser[] = [];
  before(async () => {
    for (const name of ['ann', 'ben'])
      assert.equal(spawnSync(process.execPath, [bin, 'users', 'add', name, '--users', users], { input: `${password}\n` }).status, 0);
    await putDatabase(join(folder, 'data', 'records'));
    demo = await startProcess([bin, '--port', '0', '--data', join(folder, 'data'), '--users', users], {});
  });
  after(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await demo?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A browser of its own, with a profile of its own, signed in. */
  async function signedIn(name: string): Promise<Page> {
    const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<object> };
    const browser = await puppeteer.launch(await findChromium());
    browsers.push(browser);
    const page = await browser.newPage();
    page.setDefaultTimeout(15_000);
    await page.goto(demo.url);
    await page.locator('input[name=name]').fill(name);
    await page.locator('input[name=password]').fill(password);
    await Promise.all([page.waitForNavigation(), page.locator('form button').click()]);
    await page
      .waitForSelector('video-generator')
      .catch(async () => assert.fail(`${page.url()}: ${await page.$eval('body', (body) => body.innerText)}`));
    return page;
  }
  const shows = (page: Page, prompt: string) => page.waitForSelector(`video-generator >>> ::-p-text(${prompt})`, { timeout: 60_000 });

  it('shows one gallery in two browsers with one login, and nothing of it to another user', async () => {
    const first = await signedIn('ann');
    await first.locator('video-generator >>> textarea').fill('a heron over water');
    await first.locator('video-generator >>> ::-p-text(Generate)').click();
    const second = await signedIn('ann');
    await shows(second, 'a heron over water');
    const attributes = await second.$$eval('video-generator, realtime-voice', (elements) =>
      elements.map((element) => [element.localName, element.getAttribute('persist'), element.getAttribute('user')]),
    );
    assert.deepEqual(attributes, [
      ['video-generator', 'account', 'ann'],
      ['realtime-voice', 'account', 'ann'],
    ]);
    const other = await signedIn('ben');
    const listed = await other.evaluate(async () => ((await (await fetch('/v1/library/changes')).json()) as { data: unknown[] }).data);
    assert.deepEqual(listed, []);
    assert.equal(await other.$('video-generator >>> ::-p-text(a heron over water)'), null);
  });

  it('leaves a page that names its user in no cache', async () => {
    const page = await signedIn('ann');
    assert.equal((await page.reload())?.headers()['cache-control'], 'no-store');
  });
});
