// The notes from which a process restores its claims in a Redis that lost them: bounded by size, number and time.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';

import { createRedisJournal } from '../../../src/server/state/redis-journal.js';

describe('the journal of a state in Redis', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: 1_000_000 }));
  afterEach(() => mock.timers.reset());

  it('keeps 32 Mi characters, names included, and drops the oldest claims beyond', () => {
    const journal = createRedisJournal();
    const names = Array.from({ length: 33 }, (_, at) => `claim-${String(at).padStart(2, '0')}`);
    for (const name of names.slice(0, 32)) journal.keep(name, 'x'.repeat(2 ** 20 - name.length), 60_000);
    assert.equal(journal.claims().length, 32, 'the limit itself is allowed');
    journal.keep('claim-32', '', 60_000);
    assert.deepEqual(
      journal.claims().map(([name]) => name),
      names.slice(1),
    );
  });

  it('counts a claim that is written again once', () => {
    const journal = createRedisJournal();
    journal.keep('other', 'y', 60_000);
    for (let times = 0; times < 40; times += 1) journal.keep('claim', 'x'.repeat(2 ** 20), 60_000);
    assert.equal(journal.valueOf('other'), 'y');
  });

  it('drops a claim at its end', () => {
    const journal = createRedisJournal();
    journal.keep('claim', 'x', 1000);
    mock.timers.tick(999);
    assert.equal(journal.claims().length, 1);
    mock.timers.tick(1);
    assert.deepEqual(journal.claims(), []);
    journal.keep('next', 'y', 1000);
    assert.equal(journal.valueOf('claim'), undefined);
  });

  it('takes back at most 10,000 claims, each once', () => {
    const journal = createRedisJournal();
    journal.keep('claim-1', 'mine', 60_000);
    for (let at = 0; at < 10_001; at += 1) journal.disown(`claim-${at}`, 'x');
    assert.equal(journal.valueOf('claim-1'), 'mine', 'an earlier claim stands');
    assert.equal(journal.disowned().length, 10_000);
    assert.deepEqual(journal.disowned(), []);
  });
});
