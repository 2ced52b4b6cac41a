// How slow the machine is while a test with many tabs runs: what takes a moment on a quiet one may take seconds beside other work.
import type { Browser } from 'puppeteer-core';

const waitsMs = 500;
const answerMs = 20;

/**
 * Opens one more page of the site at `url`. The result measures how many times longer than on a quiet machine half a second of timers and one
 * question to the site take in it: at least 1.
 */
export async function openYardstick(browser: Browser, url: string): Promise<() => Promise<number>> {
  const page = await browser.newPage({ type: 'window' });
  await page.goto(new URL('/yardstick', url).href);
  return async () => {
    const ms = await page.evaluate(async (all) => {
      const from = performance.now();
      for (let waited = 0; waited < all; waited += 100) await new Promise((resolve) => setTimeout(resolve, 100));
      await fetch('/yardstick');
      return performance.now() - from;
    }, waitsMs);
    return Math.max(1, ms / (waitsMs + answerMs));
  };
}
