// Calls as people meet them, in a real browser, with our session and element and with the clients of other makers against the same scripted service.
import puppeteer from 'puppeteer-core';

import { findChromium } from '../chromium.mjs';
import { atRest, clientFiles } from './client-scripts.mjs';
import { median } from './fold.mjs';
import { recordSound, soundHeard } from './heard-sound.mjs';
import { pulseMicrophone } from './pulse-microphone.mjs';
import { startScriptedCalls } from './scripted-calls.mjs';

export const peers = ['eleven-labs', 'wavtools', 'pipecat'];

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** What `measure(page, service)` finds for each client, in a browser and before a service of its own. */
async function withEach(names, { delayMs, query = {} }, measure) {
  const files = await clientFiles(names);
  const found = {};
  for (const name of names) {
    const service = await startScriptedCalls(files, { delayMs });
    const browser = await puppeteer.launch({ ...(await findChromium()), protocolTimeout: 120_000 });
    try {
      const page = await browser.newPage();
      page.on('pageerror', (error) => console.error(name, error));
      found[name] = await measure(page, service, `${service.url}${name}?${new URLSearchParams(query[name])}`);
    } finally {
      await browser.close();
      service.close();
    }
  }
  return found;
}

/** Resolves when `isSo` holds. */
async function until(isSo, what) {
  for (const end = Date.now() + 20_000; !isSo(); await pause(5)) if (Date.now() > end) throw new Error(`There is no ${what}.`);
}

const visits = 3;

/** Milliseconds from a click to the first sound at the service, on first visits. `idle`: the page has had time to prepare. */
export const benchTalk = ({ delayMs, idle }) =>
  withEach(['element', ...peers], { delayMs }, async (page, service, url) => {
    const times = [];
    for (let visit = 0; visit < visits; visit += 1) times.push(await firstVisit(page.browser(), service, url, idle));
    return median(times);
  });

async function firstVisit(browser, service, url, idle) {
  const visitor = await browser.createBrowserContext();
  const page = await visitor.newPage();
  await page.goto(url);
  await page.waitForFunction('globalThis.talk !== undefined');
  if (idle) await atRest(page);
  service.heard = [];
  const clickedAt = await page.evaluate(() => {
    const at = Date.now();
    void globalThis.talk();
    return at;
  });
  await until(() => service.heard.length > 0, 'sound at the service');
  await visitor.close();
  return service.heard[0].at - clickedAt;
}

/** In the page: nothing else gets its thread for so long of each second. */
function keepBusy(busyMs) {
  setInterval(() => {
    for (const end = performance.now() + busyMs; performance.now() < end;);
  }, 1000);
}

async function talk(page, service, url) {
  await page.evaluateOnNewDocument(recordSound);
  await page.goto(url);
  await page.waitForFunction('globalThis.talk !== undefined');
  await page.evaluate(() => void globalThis.talk());
  await until(() => service.heard.length > 0, 'sound at the service');
}

/** Ten seconds of speech whose pieces come late, or meet a page that is busy: what is heard of it, in ms. */
export const benchPlayback = ({ ms = 10_000, lateMs = 0, busyMs = 0 }) =>
  withEach(['session', ...peers], {}, async (page, service, url) => {
    await talk(page, service, url);
    if (busyMs > 0) await page.evaluate(keepBusy, busyMs);
    await pause(1000);
    await service.speak({ ms, lateMs });
    await pause(2500);
    const { soundMs, ...heard } = await page.evaluate(soundHeard);
    return { ...heard, lostMs: Math.max(0, ms - soundMs) };
  });

/** An answer that is interrupted: how far the reported position is from what was heard, in ms. */
export const benchTruncation = ({ lateMs }) =>
  withEach(['session'], {}, async (page, service, url) => {
    await talk(page, service, url);
    const spoken = service.speak({ ms: 4000, lateMs });
    await pause(3000);
    await page.evaluate(() => globalThis.session.interrupt());
    await until(() => service.truncated !== undefined, 'truncation');
    await spoken;
    await pause(1000);
    const { endMs } = await page.evaluate(soundHeard);
    return Math.abs(service.truncated - endMs);
  });

/** From a sound at the microphone until the service has it: the median of many, in ms. */
export const benchMicrophone = ({ seconds }) =>
  withEach(['session', ...peers], { query: { session: { latency: 'low' } } }, async (page, service, url) => {
    await page.evaluateOnNewDocument(pulseMicrophone);
    await page.goto(url);
    await page.waitForFunction('globalThis.talk !== undefined');
    await page.evaluate(() => void globalThis.talk());
    await until(() => service.heard.length > 0, 'sound at the service');
    await pause(seconds * 1000);
    const pulses = await page.evaluate(() => globalThis.pulses);
    return median(latencies(pulses, service.heard));
  });

const isLoud = ({ bytes }) => {
  for (let at = 0; at + 1 < bytes.byteLength; at += 2) if (Math.abs(bytes.readInt16LE(at)) > 3000) return true;
  return false;
};

/** Each pulse to the first loud piece after it. */
function latencies(pulses, pieces) {
  const loud = pieces.filter(isLoud);
  return pulses.flatMap((pulsedAt) => {
    const heard = loud.find(({ at }) => at >= pulsedAt);
    return heard === undefined || heard.at - pulsedAt > 400 ? [] : [heard.at - pulsedAt];
  });
}
