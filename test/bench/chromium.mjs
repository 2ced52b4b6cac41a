// Runs a bench in a real Chromium: bundles its entry, opens an empty page, and hands back what its function gives.
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';

import { findChromium } from '../chromium.mjs';

/**
 * @param {string} entry file, from the root
 * @param {string} name the function it puts on `globalThis`
 * @param {string} [address] of the page; an empty one of no origin by default
 */
export async function benchInChromium(entry, name, address = 'about:blank') {
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: 'iife', target: 'es2022' });
  const browser = await puppeteer.launch({ ...(await findChromium()), protocolTimeout: 300_000 });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    await page.evaluate(outputFiles[0].text);
    return await page.evaluate((called) => globalThis[called](), name);
  } finally {
    await browser.close();
  }
}
