// Locks among tabs that have only one another's word.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import { createToldLocks, type LockSign, type ToldLocks } from '../../../../src/core/tabs/told-locks.js';
import { settled } from './scripted-locks.js';

describe('locks that tabs tell one another of', () => {
  let tabs: ToldLocks[] = [];
  const gone = new Set<ToldLocks>();
  beforeEach(() => {
    tabs = [];
    gone.clear();
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  function openTab(): ToldLocks {
    const tab = createToldLocks((sign: LockSign) => {
      for (const other of tabs) if (other !== tab && !gone.has(tab)) queueMicrotask(() => gone.has(other) || other.heard(sign));
    });
    tabs.push(tab);
    return tab;
  }
  /** Work that is under way until it is ended. */
  function lasting() {
    let end = () => {};
    const work = new Promise<void>((resolve) => (end = resolve));
    return { work: () => work, end };
  }
  /** What a promise has come to by now. */
  const outcome = async <T>(promise: Promise<T>) => {
    let reached: T | 'pending' = 'pending';
    void promise.then((value) => (reached = value));
    await settled();
    return reached;
  };

  it('are not had by a second while the first works', async () => {
    const [one, other] = [openTab(), openTab()];
    const { work, end } = lasting();
    void one.hold('x', work);
    let ran = 0;
    const count = async () => void ran++;
    assert.equal(await outcome(other.tryHold('x', count)), false);
    assert.equal(await outcome(one.tryHold('x', count)), false);
    assert.equal(ran, 0);
    end();
    await settled();
    const later = other.tryHold('x', count);
    assert.equal(await outcome(later), 'pending');
    mock.timers.tick(600);
    assert.equal(await outcome(later), true);
    assert.equal(ran, 1);
  });

  it('are had at once after the one who had them is done', async () => {
    const [one, other] = [openTab(), openTab()];
    const { work, end } = lasting();
    void one.hold('x', work);
    await outcome(other.tryHold('x', async () => undefined));
    const waiting = other.hold('x', async () => 'done');
    assert.equal(await outcome(waiting), 'pending');
    end();
    assert.equal(await outcome(waiting), 'done');
  });

  it('are had after a while where the one who had them is gone without a word', async () => {
    const [one, other] = [openTab(), openTab()];
    void one.hold('x', lasting().work);
    await outcome(other.tryHold('x', async () => undefined));
    const waiting = other.hold('x', async () => 'done');
    mock.timers.tick(3000);
    assert.equal(await outcome(waiting), 'pending');
    mock.timers.tick(3000);
    await settled();
    gone.add(one);
    mock.timers.tick(3000);
    await settled();
    mock.timers.tick(600);
    assert.equal(await outcome(waiting), 'done');
  });

  it('are released when the work fails', async () => {
    const [one, other] = [openTab(), openTab()];
    await assert.rejects(
      one.hold('x', () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    const tried = other.tryHold('x', async () => undefined);
    await settled();
    mock.timers.tick(600);
    assert.equal(await outcome(tried), true);
  });
});
