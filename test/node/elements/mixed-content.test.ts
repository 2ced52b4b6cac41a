// A page over https whose service is plain HTTP: the browser blocks the request, and the developer reads why.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { after, before, it } from 'node:test';

import puppeteer, { type Browser, type LaunchOptions } from 'puppeteer-core';

let browser: Browser;
before(async () => {
  const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<LaunchOptions> };
  browser = await puppeteer.launch(await findChromium());
});
after(() => browser?.close());

it('an https page that asks a plain HTTP service reports that it needs an https address', async () => {
  const page = await browser.newPage();
  // Answered here, so no certificate is needed: to the browser the page is a secure one.
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/')
      return request.respond({
        contentType: 'text/html',
        body: `<!doctype html><script type="module" src="/video-generator.js"></script>
          <video-generator base-url="http://service.test" model="any-model" persist="none"></video-generator>`,
      });
    const file = url.host === 'site.test' ? await readFile(join('dist', 'cdn', basename(url.pathname))).catch(() => undefined) : undefined;
    return request.respond(file ? { contentType: 'text/javascript', body: file } : { status: 404 });
  });
  const warned = new Promise<string>((resolve) => {
    page.on('console', (message) => message.text().startsWith('[voxreel]') && resolve(message.text()));
  });
  await page.goto('https://site.test/');
  assert.ok(await page.evaluate(() => isSecureContext));
  await page.evaluate(async () => {
    await customElements.whenDefined('video-generator');
    const element = document.querySelector('video-generator') as HTMLElement & { generate(request: object): Promise<unknown> };
    await element.generate({ prompt: 'A heron over water' }).catch(() => undefined);
  });
  assert.match(
    await warned,
    /^\[voxreel\] <video-generator>: http:\/\/service\.test\/\S+ is plain HTTP, .* Set base-url to an https address\. See \S+\/troubleshooting\.html#mixed$/,
  );
  await page.close();
});
