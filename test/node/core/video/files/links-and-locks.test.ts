// Links of this page to files, and the locks under which tabs work on them.
import assert from 'node:assert/strict';
import { resolveObjectURL } from 'node:buffer';
import { describe, it } from 'node:test';

import { createFileLocks } from '../../../../../src/core/video/files/file-locks.js';
import { createObjectUrls } from '../../../../../src/core/video/files/object-urls.js';
import { scriptedLocks } from '../../tabs/scripted-locks.js';

const isAlive = (url: string) => resolveObjectURL(url) !== undefined;

describe('links to files', () => {
  it('lead to their files, one a key, until they are revoked', () => {
    const urls = createObjectUrls();
    const [one, other] = [new Blob(['1']), new Blob(['2'])];
    const first = urls.make('a/0', one);
    assert.deepEqual([isAlive(first), urls.file('a/0'), urls.file('a/1')], [true, one, undefined]);
    const second = urls.make('a/0', other);
    assert.deepEqual([isAlive(first), isAlive(second), urls.file('a/0')], [false, true, other]);
    urls.revoke('a/0');
    urls.revoke('never/0');
    assert.deepEqual([isAlive(second), urls.file('a/0')], [false, undefined]);
  });

  it('are revoked by what their keys begin with', () => {
    const urls = createObjectUrls();
    const made = ['a/0', 'a/1', 'ab/0'].map((key) => urls.make(key, new Blob([key])));
    urls.revokeAll('a/');
    assert.deepEqual(made.map(isAlive), [false, false, true]);
    assert.deepEqual([urls.file('a/1'), urls.file('ab/0')?.size], [undefined, 4]);
  });
});

describe('locks of files', () => {
  it('are known to nobody where there are no Web Locks, and hold all the same', async () => {
    const locks = createFileLocks('queue');
    let end = () => {};
    const first = locks.hold('a', () => new Promise<void>((resolve) => (end = resolve)));
    const order: string[] = [];
    const second = locks.hold('a', async () => void order.push('second'));
    await locks.hold('b', async () => void order.push('b'));
    assert.deepEqual([await locks.held(['a', 'b']), order], [[], ['b']]);
    end();
    await Promise.all([first, second]);
    assert.deepEqual(order, ['b', 'second']);
  });

  it('are known among tabs, by the name of the queue', async (t) => {
    const all = scriptedLocks();
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    t.after(() => {
      Reflect.deleteProperty(globalThis, 'indexedDB');
      if (before) Object.defineProperty(globalThis, 'navigator', before);
      else Reflect.deleteProperty(globalThis, 'navigator');
    });
    Object.assign(globalThis, { indexedDB: {} });
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: all.of('this tab') } });
    const [locks, other] = [createFileLocks('queue'), createFileLocks('other')];
    let end = () => {};
    const work = locks.hold('a', () => new Promise<void>((resolve) => (end = resolve)));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([await locks.held(['a', 'b']), await other.held(['a'])], [['a'], []]);
    end();
    await work;
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(await locks.held(['a']), []);
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: { query: async () => ({}) } } });
    assert.deepEqual(await locks.held(['a']), []);
  });
});
