// Which videos continue which: as their records say it, and as those of before suggest it.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createVideoQueue, memoryStorage, videoChain } from 'voxreel';
import type { VideoQueue } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { finishedTask } from '../finished-task.js';

const open: VideoQueue[] = [];
afterEach(() => open.splice(0).forEach((queue) => queue.close()));

const ids = (tasks: readonly VideoTask[]) => tasks.map(({ id }) => id).join('');
const picture = { model: 'm', prompt: 'p', image: 'https://x.example/last.png' };

describe('a chain', () => {
  it('is what its records say, whatever their parents and pictures are', () => {
    const tasks = [
      finishedTask({ id: 'c', parentId: 'x', continues: { id: 'b', atS: 3 } }),
      finishedTask({ id: 'b', continues: { id: 'a' } }),
      finishedTask({ id: 'a' }),
      finishedTask({ id: 'x' }),
    ];
    assert.equal(ids(videoChain(tasks, 'c')), 'abc');
    assert.equal(ids(videoChain(tasks, 'a')), 'a');
  });
  it('of older records is what their pictures suggest', () => {
    const tasks = [
      finishedTask({ id: 'd', parentId: 'c', draft: { ...picture, prompt: 'on' }, prompt: 'on', files: ['image'] }),
      finishedTask({ id: 'c', parentId: 'b', draft: picture }),
      finishedTask({ id: 'b', parentId: 'a', draft: picture }),
      finishedTask({ id: 'a' }),
    ];
    // The third is the second made again.
    assert.equal(ids(videoChain(tasks, 'd')), 'acd');
  });
  it('goes from a record that says so on to one that does not', () => {
    const tasks = [
      finishedTask({ id: 'd', parentId: 'c', draft: picture, continues: { id: 'b' } }),
      finishedTask({ id: 'c', parentId: 'b', draft: picture, continues: { id: 'b' } }),
      finishedTask({ id: 'b', parentId: 'a', draft: picture }),
      finishedTask({ id: 'a' }),
    ];
    assert.equal(ids(videoChain(tasks, 'd')), 'abd');
  });
  it('ends where a video is gone, is not finished, or comes round', () => {
    const gone = [finishedTask({ id: 'b', continues: { id: 'a' } })];
    assert.equal(ids(videoChain(gone, 'b')), 'b');
    const unfinished = [finishedTask({ id: 'b', continues: { id: 'a' } }), finishedTask({ id: 'a', status: 'failed', outputs: [] })];
    assert.equal(ids(videoChain(unfinished, 'b')), 'b');
    const round = [finishedTask({ id: 'b', continues: { id: 'a' } }), finishedTask({ id: 'a', continues: { id: 'b' } })];
    assert.equal(ids(videoChain(round, 'b')), 'ab');
    assert.equal(ids(videoChain(round, 'none')), '');
  });
});

describe('what a video continues', () => {
  const storage = memoryStorage<VideoTask>();
  const start = (shared = storage) => {
    const fetch = async () => new Response('{"task_id":"t","status":"processing"}');
    const queue = createVideoQueue({ baseUrl: 'https://api.example', poll: { firstMs: 3_600_000 }, storage: shared, fetch });
    open.push(queue);
    return queue;
  };
  const draft = { model: 'any', prompt: 'on', image: 'https://x.example/first.png', lastImage: 'https://x.example/last.png' };
  const [continues, leadsTo] = [{ id: 'a', output: 1, atS: 4.2 }, { id: 'z' }];

  it('is kept with its task, in the storage and in a file', async () => {
    const queue = start();
    const { id } = await queue.submit(draft, { continues, leadsTo });
    queue.close();
    const restored = start();
    await restored.ready;
    const elsewhere = start(memoryStorage<VideoTask>());
    await elsewhere.import(await restored.export());
    for (const { tasks } of [restored, elsewhere]) {
      const task = tasks.get().find((one) => one.id === id);
      assert.deepEqual([task?.continues, task?.leadsTo], [continues, leadsTo]);
    }
  });
  it('is the same of one that is made again, but not with another picture', async () => {
    const queue = start(memoryStorage<VideoTask>());
    const { id } = await queue.submit(draft, { continues, leadsTo });
    const again = await queue.resubmit(id, { seed: undefined });
    assert.deepEqual([again.continues, again.leadsTo], [continues, leadsTo]);
    const other = await queue.resubmit(id, { image: 'https://x.example/other.png' });
    assert.deepEqual([other.continues, other.leadsTo], [undefined, leadsTo]);
  });
  it('is said of each video of a group', async () => {
    const queue = start(memoryStorage<VideoTask>());
    const { results } = await queue.submitAll([draft, draft], { continues, parentId: 'a' });
    const said = results.map((result) => 'task' in result && [result.task.continues, result.task.parentId]);
    assert.deepEqual(said, [
      [continues, 'a'],
      [continues, 'a'],
    ]);
  });
});
