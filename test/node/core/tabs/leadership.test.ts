// Which of several tabs leads, by a clock that the test moves: beats, calls, bids, and who takes over from whom.
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, it, mock, type TestContext } from 'node:test';

import { createLeadership, type Leadership, type LeadSign } from '../../../../src/core/tabs/leadership.js';
import { scriptedLocks, settled, type ScriptedLocks } from './scripted-locks.js';

const beatMs = 250;

interface Tab {
  readonly leadership: Leadership;
  readonly said: LeadSign[];
  leading: boolean;
  /** What it says is not heard from now on. */
  mute: boolean;
}

describe('leadership', () => {
  let page: EventTarget & { visibilityState: string };
  let view: EventTarget;
  let tabs: Tab[];
  let locks: ScriptedLocks | undefined;
  const before = { document: globalThis.document, addEventListener: globalThis.addEventListener };

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_700_000_000_000 });
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    view = new EventTarget();
    Object.assign(globalThis, { document: page, addEventListener: view.addEventListener.bind(view) });
    tabs = [];
    locks = scriptedLocks();
  });
  afterEach(() => {
    for (const { leadership } of tabs) leadership.close();
    mock.timers.reset();
    Object.assign(globalThis, before);
  });

  async function openTab({ watching = true } = {}): Promise<Tab> {
    const said: LeadSign[] = [];
    const say = (sign: LeadSign) => {
      said.push(sign);
      if (!tab.mute) for (const other of tabs) if (other !== tab) other.leadership.heard(sign);
    };
    const onLead = (leads: boolean) => (tab.leading = leads);
    const leadership = createLeadership({ name: 'videos', locks: locks?.of(`client ${tabs.length}`), say, onLead });
    const tab: Tab = { leadership, said, leading: false, mute: false };
    tabs.push(tab);
    leadership.watch(watching);
    await settled();
    return tab;
  }
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 50) {
      mock.timers.tick(50);
      await settled();
    }
  };
  const leading = () => tabs.map((tab) => tab.leading);
  const kinds = ({ said }: Tab) => said.map(({ kind }) => kind);
  const lastOf = ({ said }: Tab) => said.at(-1);
  /** The page stands still: time passes, no timer fires. */
  const stall = (ms: number) => mock.timers.setTime(Date.now() + ms);

  it('is said at once and at every beat, with who leads to the locks', async () => {
    const tab = await openTab();
    assert.deepEqual(leading(), [true]);
    const first = tab.said.find(({ kind }) => kind === 'beat');
    assert.ok(first?.kind === 'beat' && first.since > 0 && !first.hidden);
    const count = tab.said.length;
    await pass(4 * beatMs);
    assert.equal(tab.said.length, count + 4);
    assert.deepEqual(lastOf(tab), { ...first, client: 'client 0' });
  });

  it('keeps no timer in an idle tab', async () => {
    const tab = await openTab({ watching: false });
    const count = tab.said.length;
    await pass(10 * beatMs);
    assert.equal(tab.said.length, count);
  });

  it('passes to another, which says who it is, when the one that leads falls silent', async () => {
    const [first, second] = [await openTab(), await openTab()];
    await pass(1000);
    assert.deepEqual(leading(), [true, false]);
    first.mute = true;
    await pass(700);
    assert.deepEqual(leading(), [true, false]);
    assert.ok(kinds(second).includes('call'));
    await pass(100);
    assert.deepEqual(leading(), [false, true]);
    await pass(beatMs);
    const last = lastOf(second);
    assert.ok(last?.kind === 'beat' && last.client === 'client 1');
  });

  it('is not asked after while the one that leads is heard', async () => {
    const [, second] = [await openTab(), await openTab()];
    const calls = () => kinds(second).filter((kind) => kind === 'call').length;
    const count = calls();
    await pass(2000);
    assert.equal(calls(), count);
  });

  it('stays with one that answers when it is called, however late its beats are', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.leadership.watch(false);
    await pass(5000);
    assert.deepEqual(leading(), [true, false]);
    assert.ok(kinds(second).filter((kind) => kind === 'call').length > 5);
  });

  it('passes at the third look without a word, however the looks and the beats fall', async () => {
    const first = await openTab({ watching: false });
    await openTab();
    await pass(50);
    first.leadership.watch(true);
    await pass(550);
    first.mute = true;
    await pass(600);
    assert.deepEqual(leading(), [true, false]);
    await pass(100);
    assert.deepEqual(leading(), [false, true]);
  });

  describe('seen by a busy machine', () => {
    /** Looks at the one that leads when the test says so. */
    async function silentLeader(t: TestContext) {
      const first = await openTab();
      const looks: (() => void)[] = [];
      t.mock.method(globalThis, 'setInterval', (look: () => void) => looks.push(look));
      await openTab();
      first.mute = true;
      return async (ms: number) => {
        stall(ms);
        looks[0]?.();
        await settled();
        return leading();
      };
    }

    it('is not taken before the third look, however long the silence', async (t) => {
      const look = await silentLeader(t);
      assert.deepEqual(await look(550), [true, false]);
      assert.deepEqual(await look(550), [true, false]);
      assert.deepEqual(await look(50), [false, true]);
    });

    it('is taken 150 ms after it was called', async (t) => {
      const look = await silentLeader(t);
      await look(550);
      await look(100);
      assert.deepEqual(await look(49), [true, false]);
      assert.deepEqual(await look(1), [false, true]);
    });
  });

  it('is asked after by one of several that miss the one that leads', async () => {
    const [first, ...others] = [await openTab(), await openTab(), await openTab()];
    await pass(250);
    const calls = () => others.flatMap(kinds).filter((kind) => kind === 'call').length;
    const count = calls();
    first.mute = true;
    await pass(600);
    assert.equal(calls(), count + 1);
  });

  it('is not asked after before more than 400 ms of silence', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.mute = true;
    await pass(100);
    second.leadership.heard({ kind: 'beat', hidden: false, since: Date.now(), client: 'client 0' });
    const count = second.said.length;
    await pass(400);
    assert.equal(second.said.length, count);
    await pass(250);
    assert.equal(lastOf(second)?.kind, 'call');
  });

  it('is taken only after more than 600 ms of silence, even if another tab called', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.mute = true;
    await pass(150);
    second.leadership.heard({ kind: 'beat', hidden: false, since: Date.now(), client: 'client 0' });
    await pass(350);
    second.leadership.heard({ kind: 'call' });
    await pass(250);
    assert.deepEqual(leading(), [true, false]);
    await pass(250);
    assert.deepEqual(leading(), [false, true]);
  });

  for (const [what, answer] of [
    ['nothing', {}],
    ['of no lock', { held: [], pending: [] }],
  ] as const)
    it(`passes to another in the same time where the browser tells ${what} of who holds the locks`, async () => {
      const scripted = scriptedLocks();
      locks = { ...scripted, of: (client) => Object.assign(scripted.of(client), { query: async () => answer }) };
      const [first] = [await openTab(), await openTab()];
      await pass(1000);
      first.mute = true;
      await pass(700);
      assert.deepEqual(leading(), [true, false]);
      await pass(100);
      assert.deepEqual(leading(), [false, true]);
    });

  it('passes in the same time from one that does not know yet who it is to the locks', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.mute = true;
    second.leadership.heard({ kind: 'beat', hidden: false, since: Date.now() });
    await pass(1000);
    assert.deepEqual(leading(), [false, true]);
  });

  it('tells the other tabs nothing when watching starts again or stops', async () => {
    const [first, second] = [await openTab(), await openTab()];
    assert.deepEqual(kinds(second), ['call']);
    const counts = [first.said.length, second.said.length];
    for (const { leadership } of [first, second]) leadership.watch(true);
    for (const { leadership } of [first, second]) leadership.watch(false);
    assert.deepEqual([first.said.length, second.said.length], counts);
  });

  it('is not taken by a tab that stood still itself, before the one that leads had time to be heard', async () => {
    const [first] = [await openTab(), await openTab()];
    first.mute = true;
    stall(2000);
    await pass(300);
    first.mute = false;
    await pass(1000);
    assert.deepEqual(leading(), [true, false]);
  });

  for (const [ms, isCalled] of [
    [600, true],
    [601, false],
  ] as const)
    it(`is ${isCalled ? '' : 'not '}asked after by a tab whose look comes ${ms} ms after the one before`, async () => {
      const [first, second] = [await openTab(), await openTab()];
      first.mute = true;
      // The beat of the one that leads is heard at the same instant as the look that is last in time.
      await pass(beatMs);
      second.said.splice(0);
      stall(ms - 1);
      mock.timers.tick(1);
      await settled();
      assert.equal(kinds(second).includes('call'), isCalled);
    });

  it('passes to a tab out of sight too, whose timers are slow', async () => {
    const [first] = [await openTab(), await openTab()];
    first.mute = true;
    page.visibilityState = 'hidden';
    for (let seconds = 0; seconds < 2; seconds++) {
      stall(950);
      await pass(50);
    }
    assert.deepEqual(leading(), [false, true]);
  });

  it('passes to a tab out of sight that never heard the one that leads, and does not call it', async () => {
    const first = await openTab();
    first.mute = true;
    page.visibilityState = 'hidden';
    const second = await openTab();
    await pass(1000);
    assert.deepEqual([leading(), kinds(second).includes('call')], [[false, true], false]);
  });

  it('stays for the moment that an answer may take with one that a tab out of sight has just called', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.mute = true;
    page.visibilityState = 'hidden';
    second.leadership.heard({ kind: 'beat', hidden: true, since: Date.now(), client: 'client 0' });
    stall(950);
    await pass(50);
    assert.deepEqual([lastOf(second)?.kind, leading()], ['call', [true, false]]);
    stall(950);
    await pass(50);
    assert.deepEqual(leading(), [false, true]);
  });

  it('passes from a tab out of sight to one in view, after the moment it would need to end', async () => {
    const [, second] = [await openTab(), await openTab()];
    second.leadership.heard({ kind: 'beat', hidden: true, since: Date.now(), client: 'client 0' });
    await pass(100);
    assert.deepEqual(leading(), [true, false]);
    await pass(100);
    assert.deepEqual(leading(), [false, true]);
  });

  it('stays with one that comes into view before another has taken over', async () => {
    const [, second] = [await openTab(), await openTab()];
    second.leadership.heard({ kind: 'beat', hidden: true, since: Date.now(), client: 'client 0' });
    await pass(100);
    second.leadership.heard({ kind: 'beat', hidden: false, since: Date.now(), client: 'client 0' });
    await pass(500);
    assert.deepEqual(leading(), [true, false]);
  });

  it('is challenged by one at a time: another does not wait in line to do so', async () => {
    const [first] = [await openTab(), await openTab()];
    let end: (value: unknown) => void = () => undefined;
    void locks?.of('client x').request('videos:heir', () => new Promise((resolve) => (end = resolve)));
    first.mute = true;
    await pass(2000);
    assert.deepEqual(leading(), [true, false]);
    assert.deepEqual(locks?.clients('videos:heir'), ['client x']);
    end(undefined);
    await pass(500);
    assert.deepEqual(leading(), [false, true]);
  });

  it('is not taken from one that leads by now, of which no word has come yet', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.mute = true;
    second.leadership.heard({ kind: 'beat', hidden: false, since: Date.now(), client: 'client of before' });
    await pass(1000);
    assert.deepEqual(leading(), [true, false]);
    await pass(1000);
    assert.deepEqual(leading(), [false, true]);
  });

  it('is held in sight where another leads by now, and then not asked after by a tab out of sight', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.mute = true;
    second.leadership.heard({ kind: 'beat', hidden: true, since: Date.now(), client: 'client of before' });
    await pass(200);
    page.visibilityState = 'hidden';
    const count = second.said.length;
    await pass(600);
    assert.deepEqual([leading(), second.said.length], [[true, false], count]);
  });

  it('is certain unless the page stood still, and then once the locks have answered', async () => {
    const [watching, idle] = [await openTab(), await openTab({ watching: false })];
    assert.equal(watching.leadership.caughtUp(), undefined);
    stall(2000);
    assert.equal(idle.leadership.caughtUp(), undefined);
    const still = watching.leadership.caughtUp();
    assert.ok(still instanceof Promise);
    await still;
    assert.equal(watching.leadership.caughtUp(), undefined);
  });

  it('is said after the page stood still, but not by one that was robbed of it meanwhile', async () => {
    const tab = await openTab();
    const beats = () => kinds(tab).filter((kind) => kind === 'beat').length;
    let count = beats();
    stall(2000);
    mock.timers.tick(beatMs);
    await settled();
    assert.ok(beats() > count);
    stall(2000);
    count = beats();
    void locks?.of('client x').request('videos', { steal: true }, () => new Promise(() => undefined));
    mock.timers.tick(beatMs);
    await settled();
    assert.deepEqual([beats(), leading()], [count, [false]]);
  });

  it('is said by the one that leads as it comes into view, and asked after by the others', async () => {
    const [first, second] = [await openTab(), await openTab()];
    const counts = [first.said.length, second.said.length];
    first.mute = second.mute = true;
    page.dispatchEvent(new Event('visibilitychange'));
    assert.deepEqual(kinds(first).slice(counts[0]), ['beat']);
    assert.deepEqual(kinds(second).slice(counts[1]), ['call']);
    page.visibilityState = 'hidden';
    page.dispatchEvent(new Event('visibilitychange'));
    assert.deepEqual(kinds(first).slice(counts[0]), ['beat', 'beat']);
    assert.deepEqual(kinds(second).slice(counts[1]), ['call']);
  });

  it('is released by a frozen tab, and taken again when the tab wakes', async () => {
    await openTab();
    page.dispatchEvent(new Event('freeze'));
    await settled();
    assert.deepEqual([leading(), locks?.clients('videos')], [[false], []]);
    page.dispatchEvent(new Event('resume'));
    await settled();
    assert.deepEqual(leading(), [true]);
  });

  it('is over with the tab that is closed, which no longer listens to the page and keeps no timer', async () => {
    const tab = await openTab();
    const listeners = () =>
      ['visibilitychange', 'freeze', 'resume']
        .map((type) => getEventListeners(page, type).length)
        .concat(['pagehide', 'pageshow'].map((type) => getEventListeners(view, type).length));
    assert.deepEqual(listeners(), [1, 1, 1, 1, 1]);
    tab.leadership.close();
    await settled();
    assert.deepEqual([listeners(), leading(), locks?.clients('videos')], [[0, 0, 0, 0, 0], [false], []]);
    const count = tab.said.length;
    tab.leadership.watch(false);
    tab.leadership.watch(true);
    await pass(2000);
    assert.equal(tab.said.length, count);
  });

  describe('without Web Locks', () => {
    beforeEach(() => (locks = undefined));

    it('is certain again, where the page stood still, after the time in which the one that leads would be heard', async () => {
      const tab = await openTab();
      await pass(2000);
      stall(2000);
      let isCertain = false;
      void tab.leadership.caughtUp()?.then(() => (isCertain = true));
      await pass(450);
      assert.equal(isCertain, false);
      await pass(50);
      assert.equal(isCertain, true);
    });

    it('goes to one of those that find none, and to another when it falls silent', async () => {
      await openTab();
      await openTab();
      await openTab();
      await pass(2000);
      assert.equal(leading().filter(Boolean).length, 1);
      const bids = () => tabs.flatMap(kinds).filter((kind) => kind === 'bid').length;
      const count = bids();
      await pass(2000);
      assert.equal(bids(), count);
      const leader = tabs.find((tab) => tab.leading);
      if (leader) leader.mute = true;
      await pass(2000);
      assert.equal(tabs.filter((tab) => tab.leading && tab !== leader).length, 1);
    });

    it('is not bid for by one that has just heard the bid of another', async () => {
      const tab = await openTab();
      tab.leadership.heard({ kind: 'bid', bid: 2 });
      await pass(500);
      tab.leadership.heard({ kind: 'bid', bid: 2 });
      await pass(500);
      assert.deepEqual([kinds(tab).includes('bid'), leading()], [false, [false]]);
      await pass(1000);
      assert.deepEqual([kinds(tab).includes('bid'), leading()], [true, [true]]);
    });

    it('is lost by the lower of two bids', async () => {
      const tab = await openTab();
      while (!kinds(tab).includes('bid')) await pass(50);
      tab.leadership.heard({ kind: 'bid', bid: 2 });
      await pass(300);
      assert.deepEqual(leading(), [false]);
    });

    it('is won by the higher of two bids', async () => {
      const tab = await openTab();
      while (!kinds(tab).includes('bid')) await pass(50);
      const own = lastOf(tab);
      tab.leadership.heard({ kind: 'bid', bid: own?.kind === 'bid' ? own.bid : Number.NaN });
      await pass(300);
      assert.deepEqual(leading(), [true]);
    });

    it('is bid for once where one out of sight is heard again and again', async () => {
      const tab = await openTab();
      const hidden = () => tab.leadership.heard({ kind: 'beat', hidden: true, since: 1 });
      hidden();
      hidden();
      await pass(100);
      hidden();
      assert.deepEqual(kinds(tab), ['call', 'bid']);
      await pass(50);
      assert.deepEqual(leading(), [true]);
    });

    it('is given up by the earlier of two that lead', async () => {
      const tab = await openTab();
      await pass(2000);
      const own = lastOf(tab);
      if (own) tab.leadership.heard(own);
      assert.deepEqual(leading(), [true]);
      tab.leadership.heard({ kind: 'beat', hidden: false, since: 1 });
      assert.deepEqual(leading(), [true]);
      tab.leadership.heard({ kind: 'beat', hidden: false, since: Date.now() + 1 });
      assert.deepEqual(leading(), [false]);
    });
  });
});
