// The estimates: from which tasks they are taken, and from which not.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { VideoDraft, VideoProvider } from 'voxreel';

import { offeredProvider } from '../../../../../src/core/catalog/offered-provider.js';
import { createTimeEstimates, estimateTime, estimateVideo } from '../../../../../src/core/video/history/estimate.js';
import { finishedTask } from '../finished-task.js';

const after = (seconds: number, more: Parameters<typeof finishedTask>[0] = {}) =>
  finishedTask({ createdAt: 1_000_000, endedAt: 1_000_000 + seconds * 1000, ...more });
const inSeconds = (tasks: Parameters<typeof estimateTime>[0], draft: Partial<Parameters<typeof estimateTime>[1]> = {}) => {
  const time = estimateTime(tasks, { model: 'm', ...draft });
  return time && [time.lowMs / 1000, time.medianMs / 1000, time.highMs / 1000, time.count];
};

describe('estimateTime', () => {
  it('promises nothing where there is no history', () => {
    assert.equal(inSeconds([]), undefined);
    assert.equal(inSeconds([after(60, { model: 'other' })]), undefined);
    assert.equal(inSeconds([after(60, { status: 'failed' }), after(60, { status: 'expired' })]), undefined);
  });
  it('tells the median and the middle half', () => {
    assert.deepEqual(inSeconds([50, 10, 40, 20, 30].map((s) => after(s))), [20, 30, 40, 5]);
    assert.deepEqual(inSeconds([10, 20].map((s) => after(s))), [12.5, 15, 17.5, 2]);
    assert.deepEqual(inSeconds([after(10)]), [10, 10, 10, 1]);
  });
  it('goes by provider, model, length and number of videos', () => {
    const five = after(50, { draft: { model: 'm', prompt: 'p', duration: 5 } });
    const ten = after(100, { draft: { model: 'm', prompt: 'p', duration: 10 } });
    const four = after(200, { draft: { model: 'm', prompt: 'p', duration: 5, n: 4 } });
    const tasks = [five, ten, four, after(7, { providerId: 'elsewhere', draft: { model: 'm', prompt: 'p', duration: 5 } })];
    const draft = { providerId: 'generic', duration: 5 };
    assert.deepEqual(inSeconds(tasks, draft), [50, 50, 50, 1]);
    assert.deepEqual(inSeconds(tasks, { ...draft, n: 1 }), [50, 50, 50, 1]);
    assert.deepEqual(inSeconds(tasks, { ...draft, n: 4 }), [200, 200, 200, 1]);
    assert.deepEqual(inSeconds(tasks, { ...draft, duration: 10 }), [100, 100, 100, 1]);
  });
  it('takes the model alone where no length matches', () => {
    assert.deepEqual(inSeconds([after(10), after(20), after(30)], { duration: 5 }), [15, 20, 25, 3]);
  });
  it('asks the newest only', () => {
    const tasks = [...Array.from({ length: 20 }, () => after(10)), ...Array.from({ length: 100 }, () => after(500))];
    assert.deepEqual(inSeconds(tasks), [10, 10, 10, 20]);
  });
  it('leaves out what may have ended long before anybody looked', () => {
    const overnight = after(36_000, { unwatchedMs: 35_000_000 });
    assert.equal(inSeconds([overnight]), undefined);
    assert.deepEqual(inSeconds([overnight, after(60, { unwatchedMs: 15_000 })]), [60, 60, 60, 1]);
    // Asked every two minutes, an hour is known well enough.
    assert.deepEqual(inSeconds([after(3600, { unwatchedMs: 120_000 })]), [3600, 3600, 3600, 1]);
  });
  it('leaves out a clock that was set back', () => assert.equal(inSeconds([after(-5)]), undefined));
  it('is worked out once until the tasks change', () => {
    const estimate = createTimeEstimates();
    const tasks = [after(10)];
    const first = estimate(tasks, { model: 'm' });
    assert.equal(estimate(tasks, { model: 'm' }), first);
    assert.equal(estimate([after(20)], { model: 'm' })?.medianMs, 20_000);
  });
});

describe('estimateVideo', () => {
  const provider = (more: Partial<VideoProvider> = {}): VideoProvider => ({ id: 'generic', models: ['m'], ...more });
  const draft = { model: 'm', prompt: 'p', duration: 5 };

  it('tells cost and time before the click', async () => {
    const cost = { amount: 2.5, unit: 'credits' };
    const entries = [provider({ estimate: ({ duration = 0 }) => ({ ...cost, amount: duration / 2 }) })];
    const known = await estimateVideo(draft, { tasks: [after(30)], entries });
    assert.deepEqual([known.cost, known.time?.medianMs], [cost, 30_000]);
  });
  it('goes by the page’s own prices, of which the closest counts, and passes over what is none', async () => {
    const stated = { unit: 'EUR', asOf: '2026-11-01', source: 'our list' };
    const entries = [provider({ models: ['kling-v2', 'm'], estimate: () => ({ amount: 99, unit: 'USD' }) })];
    const costOf = async (model: string, prices: object) =>
      (await estimateVideo({ ...draft, model, n: 2 }, { tasks: [], entries, prices: prices as Record<string, typeof stated> })).cost;
    const prices = { 'kling-*': { ...stated, perSecond: 0.1 }, 'kling-v2': { ...stated, perVideo: 0.4 } };
    assert.deepEqual(await costOf('kling-v2', prices), { amount: 0.8, unit: 'EUR' });
    assert.deepEqual(await costOf('kling-v2', { '*': { ...stated, perSecond: 0.1 } }), { amount: 1, unit: 'EUR' });
    for (const none of [{}, { m: { unit: 'EUR', perVideo: 1 } }, { m: { ...stated, perVideo: -1 } }, { m: 'free' }])
      assert.deepEqual(await costOf('m', none), { amount: 99, unit: 'USD' });
  });
  it('counts the one length that a model makes of references, whatever was asked for', async () => {
    const price = { unit: 'USD', perSecond: 0.4, asOf: '2026-11-01', source: 'a list' };
    const limits = { durations: [4, 6, 8], references: { max: 3, durations: [8] } };
    const entry = offeredProvider({ id: 'm', kind: 'video', service: 'maker', limits, price });
    const priceOf = async (more: Partial<VideoDraft>, prices?: Record<string, typeof price>) =>
      (await estimateVideo({ ...draft, duration: 4, ...more }, { tasks: [], entries: [], offered: [entry], prices })).cost?.amount;
    const references = [{ image: 'https://pictures.example/ada.png' }];
    assert.deepEqual([await priceOf({}), await priceOf({ references: [] })], [1.6, 1.6]);
    assert.deepEqual([await priceOf({ references }), await priceOf({ references, duration: undefined })], [3.2, 3.2]);
    assert.equal(await priceOf({ references }, { m: { ...price, perSecond: 1 } }), 8);
  });
  it('leaves out what is not known, and never rejects', async () => {
    const stumbling = () => {
      throw new Error('no');
    };
    const entries = [provider({ estimate: stumbling }), provider({ estimate: () => ({ amount: NaN, unit: 'x' }) }), provider()];
    for (const entry of entries)
      assert.deepEqual(await estimateVideo(draft, { tasks: [], entries: [entry] }), { cost: undefined, time: undefined });
    const lost = { id: 'generic', models: ['m'], load: () => Promise.reject(new Error('offline')) };
    assert.equal((await estimateVideo(draft, { tasks: [after(30)], entries: [lost] })).time?.count, 1);
    assert.deepEqual(await estimateVideo({ model: 'nobody', prompt: '' }, { tasks: [], entries }), {});
  });
});
