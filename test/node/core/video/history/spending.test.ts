// What videos have cost: by day, month and model, each unit by itself.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createVideoQueue, defineProvider, memoryStorage, taskSpending } from 'voxreel';

import { finishedTask } from '../finished-task.js';

const at = (time: string): number => Date.parse(time);
const usd = (amount: number) => ({ amount, unit: 'USD' });
const paid = (time: string, amount: number, more: Parameters<typeof finishedTask>[0] = {}) =>
  finishedTask({ id: time, createdAt: at(time), cost: usd(amount), ...more });

describe('taskSpending', () => {
  const tasks = [
    paid('2026-11-24T23:30:00Z', 0.2),
    paid('2026-11-24T10:00:00Z', 0.1, { model: 'other' }),
    paid('2026-11-02T10:00:00Z', 3, { cost: { amount: 3, unit: 'credits' } }),
    paid('2026-10-31T10:00:00Z', 1),
    finishedTask({ id: 'unknown', createdAt: at('2026-10-31T11:00:00Z') }),
  ];

  it('adds up by day, month and model, and never over units', () => {
    const spending = taskSpending(tasks, { timeZone: 'UTC' });
    assert.deepEqual(spending.amounts, [usd(1.3), { amount: 3, unit: 'credits' }]);
    assert.deepEqual([spending.count, spending.unpriced], [4, 1]);
    assert.deepEqual(
      spending.days.map(({ day, amounts, count, unpriced }) => [day, amounts, count, unpriced]),
      [
        ['2026-11-24', [usd(0.3)], 2, 0],
        ['2026-11-02', [{ amount: 3, unit: 'credits' }], 1, 0],
        ['2026-10-31', [usd(1)], 1, 1],
      ],
    );
    assert.deepEqual(
      spending.months.map(({ month, amounts }) => [month, amounts]),
      [
        ['2026-11', [usd(0.3), { amount: 3, unit: 'credits' }]],
        ['2026-10', [usd(1)]],
      ],
    );
    assert.deepEqual(
      spending.models.map(({ model, count }) => [model, count]),
      [
        ['m', 3],
        ['other', 1],
      ],
    );
  });

  it('keeps to a range, and to the days of a time zone', () => {
    const november = { from: at('2026-11-01T00:00:00Z'), to: at('2026-11-24T23:30:00Z'), timeZone: 'UTC' };
    assert.deepEqual(taskSpending(tasks, november).amounts, [usd(0.1), { amount: 3, unit: 'credits' }]);
    assert.equal(taskSpending(tasks, { timeZone: 'Asia/Tokyo' }).days[0]?.day, '2026-11-25');
    assert.deepEqual(taskSpending([]), { amounts: [], count: 0, unpriced: 0, days: [], months: [], models: [] });
    assert.throws(() => taskSpending(tasks, { timeZone: 'Nowhere/At all' }), RangeError);
  });

  it('counts what a service has, not what it refused, gave up for nothing or never got', () => {
    const of = (status: 'failed' | 'stopped' | 'expired' | 'processing' | 'waiting' | 'submitting' | 'unconfirmed', more = {}) =>
      taskSpending([paid('2026-11-24T10:00:00Z', 1, { status, ...more })]).count;
    assert.deepEqual([of('processing'), of('stopped'), of('expired')], [1, 1, 1]);
    assert.deepEqual([of('failed'), of('waiting'), of('submitting'), of('unconfirmed')], [0, 0, 0, 0]);
    assert.deepEqual(
      [of('stopped', { cancel: 'done' }), of('stopped', { cancel: 'refused' }), of('stopped', { taskId: undefined })],
      [0, 1, 0],
    );
    const made = taskSpending([finishedTask({ ownService: true })]);
    assert.deepEqual([made.count, made.unpriced], [0, 0]);
  });
});

describe('a task', () => {
  const priced = defineProvider({ id: 'priced', models: ['m'], estimate: ({ n = 1 }) => ({ amount: n * 2, unit: 'credits' }) });
  const queueOf = (body: object, options: object = {}) =>
    createVideoQueue({
      baseUrl: 'https://api.example',
      providers: [priced],
      storage: memoryStorage(),
      fetch: async () => Response.json({ task_id: 't', status: 'processing', ...body }),
      ...options,
    });

  it('has the price it was sent at, by the page or by its provider', async () => {
    const queue = queueOf({});
    assert.deepEqual((await queue.submit({ model: 'm', prompt: 'p', n: 3 })).cost, { amount: 6, unit: 'credits' });
    const own = queueOf({}, { prices: { m: { unit: 'USD', perVideo: 0.5, asOf: '2026-11-24', source: 'https://shop.example' } } });
    assert.deepEqual((await own.submit({ model: 'm', prompt: 'p' })).cost, usd(0.5));
    assert.equal((await queue.submit({ model: 'unknown', prompt: 'p' })).cost, undefined);
    queue.close();
    own.close();
  });

  it('has what its service reports instead, and keeps it in a history', async () => {
    const queue = queueOf({ cost: { amount: '0.75', unit: 'USD' } });
    const { cost } = await queue.submit({ model: 'm', prompt: 'p' });
    assert.deepEqual(cost, usd(0.75));
    const other = queueOf({}, { name: 'other' });
    await other.import(await queue.export());
    assert.deepEqual(other.tasks.get()[0]?.cost, usd(0.75));
    for (const wrong of [{ amount: -1, unit: 'USD' }, { amount: 1 }, 5]) {
      const doubtful = queueOf({ cost: wrong });
      assert.deepEqual((await doubtful.submit({ model: 'm', prompt: 'p' })).cost, { amount: 2, unit: 'credits' });
      doubtful.close();
    }
    queue.close();
    other.close();
  });
});
