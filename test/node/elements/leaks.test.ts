// Elements that are used and taken away leave nothing behind: counted on the heap after the page's garbage is gone.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { createRealtimeSession, createVideoQueue } from 'voxreel';

import { openSite, type Site } from './element-site.js';
import { noteOutliving, type OutlivingScope } from './outliving.js';

/** Of each kind; one that stays of each use would already show with a few. */
const count = Number(process.env['LEAK_COUNT'] ?? 12);

interface Library {
  readonly createRealtimeSession: typeof createRealtimeSession;
  readonly createVideoQueue: typeof createVideoQueue;
}

type Own = [ReturnType<typeof createRealtimeSession>, ReturnType<typeof createVideoQueue>];

/** `own`: what a page made itself and gave to its elements. */
type Scope = OutlivingScope & { own?: Own };

describe('elements that were taken away', { timeout: 580_000 }, () => {
  let site: Site;

  before(async () => {
    site = await openSite(['--js-flags=--expose-gc'], noteOutliving);
  });

  after(() => site?.close());

  /** Once to warm up and many times more: what is held then is what was held before. */
  const leavesNothing = async (use: (count: number, transport: string) => Promise<void>, transport = ''): Promise<void> => {
    const { page, problems } = await site.open('');
    const held = (few = {}) => page.evaluate((few) => (globalThis as Scope).outliving.held(few), few);
    await page.evaluate(use, 1, transport);
    const before = await held();
    const made = await page.evaluate(() => (globalThis as Scope).outliving.made());
    assert.ok(made.includes('video-generator') || made.includes('realtime-voice'), 'the elements are watched');
    await page.evaluate(use, count, transport);
    const after = await held(before);
    // One of a kind may stay: what a page has once for all elements, and what the browser itself had in its hands last. An element has two observers of
    // what is seen of it.
    const mayStay = (name: string): number => Math.max(name === 'IntersectionObserver' ? 2 : 1, before[name] ?? 0);
    for (const [name, times] of Object.entries(after))
      assert.ok(times <= mayStay(name), `${count} more left ${JSON.stringify(after)}, one ${JSON.stringify(before)}`);
    // A session and a queue that are open have intervals of their own.
    await page.evaluate(() => (globalThis as Scope).own?.forEach((each) => each.close()));
    const { intervals } = await page.evaluate(() => (globalThis as Scope).outliving.counts());
    assert.equal(intervals, 0, 'an interval runs on');
    assert.deepEqual(problems, []);
    await page.close();
  };

  it('are gone when they were only shown, moved and hidden', () =>
    leavesNothing(async (count) => {
      for (let at = 0; at < count; at++) {
        const elements = ['video-generator', 'realtime-voice'].map((name) => document.createElement(name));
        document.body.append(...elements);
        await new Promise((resolve) => requestAnimationFrame(resolve));
        const elsewhere = document.createElement('div');
        document.body.append(elsewhere);
        elsewhere.append(...elements);
        elements.forEach((element) => (element.hidden = true));
        await new Promise((resolve) => requestAnimationFrame(resolve));
        elsewhere.remove();
        document.body.append(...elements);
        elements.forEach((element) => element.remove());
      }
    }));

  it('are gone when videos were made, played and removed in them', () =>
    leavesNothing(async (count) => {
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let at = 0; at < count; at++) {
        const element = document.createElement('video-generator');
        Object.assign(element, { persist: 'none', baseUrl: '/', model: 'my-own' });
        document.body.append(element);
        await element.updateComplete;
        const ready = new Promise((resolve) => element.addEventListener('video-ready', resolve, { once: true }));
        await element.generate({ prompt: 'A heron', duration: 1, width: 64, height: 64, fps: 8 });
        // One of them is waited for; the others are taken away while their video is being made.
        if (at % 10 === 0) await ready;
        const press = async (selector: string) => {
          await frame();
          element.shadowRoot?.querySelectorAll<HTMLElement>(selector).forEach((each) => each.click());
        };
        for (const control of ['seed', 'size', 'image']) await press(`[data-opens="${control}"]`);
        for (const selector of ['.play', '.foot button', '.actions > :last-child']) await press(selector);
        await frame();
        element.remove();
      }
    }));

  for (const transport of ['webrtc', 'websocket'])
    it(`are gone after conversations over ${transport}, with their sheets, hung up or not`, () =>
      leavesNothing(async (count, transport) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (let at = 0; at < count; at++) {
          const element = document.createElement('realtime-voice');
          Object.assign(element, { baseUrl: '/', model: 'rehearsal', transport, inspector: true });
          const called = new Promise<void>((resolve) => {
            const execute = () => {
              resolve();
              return { open: true };
            };
            element.tools = [
              { name: 'trail_status', description: 'Tells whether a trail is open.', parameters: { type: 'object' }, execute },
            ];
          });
          document.body.append(element);
          await element.updateComplete;
          // Some are taken away while they connect.
          const opened = element.connect().catch(() => undefined);
          if (at % 5 !== 4) await opened;
          const press = async (selector: string) => {
            await frame();
            element.shadowRoot?.querySelector<HTMLElement>(selector)?.click();
          };
          element.sendText('Call trail_status.');
          if (at % 5 !== 4) await called;
          for (const selector of ['[data-sheet="settings"]', '[role="dialog"] [data-first]', '[data-sheet="more"]']) await press(selector);
          await frame();
          if (at % 2 === 0) element.disconnect();
          element.remove();
          await opened;
        }
      }, transport));

  it("are gone while the page's own session and queue go on", () =>
    leavesNothing(async (count) => {
      const library = '/index.js';
      const made = (await import(library)) as Library;
      const scope = globalThis as Scope;
      scope.own ??= [
        made.createRealtimeSession({ baseUrl: '/', model: 'rehearsal', transports: ['websocket'], modalities: ['text'] }),
        made.createVideoQueue({ baseUrl: '/', name: 'own' }),
      ];
      const [session, queue] = scope.own;
      await session.connect();
      await queue.submit({ model: 'my-own', prompt: 'A heron', duration: 1, width: 64, height: 64, fps: 8 });
      for (let at = 0; at < count; at++) {
        const [voice, video] = [document.createElement('realtime-voice'), document.createElement('video-generator')];
        voice.session = session;
        video.queue = queue;
        document.body.append(voice, video);
        for (let frames = 0; frames < 4; frames++) await new Promise((resolve) => requestAnimationFrame(resolve));
        voice.sendText('Good day.');
        voice.remove();
        video.remove();
      }
      if (session.phase !== 'open') throw new Error(`The session of the page is ${session.phase}.`);
    }));
});
