// Many tabs before another maker's service: they ask as one, whatever becomes of the one that asks, and the maker makes one video. The counts are the site's.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import type { LibraryOptions } from 'voxreel/server/library';

import type { Said, Passed } from '../../../services/faulty-way.js';
import type { Judge } from '../../../services/judge.js';
import { startJudgedSite, type JudgedSite } from './crash-gateway.js';
import type { TabScope } from './tabs-page.js';
import { tabsPageHtml } from './tabs-service.js';
import { openYardstick } from './yardstick.js';

export interface TabsPlan {
  readonly tabs: number;
  /** How the tab that asks ends, one after the other. */
  readonly ends: readonly ('crash' | 'close')[];
  readonly timeoutMs: number;
  /** Opens the library that the tabs' user has an account in. */
  readonly library?: () => Promise<LibraryOptions>;
  /** What the maker says of a task that goes on, where its judge would end it. */
  readonly meanwhile?: (request: Passed) => Said | undefined;
}

interface Question {
  readonly tab: string;
  readonly at: number;
}

const tick = 500;
/** Puppeteer's own switches would keep the timers of tabs out of sight quick. */
const asForPeople = [
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

export function tabsSuite(judge: Judge, { tabs: count, ends, timeoutMs, library, meanwhile }: TabsPlan): void {
  describe(`${count} tabs before ${judge.id}${library ? ', with an account' : ''}`, { timeout: timeoutMs }, () => {
    const questions: Question[] = [];
    const waiting = new Set<(question: Question) => void>();
    let isOver = false;
    let site: JudgedSite;
    let browser: Browser;
    let slowness: () => Promise<number>;

    const hear = ({ method, headers, url }: Request): void => {
      if (method !== 'GET' || !url.includes('/generations/')) return;
      const question = { tab: headers.get('x-tab') ?? '', at: Number(headers.get('x-asked-at')) };
      questions.push(question);
      for (const told of waiting) told(question);
    };
    const next = (fits: (question: Question) => boolean): Promise<Question> =>
      new Promise((resolve) => {
        const told = (question: Question): void => {
          if (!fits(question)) return;
          waiting.delete(told);
          resolve(question);
        };
        waiting.add(told);
      });

    before(async () => {
      const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<LaunchOptions> };
      site = await startJudgedSite(judge, {
        script: 'queue/tabs-page.ts',
        html: tabsPageHtml,
        hear,
        instead: (request) => (isOver ? undefined : meanwhile?.(request)),
        plan: () => judge.plan({ ends: 'never' }),
        library: await library?.(),
      });
      browser = await puppeteer.launch({ ...(await findChromium()), ignoreDefaultArgs: asForPeople });
      slowness = await openYardstick(browser, site.url);
    });
    after(async () => {
      await browser?.close();
      await site?.close();
    });

    it(`go on when the one that asks ends (${ends.join(', ')}), and all show the end`, async (t) => {
      const pages = new Map<string, Page>();
      for (let at = 0; at < count; at += 1) {
        const page = await browser.newPage({ type: 'window' });
        await page.goto(`${site.url}?tick=${tick}&tab=tab-${at}&queue=${judge.id}${library ? '&account' : ''}`);
        await page.waitForFunction(() => 'tab' in globalThis);
        pages.set(`tab-${at}`, page);
      }
      const [first] = pages.values();
      assert.ok(first);
      const taskId = await first.evaluate(async (model) => {
        const { queue } = (globalThis as unknown as TabScope).tab;
        return (await queue.submit({ model, prompt: 'a fox' })).taskId ?? '';
      }, judge.model);
      const times: number[] = [];
      for (const end of ends) {
        const { tab } = await next(() => true);
        const another = next((question) => question.tab !== tab);
        const slow = slowness();
        const from = Date.now();
        const page = pages.get(tab);
        assert.ok(page, tab);
        pages.delete(tab);
        const session = await page.createCDPSession();
        if (end === 'crash') void session.send('Page.crash').catch(() => undefined);
        else void page.close();
        times.push(Math.round(((await another).at - from) / (await slow)));
      }
      t.diagnostic(`another tab asks after ${times.join(', ')} ms`);
      assert.ok(Math.max(...times) <= 2000, times.join());
      isOver = true;
      judge.plan({ ends: 'well', url: 'https://cdn.example.org/fox.mp4' });
      const shown = (page: Page) =>
        page.evaluate(async (id) => {
          const { queue, shown: ended } = (globalThis as unknown as TabScope).tab;
          while (ended[id] === undefined) await new Promise<void>((resolve) => queue.tasks.subscribe(() => resolve()));
          return queue.tasks.get().map(({ status }) => status);
        }, taskId);
      for (const page of pages.values()) assert.deepEqual(await shown(page), ['succeeded']);
      const made = site.way.passed.filter(({ method }) => method === 'POST').length;
      assert.equal(made, 1, 'it is paid for once');
      const span = (questions.at(-1)?.at ?? 0) - (questions[0]?.at ?? 0);
      assert.ok(questions.length <= span / tick + ends.length + 2, `${questions.length} questions in ${span} ms`);
    });
  });
}
