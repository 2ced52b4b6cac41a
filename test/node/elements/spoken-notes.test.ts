// A note that is spoken over a video, with a real microphone, the local service and both elements: what it changes stands in a draft.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import type { Browser, Page } from 'puppeteer-core';
import { encodeWav, speak } from 'voxreel/local';

import { launchChromium, visit } from './element-site.js';
import { startSiteServer, type SiteServer } from './site-server.js';

const asked = 'Make the boat red.';
const policy = "default-src 'self'; require-trusted-types-for 'script'; report-uri /reports";
const page = (transport: string) => `<realtime-voice for="videos" transport="${transport}"></realtime-voice>
<video-generator id="videos"></video-generator>`;

/** Until something on the page reads like this. */
async function until(view: Page, selector: string, pattern: RegExp): Promise<string> {
  const handle = await view.waitForFunction(
    (wanted: string, source: string) => {
      const found = document.querySelector('video-generator')?.shadowRoot?.querySelector<HTMLElement>(wanted);
      const text = found instanceof HTMLTextAreaElement ? found.value : (found?.innerText ?? '');
      return new RegExp(source).test(text) ? text : false;
    },
    { timeout: 90_000 },
    selector,
    pattern.source,
  );
  return (await handle.jsonValue()) || '';
}

describe('a note over a video', () => {
  let browser: Browser;
  let site: SiteServer;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'voxreel-note-'));
    const { samples, sampleRateHz } = await speak(asked, { voice: 'alloy' });
    const microphone = join(folder, 'microphone.wav');
    writeFileSync(microphone, encodeWav(samples, sampleRateHz));
    browser = await launchChromium([`--use-file-for-fake-audio-capture=${microphone}`]);
    site = await startSiteServer({ local: { recognise: (sound) => (sound.length > 12_000 ? asked : undefined) } });
  });

  after(async () => {
    await browser?.close();
    await site?.close();
    rmSync(folder, { recursive: true });
  });

  for (const transport of ['websocket', 'webrtc'])
    it(`becomes a changed draft over ${transport}`, async () => {
      const context = await browser.createBrowserContext();
      const { page: view, problems } = await visit(await context.newPage(), `${site.url}${site.page(page(transport), policy)}`);
      view.setDefaultTimeout(90_000);
      const made = await view.evaluate(async () => {
        const element = document.querySelector('video-generator');
        const draft = { model: 'rehearsal', prompt: 'A paper boat at dusk.', duration: 1, width: 320, height: 180, fps: 12 };
        return (await element?.generate(draft))?.id;
      });
      await view.locator('video-generator >>> .card[data-status="succeeded"] [data-act="view"]').click();
      const button = await view.waitForSelector('video-generator >>> [data-act="note"]');
      await button?.focus();
      await view.keyboard.down('Space');
      await until(view, 'dialog [role="status"]', /Listening/);
      // For as long as it takes to say it.
      await view.waitForFunction((since: number) => performance.now() - since > 1500, {}, await view.evaluate(() => performance.now()));
      await view.keyboard.up('Space');
      const draft = await until(view, 'dialog .note-draft', /red/);
      assert.match(draft, /A paper boat at dusk.*red/s);
      await view.locator('video-generator >>> [data-act="open-draft"]').click();
      assert.match(await until(view, '#prompt', /red/), /^A paper boat at dusk, .*boat red$/);
      const after = await view.evaluate(() => document.querySelector('video-generator')?.shadowRoot?.querySelectorAll('.card').length);
      assert.equal(after, 1, 'nothing was submitted');
      const log = await view.evaluate(() => document.querySelector('realtime-voice')?.exportConversation('jsonl') ?? '');
      assert.ok(made !== undefined && log.includes(`video ${made} as I say`), 'the note names the video');
      assert.deepEqual(problems, []);
      await context.close();
    });
});
