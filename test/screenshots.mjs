// `npm run screenshots`: the demo page in use, light and dark, wide and narrow, into stories/pictures. The README's pictures are made by this.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import puppeteer from 'puppeteer-core';

import { encodeWav } from '../dist/local/speech/wav.js';
import { speak } from '../dist/local/speech/speak.js';
import { findChromium } from './chromium.mjs';

const pictures = new URL('../stories/pictures/', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'voxreel-'));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const { samples, sampleRateHz } = await speak('Good morning. How far does my voice carry from here?', { voice: 'shimmer' });
const spoken = new Int16Array(samples.length + 60 * sampleRateHz);
spoken.set(samples, sampleRateHz);
const microphone = join(folder, 'microphone.wav');
writeFileSync(microphone, encodeWav(spoken, sampleRateHz));

const server = spawn(process.execPath, ['dist/local/bin.js', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((resolve, reject) => {
  server.stdout.on('data', (chunk) => {
    const url = /demo page: (http\S+)/.exec(String(chunk))?.[1];
    if (url) resolve(url);
  });
  server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
});

const browser = await puppeteer.launch(await findChromium({ microphone }));
const page = await browser.newPage();
await page.setViewport({ width: 1280, height: 900 });
await page.goto(address);

const drafts = [
  { model: 'jimeng-3', prompt: 'Snow on a frozen lake, aerial, turning left', seed: 2204 },
  { model: 'kling-v2', prompt: 'Desert road at golden hour, heat shimmer', seed: 7781 },
  { model: 'vidu-q2', prompt: 'A slow dolly through a greenhouse at dawn, mist on the glass', seed: 48151623 },
];
for (const draft of drafts) {
  await page.evaluate(
    (one) => document.querySelector('video-generator').generate({ ...one, duration: one.model === 'kling-v2' ? 5 : 3 }),
    draft,
  );
}
await page.waitForFunction(
  (count) =>
    [...document.querySelector('video-generator').shadowRoot.querySelectorAll('video')].filter((video) => video.readyState >= 2).length ===
    count,
  { timeout: 120_000 },
  drafts.length,
);
await page.evaluate(() =>
  document
    .querySelector('video-generator')
    .generate({ model: 'vidu-q2', prompt: 'A lighthouse at night, slow waves', duration: 20, seed: 91 }),
);
await page
  .locator('video-generator >>> textarea')
  .fill('A slow dolly through a greenhouse at dawn, mist on the glass, one swallow crossing the frame');

const transcriptSays = (words) =>
  page.waitForFunction(
    (pattern) =>
      new RegExp(pattern).test(document.querySelector('realtime-voice').shadowRoot.querySelector('[part~="transcript"]')?.innerText ?? ''),
    { timeout: 60_000 },
    words,
  );
await page.locator('realtime-voice >>> button[aria-label="Talk"]').click();
await transcriptSays('I heard[^]*not words');
await page.evaluate(() => document.querySelector('realtime-voice').sendText('What time is it in Asia/Shanghai?'));
await transcriptSays('answered: .*M');
await pause(1500);
await page.evaluate(() => document.querySelector('realtime-voice').sendText('Please set the theme to dark'));
await transcriptSays('set_theme');
await pause(500);

mkdirSync(pictures, { recursive: true });
for (const scheme of ['light', 'dark']) {
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.setViewport({ width: 1280, height: 900 });
  await pause(2000);
  await page.screenshot({ path: join(pictures, `${scheme}.png`) });
  await page.setViewport({ width: 360, height: 2080 });
  // The videos are loaded anew near the screen.
  await pause(3000);
  await page.screenshot({ path: join(pictures, `${scheme}-narrow.png`) });
}

await browser.close();
server.removeAllListeners('exit');
server.kill('SIGTERM');
rmSync(folder, { recursive: true, force: true });
