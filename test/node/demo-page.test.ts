// What a visitor does on the demo page, in a real browser with a spoken microphone: the whole path of `npm start`.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import puppeteer, { type Browser } from 'puppeteer-core';

import { hearAnswer, openPage, playVideo, press, waitForText, writeMicrophone, type Problem } from './spoken-page.js';

const folder = mkdtempSync(join(tmpdir(), 'voxreel-'));
let server: ChildProcess;
let browser: Browser;
let address = '';
let key = '';

function startServer(): Promise<string> {
  server = spawn(process.execPath, ['dist/local/bin.js', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, url, made] = /demo page: (http\S+)\n.*\n.*: (\S+)\n/.exec(said) ?? [];
      if (url === undefined || made === undefined) return;
      key = made;
      resolve(url);
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
}

describe('the demo page', { timeout: 240_000 }, () => {
  const problems: Problem[] = [];

  before(async () => {
    const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as {
      findChromium(options: { microphone: string }): Promise<object>;
    };
    address = await startServer();
    browser = await puppeteer.launch(await findChromium({ microphone: await writeMicrophone(folder) }));
  });

  after(async () => {
    await browser?.close();
    server?.removeAllListeners('exit');
    server?.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes a video from a typed prompt, plays it, and still has it after a reload', async () => {
    const page = await openPage(browser, problems);
    await page.goto(address);
    await page.locator('video-generator >>> textarea').fill('A lighthouse at night, slow waves');
    await page.keyboard.press('Tab');
    await page.locator('video-generator >>> ::-p-text(Generate)').click();
    const made = await playVideo(page);
    assert.deepEqual({ ...made, duration: Math.round(made.duration) }, { duration: 5, width: 640, height: 360, moved: true });
    await page.reload();
    assert.equal((await playVideo(page)).moved, true);
    await page.close();
  });

  for (const [transport, label] of [
    ['webrtc', 'WebRTC'],
    ['websocket', 'WebSocket'],
  ] as const) {
    it(`hears a spoken turn and answers it aloud over ${label}`, async () => {
      const page = await openPage(browser, problems);
      await page.goto(address);
      await page.evaluate((name) => document.querySelector('realtime-voice')?.setAttribute('transport', name), transport);
      await press(page, 'Talk');
      await hearAnswer(page);
      assert.match(await waitForText(page, /I heard/), /You\s+\[.*of speech.*does not recognize words\]/s);
      const used = await page.evaluate(
        () => (document.querySelector('realtime-voice') as unknown as { session: { transport: string } }).session.transport,
      );
      assert.equal(used, transport);
      await page.close();
    });
  }

  it('answers a typed turn, and runs a function once it is allowed', async () => {
    const page = await openPage(browser, problems);
    await page.goto(address);
    await page.locator('realtime-voice >>> [part~="input"]').fill('What is 6 times 7?');
    await page.keyboard.press('Enter');
    await waitForText(page, /42/);
    await page.locator('realtime-voice >>> [part~="input"]').fill('Please set the theme to dark');
    await page.keyboard.press('Enter');
    await waitForText(page, /set_theme/);
    assert.equal(await page.evaluate(() => document.documentElement.dataset['theme']), undefined, 'nothing runs before it is allowed');
    await page.locator('realtime-voice >>> ::-p-text(Allow)').click();
    await waitForText(page, /The page is dark now/);
    assert.equal(await page.evaluate(() => document.documentElement.dataset['theme']), 'dark');
    await page.close();
  });

  it('checks the browser at /check, and copies a report without an address', async () => {
    const page = await openPage(browser, problems);
    await browser
      .defaultBrowserContext()
      .setPermission(new URL(address).origin, { permission: { name: 'clipboard-write' }, state: 'granted' });
    await page.goto(`${address}check`);
    await page.locator('::-p-text(Start the self-test)').click();
    const copy = await page.waitForSelector('[data-copy]', { visible: true });
    await copy?.click();
    await page.waitForFunction(() => document.querySelector('[data-copy]')?.textContent === 'Copied');
    const report = await page.$eval('section code', ({ textContent }) => textContent ?? '');
    for (const line of ['Gateway', 'Calls over WebSocket', 'Calls over WebRTC', 'Microphone', 'Storage'])
      assert.match(report, new RegExp(`^works +${line}`, 'm'));
    assert.ok(!report.includes(new URL(address).host));
    await page.close();
  });

  it('never holds the key, breaks its own policy or logs an error', async () => {
    const page = await openPage(browser, problems);
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => void bodies.push(response.text().catch(() => '')));
    await page.goto(address, { waitUntil: 'networkidle0' });
    const seen = (await Promise.all(bodies)).join('\n');
    assert.ok(seen.includes('video-generator'), 'the page was read');
    assert.ok(key.length > 20 && !seen.includes(key), 'the standard key is in no answer');
    assert.deepEqual(problems, []);
    await page.close();
  });

  it('says what it is, has an icon under both names, and code to copy that holds the elements', async () => {
    const page = await openPage(browser, problems);
    await browser
      .defaultBrowserContext()
      .setPermission(new URL(address).origin, { permission: { name: 'clipboard-write' }, state: 'granted' });
    await page.goto(address);
    assert.equal(await page.$eval('h1', (heading) => heading.textContent), 'voxreel');
    assert.equal(
      ((await page.$eval('header p', (text) => text.textContent)) ?? '')
        .trim()
        .split(/\.(?:\s|$)/)
        .filter(Boolean).length,
      2,
    );
    for (const icon of ['/icon.svg', '/favicon.ico']) {
      const answer = await fetch(new URL(icon, address));
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/svg+xml']);
      assert.match(await answer.text(), /^<svg /);
    }
    for (const tag of ['video-generator', 'realtime-voice']) {
      const example = await page.$(`section:has(${tag}) details`);
      await example?.$eval('summary', (summary) => summary.click());
      await page.evaluate(() => Object.assign(navigator.clipboard, { writeText: async (text: string) => void (document.title = text) }));
      await example?.$eval('button', (button) => button.click());
      await page.waitForFunction((name) => document.title.includes(`<${name}`), {}, tag);
      const code = await page.title();
      const script = /src="([^"]+)"/.exec(code)?.[1] ?? '';
      assert.equal((await fetch(new URL(script, address))).status, 200, 'the script it names is there');
      assert.match(code, new RegExp(`</${tag}>`));
    }
    await page.close();
  });

  it('stops cleanly when told to', async () => {
    server.removeAllListeners('exit');
    const ended = new Promise((resolve) => server.once('exit', (code, signal) => resolve({ code, signal })));
    server.kill('SIGTERM');
    assert.deepEqual(await ended, { code: 0, signal: null });
  });
});
