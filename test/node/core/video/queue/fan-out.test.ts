// Several drafts as one group: a total before the click, one request each, and a refusal that leaves the others.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createVideoQueue, fanOut, isVoxreelError, memoryStorage } from 'voxreel';
import type { VideoProvider, VideoQueue } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';

const open: VideoQueue[] = [];
afterEach(() => open.splice(0).forEach((queue) => queue.close()));

const priced: VideoProvider = {
  id: 'priced',
  models: ['priced-*'],
  estimate: ({ model, n = 1 }) => ({ amount: n * (model === 'priced-1' ? 2 : 3), unit: model === 'priced-eur' ? 'EUR' : 'USD' }),
};

function setUp(answer: (body: Record<string, unknown>) => Response = () => new Response('{"task_id":"t","status":"queued"}')) {
  const bodies: Record<string, unknown>[] = [];
  const fetch: typeof globalThis.fetch = async (_, { method, body } = {}) => {
    if (method !== 'POST') return new Response('{"task_id":"t","status":"processing"}');
    const parsed = JSON.parse(typeof body === 'string' ? body : '{}') as Record<string, unknown>;
    bodies.push(parsed);
    return answer(parsed);
  };
  const storage = memoryStorage<VideoTask>();
  const queue = createVideoQueue({ baseUrl: 'https://api.example', storage, fetch, providers: [priced], poll: { firstMs: 3_600_000 } });
  open.push(queue);
  return { queue, bodies, storage };
}
const draft = { model: 'priced-1', prompt: 'a heron' };

describe('several videos at once', () => {
  it('are one draft for each model and seed', () => {
    const drafts = fanOut(draft, { models: ['priced-1', 'priced-2'], seeds: [1, 2] });
    assert.deepEqual(
      drafts.map(({ model, seed }) => [model, seed]),
      [
        ['priced-1', 1],
        ['priced-1', 2],
        ['priced-2', 1],
        ['priced-2', 2],
      ],
    );
    assert.deepEqual(fanOut(draft, {}), [{ ...draft, seed: undefined }]);
  });
  it('tell how many they are and what they cost together, before anything is sent', async () => {
    const { queue, bodies } = setUp();
    const drafts = [...fanOut({ ...draft, n: 2 }, { models: ['priced-1', 'priced-2', 'priced-eur'] }), { ...draft, model: 'unknown' }];
    const { count, costs, unpriced, estimates } = await queue.estimateAll(drafts);
    assert.deepEqual(
      [count, costs, unpriced, estimates.length],
      [
        7,
        [
          { unit: 'USD', amount: 10 },
          { unit: 'EUR', amount: 6 },
        ],
        1,
        4,
      ],
    );
    assert.deepEqual(bodies, []);
  });
  it('are sent once each, as tasks of one group', async () => {
    const { queue, bodies, storage } = setUp();
    const { groupId, results } = await queue.submitAll(fanOut(draft, { models: ['priced-1', 'priced-2'], seeds: [1, 2] }));
    const sent = bodies.map((body) => `${String(body['model'])}/${String(body['seed'])}`).toSorted();
    assert.deepEqual(sent, ['priced-1/1', 'priced-1/2', 'priced-2/1', 'priced-2/2']);
    const tasks = results.map((result) => ('task' in result ? result.task : undefined));
    assert.deepEqual(
      tasks.map((task) => [task?.model, task?.seed, task?.groupId]),
      [
        ['priced-1', 1, groupId],
        ['priced-1', 2, groupId],
        ['priced-2', 1, groupId],
        ['priced-2', 2, groupId],
      ],
    );
    assert.equal(new Set(queue.tasks.get().map(({ idempotencyKey }) => idempotencyKey)).size, 4);
    assert.ok((await storage.all()).every(({ record }) => record.groupId === groupId));
  });
  it('go on where one of them is refused, by us or by the service', async () => {
    const refuse = ({ model }: Record<string, unknown>) =>
      model === 'priced-2'
        ? new Response('{"error":{"code":"policy","message":"no"}}', { status: 400 })
        : new Response('{"task_id":"t","status":"queued"}');
    const { queue, bodies } = setUp(refuse);
    const { results } = await queue.submitAll([draft, { ...draft, prompt: '' }, { ...draft, model: 'priced-2' }]);
    assert.deepEqual(
      results.map((result) => ('task' in result ? result.task.status : [result.error.code, result.error.param])),
      ['processing', ['invalid_input', 'prompt'], 'failed'],
    );
    assert.equal(bodies.length, 2);
  });
  it('are 1 to 24', async () => {
    const { queue, bodies } = setUp();
    for (const drafts of [[], Array.from({ length: 25 }, () => draft)])
      await assert.rejects(queue.submitAll(drafts), (error) => isVoxreelError(error) && error.param === 'drafts');
    assert.deepEqual(bodies, []);
  });
});
