// Runs a bench in a real Chromium: bundles its entry, opens an empty page, and hands back what its function gives.
import { build } from 'esbuild';
import puppeteer from 'puppeteer-core';

import { findChromium } from '../chromium.mjs';
import { startVideoServer } from './video-server.mjs';

/**
 * In a page of the bench's own server, where clocks are fine.
 * @param {string} entry file, from the root, that puts its functions on `globalThis.benches`
 * @param {string} name of one of them
 * @param {object} given to it
 */
export async function benchInChromium(entry, name, given) {
  const define = { 'import.meta.url': '"http://localhost/"' };
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: 'iife', target: 'es2022', define });
  const server = await startVideoServer();
  const browser = await puppeteer.launch({ ...(await findChromium()), protocolTimeout: 300_000 });
  try {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.evaluate(outputFiles[0].text);
    return await page.evaluate((...called) => globalThis.benches[called[0]](called[1]), name, given);
  } finally {
    await browser.close();
    server.close();
  }
}

export async function chromiumVersion() {
  const browser = await puppeteer.launch(await findChromium());
  const version = await browser.version();
  await browser.close();
  return version.replace(/^\D*/, '');
}
