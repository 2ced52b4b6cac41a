// What a visitor does on the demo page, in a real browser with a spoken microphone: the whole path of `npm start`.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import puppeteer, { type Browser, type Page } from 'puppeteer-core';

import { speak } from '../../src/local/speech/speak.js';
import { encodeWav } from '../../src/local/speech/wav.js';

const folder = mkdtempSync(join(tmpdir(), 'voxreel-'));
let server: ChildProcess;
let browser: Browser;
let address = '';
let key = '';

/** A question, and then silence until the file begins again. */
async function writeMicrophone(): Promise<string> {
  const { samples, sampleRateHz } = await speak('Hello there. What can you hear of my voice?', { voice: 'alloy' });
  const spoken = new Int16Array(samples.length + 12 * sampleRateHz);
  spoken.set(samples, sampleRateHz);
  const path = join(folder, 'microphone.wav');
  writeFileSync(path, encodeWav(spoken, sampleRateHz));
  return path;
}

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

interface Problem {
  readonly what: string;
}

/** A page that notes errors and policy violations, and keeps the streams that are played, to measure them. */
async function openPage(problems: Problem[]): Promise<Page> {
  const page = await browser.newPage();
  page.on('pageerror', (error) => problems.push({ what: String(error) }));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push({ what: message.text() });
  });
  await page.exposeFunction('noteViolation', (what: string) => void problems.push({ what }));
  await page.evaluateOnNewDocument(() => {
    const scope = globalThis as unknown as { played: MediaStream[]; noteViolation(what: string): void };
    scope.played = [];
    addEventListener('securitypolicyviolation', (event) =>
      scope.noteViolation(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
    );
    const property = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'srcObject');
    Object.defineProperty(HTMLMediaElement.prototype, 'srcObject', {
      get(this: HTMLMediaElement): unknown {
        return property?.get?.call(this);
      },
      set(this: HTMLMediaElement, stream: unknown) {
        if (stream instanceof MediaStream) scope.played.push(stream);
        property?.set?.call(this, stream);
      },
    });
  });
  return page;
}

/** Waits until what the page plays is as loud as speech; gives the loudest RMS seen. */
const hearAnswer = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { played } = globalThis as unknown as { played: MediaStream[] };
    const context = new AudioContext();
    const taps = new Map<MediaStream, AnalyserNode>();
    const samples = new Float32Array(8192);
    let loudest = 0;
    for (let tries = 0; tries < 300 && loudest < 0.02; tries++) {
      for (const stream of played.filter((one) => one.getAudioTracks().length > 0 && !taps.has(one))) {
        const tap = new AnalyserNode(context, { fftSize: samples.length });
        context.createMediaStreamSource(stream).connect(tap);
        taps.set(stream, tap);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
      for (const tap of taps.values()) {
        tap.getFloatTimeDomainData(samples);
        loudest = Math.max(loudest, Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length));
      }
    }
    await context.close();
    return loudest;
  });

const voiceText = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      (document.querySelector('realtime-voice')?.shadowRoot?.querySelector('[part~="transcript"]') as HTMLElement | null)?.innerText ?? '',
  );

async function waitForText(page: Page, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 300; tries++) {
    const said = await voiceText(page);
    if (pattern.test(said)) return said;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return assert.fail(`The transcript never said ${pattern}: ${await voiceText(page)}`);
}

/** The first video of the gallery, once it can be played; it is played to be sure. */
const playVideo = (page: Page): Promise<{ duration: number; width: number; height: number; moved: boolean }> =>
  page.evaluate(async () => {
    const find = () => document.querySelector('video-generator')?.shadowRoot?.querySelector('video');
    for (let tries = 0; tries < 600 && (find()?.readyState ?? 0) < 2; tries++) await new Promise((resolve) => setTimeout(resolve, 100));
    const video = find();
    if (!video) throw new Error('No video came.');
    video.muted = true;
    await video.play();
    await new Promise((resolve) => video.addEventListener('timeupdate', resolve, { once: true }));
    return { duration: video.duration, width: video.videoWidth, height: video.videoHeight, moved: video.currentTime > 0 };
  });

const press = (page: Page, name: string): Promise<void> => page.locator(`>>> button[aria-label="${name}"]`).click();

describe('the demo page', { timeout: 240_000 }, () => {
  const problems: Problem[] = [];

  before(async () => {
    const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as {
      findChromium(options: { microphone: string }): Promise<object>;
    };
    address = await startServer();
    browser = await puppeteer.launch(await findChromium({ microphone: await writeMicrophone() }));
  });

  after(async () => {
    await browser?.close();
    server?.removeAllListeners('exit');
    server?.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes a video from a typed prompt, plays it, and still has it after a reload', async () => {
    const page = await openPage(problems);
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
      const page = await openPage(problems);
      await page.goto(address);
      await page.evaluate((name) => document.querySelector('realtime-voice')?.setAttribute('transport', name), transport);
      await press(page, 'Talk');
      const loudness = await hearAnswer(page);
      assert.ok(loudness > 0.02, `the answer is heard (${loudness})`);
      assert.match(await waitForText(page, /I heard/), /You\s+\[.*of speech.*does not recognise words\]/s);
      const used = await page.evaluate(
        () => (document.querySelector('realtime-voice') as unknown as { session: { transport: string } }).session.transport,
      );
      assert.equal(used, transport);
      await page.close();
    });
  }

  it('answers a typed turn, and runs a function once it is allowed', async () => {
    const page = await openPage(problems);
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

  it('never holds the key, breaks its own policy or logs an error', async () => {
    const page = await openPage(problems);
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
    const page = await openPage(problems);
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
