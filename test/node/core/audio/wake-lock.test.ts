// The lock that keeps the screen from going dark, in a page that is seen, hidden and refused.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { createWakeLock } from '../../../../src/core/audio/wake-lock.js';

describe('the lock of the screen', () => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  let page: EventTarget & { visibilityState: string };
  let locks: { released: boolean; release(): Promise<void> }[];
  let grant: () => Promise<void>;

  beforeEach(() => {
    locks = [];
    grant = async () => undefined;
    page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
    const request = async () => {
      await grant();
      const lock = { released: false, release: async () => void (lock.released = true) };
      locks.push(lock);
      return lock;
    };
    Object.assign(globalThis, { document: page });
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { wakeLock: { request } } });
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'document');
    if (before) Object.defineProperty(globalThis, 'navigator', before);
    else Reflect.deleteProperty(globalThis, 'navigator');
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const seen = async (visibilityState: string) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event('visibilitychange'));
    await settled();
  };
  const released = () => locks.map((lock) => lock.released);
  const hold = async (lock: ReturnType<typeof createWakeLock>, wanted: boolean) => {
    lock.hold(wanted);
    await settled();
  };

  it('is had once while it is wanted, and again when the page is seen again', async () => {
    const lock = createWakeLock();
    await hold(lock, true);
    await hold(lock, true);
    assert.deepEqual(released(), [false]);
    await seen('visible');
    assert.deepEqual(released(), [false]);
    for (const one of locks) one.released = true;
    await seen('hidden');
    assert.equal(locks.length, 1);
    await seen('visible');
    assert.deepEqual(released(), [true, false]);
    await hold(lock, false);
    assert.deepEqual(released(), [true, true]);
    await seen('visible');
    assert.equal(locks.length, 2);
  });

  it('is given back when it comes after it was wanted, or after the page was seen', async () => {
    for (const end of [(lock: ReturnType<typeof createWakeLock>) => lock.hold(false), () => void (page.visibilityState = 'hidden')]) {
      locks = [];
      page.visibilityState = 'visible';
      let come = () => {};
      grant = () => new Promise((resolve) => (come = resolve));
      const lock = createWakeLock();
      lock.hold(true);
      page.dispatchEvent(new Event('visibilitychange'));
      end(lock);
      come();
      await settled();
      assert.deepEqual(released(), [true]);
    }
  });

  it('that is refused is asked for again when the page is seen, without a word', async () => {
    grant = () => Promise.reject(new DOMException('low battery', 'NotAllowedError'));
    const lock = createWakeLock();
    await hold(lock, true);
    assert.equal(locks.length, 0);
    grant = async () => undefined;
    await seen('visible');
    assert.deepEqual(released(), [false]);
  });

  it('is nothing to do without where there is none', async () => {
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: {} });
    await hold(createWakeLock(), true);
    Reflect.deleteProperty(globalThis, 'document');
    await hold(createWakeLock(), true);
    assert.equal(locks.length, 0);
  });
});
