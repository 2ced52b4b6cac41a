// What an element costs a page beside a bare one of lit, from the built files: until its first control can be pressed, and in memory.
// And how smooth a gallery of many videos is.
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
    ...{ entryPoints: [entry], bundle: true, write: false, minify: true, format: 'esm', target: 'es2022', conditions: ['production'] },
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
async function start(browser, url, times) {
  const runs = Object.keys(elements).map((name) => ({ name, all: [] }));
  for (let time = -2; time < times; time++)
    for (const { name, all } of runs) {
      const { script } = elements[name];
      const files = script.startsWith('bare') ? [script] : firstFiles(script);
      const one = await once(browser, url, { name, ...elements[name], files });
      if (time >= 0) all.push(one);
    }
  const middle = runs.map(({ name, all }) => ({ name, ms: median(all.map(({ ms }) => ms)), bytes: median(all.map(({ bytes }) => bytes)) }));
  const [bare] = middle;
  return middle.map(({ name, ms, bytes }) => ({ name, ms, bytes, timeRatio: ms / bare.ms, heapRatio: bytes / bare.bytes }));
}

async function gallery(browser, url, counts) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(url);
  for (const script of ['/video-generator.js', '/gallery-page.js']) await page.evaluate((address) => import(address), script);
  const rows = [];
  for (const count of counts) rows.push(await page.evaluate((many) => globalThis.benchGallery(many), count));
  await page.close();
  return rows;
}

/** `{ start, gallery }`; needs a build. */
export async function benchElements({ times = 15, counts = [24, 1000, 4000] } = {}) {
  const own = { 'bare-lit.js': await bundled('test/bench/bare-lit.mjs'), 'gallery-page.js': await bundled('test/bench/gallery-page.mjs') };
  const server = await startElementsServer(own);
  const browser = await puppeteer.launch(await findChromium());
  try {
    return { start: await start(browser, server.url, times), gallery: await gallery(browser, server.url, counts) };
  } finally {
    await browser.close();
    server.close();
  }
}
