// Videos organized through the queue: written durably, told to other tabs, carried by a history; and what is refused.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createVideoQueue, findTasks, isVoxreelError, memoryStorage, VoxreelError } from 'voxreel';
import type { Storage, VideoQueue } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { finishedTask } from '../finished-task.js';

const open: VideoQueue[] = [];
afterEach(() => open.splice(0).forEach((queue) => queue.close()));

async function queueOver(storage: Storage<VideoTask>): Promise<VideoQueue> {
  const fetch: typeof globalThis.fetch = async () => new Response('{}', { status: 500 });
  const queue = createVideoQueue({ baseUrl: 'https://api.example', storage, fetch });
  open.push(queue);
  await queue.ready;
  return queue;
}
async function stored(...tasks: readonly VideoTask[]): Promise<Storage<VideoTask>> {
  const storage = memoryStorage<VideoTask>();
  for (const task of tasks) await storage.put(task.id, task);
  return storage;
}
const three = () => stored(...['a', 'b', 'c'].map((id) => finishedTask({ id })));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (isVoxreelError(error) ? [error.code, error.param] : error),
  );
const found = (queue: VideoQueue, filter: Parameters<typeof findTasks>[1]) =>
  findTasks(queue.tasks.get(), filter)
    .map(({ id }) => id)
    .join('');

describe('organizing videos', () => {
  it('changes many at once, and the next page has it', async () => {
    const storage = await three();
    const queue = await queueOver(storage);
    await queue.organize(['a', 'c', 'a'], { favorite: true, rating: 5, addLabels: ['  lake \n view '], addCollections: ['Reel'] });
    queue.close();
    const next = await queueOver(storage);
    assert.equal(found(next, { favorite: true, rating: 4, labels: ['lake view'], collection: 'Reel' }), 'ca');
    assert.equal(found(next, { favorite: false }), 'b');
    assert.equal(found(next, { text: 'LAKE reel' }), 'ca');
    await next.organize(['a'], { favorite: false, removeLabels: ['lake view'] });
    assert.equal(found(next, { favorite: true }), 'c');
    assert.equal(found(next, { labels: 'lake view' }), 'c');
    assert.equal(found(next, { collection: 'Reel' }), 'ca');
  });
  it('does not mind a video that is removed meanwhile', async () => {
    const storage = await three();
    const { put, update: _update, ...rest } = storage;
    let removal: Promise<unknown> | undefined;
    const queue: VideoQueue = await queueOver({
      ...rest,
      async put(key, record, options) {
        removal ??= queue.remove('a');
        await put(key, record, options);
      },
    });
    await queue.organize(['a', 'b'], { favorite: true });
    await removal;
    assert.equal(found(queue, { favorite: true }), 'b');
  });
  it('has written it durably when it resolves', async () => {
    const storage = await three();
    const writes: (boolean | undefined)[] = [];
    const { put, update: _update, ...rest } = storage;
    const queue = await queueOver({
      ...rest,
      async put(key, record, options) {
        await put(key, record, options);
        writes.push(options?.durable);
      },
    });
    await queue.organize(['a', 'b'], { favorite: true });
    assert.deepEqual(writes, [true, true]);
  });
  it('keeps one best video of a group', async () => {
    const storage = await stored(...['a', 'b', 'c'].map((id) => finishedTask({ id, groupId: id === 'c' ? 'h' : 'g' })));
    const queue = await queueOver(storage);
    await queue.organize(['a'], { best: true });
    await queue.organize(['c'], { best: true });
    assert.equal(found(queue, { best: true }), 'ca');
    await queue.organize(['b'], { best: true });
    assert.equal(found(queue, { best: true }), 'cb');
    assert.equal(found(queue, { best: true, groupId: 'g' }), 'b');
  });
  it('refuses what is wrong before anything changes', async () => {
    const queue = await queueOver(await three());
    const before = queue.tasks.get();
    assert.deepEqual(await refusal(queue.organize(['a', 'zz'], { favorite: true })), ['not_found', 'id']);
    for (const [changes, param] of [
      [{ rating: 6 }, 'rating'],
      [{ rating: 1.5 }, 'rating'],
      [{ addLabels: [' '] }, 'addLabels'],
      [{ addLabels: ['x'.repeat(101)] }, 'addLabels'],
      [{ addLabels: Array.from({ length: 65 }, (_, at) => `${at}`) }, 'addLabels'],
      [{ addCollections: Array.from({ length: 65 }, (_, at) => `${at}`) }, 'addCollections'],
    ] as const)
      assert.deepEqual(await refusal(queue.organize(['a'], { favorite: true, ...changes })), ['invalid_input', param]);
    assert.equal(queue.tasks.get(), before);
  });
  it('says where there is no room for it, and shows it all the same', async () => {
    const storage = await three();
    const full = async () => {
      throw new VoxreelError('storage_full', 'Full.');
    };
    const queue = await queueOver({ ...storage, put: full, update: full });
    await assert.rejects(queue.organize(['a'], { favorite: true }), { code: 'storage_full', message: 'Full.', retryable: true });
    assert.equal(found(queue, { favorite: true }), 'a');
  });
  it('goes with a history, as far as it is sound', async () => {
    const queue = await queueOver(await three());
    await queue.organize(['a'], { favorite: true, rating: 3, addLabels: ['lake'], addCollections: ['Reel'], best: true });
    const history = await queue.export();
    const there = await queueOver(memoryStorage<VideoTask>());
    await there.import(JSON.stringify(history));
    assert.equal(found(there, { favorite: true, rating: 3, labels: 'lake', collection: 'Reel', best: true }), 'a');
    const wrong = { favorite: 'yes', rating: 99, labels: ['x'.repeat(200), 'fine'], groupId: 7, times: { 'labels/fine': 'zzzz' } };
    const forged = { ...history, tasks: [{ ...finishedTask({ id: 'd' }), ...wrong }] };
    await there.import(forged);
    const task = there.tasks.get().find(({ id }) => id === 'd');
    assert.deepEqual([task?.favorite, task?.rating, task?.labels, task?.groupId], [undefined, undefined, ['fine'], undefined]);
    await there.organize(['d'], { removeLabels: ['fine'] });
    assert.equal(found(there, { labels: 'fine' }), '');
  });
});
