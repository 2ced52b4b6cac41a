// What an element costs a page beside a bare one of lit, from the built files: until its first control can be pressed, and in memory.
// And how smooth a gallery of many videos is. Needs a build.
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';

import { findChromium } from '../chromium.mjs';
import { startElementsServer } from './elements-server.mjs';
import { median } from './fold.mjs';
import { firstFiles } from './sizes.mjs';

const elements = {
  'bare-lit': { script: 'bare-lit.js', control: 'button' },
  'video-generator': { script: 'video-generator.js', control: 'textarea' },
  'realtime-voice': { script: 'realtime-voice.js', control: 'button' },
};

async function bundled(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['production'],
  });
  return outputFiles[0].text;
}

/** In the page: from the start of the script, which has come, until its control has its place. */
async function firstControl({ name, script, control, files }) {
  const coming = files.map(
    (file) =>
      new Promise((resolve, reject) => {
        const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: `/${file}` });
        link.addEventListener('load', resolve);
        link.addEventListener('error', reject);
        document.head.append(link);
      }),
  );
  await Promise.all(coming);
  const element = document.createElement(name);
  document.body.append(element);
  const started = performance.now();
  await import(`/${script}`);
  for (;;) {
    const found = element.shadowRoot?.querySelector(control);
    if (found && found.getBoundingClientRect().height > 0) return performance.now() - started;
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', resolve, { once: true });
      port1.start();
      port2.postMessage(0);
    });
  }
}

async function once(browser, url, element) {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    const ms = await page.evaluate(firstControl, element);
    await page.waitForNetworkIdle({ idleTime: 200 });
    const session = await page.createCDPSession();
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    return { ms, bytes: usedSize };
  } finally {
    await page.close();
  }
}

/** In turn, so that whatever else the machine does falls on all of them. */
async function start(browser, url, { times }) {
  const runs = Object.keys(elements).map((name) => ({ name, all: [] }));
  for (let time = -1; time < times; time++)
    for (const { name, all } of runs) {
      const { script } = elements[name];
      const files = script.startsWith('bare') ? [script] : firstFiles(script);
      const one = await once(browser, url, { name, ...elements[name], files });
      if (time >= 0) all.push(one);
    }
  const middle = runs.map(({ name, all }) => ({ name, ms: median(all.map(({ ms }) => ms)), bytes: median(all.map(({ bytes }) => bytes)) }));
  const [bare] = middle;
  return middle.slice(1).map((row) => ({ ...row, bare }));
}

/** Each many with the few before it, so many times; the first time of the count `whole`, the way through all of them too. */
async function gallery(browser, url, { few, counts, times, whole }) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url);
  for (const script of ['/video-generator.js', '/gallery-page.js']) await page.evaluate((address) => import(address), script);
  const bench = (...given) => page.evaluate((...called) => globalThis.benchGallery(...called), ...given);
  const rows = [];
  for (const count of counts) {
    const rounds = [];
    for (let time = 0; time < times; time++)
      rounds.push({ base: await bench(few, false), many: await bench(count, count === whole && time === 0) });
    rows.push({ count, rounds });
  }
  await page.close();
  return rows;
}

async function editing(browser, url, given) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.evaluate((address) => import(address), '/editing-page.js');
  return page.evaluate((asked) => globalThis.benchEditing(asked), given);
}

async function inPages(own, measure, given) {
  const scripts = await Promise.all(own.map(async (name) => [`${name}.js`, await bundled(`test/bench/${name}.mjs`)]));
  const server = await startElementsServer(Object.fromEntries(scripts));
  const browser = await puppeteer.launch({ ...(await findChromium()), protocolTimeout: 300_000 });
  try {
    return await measure(browser, server.url, given);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Medians of so many `times`: `{ name, ms, bytes, bare: { ms, bytes } }`. */
export const benchStart = (given) => inPages(['bare-lit'], start, given);

export const benchGallery = (given) => inPages(['gallery-page'], gallery, given);

/** Each work on a film of so many seconds: `{ work, ms, taskMs }`. */
export const benchEditing = (given) => inPages(['editing-page'], editing, given);
