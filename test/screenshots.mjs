// `npm run screenshots [words]`: every story, or those whose id holds one of the words, light and dark, wide and narrow, into .storybook/screenshots, with a page
// to look at them all; and the README's pictures into stories/pictures. Needs the static Storybook, and no service.
import { createReadStream, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import puppeteer from 'puppeteer-core';

import { findChromium } from './chromium.mjs';
import { drawContactSheets } from './contact-sheet.mjs';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const site = join(root, '.storybook', 'static');
const folder = join(root, '.storybook', 'screenshots');
const readme = { story: 'pages-both--both', folder: join(root, 'stories', 'pictures') };
const words = process.argv.slice(2);

const schemes = ['light', 'dark'];
const widths = { wide: 1000, narrow: 360 };
const mostHeight = 2400;

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.webm': 'video/webm',
  '.svg': 'image/svg+xml',
};
const server = createServer((request, response) => {
  const path = join(site, decodeURIComponent(new URL(request.url, 'http://local').pathname));
  if (!path.startsWith(site) || !existsSync(path)) response.writeHead(404).end();
  else {
    response.setHeader('content-type', types[extname(path)] ?? 'application/octet-stream');
    createReadStream(path).pipe(response);
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const base = `http://127.0.0.1:${server.address().port}`;

const { entries } = JSON.parse(readFileSync(join(site, 'index.json'), 'utf8'));
const stories = Object.values(entries).filter(
  ({ id, type }) => type === 'story' && (words.length === 0 || words.some((word) => id.includes(word))),
);
if (words.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const browser = await puppeteer.launch(await findChromium());
const troubles = [];
const page = await browser.newPage();
page.on('pageerror', (error) => troubles.push(`${page.url()}: ${error.message}`));
page.on('request', (request) => {
  if (!/^(?:data|blob):/.test(request.url()) && !request.url().startsWith(base)) troubles.push(`${page.url()} asked for ${request.url()}`);
});

for (const { id } of stories) {
  await page.setViewport({ width: widths.wide, height: 800 });
  await page.goto(`${base}/iframe.html?id=${id}&viewMode=story`);
  await played(id);
  for (const [name, width] of Object.entries(widths)) {
    await page.setViewport({ width, height: 800 });
    // Videos load where one would see them.
    const height = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), mostHeight);
    await page.setViewport({ width, height });
    for (const scheme of schemes) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await still();
      await page.screenshot({ path: join(folder, `${id}.${name}-${scheme}.png`) });
    }
  }
  process.stdout.write('.');
}
if (stories.some(({ id }) => id === readme.story)) await drawReadme();
await drawContactSheets(browser, folder);
await browser.close();
server.close();
console.log(`\n${stories.length} stories: ${join(folder, 'index.html')}`);
for (const trouble of troubles) console.error(trouble);
process.exitCode = troubles.length > 0 ? 1 : 0;

/** Storybook says when a story's own steps are done. */
async function played(id) {
  try {
    await page.waitForFunction(() => ['completed', 'finished'].includes(globalThis.__STORYBOOK_PREVIEW__?.currentRender?.phase), {
      timeout: 15_000,
    });
  } catch {
    const phase = await page.evaluate(() => globalThis.__STORYBOOK_PREVIEW__?.currentRender?.phase);
    troubles.push(`${id} ends as ${phase}`);
  }
}

/** Videos show a frame, and nothing has moved for a moment. */
function still(ms = 190) {
  return page.evaluate(async (ms) => {
    const trees = (node) => [node, ...[...node.querySelectorAll('*')].flatMap((each) => (each.shadowRoot ? trees(each.shadowRoot) : []))];
    const loading = () =>
      trees(document)
        .flatMap((tree) => [...tree.querySelectorAll('video')])
        .some((video) => video.src !== '' && video.readyState < 2 && video.error === null);
    const end = performance.now() + 3000;
    await new Promise((wait) => setTimeout(wait, ms));
    while (loading() && performance.now() < end) await new Promise((wait) => setTimeout(wait, 50));
  }, ms);
}

async function drawReadme() {
  mkdirSync(readme.folder, { recursive: true });
  await page.goto(`${base}/iframe.html?id=${readme.story}&viewMode=story`);
  await played(readme.story);
  // The voice is heard for a while.
  await still(3500);
  for (const scheme of schemes) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.setViewport({ width: 1280, height: 900 });
    await still();
    await page.screenshot({ path: join(readme.folder, `${scheme}.png`) });
    await page.setViewport({ width: 360, height: 2080 });
    await still();
    await page.screenshot({ path: join(readme.folder, `${scheme}-narrow.png`) });
  }
}
