// `npx voxreel --data --users`: the demo page keeps what a user makes in the user's account, so that two browsers show one gallery, and shares it by links.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import puppeteer, { type Browser, type Page } from 'puppeteer-core';

import { freePort } from './free-port.js';
import { startProcess, type Example } from './guides/example.js';
import { putDatabase } from './server/library/embedded-folder.js';

const password = 'a long password of the test';
const folder = mkdtempSync(join(tmpdir(), 'voxreel-'));
const users = join(folder, 'users');
const bin = 'dist/local/bin.js';

describe('the demo page with --data', { timeout: 240_000 }, () => {
  let demo: Example;
  let publicUrl: string;
  const browsers: Browser[] = [];
  before(async () => {
    for (const name of ['ann', 'ben'])
      assert.equal(spawnSync(process.execPath, [bin, 'users', 'add', name, '--users', users], { input: `${password}\n` }).status, 0);
    await putDatabase(join(folder, 'data', 'records'));
    // Links begin with it, so it is chosen first.
    const port = String(await freePort());
    publicUrl = `http://127.0.0.1:${port}`;
    demo = await startProcess([bin, '--port', port, '--data', join(folder, 'data'), '--users', users, '--public-url', publicUrl], {});
  });
  after(async () => {
    await Promise.all(browsers.map((browser) => browser.close()));
    await demo?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** With a profile of its own. */
  async function newBrowser(): Promise<Page> {
    const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<object> };
    const browser = await puppeteer.launch(await findChromium());
    browsers.push(browser);
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    return page;
  }
  async function signedIn(name: string): Promise<Page> {
    const page = await newBrowser();
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

  it('shows a shared video with the elements to someone without a login, under the policy of the page', async () => {
    const owner = await signedIn('ann');
    const film = readFileSync('stories/media/lake.webm').toString('base64');
    const url = await owner.evaluate(async (base64) => {
      const put = (path: string, headers: Record<string, string>, body: BodyInit) =>
        fetch(`/v1/library/${path}`, { method: 'PUT', headers: { 'if-none-match': '*', ...headers }, body });
      const json = { 'content-type': 'application/json' };
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      await put('files/lake-0', { 'content-type': 'video/webm' }, bytes);
      await put('records/video/lake', json, JSON.stringify({ outputs: [{ libraryFile: 'lake-0' }] }));
      const body = JSON.stringify({ kind: 'video', id: 'lake', title: 'The lake' });
      const answer = await fetch('/v1/library/shares', { method: 'POST', headers: json, body });
      return answer.ok ? ((await answer.json()) as { url: string }).url : answer.text();
    }, film);
    assert.ok(url.startsWith(`${publicUrl}/v1/shared/`), url);
    const visitor = await newBrowser();
    const said: string[] = [];
    visitor.on('console', (message) => said.push(message.text())).on('pageerror', (error) => said.push(String(error)));
    await visitor.goto(url);
    await visitor.locator('voxreel-shared >>> .transport button').click();
    await visitor.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.2, { timeout: 60_000 });
    assert.equal(await visitor.$eval('h1', (heading) => heading.textContent), 'The lake');
    assert.deepEqual(said, []);
  });

  it('leaves a page that names its user in no cache', async () => {
    const page = await signedIn('ann');
    assert.equal((await page.reload())?.headers()['cache-control'], 'no-store');
  });
});
