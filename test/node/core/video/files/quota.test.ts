// A browser that has no more room: the oldest files make some, and the newest is kept. The quota is the browser's own.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { build } from 'esbuild';
import puppeteer, { type LaunchOptions } from 'puppeteer-core';

import type { QuotaScope } from './quota-page.js';

const fileBytes = 4_194_304;

describe('a browser without room', { timeout: 240_000 }, () => {
  it('keeps the newest files, and no more than fit', async () => {
    const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<LaunchOptions> };
    const entry = join(process.cwd(), 'test', 'node', 'core', 'video', 'files', 'quota-page.ts');
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'iife', target: 'es2022', write: false });
    const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const browser = await puppeteer.launch(await findChromium());
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(120_000);
      await page.goto(origin);
      const session = await page.createCDPSession();
      await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 5 * fileBytes });
      await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
      const { kept, evicted } = await page.evaluate((bytes) => (globalThis as typeof globalThis & QuotaScope).fill(10, bytes), fileBytes);
      assert.ok(kept.includes('9/0'), `the newest is kept: ${kept.join()}`);
      assert.ok(kept.length <= 5, `no more than fit: ${kept.join()}`);
      assert.ok(kept.length >= 2, `not all made room: ${kept.join()}`);
      // Files went in the order they had come.
      assert.deepEqual(
        evicted,
        Array.from({ length: 10 - kept.length }, (_, at) => `${at}/0`),
      );
    } finally {
      await browser.close();
      server.close();
    }
  });
});
