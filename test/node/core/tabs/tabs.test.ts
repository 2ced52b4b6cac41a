// Tabs where there is none: a server leads alone and hears nobody. And what holds a lock: the browser, where it can.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { exclusively } from '../../../../src/core/tabs/exclusive.js';
import { createTabs, type Tabs } from '../../../../src/core/tabs/tabs.js';
import { scriptedLocks, settled } from './scripted-locks.js';

describe('tabs on a server', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  const opened: Tabs<string>[] = [];
  let heard: string[];
  let leads: boolean[];

  beforeEach(() => {
    heard = [];
    leads = [];
  });
  afterEach(() => {
    for (const tabs of opened.splice(0)) tabs.close();
    Reflect.deleteProperty(globalThis, 'indexedDB');
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  });
  const open = (name?: string) => {
    const tabs = createTabs<string>(name, {
      onMessage: (message) => heard.push(message),
      onLead: (leading) => leads.push(leading),
    });
    opened.push(tabs);
    return tabs;
  };
  /** As in a browser on a secure page. */
  const withLocks = () => {
    const locks = scriptedLocks();
    Object.assign(globalThis, { indexedDB: {} });
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: locks.of('this') } });
    return locks;
  };

  for (const name of [undefined, 'videos'])
    it(`lead at once, each for itself, ${name ? 'of one name too' : 'without a name'}, and are certain`, async () => {
      const [one, other] = [open(name), open(name)];
      assert.deepEqual(leads, []);
      for (const tabs of [one, other]) {
        tabs.setBusy(true);
        tabs.post('to nobody');
      }
      await settled();
      assert.deepEqual([leads, heard, one.caughtUp()], [[true, true], [], undefined]);
    });

  it('do not lead where they are closed at once, and say nothing more', async () => {
    const tabs = open('videos');
    tabs.close();
    tabs.close();
    tabs.post('late');
    await settled();
    assert.deepEqual(leads, []);
  });

  it('run at once under any lock, even while another holds it', async () => {
    const [one, other] = [open('videos'), open('videos')];
    let end = () => {};
    const held = one.hold('a', () => new Promise<void>((resolve) => (end = resolve)));
    assert.equal(await other.hold('a', async () => 'done'), 'done');
    let ran = 0;
    assert.equal(await other.tryHold('a', async () => void ran++), true);
    assert.equal(ran, 1);
    end();
    await held;
  });

  it('hold a lock of the browser where it has any, under their own name', async () => {
    const locks = withLocks();
    const [one, other, stranger] = [open('videos'), open('videos'), open('calls')];
    let end = () => {};
    const held = one.hold('a', () => new Promise<void>((resolve) => (end = resolve)));
    await settled();
    assert.deepEqual(locks.clients('videos:a'), ['this']);
    let ran = 0;
    const count = async () => void ran++;
    assert.equal(await other.tryHold('a', count), false);
    assert.equal(ran, 0);
    assert.equal(await stranger.tryHold('a', count), true);
    assert.equal(ran, 1);
    let isLater = false;
    const later = other.hold('a', async () => (isLater = true));
    await settled();
    assert.equal(isLater, false);
    end();
    await Promise.all([held, later]);
    assert.deepEqual([isLater, locks.clients('videos:a')], [true, []]);
  });

  it('without a name hold no lock of the browser', async () => {
    const locks = withLocks();
    let during: readonly string[] = ['none'];
    await open().hold('a', async () => void (during = locks.clients('undefined:a')));
    assert.deepEqual(during, []);
    assert.equal(await open().tryHold('a', async () => void (during = locks.clients('undefined:a'))), true);
    assert.deepEqual(during, []);
  });

  it('wait for each other by a lock of the browser, but by none of a server that has them', async () => {
    const locks = withLocks();
    const during = () => exclusively('files', async () => locks.clients('files'));
    assert.deepEqual(await during(), ['this']);
    Reflect.deleteProperty(globalThis, 'indexedDB');
    assert.deepEqual(await during(), []);
  });
});
