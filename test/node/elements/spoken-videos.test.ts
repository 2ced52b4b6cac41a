// A video made by voice, on a page with nothing but the two elements: asked for with a spoken microphone, allowed with its price in sight, shown where it
// was asked for and in the gallery, and spoken of once it is there.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import type { Browser, Page } from 'puppeteer-core';
import { encodeWav, speak } from 'voxreel/local';

import { launchChromium, visit, type SitePage } from './element-site.js';
import { startSiteServer, type SiteServer } from './site-server.js';

const asked = 'Make a video of a paper boat at dusk.';
const policy = "default-src 'self'; require-trusted-types-for 'script'; report-uri /reports";
const page = (
  transport: string,
) => `<realtime-voice launcher greeting="Welcome." starters="Hello" for="videos" transport="${transport}"></realtime-voice>
<video-generator id="videos"></video-generator>`;

const transcript = (view: Page): Promise<string> =>
  view.evaluate(
    () => document.querySelector('realtime-voice')?.shadowRoot?.querySelector<HTMLElement>('[part~="transcript"]')?.innerText ?? '',
  );

/** What tools have drawn of their calls. */
const drawn = (view: Page): Promise<string> =>
  view.evaluate(() =>
    [...document.querySelectorAll('realtime-voice > [data-tool]')]
      .flatMap((place) => [...place.children])
      .map((card) => (card.shadowRoot?.firstElementChild as HTMLElement | null)?.innerText ?? '')
      .join('\n'),
  );

async function until(read: () => Promise<string>, pattern: RegExp): Promise<string> {
  for (let tries = 0; tries < 900; tries++) {
    const text = await read();
    if (pattern.test(text)) return text;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return assert.fail(`Never ${pattern}: ${await read()}`);
}

describe('a video by voice', () => {
  let browser: Browser;
  let site: SiteServer;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'voxreel-spoken-'));
    const { samples, sampleRateHz } = await speak(asked, { voice: 'alloy' });
    // Said once: the file begins again when nobody listens any more.
    const spoken = new Int16Array(samples.length + 180 * sampleRateHz);
    spoken.set(samples, 3 * sampleRateHz);
    const microphone = join(folder, 'microphone.wav');
    writeFileSync(microphone, encodeWav(spoken, sampleRateHz));
    browser = await launchChromium([`--use-file-for-fake-audio-capture=${microphone}`]);
    site = await startSiteServer({
      local: { recognise: (sound) => (sound.length > 12_000 ? asked : undefined) },
    });
  });

  after(async () => {
    await browser?.close();
    await site?.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (transport: string): Promise<SitePage> =>
    visit(await (await browser.createBrowserContext()).newPage(), `${site.url}${site.page(page(transport), policy)}`);

  for (const transport of ['websocket', 'webrtc'])
    it(`is made over ${transport}`, async () => {
      const { page: view, problems } = await open(transport);
      view.setDefaultTimeout(60_000);
      await view.evaluate(() => document.querySelector('realtime-voice')?.openPanel());
      await view.locator('realtime-voice >>> .talk').click();
      await until(() => transcript(view), /Make a video of a paper boat at dusk/);
      const request = await until(() => drawn(view), /a paper boat at dusk[^]*(?:cost|estimate|\$|credit)/i);
      assert.match(request, /Make a video/);
      assert.equal(await view.evaluate(() => document.querySelector('video-generator')?.shadowRoot?.querySelector('.card')), null);
      await view.locator('realtime-voice >>> .call .answer .primary').click();
      await until(() => drawn(view), /\d:\d\d/);
      const inGallery = () =>
        view.evaluate(
          () => document.querySelector('video-generator')?.shadowRoot?.querySelector<HTMLElement>('.card')?.dataset['status'] ?? '',
        );
      await until(inGallery, /processing|succeeded/);
      await until(inGallery, /succeeded/);
      await until(() => transcript(view), /The video "a paper boat at dusk" is ready/);
      const place = await view.evaluate(() => {
        const card = document
          .querySelector('realtime-voice > [data-tool]')
          ?.firstElementChild?.shadowRoot?.querySelector<HTMLElement>('.card');
        return card?.dataset['status'];
      });
      assert.equal(place, 'succeeded');
      assert.equal((await transcript(view)).match(/is ready/g)?.length, 1);
      assert.deepEqual(problems, []);
      await view.close();
    });
});
