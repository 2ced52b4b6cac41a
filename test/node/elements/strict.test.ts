// Both elements on a page under the strictest policy, served with its header and driven through all they have: nothing is ever refused.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { Page } from 'puppeteer-core';

import { openSite, type Site, type SitePage } from './element-site.js';

const strict = "default-src 'self'; require-trusted-types-for 'script'; report-uri /reports";
const listed =
  "default-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html voxreel 'allow-duplicates'; report-uri /reports";

const video = '<video-generator base-url="/" models="vidu-q2 kling-v2 jimeng-3 my-own"></video-generator>';
const voice = (more = '') => `<realtime-voice base-url="/" model="rehearsal" inspector transcribe ${more}></realtime-voice>`;

/**
 * Presses everything in the element that was not pressed before, what lies open over it first, until nothing new comes; gives the names.
 * What leads out of what is being tried (`but`) is left alone.
 */
const pressEverything = (page: Page, selector: string, but: string): Promise<string[]> =>
  page.evaluate(
    async (selector, but) => {
      const root = document.querySelector(selector)?.shadowRoot;
      const pressed: string[] = [];
      const over = ':is([role="dialog"], [role="menu"])';
      const controls = ':is(button, summary, a, select, input:not([type="file"], [type="search"])):not(:disabled)';
      const nameOf = (each: Element) =>
        [each.localName, each.getAttribute('aria-label') ?? each.closest('label')?.textContent ?? each.textContent]
          .join(' ')
          .replaceAll(/[\d:.,\s]+/g, ' ')
          .trim();
      const left = (each: HTMLElement) => {
        const times = pressed.filter((name) => name === nameOf(each)).length;
        // A menu is opened again for each of its items.
        return each.checkVisibility() && times < (each.hasAttribute('aria-haspopup') ? 12 : 1) && !new RegExp(but).test(nameOf(each));
      };
      const pause = () => new Promise((resolve) => setTimeout(resolve, 40));
      const lyingOver = () => [...(root?.querySelectorAll(over) ?? [])].find((each) => each.checkVisibility());
      // What the last press opened may be a while in coming.
      for (let tries = 0, idle = 0; tries < 400 && idle < 75; tries++) {
        const all = [...(root?.querySelectorAll<HTMLElement>(controls) ?? [])].filter(left);
        const isClose = (each: HTMLElement) => nameOf(each) === 'button Close';
        const next = all.find((each) => each.closest(over) && !isClose(each)) ?? all.find((each) => !isClose(each)) ?? all[0];
        if (next === undefined) {
          idle++;
          await pause();
          continue;
        }
        idle = 0;
        pressed.push(nameOf(next));
        const before = lyingOver();
        next.click();
        if (next instanceof HTMLInputElement || next instanceof HTMLSelectElement)
          next.dispatchEvent(new Event('change', { bubbles: true }));
        await pause();
        // A second press would close what the first is still loading.
        if (next.hasAttribute('aria-haspopup')) for (let waits = 0; waits < 75 && lyingOver() === before; waits++) await pause();
      }
      return pressed;
    },
    selector,
    but,
  );

/** Makes so many small videos that the gallery shows all it has. */
const makeVideos = (page: Page, count: number): Promise<unknown> =>
  page.evaluate(async (count) => {
    const generator = document.querySelector('video-generator');
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 800 });
    // Large enough that a worker makes it smaller.
    const noise = new ImageData(800, 800);
    for (let at = 0; at < noise.data.length; at += 16_384) crypto.getRandomValues(noise.data.subarray(at, at + 16_384));
    canvas.getContext('2d')?.putImageData(noise, 0, 0);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    const done = new Promise<void>((resolve) => {
      let ready = 0;
      generator?.addEventListener('video-ready', () => ++ready === count && resolve());
    });
    for (let at = 0; at < count; at++)
      await generator?.generate({
        prompt: `A heron over water ${at}`,
        duration: 1,
        width: 64,
        height: 64,
        fps: 8,
        ...(at < 2 && picture !== null ? { image: picture } : {}),
        model: at < 2 ? 'jimeng-3' : 'my-own',
      });
    return done;
  }, count);

const waitForText = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    (selector, text) => document.querySelector(selector)?.shadowRoot?.textContent?.includes(text),
    { timeout: 120_000 },
    selector,
    text,
  );

