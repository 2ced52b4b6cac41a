// Which of several tabs leads, by a clock that the test moves: beats, calls, bids, and who takes over from whom.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

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
  let tabs: Tab[];
  let locks: ScriptedLocks | undefined;
  const before = { document: globalThis.document, addEventListener: globalThis.addEventListener };

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'], now: 1_700_000_000_000 });
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    const view = new EventTarget();
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

  it('stays with one that answers when it is called, however late its beats are', async () => {
    const [first, second] = [await openTab(), await openTab()];
    first.leadership.watch(false);
    await pass(5000);
    assert.deepEqual(leading(), [true, false]);
    assert.ok(kinds(second).filter((kind) => kind === 'call').length > 5);
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

  describe('without Web Locks', () => {
    beforeEach(() => (locks = undefined));

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

    it('is given up by the earlier of two that lead', async () => {
      const tab = await openTab();
      await pass(2000);
      assert.deepEqual(leading(), [true]);
      tab.leadership.heard({ kind: 'beat', hidden: false, since: 1 });
      assert.deepEqual(leading(), [true]);
      tab.leadership.heard({ kind: 'beat', hidden: false, since: Date.now() + 1 });
      assert.deepEqual(leading(), [false]);
    });
  });
});
