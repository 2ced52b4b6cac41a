// A name that one page at a time holds, until it has no more use for it.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { holdIfFree } from '../../../../src/core/tabs/web-locks.js';
import { scriptedLocks, settled } from './scripted-locks.js';

describe('a name that is held if it is free', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  });
  /** A browser with these locks, or on a page that has none. */
  const inBrowser = (locks: LockManager | undefined) => {
    Object.assign(globalThis, { indexedDB: {} });
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks } });
  };

  it('is had by one, and by the next once the first lets go', async () => {
    const locks = scriptedLocks();
    inBrowser(locks.of('this'));
    const [first, second] = [new AbortController(), new AbortController()];
    assert.equal(await holdIfFree('draft', first.signal), true);
    assert.equal(await holdIfFree('draft', second.signal), false);
    assert.equal(await holdIfFree('other', second.signal), true);
    assert.deepEqual(locks.clients('draft'), ['this']);
    first.abort();
    await settled();
    assert.deepEqual([locks.clients('draft'), locks.clients('other')], [[], ['this']]);
    assert.equal(await holdIfFree('draft', second.signal), true);
  });

  it('is let go at once where its signal has fired before it is had', async () => {
    const locks = scriptedLocks();
    inBrowser(locks.of('this'));
    const gone = new AbortController();
    const held = holdIfFree('draft', gone.signal);
    gone.abort();
    assert.equal(await held, true);
    await settled();
    assert.deepEqual(locks.clients('draft'), []);
  });

  it('is had by everyone where the browser has no locks, or refuses one', async () => {
    const { signal } = new AbortController();
    inBrowser(undefined);
    assert.deepEqual(await Promise.all([holdIfFree('draft', signal), holdIfFree('draft', signal)]), [true, true]);
    inBrowser({ request: () => Promise.reject(new DOMException('no', 'SecurityError')) } as unknown as LockManager);
    assert.equal(await holdIfFree('draft', signal), true);
  });
});
