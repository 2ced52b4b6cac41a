// `npm run screenshots [words]`: every story, or those whose id holds one of the words, light and dark, wide and narrow, into .storybook/screenshots, with a page
// to look at them all; and the README's pictures into stories/pictures. Needs the static Storybook, and no service.
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import puppeteer from 'puppeteer-core';

import { findChromium } from './chromium.mjs';
import { drawContactSheets } from './contact-sheet.mjs';
import { phaseOf, serveStories, settle } from './story-site.mjs';

const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
const folder = join(root, '.storybook', 'screenshots');
const readme = { story: 'pages-both--both', folder: join(root, 'stories', 'pictures') };
const words = process.argv.slice(2);

const schemes = ['light', 'dark'];
const widths = { wide: 1000, narrow: 360 };
const mostHeight = 2400;

const { base, stories, close } = await serveStories(words);
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
      await settle(page);
      await page.screenshot({ path: join(folder, `${id}.${name}-${scheme}.png`) });
    }
  }
  process.stdout.write('.');
}
if (stories.some(({ id }) => id === readme.story)) await drawReadme();
await drawContactSheets(browser, folder);
await browser.close();
close();
console.log(`\n${stories.length} stories: ${join(folder, 'index.html')}`);
for (const trouble of troubles) console.error(trouble);
process.exitCode = troubles.length > 0 ? 1 : 0;

/** Storybook says when a story's own steps are done. */
async function played(id) {
  const phase = await phaseOf(page, id);
  if (phase !== undefined) troubles.push(`${id} ends as ${phase}`);
}

async function drawReadme() {
  mkdirSync(readme.folder, { recursive: true });
  await page.goto(`${base}/iframe.html?id=${readme.story}&viewMode=story`);
  await played(readme.story);
  // The voice is heard for a while.
  await settle(page, 3500);
  for (const scheme of schemes) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.setViewport({ width: 1280, height: 900 });
    await settle(page);
    await page.screenshot({ path: join(readme.folder, `${scheme}.png`) });
    await page.setViewport({ width: 360, height: 2080 });
    await settle(page);
    await page.screenshot({ path: join(readme.folder, `${scheme}-narrow.png`) });
  }
}