describe('a strict page', { timeout: 580_000 }, () => {
  let site: Site;

  before(async () => {
    site = await openSite();
  });

  after(() => site?.close());

  /** The page says nothing, and nothing came to where reports go. */
  const isClean = async ({ page, problems }: SitePage): Promise<void> => {
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    assert.deepEqual(problems, []);
    assert.deepEqual(site.reports, []);
    await page.close();
  };

  it('makes, keeps, plays and tidies videos', async () => {
    const opened = await site.open(video, strict);
    const { page } = opened;
    await makeVideos(page, 7);
    await page.waitForFunction(() => document.querySelector('video-generator')?.shadowRoot?.querySelector('.play'));
    const pressed = await pressEverything(page, 'video-generator', 'Generate|Import|Send again|Download|Choose a file');
    for (const name of [
      'button Play A heron over water',
      'button History and storage',
      'button Copy link',
      'button Remove',
      'button Clear…',
    ])
      assert.ok(pressed.includes(name), `${name} was pressed: ${pressed.join(' | ')}`);
    assert.ok(pressed.length > 30, pressed.join(' | '));
    await isClean(opened);
  });

  for (const transport of ['webrtc', 'websocket']) {
    it(`talks over ${transport}, with every sheet`, async () => {
      const opened = await site.open(voice(`transport="${transport}"`), strict);
      const { page } = opened;
      await page.evaluate(async () => {
        const element = document.querySelector('realtime-voice');
        if (element === null) return;
        element.tools = [
          {
            name: 'trail_status',
            description: 'Tells whether a trail is open.',
            parameters: { type: 'object', properties: { trail: { type: 'string' } } },
            approve: true,
            execute: () => ({ open: true }),
          },
        ];
        await element.connect();
        element.sendText('Call trail_status for the mill loop.');
      });
      await waitForText(page, 'realtime-voice', 'Allow');
      const pressed = await pressEverything(page, 'realtime-voice', 'Hang up|Cancel|Deny');
      for (const name of ['button Allow trail_status', 'button Settings', 'button More', 'button Inspector', 'button Mute microphone'])
        assert.ok(pressed.includes(name), `${name} was pressed: ${pressed.join(' | ')}`);
      await page.evaluate(() => {
        const element = document.querySelector('realtime-voice');
        element?.sendText('What is 6 times 7?');
      });
      await waitForText(page, 'realtime-voice', '42');
      await page.evaluate(() => document.querySelector('realtime-voice')?.disconnect());
      await isClean(opened);
    });
  }

  it('opens a launcher, asks for consent, and is greeted', async () => {
    const opened = await site.open(
      `<script type="module" src="/elements/realtime-voice/launcher/define.js"></script>
      <realtime-voice-launcher base-url="/" model="rehearsal" modalities="text" consent="You *agree*." suggestions
        greeting="Welcome to the valley."><b slot="avatar">A</b></realtime-voice-launcher>`,
      strict,
    );
    const { page } = opened;
    const press = (selector: string) =>
      page.waitForFunction(
        (selector) => {
          const launcher = document.querySelector('realtime-voice-launcher');
          const roots = [launcher?.voice.shadowRoot, launcher?.shadowRoot];
          const found = roots.map((root) => root?.querySelector<HTMLElement>(selector)).find((each) => each?.checkVisibility());
          found?.click();
          return found !== undefined;
        },
        {},
        selector,
      );
    await press('.opener');
    await page.waitForFunction(() => document.querySelector('realtime-voice-launcher')?.voice.shadowRoot?.querySelector('[role=status]'));
    void page.evaluate(() => document.querySelector('realtime-voice-launcher')?.voice.connect());
    await press('.consent .primary');
    await page.waitForFunction(() =>
      document.querySelector('realtime-voice-launcher')?.voice.shadowRoot?.textContent?.includes('Welcome to the valley.'),
    );
    await page.evaluate(() => document.querySelector('realtime-voice-launcher')?.voice.disconnect());
    await isClean(opened);
  });

  it('takes two copies of the library, also where policies of trusted types are listed', async () => {
    const opened = await site.open(
      `<script type="module" src="/second/define.js"></script>${video}${voice('transport="websocket"')}`,
      listed,
    );
    const { page } = opened;
    await makeVideos(page, 1);
    await page.evaluate(async () => {
      const element = document.querySelector('realtime-voice');
      await element?.connect();
      element?.sendText('What is 6 times 7?');
    });
    await waitForText(page, 'realtime-voice', '42');
    await isClean(opened);
  });

  it('makes its policy of trusted types once, where a page lists it without duplicates', async () => {
    const opened = await site.open(video, listed.replace(" 'allow-duplicates'", ''));
    await makeVideos(opened.page, 2);
    await isClean(opened);
  });

  it('does without a worker where the page allows no such policy, and says so once', async () => {
    const { page, problems } = await site.open(video, listed.replace(' voxreel', ''));
    await makeVideos(page, 2);
    assert.equal(problems.filter((problem) => problem.startsWith('trusted-types')).length, 1, problems.join('\n'));
    await page.close();
  });
});
