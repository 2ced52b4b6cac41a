// What a written piece costs the main thread, script, layout and paint together, in a short conversation and in long ones; and whether showing
// a long one ever holds up the page.
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';

import { findChromium } from '../chromium.mjs';
import { median } from './fold.mjs';

async function pageWith(browser) {
  const { outputFiles } = await build({
    entryPoints: ['test/bench/in-transcript-page.mjs'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    conditions: ['production'],
    define: { 'import.meta.url': '"http://localhost/"' },
  });
  const page = await browser.newPage();
  await page.setViewport({ width: 480, height: 800 });
  await page.setContent('<!doctype html><html lang="en"><body></body></html>');
  await page.evaluate(outputFiles[0].text);
  return page;
}

/** Milliseconds of main thread for each piece, without what a frame costs by itself. */
async function costOfPiece(page, pieces) {
  const taken = async (idle) => {
    const { TaskDuration: before } = await page.metrics();
    await page.evaluate((count, still) => globalThis.transcriptPage.write(count, still), pieces, idle);
    const { TaskDuration: after } = await page.metrics();
    return ((after - before) * 1000) / pieces;
  };
  const idle = await taken(true);
  return Math.max(0, (await taken(false)) - idle);
}

const show = (page, kind, count, written) => page.evaluate((...given) => globalThis.transcriptPage.show(...given), kind, count, written);
const longTasks = (page) => page.evaluate(() => globalThis.transcriptPage.longTasks());

/** The ways with `costs`, a round each, and `longestMs`; they take turns, so that a busy machine is busy for all. */
async function writing(page, { ways, rounds, pieces }) {
  const costs = ways.map(() => []);
  const longest = ways.map(() => 0);
  for (let round = -1; round < rounds; round++) {
    for (const [nth, { kind, messages, written = 0 }] of ways.entries()) {
      await show(page, kind, messages, written);
      await page.evaluate(() => globalThis.transcriptPage.write(20));
      await longTasks(page);
      const ms = await costOfPiece(page, pieces);
      if (round < 0) continue;
      costs[nth].push(ms);
      longest[nth] = Math.max(longest[nth], ...(await longTasks(page)));
    }
  }
  return ways.map((way, nth) => ({ ...way, costs: costs[nth], longestMs: longest[nth] }));
}

/** The first sight of a kept conversation: how long until all of it is there, and its longest task. */
async function showing(page, { messages, written = 0 }, rounds) {
  const took = [];
  let longestMs = 0;
  for (let round = 0; round < rounds; round++) {
    await longTasks(page);
    took.push(await show(page, 'ours', messages, written));
    longestMs = Math.max(longestMs, ...(await longTasks(page)));
  }
  return { messages, written, ms: median(took), longestMs };
}

/**
 * `kind` of a way: `ours`, or `bare` for text appended to a list; `written`: how many characters of the last message stand there already.
 * `seen`: conversations that are kept, and seen first.
 */
export async function benchTranscript({ ways, seen = [], rounds = 3, pieces = 40 }) {
  const browser = await puppeteer.launch({ ...(await findChromium()), protocolTimeout: 300_000 });
  try {
    const page = await pageWith(browser);
    const written = await writing(page, { ways, rounds, pieces });
    const shown = [];
    for (const conversation of seen) shown.push(await showing(page, conversation, rounds));
    return { written, shown };
  } finally {
    await browser.close();
  }
}
