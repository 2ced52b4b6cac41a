// Files under a byte budget: which make room for others, and what is said of those that are gone.
import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';

import { VoxreelError } from 'voxreel';

import { createFileStore } from '../../../../../src/core/video/files/file-store.js';
import type { FileStore } from '../../../../../src/core/video/files/file-store.js';
import { memoryKeyValues } from '../../../../../src/core/video/files/key-values.js';

const bytes = (size: number) => new Blob([new Uint8Array(size)], { type: 'video/webm' });

function filesOf({ maxBytes = 1000, values = memoryKeyValues() } = {}) {
  const evicted: string[] = [];
  const files = createFileStore({ name: `files-${Math.random()}`, values, maxBytes, onEvicted: (keys) => void evicted.push(...keys) });
  return { files, evicted, values };
}

/** A use is written in a turn of its own: what is asked for now comes after it. */
const afterTouch = (files: FileStore) => files.remove([]);

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

  it('counts a file that is put again once', async () => {
    const { files, evicted } = filesOf({ maxBytes: 100 });
    await files.put('a/0', bytes(60));
    await files.put('b/0', bytes(40));
    await files.put('a/0', bytes(60));
    assert.deepEqual(evicted, []);
    await files.put('a/0', bytes(61));
    assert.deepEqual([evicted, await sizes(files, 'a/0')], [['b/0'], [61]]);
  });

  it('has no picture any more where its file is put again', async () => {
    const { files } = filesOf();
    await files.put('a/0', bytes(10));
    await files.putPoster('a/0', bytes(5));
    await files.put('a/0', bytes(20));
    const { bytes: size, poster } = (await files.entry('a/0')) ?? assert.fail();
    assert.deepEqual([size, poster, await files.poster('a/0')], [20, false, undefined]);
  });

  it('takes a file for used when it is read, unless told otherwise or it is gone by then', async () => {
    const { files, values } = filesOf();
    const usedAt = async () => (await files.entry('a/0'))?.usedAt ?? 0;
    await files.put('a/0', bytes(10));
    const put = await usedAt();
    await files.file('a/0', { use: false });
    await afterTouch(files);
    assert.equal(await usedAt(), put);
    await files.file('a/0');
    await afterTouch(files);
    const read = await usedAt();
    assert.ok(read > put);
    let go = () => {};
    const held = new Promise<void>((resolve) => (go = resolve));
    const { write } = values;
    values.write = async (changes) => {
      await held;
      await write(changes);
    };
    const writing = files.put('b/0', bytes(10));
    await files.file('a/0');
    files.close();
    go();
    await writing;
    await afterTouch(files);
    assert.equal(await usedAt(), read);
  });

  it('clears everything, and its values close with it', async () => {
    const { files, values } = filesOf();
    let closes = 0;
    values.close = () => void closes++;
    await files.put('a/0', bytes(10));
    await files.clear();
    assert.deepEqual(await values.list(''), []);
    files.close();
    assert.equal(closes, 1);
  });

  it('goes by no entry that is not one', async () => {
    const { files, values } = filesOf();
    const entry = { bytes: 1, type: 'video/webm', usedAt: 1, poster: 'yes', fixed: 1, without: 7 };
    await values.write({
      'entry a/0': entry,
      'entry b/0': { ...entry, bytes: '1' },
      'entry c/0': { ...entry, type: undefined },
      'entry d/0': { ...entry, usedAt: null },
      'entry e/0': 'text',
    });
    assert.deepEqual(await files.entries(), [
      { key: 'a/0', bytes: 1, type: 'video/webm', usedAt: 1, poster: false, fixed: undefined, without: undefined },
    ]);
    assert.equal(await files.entry('e/0'), undefined);
  });

  describe('in a browser that refuses to write', () => {
    const refusing = (errors: readonly (VoxreelError | undefined)[]) => {
      const values = memoryKeyValues();
      const left = [...errors];
      const written: Record<string, unknown>[] = [];
      const { write } = values;
      values.write = async (changes) => {
        const isFile = Object.keys(changes).some((key) => key.startsWith('file new/'));
        const error = isFile && Object.values(changes).some((value) => value !== undefined) ? left.shift() : undefined;
        if (error) throw error;
        written.push({ ...changes });
        await write(changes);
      };
      return { ...filesOf({ values }), written };
    };
    const full = () => new VoxreelError('storage_full', 'Full.');
    const filled = async (store: ReturnType<typeof refusing>) => {
      for (const key of ['a/0', 'b/0', 'c/0', 'd/0', 'e/0', 'f/0']) await store.files.put(key, bytes(10));
      return store;
    };

    it('drops the oldest until there is room, with a pause for the browser to free it', async () => {
      const { files, evicted } = await filled(refusing([full(), full(), full(), full()]));
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const done: string[] = [];
        const put = files.put('new/0', bytes(10)).then(() => done.push('put'));
        const settled = () => new Promise((resolve) => setImmediate(resolve));
        const counts: number[] = [];
        while (done.length === 0) {
          await settled();
          await settled();
          counts.push(evicted.length);
          mock.timers.tick(100);
          await settled();
        }
        await put;
        // The first try after a drop comes at once.
        assert.equal(counts[0], 2);
        assert.deepEqual(evicted, ['a/0', 'b/0', 'c/0', 'd/0']);
        assert.deepEqual(await sizes(files, 'new/0'), [10]);
      } finally {
        mock.timers.reset();
      }
    });

    it('gives up after four drops, or where there is nothing to drop', async () => {
      const { files, evicted } = await filled(refusing(Array.from({ length: 9 }, full)));
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        const errors: unknown[] = [];
        const put = files.put('new/0', bytes(10)).catch((cause: unknown) => errors.push(cause));
        while (errors.length === 0) {
          await new Promise((resolve) => setImmediate(resolve));
          mock.timers.tick(100);
        }
        await put;
        assert.ok(errors[0] instanceof VoxreelError && errors[0].code === 'storage_full');
        assert.equal(evicted.length, 4);
      } finally {
        mock.timers.reset();
      }
      const empty = refusing([full()]);
      await assert.rejects(empty.files.put('new/0', bytes(10)), { code: 'storage_full' });
      assert.deepEqual(empty.evicted, []);
    });

    for (const name of ['DataCloneError', 'UnknownError'])
      it(`writes bytes where it takes no Blob (${name}), from then on`, async () => {
        const refused = new VoxreelError('storage_unavailable', 'No.', { cause: new DOMException('', name) });
        const { files, written, evicted } = refusing([refused]);
        await files.put('new/0', bytes(10));
        await files.put('new/1', bytes(20));
        const kept = written.map((changes) => Object.entries(changes).find(([key]) => key.startsWith('file '))?.[1]);
        assert.deepEqual(kept, [
          { bytes: new ArrayBuffer(10), type: 'video/webm' },
          { bytes: new ArrayBuffer(20), type: 'video/webm' },
        ]);
        const file = await files.file('new/0');
        assert.deepEqual([file?.size, file?.type, evicted], [10, 'video/webm', []]);
      });

    it('says why where nothing helps, and drops nothing for it', async () => {
      for (const cause of [undefined, new Error('odd'), new DOMException('', 'InvalidStateError')]) {
        const error = new VoxreelError('storage_unavailable', 'No.', { cause });
        const { files, evicted } = await filled(refusing([error, error]));
        await assert.rejects(files.put('new/0', bytes(10)), error);
        assert.deepEqual(evicted, []);
      }
      const twice = new VoxreelError('storage_unavailable', 'No.', { cause: new DOMException('', 'DataCloneError') });
      await assert.rejects(refusing([twice, twice]).files.put('new/0', bytes(10)), twice);
    });

    it('makes no file of what is none', async () => {
      const { files, values } = filesOf();
      const entry = { bytes: 1, type: 'video/webm', usedAt: 1, poster: true };
      for (const value of [{ bytes: 'text' }, 7, undefined]) {
        await values.write({ 'entry a/0': entry, 'file a/0': value });
        assert.deepEqual([await files.file('a/0'), (await files.entry('a/0'))?.without], [undefined, 'lost']);
      }
      await values.write({ 'entry a/0': entry, 'file a/0': { bytes: new ArrayBuffer(3) } });
      assert.equal((await files.file('a/0'))?.type, '');
    });
  });
});
