// Files under a byte budget: which make room for others, and what is said of those that are gone.
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';

import { createFileStore } from '../../../../../src/core/video/files/file-store.js';
import type { FileStore } from '../../../../../src/core/video/files/file-store.js';
import { memoryKeyValues } from '../../../../../src/core/video/files/key-values.js';

const bytes = (size: number) => new Blob([new Uint8Array(size)], { type: 'video/webm' });

function filesOf({ maxBytes = 1000, values = memoryKeyValues() } = {}) {
  const evicted: string[] = [];
  const files = createFileStore({ name: `files-${Math.random()}`, values, maxBytes, onEvicted: (keys) => void evicted.push(...keys) });
  return { files, evicted, values };
}

const sizes = (files: FileStore, ...keys: readonly string[]) =>
  Promise.all(keys.map(async (key) => (await files.file(key, { use: false }))?.size));

describe('a store of files', () => {
  it('gives back what was put, and nothing of what was left', async () => {
    const { files } = filesOf();
    await files.put('a/0', bytes(10));
    await files.put('b/0', bytes(20));
    await files.leave(['b/0'], 'cleared');
    assert.deepEqual(await sizes(files, 'a/0', 'b/0', 'c/0'), [10, undefined, undefined]);
    const { usedAt, ...entry } = (await files.entry('b/0')) ?? assert.fail();
    assert.equal(usedAt > 0, true);
    assert.deepEqual(entry, { key: 'b/0', bytes: 0, type: '', poster: false, fixed: undefined, without: 'cleared' });
  });

  it('does not give the bytes of a file whose entry says that there is none', async () => {
    const { files, values } = filesOf();
    await files.put('a/0', bytes(10));
    await values.write({ 'entry a/0': { bytes: 0, type: '', usedAt: 1, poster: false, without: 'evicted' } });
    assert.deepEqual(await sizes(files, 'a/0'), [undefined]);
    assert.equal((await files.entry('a/0'))?.without, 'evicted');
  });

  it('forgets a file whose bytes the browser has lost', async () => {
    class Lost extends Blob {
      override slice(): Blob {
        return Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) });
      }
    }
    const { files } = filesOf();
    await files.put('a/0', new Lost(['gone']));
    assert.deepEqual([await files.file('a/0'), (await files.entry('a/0'))?.without], [undefined, 'lost']);
  });

  it('lets the least recently used make room, in their order even within one millisecond', async () => {
    mock.timers.enable({ apis: ['Date'], now: 1000 });
    try {
      const { files, evicted } = filesOf({ maxBytes: 300 });
      for (const key of ['a/0', 'b/0', 'c/0']) await files.put(key, bytes(100));
      await files.file('a/0');
      await files.put('d/0', bytes(50));
      assert.deepEqual(evicted, ['b/0']);
      await files.put('e/0', bytes(250));
      assert.deepEqual(evicted, ['b/0', 'c/0', 'a/0']);
    } finally {
      mock.timers.reset();
    }
  });

  it('makes as much room as it is asked for, at least one file, and none of files that are fixed', async () => {
    const { files, evicted } = filesOf();
    await files.put('fixed/image', bytes(100), { fixed: true });
    for (const key of ['a/0', 'b/0', 'c/0']) await files.put(key, bytes(100));
    assert.deepEqual([await files.makeRoom(0), evicted], [true, ['a/0']]);
    assert.deepEqual([await files.makeRoom(200), evicted], [true, ['a/0', 'b/0', 'c/0']]);
    assert.deepEqual([await files.makeRoom(1), await sizes(files, 'fixed/image')], [false, [100]]);
  });

  it('refuses a file larger than everything it may keep, and keeps what it has', async () => {
    const { files } = filesOf({ maxBytes: 100 });
    await files.put('a/0', bytes(100));
    await assert.rejects(files.put('b/0', bytes(101)), { code: 'storage_full' });
    assert.deepEqual(await sizes(files, 'a/0', 'b/0'), [100, undefined]);
  });

  it('counts a picture to its file, and takes none for a file that is gone', async () => {
    const { files } = filesOf();
    await files.put('a/0', bytes(10));
    await files.putPoster('a/0', bytes(5));
    assert.equal((await files.entry('a/0'))?.bytes, 15);
    assert.equal((await files.poster('a/0'))?.size, 5);
    await files.leave(['a/0'], 'cleared');
    for (const key of ['a/0', 'never/0']) {
      await files.putPoster(key, bytes(5));
      assert.equal(await files.poster(key), undefined);
    }
    assert.equal((await files.entry('a/0'))?.without, 'cleared');
  });

  it('removes every trace of a task, and of no other', async () => {
    const { files, values } = filesOf();
    for (const key of ['a/0', 'a/1', 'ab/0', 'b/0']) await files.put(key, bytes(1));
    await files.remove(['a/']);
    assert.deepEqual((await values.list('')).map(({ key }) => key).toSorted(), ['entry ab/0', 'entry b/0', 'file ab/0', 'file b/0']);
    await files.remove(['ab/', 'b/']);
    assert.deepEqual(await values.list(''), []);
  });

  it('keeps in memory no more than a page can bear, and says that it lasts no longer', () => {
    const { files } = filesOf({ maxBytes: Infinity });
    assert.deepEqual([files.maxBytes, files.persistent], [67_108_864, false]);
    const lasting = filesOf({ maxBytes: 100_000_000, values: { ...memoryKeyValues(), persistent: true } });
    assert.deepEqual([lasting.files.maxBytes, lasting.files.persistent], [100_000_000, true]);
  });
});
