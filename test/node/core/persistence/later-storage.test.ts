// A storage whose code comes at its first use.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { memoryStorage } from 'voxreel';

import type { DeviceStorage } from '../../../../src/core/persistence/storage.js';
import { laterStorage } from '../../../../src/core/persistence/later-storage.js';

/** Whole, as the one in IndexedDB is. */
function wholeStorage(): DeviceStorage<number> {
  const memory = memoryStorage<number>();
  return {
    ...memory,
    persistent: false,
    unread: 2,
    async *pages() {
      yield await memory.all();
    },
    update: (key, change) => memory.put(key, change(undefined)),
    putAll: async (records) => void (await Promise.all(records.map(({ key, record }) => memory.put(key, record)))),
    removeAll: async (keys) => void (await Promise.all(keys.map((key) => memory.remove(key)))),
    close: () => undefined,
  };
}

describe('a storage that is loaded later', () => {
  it('loads once, at the first use, and keeps the order of what is asked', async () => {
    let loads = 0;
    const storage = laterStorage(async () => {
      loads += 1;
      return wholeStorage();
    }, true);
    assert.equal(loads, 0);
    await Promise.all([storage.put('a', 1), storage.put('a', 2), storage.putAll([{ key: 'b', record: 3 }])]);
    assert.deepEqual(await storage.all(), [
      { key: 'a', record: 2 },
      { key: 'b', record: 3 },
    ]);
    await storage.remove('a');
    assert.deepEqual(await storage.all(), [{ key: 'b', record: 3 }]);
    await storage.update('b', () => 4);
    assert.deepEqual(await storage.all(), [{ key: 'b', record: 4 }]);
    await storage.put('c', 5);
    for await (const page of storage.pages()) assert.deepEqual(page, await storage.all());
    await storage.removeAll(['b', 'c']);
    assert.deepEqual(await storage.all(), []);
    await storage.put('d', 6);
    await storage.clear();
    assert.deepEqual(await storage.all(), []);
    assert.equal(loads, 1);
  });

  it('is believed to last until it is here and says that it does not', async () => {
    const storage = laterStorage(async () => wholeStorage(), true);
    assert.deepEqual([storage.persistent, storage.unread], [true, 0]);
    await storage.all();
    assert.deepEqual([storage.persistent, storage.unread], [false, 2]);
  });

  it('is closed with what was loaded, and needs no loading to be', async () => {
    let closed = 0;
    const storage = laterStorage(async () => ({ ...wholeStorage(), close: () => void closed++ }), true);
    storage.close();
    await storage.clear();
    assert.equal(closed, 0);
    storage.close();
    assert.equal(closed, 1);
  });

  it('tries again after its code did not come', async () => {
    let loads = 0;
    const storage = laterStorage(async () => {
      loads += 1;
      if (loads === 1) throw new Error('offline');
      return wholeStorage();
    }, true);
    await assert.rejects(storage.all(), /offline/);
    assert.deepEqual(await storage.all(), []);
  });
});
