// The demo page where the server holds the key of a maker: its models are on offer, and a video of theirs plays.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import puppeteer, { type Browser } from 'puppeteer-core';

import { startProcess, type Example } from './guides/example.js';
import { falJudge } from './services/fal-judge.js';
import { falWithFilm, type FalWithFilm } from './services/fal-with-film.js';
import { openPage, playVideo, writeMicrophone, type Problem } from './spoken-page.js';

describe('the demo page with FAL_KEY', { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'voxreel-'));
  let maker: FalWithFilm;
  let demo: Example;
  let browser: Browser;
  before(async () => {
    const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as {
      findChromium(options: { microphone: string }): Promise<object>;
    };
    maker = await falWithFilm();
    demo = await startProcess(['dist/local/bin.js', '--port', '0'], { FAL_KEY: falJudge.key, FAL_BASE_URL: maker.url });
    browser = await puppeteer.launch(await findChromium({ microphone: await writeMicrophone(folder) }));
  });
  after(async () => {
    await browser?.close();
    await demo?.stop();
    await maker?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('offers the models of the maker, and plays a video that it made', async () => {
    falJudge.plan({ ends: 'well', url: maker.film });
    const problems: Problem[] = [];
    const page = await openPage(browser, problems);
    const bodies: Promise<string>[] = [];
    page.on('response', (response) => void bodies.push(response.text().catch(() => '')));
    await page.goto(demo.url);
    await page.waitForFunction(() => document.querySelector('video-generator')?.getAttribute('models')?.startsWith('fal-ai/'));
    await page.locator('video-generator >>> button[data-opens="model"]').click();
    await page.locator(`video-generator >>> ::-p-text(Kling 2.6 Pro)`).click();
    await page.locator('video-generator >>> textarea').fill('a fox');
    await page.locator('video-generator >>> ::-p-text(Generate)').click();
    assert.equal((await playVideo(page)).moved, true);
    const orders = maker.passed.filter(({ method }) => method === 'POST').map(({ path }) => path);
    assert.deepEqual(orders, [`/${falJudge.model}`]);
    const seen = (await Promise.all(bodies)).join('\n');
    assert.ok(seen.includes(falJudge.model) && !seen.includes(falJudge.key));
    assert.deepEqual(problems, []);
    await page.close();
  });
});
