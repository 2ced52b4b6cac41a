// Kills a page at everything it waits for, and at any instant, before one service or another: nothing is lost, and nothing is paid twice.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

import puppeteer, { type Browser, type BrowserContext, type Page } from 'puppeteer-core';

import { seeded } from '../../../seeded.js';
import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import type { CrashPage, CrashRun, CrashStop } from './crash-page.js';
import type { CrashService } from './crash-service.js';

/** What a page does when it is killed, and what it must have waited for by then. */
export interface CrashMode {
  readonly what: string;
  readonly idempotent: boolean;
  readonly keep: boolean;
  readonly offline?: boolean;
  readonly chained?: boolean;
  readonly gates: readonly string[];
}

export interface CrashPlan {
  /** Killed at each thing it waits for. */
  readonly modes: readonly CrashMode[];
  /** Killed at so many instants besides. */
  readonly instants: number;
  /** At all gates, however many there are; else at those that the modes name. */
  readonly everyGate?: boolean;
  readonly mayKeep: boolean;
  /** What it makes is kept in an account. */
  readonly account?: boolean;
  readonly timeoutMs: number;
}

interface PageScope {
  readonly crashPage: CrashPage;
}

const lanes = 3;

export function crashSuite(
  where: string,
  startService: () => Promise<CrashService>,
  { modes, instants, everyGate, mayKeep, account, timeoutMs }: CrashPlan,
): void {
  describe(`a page that is killed${where}`, { timeout: timeoutMs }, () => {
    let service: CrashService;
    let browser: Browser;
    let contexts: BrowserContext[] = [];
    let names = 0;

    before(async () => {
      const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<object> };
      service = await startService();
      browser = await puppeteer.launch(await findChromium());
      contexts = await Promise.all(Array.from({ length: lanes }, () => browser.createBrowserContext()));
    });
    after(async () => {
      await browser?.close();
      await service?.close();
    });

    // A page that was not killed is used again: to open one costs more than all it does here.
    const spare = new Map<BrowserContext, Page>();
    const open = async (context: BrowserContext): Promise<Page> => {
      const page = spare.get(context) ?? (await context.newPage());
      page.setDefaultTimeout(120_000);
      spare.delete(context);
      await page.goto(service.url);
      await page.waitForFunction(() => 'crashPage' in globalThis);
      return page;
    };
    const named = () => {
      const name = `q${names++}`;
      return { name, draft: service.draft(name) };
    };
    const start = (page: Page, run: CrashRun): Promise<CrashStop> =>
      page.evaluate((given) => (globalThis as unknown as PageScope).crashPage.run(given), run);
    /** No unload, no last words. */
    const crash = async (page: Page): Promise<void> => {
      const crashed = new Promise<void>((resolve) => page.once('error', () => resolve()));
      const session = await page.createCDPSession();
      void session.send('Page.crash').catch(() => undefined);
      await crashed;
      await page.close().catch(() => undefined);
    };
    /** A new page finds what must be there, wherever the one before was killed. */
    const recover = async (context: BrowserContext, run: CrashRun, written?: CrashStop['written']): Promise<void> => {
      const page = await open(context);
      const { tasks, bytes } = await page.evaluate((given) => (globalThis as unknown as PageScope).crashPage.recover(given), run);
      spare.set(context, page);
      check(run, tasks, written);
      if (account) assert.deepEqual(states(await service.library(run.name)), states(tasks), 'every other device has the same');
      if (run.keep) assert.equal(bytes, tasks.flatMap(({ outputs }) => outputs).length * service.bytes, 'every result is kept whole');
    };

    const states = (tasks: readonly Pick<VideoTask, 'idempotencyKey' | 'status'>[]) =>
      tasks.map(({ idempotencyKey, status }) => `${idempotencyKey} ${status}`).toSorted();
    const check = (run: CrashRun, tasks: readonly VideoTask[], written: CrashStop['written'] = {}) => {
      const posts = service.posts(run.name);
      const keys = tasks.map(({ idempotencyKey }) => idempotencyKey);
      assert.equal(new Set(keys).size, keys.length);
      for (const key of [...posts, ...Object.keys(written)]) assert.ok(keys.includes(key), 'no record is lost');
      if (!run.idempotent) assert.equal(new Set(posts).size, posts.length, 'nothing is sent twice');
      assert.equal(service.made(run.name), new Set(posts).size, 'one task is made for each intent');
      for (const { status, idempotencyKey, outputs } of tasks) {
        const told = written[idempotencyKey];
        if (status === 'unconfirmed') {
          assert.ok(
            !run.idempotent && (told === undefined || told === 'waiting' || told === 'submitting'),
            `after ${told} nothing is in doubt`,
          );
          continue;
        }
        assert.equal(status, 'succeeded');
        assert.equal(outputs.length, service.outputs);
        assert.ok(posts.includes(idempotencyKey));
      }
      if (run.chained) checkGroup(tasks);
    };
    /** Whichever of them were written are one group, and go on where the first ends. */
    const checkGroup = (tasks: readonly VideoTask[]) => {
      const first = tasks.filter(({ groupId }) => groupId === undefined);
      const group = tasks.filter(({ groupId }) => groupId !== undefined);
      assert.ok(first.length <= 1 && new Set(group.map(({ groupId }) => groupId)).size <= 1, 'one group, of one video');
      for (const { parentId, continues } of group) {
        assert.equal(parentId, first[0]?.id);
        assert.deepEqual(continues, { id: parentId, atS: 1 });
      }
    };
    const killAt = async (context: BrowserContext, run: CrashRun): Promise<CrashStop> => {
      const page = await open(context);
      const stop = await start(page, run);
      await crash(page);
      await recover(context, run, stop.written);
      return stop;
    };
    const inLanes = (work: (context: BrowserContext) => Promise<void>) => Promise.all(contexts.map(work));

    for (const { what, gates: expected, ...mode } of modes) {
      it(`at ${everyGate ? 'everything it waits for' : 'the waits that matter most'}: ${what}`, async (t) => {
        const gates: string[] = [];
        const told = new Set<string>();
        const kill = async (context: BrowserContext, gate: CrashRun['gate']): Promise<string | undefined> => {
          const stop = await killAt(context, { ...mode, ...named(), account, drafts: mode.chained ? 2 : 1, gate });
          for (const status of Object.values(stop.written)) told.add(status);
          return stop.gate;
        };
        let next = 1;
        let over = !everyGate;
        await inLanes(async (context) => {
          while (!over) {
            const at = next++;
            const gate = await kill(context, at);
            if (gate === undefined) over = true;
            else gates[at - 1] = gate;
          }
        });
        // Where much goes on at once, the n-th is not the same in each run.
        const left = expected.filter((gate) => !gates.includes(gate));
        await inLanes(async (context) => {
          for (let gate = left.shift(); gate !== undefined; gate = left.shift()) gates.push((await kill(context, gate)) ?? '');
        });
        t.diagnostic(`${gates.length} gates: ${gates.join(', ')}`);
        assert.equal(told.has('waiting'), mode.offline === true);
        for (const gate of expected) assert.ok(gates.includes(gate), `it was killed at: ${gate}`);
      });
    }

    it(`at ${instants} instants`, async () => {
      const random = seeded(4);
      let left = instants;
      await inLanes(async (context) => {
        while (left-- > 0) {
          const offline = random() < 0.3;
          const [idempotent, keep, chained] = [random() < 0.5, random() < 0.5 && mayKeep, random() < 0.5];
          const run = { ...named(), account, idempotent, keep, offline, chained, drafts: 3, gate: 0 };
          const killedAfterMs = random() * 250;
          const page = await open(context);
          void start(page, run).catch(() => undefined);
          await delay(killedAfterMs);
          await crash(page);
          await recover(context, run);
        }
      });
    });
  });
}
