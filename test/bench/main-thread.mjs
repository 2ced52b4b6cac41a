// What a call costs the main thread of its page: CPU time, which a busy machine does not change, with the element and with a session alone.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import puppeteer from 'puppeteer-core';

import { findChromium } from '../chromium.mjs';
import { startCallService } from './call-service.mjs';

const dist = new URL('../../dist/', import.meta.url);

const pageOf = (body) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><body>${body}</body></html>`;

const pages = {
  '/element': pageOf(
    '<script type="module" src="/cdn/realtime-voice.js"></script><realtime-voice base-url="/" model="bench" transport="websocket"></realtime-voice><div style="block-size:300vh"></div>',
  ),
  '/session': pageOf(''),
};

function fileOf(path) {
  const page = pages[path];
  if (page !== undefined) return { type: 'text/html', body: page };
  if (!path.startsWith('/cdn/')) return undefined;
  try {
    return { type: 'text/javascript', body: readFileSync(fileURLToPath(new URL(`.${path}`, dist))) };
  } catch {
    return undefined;
  }
}

/** In the page: a session without an element, its microphone open. */
async function openSession(library) {
  const { createRealtimeSession } = await import(library);
  const session = createRealtimeSession({ baseUrl: location.origin, model: 'bench', transports: ['websocket'], workletUrl: '/cdn' });
  globalThis.kept = session;
  await session.connect();
  await session.setMicrophone(true);
}

/** In the page: the same by the element. */
async function openElement() {
  await customElements.whenDefined('realtime-voice');
  const element = document.querySelector('realtime-voice');
  await element.connect();
}

/** Milliseconds of CPU a second. */
async function costOf(page, seconds) {
  const client = await page.createCDPSession();
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const task = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
  };
  const before = await task();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const cost = ((await task()) - before) / seconds;
  await client.detach();
  return cost;
}

/** By page: milliseconds of the main thread a second, while listening, speaking, and speaking out of view. */
export async function benchMainThread({ seconds }) {
  const service = await startCallService(fileOf);
  const browser = await puppeteer.launch({ ...(await findChromium()), protocolTimeout: 300_000 });
  const found = {};
  try {
    for (const name of ['session', 'element']) {
      const page = await browser.newPage();
      page.on('pageerror', (error) => console.error(error));
      await page.setViewport({ width: 800, height: 700 });
      await page.goto(`${service.url}${name}`);
      await (name === 'session' ? page.evaluate(openSession, '/cdn/core.js') : page.evaluate(openElement));
      const speak = async (on) => {
        service.speaking(on);
        await new Promise((resolve) => setTimeout(resolve, 2000));
      };
      await speak(false);
      const costs = { listening: await costOf(page, seconds) };
      await speak(true);
      costs.speaking = await costOf(page, seconds);
      if (name === 'element') {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        costs.outOfView = await costOf(page, seconds);
      }
      found[name] = costs;
      await page.close();
    }
    return found;
  } finally {
    await browser.close();
    service.close();
  }
}
