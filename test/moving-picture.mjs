// `npm run moving-picture`: a visit to the demo page as the README shows it, light and dark, into stories/pictures.
// Needs ffmpeg with libwebp.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import puppeteer from 'puppeteer-core';

import { findChromium } from './chromium.mjs';

const pictures = join(resolve(fileURLToPath(new URL('..', import.meta.url))), 'stories', 'pictures');
const size = { width: 1120, height: 700 };
/** As GitHub shows it. */
const shownWidth = 880;
const framesPerSecond = 10;

const demo = spawn(process.execPath, ['dist/local/bin.js', '--port', '8787'], { stdio: ['ignore', 'pipe', 'inherit'] });
const url = await new Promise((found) => {
  let said = '';
  demo.stdout.on('data', (text) => {
    said += text;
    const [address] = /http:\/\/127[^\s]*/.exec(said) ?? [];
    if (address) found(address);
  });
});
const chromium = await findChromium();
const browser = await puppeteer.launch({ ...chromium, args: [...(chromium.args ?? []), '--use-fake-ui-for-media-stream'] });
try {
  for (const scheme of ['light', 'dark']) await record(scheme);
} finally {
  await browser.close();
  demo.kill();
}

async function record(scheme) {
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-'));
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(size);
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(url);
  // The elements alone: what the page says of itself is beside the picture.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('header, h2, details { display: none !important } body { padding-block: 16px !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  const stop = await film(page, folder);
  await visit(page);
  const frames = await stop();
  writeFileSync(join(folder, 'frames.txt'), frames.map(({ path, seconds }) => `file '${path}'\nduration ${seconds.toFixed(3)}\n`).join(''));
  const target = join(pictures, `moving-${scheme}.webp`);
  const filter = `fps=${framesPerSecond},scale=${shownWidth}:-1:flags=lanczos`;
  const coding = ['-c:v', 'libwebp_anim', '-quality', '60', '-compression_level', '6', '-loop', '0'];
  execFileSync('ffmpeg', [
    '-y',
    '-loglevel',
    'error',
    '-f',
    'concat',
    '-safe',
    '0',
    '-i',
    join(folder, 'frames.txt'),
    '-vf',
    filter,
    ...coding,
    target,
  ]);
  console.log(`${target}: ${frames.length} frames, ${Math.round(statSync(target).size / 1000)} kB`);
  rmSync(folder, { recursive: true });
  await context.close();
}

/** Takes each new frame as the browser draws it. The result ends it, with each frame's file and for how long it was to be seen. */
async function film(page, folder) {
  const session = await page.createCDPSession();
  const frames = [];
  let over = false;
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    if (over) return;
    const path = join(folder, `${frames.length}.png`);
    frames.push({ path, at: metadata.timestamp });
    writeFileSync(path, data, 'base64');
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png' });
  return async () => {
    over = true;
    await session.send('Page.stopScreencast');
    return frames.map(({ path, at }, index) => ({ path, seconds: (frames[index + 1]?.at ?? at + 2) - at }));
  };
}

/** What a visitor does: asks for a video, and talks while it is made. */
async function visit(page) {
  const type = async (selector, text) => {
    const field = await page.waitForSelector(selector);
    await field.click();
    await field.type(text, { delay: 40 });
  };
  await type('video-generator >>> textarea', 'A lighthouse in a storm at dusk');
  await (await page.waitForSelector('video-generator >>> [part~="generate"]')).click();
  await type('realtime-voice >>> textarea', 'What can you do?');
  await page.keyboard.press('Enter');
  await (await page.waitForSelector('video-generator >>> button.play')).click();
  await new Promise((resolve) => setTimeout(resolve, 4000));
}
