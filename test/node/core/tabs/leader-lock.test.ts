// One leader by a Web Lock, among several that want it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createLeaderLock } from '../../../../src/core/tabs/leader-lock.js';
import { scriptedLocks, settled } from './scripted-locks.js';

describe('the lock of the leader', () => {
  function several(...clients: string[]) {
    const locks = scriptedLocks();
    const heard: string[] = [];
    const tabs = clients.map((client) =>
      createLeaderLock(locks.of(client), 'lead', (leading) => heard.push(`${client} ${leading ? 'leads' : 'rests'}`)),
    );
    return { locks, heard, tabs, leading: () => tabs.map(({ leading }) => leading) };
  }

  it('goes to the first, and to the next in line when that one leaves, who waits again', async () => {
    const { locks, heard, tabs, leading } = several('a', 'b');
    await settled();
    assert.deepEqual(leading(), [true, false]);
    tabs[0]?.leave();
    await settled();
    assert.deepEqual(leading(), [false, true]);
    assert.deepEqual(heard, ['a leads', 'a rests', 'b leads']);
    assert.deepEqual(locks.clients('lead'), ['b', 'a']);
  });

  it('can be claimed from the one who has it, who rests and waits again', async () => {
    const { heard, tabs, leading } = several('a', 'b');
    await settled();
    await tabs[1]?.claim();
    await settled();
    assert.deepEqual(leading(), [false, true]);
    assert.deepEqual(heard.toSorted(), ['a leads', 'a rests', 'b leads']);
    tabs[1]?.close();
    await settled();
    assert.deepEqual(leading(), [true, false]);
  });

  it('is neither held nor waited for by a parked tab, until it is back', async () => {
    const { locks, tabs, leading } = several('a', 'b', 'c');
    await settled();
    tabs[1]?.park();
    tabs[0]?.park();
    await settled();
    assert.deepEqual(leading(), [false, false, true]);
    assert.deepEqual(locks.clients('lead'), ['c']);
    tabs[1]?.unpark();
    tabs[2]?.close();
    await settled();
    assert.deepEqual(leading(), [false, true, false]);
  });

  it('is not waited for by a parked tab while another has it', async () => {
    const { locks, tabs } = several('a', 'b');
    await settled();
    tabs[1]?.park();
    await settled();
    assert.deepEqual(locks.clients('lead'), ['a']);
  });

  it('stays as it is with a leader that is back without having been parked', async () => {
    const { locks, heard, tabs } = several('a');
    await settled();
    tabs[0]?.unpark();
    await settled();
    assert.deepEqual([heard, locks.clients('lead')], [['a leads'], ['a']]);
  });

  it('is not kept by a tab that is closed or parked in the moment that it gets it', async () => {
    const { locks, heard, tabs, leading } = several('a', 'b', 'c');
    tabs[0]?.close();
    tabs[1]?.park();
    await settled();
    assert.deepEqual([leading(), heard, locks.clients('lead')], [[false, false, true], ['c leads'], ['c']]);
  });

  it('says once that it is over when it is closed', async () => {
    const { locks, heard, tabs } = several('a');
    await settled();
    tabs[0]?.close();
    tabs[0]?.close();
    await tabs[0]?.claim();
    await settled();
    assert.deepEqual(heard, ['a leads', 'a rests']);
    assert.deepEqual(locks.clients('lead'), []);
  });

  for (const [state, end, expected] of [
    ['that waits', () => undefined, true],
    ['that was closed meanwhile', (lock) => lock.close(), false],
    ['that was parked meanwhile', (lock) => lock.park(), false],
  ] as const satisfies readonly (readonly [string, (lock: ReturnType<typeof createLeaderLock>) => void, boolean])[]) {
    it(`of a page that gets no locks ${expected ? 'is not needed by one' : 'is not taken by one'} ${state}`, async () => {
      const refusing = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) } as unknown as LockManager;
      const lock = createLeaderLock(refusing, 'lead', () => undefined);
      end(lock);
      await settled();
      assert.equal(lock.leading, expected);
    });
  }

  it('without Web Locks is had by the one who claims it, and who is not closed', async () => {
    const heard: boolean[] = [];
    const lock = createLeaderLock(undefined, 'lead', (leading) => heard.push(leading));
    await settled();
    assert.equal(lock.leading, false);
    await lock.claim();
    lock.leave();
    assert.deepEqual(heard, [true, false]);
    lock.close();
    await lock.claim();
    assert.deepEqual(heard, [true, false]);
  });
});
