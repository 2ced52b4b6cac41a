// Twenty tabs of one browser ask as one, whatever becomes of the one that asks. The counts are those of the service.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';

import puppeteer, { type Browser, type CDPSession, type LaunchOptions, type Page } from 'puppeteer-core';

import type { TabScope } from './tabs-page.js';
import { startTabsService } from './tabs-service.js';
import type { Question, TabsService } from './tabs-service.js';
import { openYardstick } from './yardstick.js';

interface Tab {
  readonly id: string;
  readonly page: Page;
  readonly session: CDPSession;
}

const tick = 500;
/** Puppeteer's own switches would keep the timers of tabs out of sight quick. */
const asForPeople = [
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

const pause = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

describe('many tabs', { timeout: 240_000 }, () => {
  let service: TabsService;
  let browser: Browser;
  let slowness: () => Promise<number>;
  let tabs: Tab[] = [];
  let made = 0;
  let settings = '';

  before(async () => {
    const { findChromium } = (await import(join(process.cwd(), 'test', 'chromium.mjs'))) as { findChromium(): Promise<LaunchOptions> };
    service = await startTabsService();
    browser = await puppeteer.launch({ ...(await findChromium()), ignoreDefaultArgs: asForPeople });
    slowness = await openYardstick(browser, service.url);
  });
  afterEach(() => Promise.all(tabs.splice(0).map(({ page }) => page.close().catch(() => undefined))));
  after(async () => {
    await browser?.close();
    await service?.close();
  });

  const open = async (): Promise<Tab> => {
    const id = `tab-${made++}`;
    // A window of its own: a tab behind another is out of sight.
    const page = await browser.newPage({ type: 'window' });
    await page.goto(`${service.url}?tick=${tick}&tab=${id}&${settings}`);
    await page.waitForFunction(() => 'tab' in globalThis);
    const tab = { id, page, session: await page.createCDPSession() };
    tabs.push(tab);
    return tab;
  };
  /** A queue of its own for each test, so that nothing is left of the one before. */
  const openMany = async (count: number, more = ''): Promise<void> => {
    settings = `queue=queue-${made}&${more}`;
    for (let opened = 0; opened < count; opened++) await open();
  };
  const tabOf = (id: string): Tab => tabs.find((tab) => tab.id === id) ?? assert.fail(`no ${id}`);
  const submit = ({ page }: Tab): Promise<string> =>
    page.evaluate(async () => {
      const { queue } = (globalThis as unknown as TabScope).tab;
      return (await queue.submit({ model: 'any-model', prompt: 'a heron over water' })).taskId ?? '';
    });
  const leave = (tab: Tab) => (tabs = tabs.filter((other) => other !== tab));

  const dead = new Set<string>();
  const crash = async (tab: Tab) => {
    dead.add(tab.id);
    void tab.session.send('Page.crash').catch(() => undefined);
    leave(tab);
  };
  const shut = async (tab: Tab) => {
    void tab.page.close();
    leave(tab);
  };
  const freeze = async (tab: Tab) => {
    // What holds a tab in view keeps it from being frozen, and it may have been frozen before.
    await show(tab, false);
    await tab.session.send('Page.setWebLifecycleState', { state: 'frozen' });
    return async () => {
      await tab.session.send('Page.setWebLifecycleState', { state: 'active' });
      await show(tab, true);
    };
  };
  /** Its main thread does nothing more, without a word. */
  const stick = async ({ page }: Tab) => {
    const stuck = page.evaluate(() => {
      const request = new XMLHttpRequest();
      request.open('GET', '/stuck', false);
      request.send();
    });
    return async () => {
      service.free();
      await stuck;
    };
  };
  /** A page without a window is in view until it was frozen once; from then on as the test says. */
  const hide = async ({ session }: Tab) => {
    await session.send('Page.setWebLifecycleState', { state: 'frozen' });
    await session.send('Page.setWebLifecycleState', { state: 'active' });
  };
  const show = async ({ session }: Tab, enabled: boolean) => {
    await session.send('Emulation.setFocusEmulationEnabled', { enabled });
  };

  /** The tab that asks now. */
  const leader = async (): Promise<Tab> => tabOf((await service.next(() => true)).tab);
  /** Milliseconds from now until another asks, as a quiet machine would take. Only then does the old one go on, where its end was none. */
  const succession = async (old: Tab, end: (tab: Tab) => Promise<void | (() => Promise<unknown>)>): Promise<number> => {
    const next = service.next(({ tab }) => tab !== old.id);
    const slow = slowness();
    const from = Date.now();
    const goOn = await end(old);
    const question = await Promise.race([next, pause(60_000)]);
    await goOn?.();
    return question ? Math.round((question.at - from) / (await slow)) : assert.fail(await silenceAfter(old, end.name, from));
  };
  /** Why nobody may have asked: the old one went on after all, or the lock is with a tab that does not. */
  const silenceAfter = async (old: Tab, end: string, from: number): Promise<string> => {
    const own = service.questions.filter(({ at }) => at >= from).length;
    const locks = await Promise.all(
      tabs.map(async ({ id, page }) => {
        const ask = () => navigator.locks.query().then(({ held, pending }) => JSON.stringify({ held, waiting: pending?.length }));
        return `${id}: ${await Promise.race([page.evaluate(ask), pause(2000)])}`;
      }),
    );
    return `nobody asks after ${old.id} (${end}; it asked ${own} times since; ${locks.slice(0, 3).join('; ')})`;
  };
  /** How many questions a task and tick. */
  const pace = (questions: readonly Question[], tasks: readonly string[]): number => {
    const spans = tasks.map((taskId) => questions.filter((question) => question.taskId === taskId).map(({ at }) => at));
    const ticks = spans.reduce((sum, times) => sum + ((times.at(-1) ?? 0) - (times[0] ?? 0)) / tick, 0);
    return spans.reduce((sum, times) => sum + times.length - 1, 0) / ticks;
  };
  /** What a tab said in the instant before its crash nobody may have heard: a question of its own then does not count. */
  const gaps = (questions: readonly Question[], tasks: readonly string[]): number[] =>
    tasks.flatMap((taskId) => {
      const asked = questions.filter((question) => question.taskId === taskId);
      return asked.slice(1).flatMap((question, index) => {
        const before = asked[index] ?? question;
        return before.tab !== question.tab && dead.has(before.tab) ? [] : [question.at - before.at];
      });
    });
  /** Who asked in turn, and from when on. */
  const askers = (questions: readonly Question[]): string[] =>
    questions
      .filter(({ tab }, index) => tab !== questions[index - 1]?.tab)
      .map(({ tab, at }) => `${tab} from ${at - (questions[0]?.at ?? 0)}`);
  /** Milliseconds after the one that asks by which every tab shows the end. */
  const lateness = async (taskId: string): Promise<number> => {
    const asking = await leader();
    service.finish(taskId);
    const shown = (tab: Tab) =>
      tab.page.evaluate(async (id) => {
        const { queue, shown: times } = (globalThis as unknown as TabScope).tab;
        while (times[id] === undefined) await new Promise<void>((resolve) => queue.tasks.subscribe(() => resolve()));
        return times[id] ?? 0;
      }, taskId);
    const slow = slowness();
    const first = await shown(asking);
    return Math.round((Math.max(...(await Promise.all(tabs.map(shown)))) - first) / (await slow));
  };

  const title = 'go on, all twenty, within a second when the one that asks crashes, is closed, frozen or stuck, and ask no more for it';
  it(title, async (t) => {
    await openMany(20);
    const tasks: string[] = [];
    for (const tab of tabs.slice(0, 4)) tasks.push(await submit(tab));
    const from = service.questions.length;
    await pause(tick);
    const times: number[] = [];
    for (const end of [crash, shut, freeze, stick, crash, stick, freeze, shut, stick, crash]) {
      times.push(await succession(await leader(), end));
      if (tabs.length < 20) await open();
      await pause(tick);
    }
    await pause(tick);
    const questions = service.questions.slice(from);
    const figures = {
      times,
      polls: pace(questions, tasks),
      shortest: Math.min(...gaps(questions, tasks)),
      askers: askers(questions).join(),
    };
    t.diagnostic(JSON.stringify({ ...figures, questions: questions.length }));
    assert.ok(Math.max(...times) <= 1000, `a new leader within a second (${times.join()})`);
    assert.ok(figures.polls <= 1.1, `${figures.polls} polls a tick`);
    assert.ok(figures.shortest >= tick * 0.8, `no task twice in a tick (${figures.shortest} ms)`);
    assert.equal(askers(questions).length, 11, figures.askers);
    for (const taskId of tasks.slice(0, 2)) {
      const late = await lateness(taskId);
      t.diagnostic(`every tab shows the end ${late} ms after the one that asked`);
      assert.ok(late <= 1000, `shown ${late} ms later`);
    }
  });

  it('do not hear one that was stuck answer as their leader when another is', async () => {
    await openMany(6);
    const [watching, ...others] = tabs;
    assert.ok(watching && others[0]);
    await submit(others[0]);
    // What all tabs say of who leads and since when.
    const beats = await watching.page.evaluateHandle(
      (channel) => {
        const heard: number[] = [];
        new BroadcastChannel(channel).addEventListener('message', ({ data }) => data.kind === 'beat' && heard.push(data.since));
        return heard;
      },
      `voxreel-video-${new URLSearchParams(settings).get('queue')}`,
    );
    let stuck = await leader();
    while (stuck.id === watching.id) {
      await succession(stuck, freeze);
      stuck = await leader();
    }
    await watching.page.waitForFunction((heard) => heard.length > 0, {}, beats);
    await succession(stuck, stick);
    const heard = await beats.evaluate((all) => all.length);
    await watching.page.waitForFunction((all, least) => all.length >= least, {}, beats, heard + 4);
    const since = await beats.jsonValue();
    assert.ok(new Set(since).size > 1, 'another led');
    assert.deepEqual(
      since,
      since.toSorted((one, other) => one - other),
    );
  });

  it('follow the one that is in view, whose timers are quick, and slow down when none is', async (t) => {
    await openMany(10);
    const [first, second, third] = tabs;
    assert.ok(first && second && third);
    await Promise.all(tabs.map(hide));
    await show(first, true);
    const tasks = [await submit(second), await submit(third)];
    assert.equal((await leader()).id, first.id);
    const from = service.questions.length;
    const times: number[] = [];
    let shown = first;
    for (const next of [second, third, first, second]) {
      // The one that is left is hidden before the other is seen.
      times.push(
        await succession(shown, async () => {
          await show(shown, false);
          await show(next, true);
        }),
      );
      assert.equal((await leader()).id, next.id);
      shown = next;
    }
    t.diagnostic(JSON.stringify({ inView: times, polls: pace(service.questions.slice(from), tasks) }));
    assert.ok(Math.max(...times) <= 1000, `the tab in view asks within a second (${times.join()})`);
    assert.ok(pace(service.questions.slice(from), tasks) <= 1.1);

    const crashed = await succession(second, crash);
    t.diagnostic(`out of sight, after a crash: ${crashed} ms`);
    assert.ok(crashed <= 1000 + 4 * tick);
    await pause(1000);
    const slow = service.questions.length;
    await pause(4000);
    const hidden = pace(service.questions.slice(slow), tasks);
    t.diagnostic(`out of sight: ${hidden} polls a tick`);
    // Timers alone, once a second, would make it a half.
    assert.ok(hidden > 0.1 && hidden <= 0.4, `slower out of sight (${hidden})`);
    const old = await leader();
    const back = await succession(old, () => show(third, true));
    t.diagnostic(`in view again: ${back} ms`);
    assert.ok(back <= 1000);
    // Nobody but tabs out of sight can tell that it is stuck: silence for 600 ms, and two of their timers, which run once a second.
    const stuck = await succession(third, stick);
    t.diagnostic(`out of sight, after one in view is stuck: ${stuck} ms`);
    assert.ok(stuck <= 2600);
  });

  it('find one that asks without Web Locks, by what they hear', async (t) => {
    await openMany(6, 'plain');
    const tasks: string[] = [];
    for (const tab of tabs.slice(0, 2)) tasks.push(await submit(tab));
    await leader();
    await pause(tick);
    const from = service.questions.length;
    const times: number[] = [];
    for (const end of [crash, freeze, stick]) {
      times.push(await succession(await leader(), end));
      await pause(tick);
    }
    const questions = service.questions.slice(from);
    t.diagnostic(JSON.stringify({ times, polls: pace(questions, tasks), askers: askers(questions).join() }));
    assert.ok(Math.max(...times) <= 1000 + tick);
    assert.ok(pace(questions, tasks) <= 1.1);
    assert.equal(askers(questions).length, 4, askers(questions).join());
  });
});
