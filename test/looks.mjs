// `npm run looks [words]`: every story, or those whose id holds one of the words, in every engine, light and dark, wide and narrow, on one page side by
// side: `.storybook/looks/index.html`, the stories whose engines differ most first. For people to look at; it judges nothing.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import puppeteer from 'puppeteer-core';

import { findChromium } from './chromium.mjs';
import { engines } from './engines/index.mjs';
import { phaseOf, serveStories, settle } from './story-site.mjs';

const folder = fileURLToPath(new URL('../.storybook/looks', import.meta.url));
const words = process.argv.slice(2);
/** The window of WebKitGTK's browser becomes no narrower: the story does. */
const widths = { wide: { viewport: 1280, width: 'full' }, narrow: { viewport: 450, width: '360' } };
/** What the screen of the engines without a headless mode has room for. */
const mostHeight = 1200;
const looks = ['wide-light', 'wide-dark', 'narrow-light', 'narrow-dark'];
/** What the others are compared with. */
const [first, ...others] = Object.keys(engines);

const { base, stories, close } = await serveStories(words);
if (words.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of [first, ...others]) await photograph(name);
close();
writeFileSync(join(folder, 'index.html'), pageOf(await compared()));
console.log(`\n${stories.length} stories in ${Object.keys(engines).length} engines: ${join(folder, 'index.html')}`);

async function photograph(engine) {
  engines[engine].ensure();
  const launcher = await engines[engine].launcher();
  await launcher.initialize?.({});
  console.log(`\n${engine}`);
  try {
    await launcher.startSession(engine, 'about:blank');
    const page = launcher.getPage(engine);
    for (const { id } of stories) {
      await photographStory(page, engine, id);
      process.stdout.write('.');
    }
  } finally {
    await launcher.stop();
  }
}

async function photographStory(page, engine, id) {
  await page.setViewport({ width: widths.wide.viewport, height: 800 });
  await page.goto(`${base}/iframe.html?id=${id}&viewMode=story`);
  const phase = await phaseOf(page, id);
  if (phase !== undefined) console.error(`\n${id} ends as ${phase} in ${engine}`);
  for (const look of looks) {
    const [name, scheme] = look.split('-');
    const { viewport, width } = widths[name];
    await page.evaluate((globals) => globalThis.__STORYBOOK_ADDONS_CHANNEL__.emit('updateGlobals', { globals }), { scheme, width });
    await page.setViewport({ width: viewport, height: 800 });
    const height = Math.min(await page.evaluate(() => document.documentElement.scrollHeight), mostHeight);
    await page.setViewport({ width: viewport, height });
    await settle(page);
    await page.screenshot({ path: join(folder, fileOf(id, engine, look)) });
  }
}

function fileOf(id, engine, look) {
  return `${id}.${engine}.${look}.png`;
}

/** Each story with its largest difference from the first engine, the largest first. */
async function compared() {
  const browser = await puppeteer.launch(await findChromium());
  const page = await browser.newPage();
  const rows = [];
  for (const { id } of stories) {
    const pairs = looks.flatMap((look) => others.map((engine) => [fileOf(id, first, look), fileOf(id, engine, look)]));
    const differences = await page.evaluate(
      differencesOf,
      pairs.map((pair) => pair.map(dataUrl)),
    );
    rows.push({ id, difference: Math.max(0, ...differences) });
  }
  await browser.close();
  return rows.toSorted((one, other) => other.difference - one.difference);
}

/** A page may read the pixels of these, and of no file's. */
function dataUrl(name) {
  return `data:image/png;base64,${readFileSync(join(folder, name)).toString('base64')}`;
}

/** Runs in the page. 0 to 1 for each pair: the mean difference of small copies, in which a letter that stands a pixel aside does not count. */
async function differencesOf(pairs) {
  const scale = 8;
  const load = async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  };
  const pixels = (image, width, height) => {
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context.drawImage(image, 0, 0, width, height);
    return context.getImageData(0, 0, width, height).data;
  };
  const results = [];
  for (const urls of pairs) {
    const [one, other] = await Promise.all(urls.map(load));
    const width = Math.ceil(one.width / scale);
    const height = Math.ceil(Math.max(one.height, other.height) / scale);
    const [a, b] = [pixels(one, width, height), pixels(other, width, height)];
    let sum = 0;
    for (let at = 0; at < a.length; at++) sum += Math.abs(a[at] - b[at]);
    results.push(sum / (width * height * 3 * 255));
  }
  return results;
}

function pageOf(rows) {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every story in every engine</title>
<style>
  body { font: 14px/1.4 system-ui, sans-serif; margin: 16px; background: #888; color: #fff }
  .look { display: grid; grid-template-columns: repeat(${others.length + 1}, 1fr); gap: 6px; margin-block-end: 8px; align-items: start }
  .narrow { max-inline-size: ${(others.length + 1) * 366}px }
  h2 { margin: 24px 0 4px; font-size: 15px }
  figure { margin: 0 }
  img { inline-size: 100% }
</style>
${rows.map(storyOf).join('\n')}
</html>
`;
}

function storyOf({ id, difference }) {
  const shown = looks.map((look) => {
    const figures = [first, ...others].map((engine) => {
      const file = fileOf(id, engine, look);
      return `<figure><figcaption>${engine}, ${look}</figcaption><a href="${file}"><img src="${file}" alt="" loading="lazy"></a></figure>`;
    });
    return `<div class="look ${look.startsWith('narrow') ? 'narrow' : ''}">${figures.join('')}</div>`;
  });
  return `<h2>${id}: ${(difference * 100).toFixed(1)} % apart</h2>${shown.join('')}`;
}
