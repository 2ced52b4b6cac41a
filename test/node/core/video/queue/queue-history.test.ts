// A queue's history as a whole: exported, imported, cleared, estimated from, and run again.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { afterEach, describe, it } from 'node:test';

import { createVideoQueue, isVoxreelError, lineage, memoryStorage } from 'voxreel';
import type { Storage, VideoQueue, VideoQueueOptions } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { finishedTask } from '../finished-task.js';

interface Sent {
  readonly method: string;
  readonly body: string;
}

const open: VideoQueue[] = [];
afterEach(() => open.splice(0).forEach((queue) => queue.close()));

function queueOf({ storage = memoryStorage<VideoTask>(), answer, ...more }: Partial<VideoQueueOptions> & { answer?: object } = {}) {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (_, { method = 'GET', body } = {}) => {
    sent.push({ method, body: typeof body === 'string' ? body : '' });
    const given = method === 'POST' ? { task_id: `t${sent.length}`, status: 'queued' } : (answer ?? { task_id: 't', status: 'processing' });
    return new Response(JSON.stringify(given));
  };
  const queue = createVideoQueue({ baseUrl: 'https://api.example', poll: { firstMs: 3_600_000 }, storage, fetch, ...more });
  open.push(queue);
  return { queue, storage, sent, posts: () => sent.filter(({ method }) => method === 'POST') };
}

const keys = async (storage: Storage<VideoTask>) => (await storage.all()).map(({ key }) => key).toSorted();
const ids = (queue: VideoQueue) => queue.tasks.get().map(({ id }) => id);
const paramOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (isVoxreelError(error) ? [error.code, error.param] : error),
  );
const history = (...tasks: readonly object[]) => ({ format: 'voxreel-video-history', version: 1, exportedAt: 0, tasks });
const draft = { model: 'any', prompt: 'a heron' };

describe('the history of a queue', () => {
  it('goes from one browser to another, and says what it left out', async () => {
    const from = queueOf();
    await from.queue.submit(draft);
    from.queue.stop(from.queue.tasks.get()[0]?.id ?? '');
    const text = JSON.stringify(await from.queue.export());
    const to = queueOf();
    assert.deepEqual(await to.queue.import(text), { added: 1, skipped: [] });
    // When its fields changed there is not when they changed here.
    const plain = (queue: VideoQueue) =>
      JSON.parse(JSON.stringify(queue.tasks.get().map((task) => ({ ...task, time: 0, times: 0 })))) as unknown;
    assert.deepEqual(plain(to.queue), plain(from.queue));
    assert.deepEqual(await keys(to.storage), ids(from.queue));
    const again = history(...from.queue.tasks.get(), finishedTask(), finishedTask(), { version: 9 }, 3 as unknown as object);
    assert.deepEqual(await to.queue.import(again), {
      added: 1,
      skipped: [
        { reason: 'exists', count: 2 },
        { reason: 'invalid', count: 1 },
        { reason: 'newer', count: 1 },
      ],
    });
  });
  it('sends nothing for what it takes in, and never will by itself', async () => {
    const doubts = ['submitting', 'unconfirmed'].map((status) => ({
      ...finishedTask({ id: status }),
      status,
      taskId: undefined,
      idempotent: true,
    }));
    const { queue, storage, posts } = queueOf({ idempotent: true });
    await queue.import(history(...doubts));
    await Promise.all(ids(queue).map((id) => queue.refresh(id)));
    queue.close();
    const later = queueOf({ idempotent: true, storage });
    await later.queue.ready;
    await Promise.all(ids(later.queue).map((id) => later.queue.refresh(id)));
    assert.deepEqual([...posts(), ...later.posts()], []);
    assert.deepEqual(
      later.queue.tasks.get().map(({ status }) => status),
      ['stopped', 'stopped'],
    );
  });
  it('watches what was under way elsewhere', async () => {
    const { queue } = queueOf({
      answer: { task_id: 't', status: 'succeeded', url: 'https://cdn.example/v.mp4' },
      poll: { firstMs: 1, everyMs: 1 },
    });
    const ended = new Promise<VideoTask>((resolve) => queue.tasks.subscribe(([task]) => task?.status === 'succeeded' && resolve(task)));
    await queue.import(history(finishedTask({ status: 'processing', endedAt: undefined, outputs: [] })));
    assert.equal((await ended).outputs[0]?.url, 'https://cdn.example/v.mp4');
  });
  it('takes in all or nothing', async () => {
    const storage = { ...memoryStorage<VideoTask>(), putAll: () => Promise.reject(new Error('full')) };
    const { queue } = queueOf({ storage });
    await assert.rejects(queue.import(history(finishedTask())));
    assert.deepEqual(ids(queue), []);
    assert.deepEqual(await paramOf(queue.import({ ...history(), version: 2 })), ['invalid_input', 'version']);
  });
  it('lists the latest before it has read the rest, and counts what it could not read of each page', async () => {
    const records = Array.from({ length: 40 }, (_, n) => ({ key: `0${n + 10}`, record: finishedTask({ id: `0${n + 10}` }) }));
    const later = { key: '001', record: { ...finishedTask({ id: '001' }), version: 9 } as unknown as VideoTask };
    const rest = new EventTarget();
    const storage: Storage<VideoTask> = {
      ...memoryStorage<VideoTask>(),
      async *pages() {
        yield [...records.slice(30), later];
        await once(rest, 'asked');
        yield [...records.slice(0, 30), later];
      },
    };
    const { queue } = queueOf({ storage });
    const listed = new Promise<void>((resolve) => void queue.tasks.subscribe(() => resolve()));
    await Promise.race([listed, queue.ready]);
    const newest = records.map(({ key }) => key).toReversed();
    assert.deepEqual(ids(queue), newest.slice(0, 10));
    const shown = queue.tasks.get()[0];
    rest.dispatchEvent(new Event('asked'));
    await queue.ready;
    assert.deepEqual([ids(queue), queue.setAside], [newest, 2]);
    assert.equal(queue.tasks.get()[0], shown, 'what was listed is not made again');
  });

  it('is cleared of all that has ended, and can be imported again', async () => {
    const { queue, storage } = queueOf();
    const { id } = await queue.submit(draft);
    const tasks = Array.from({ length: 300 }, (_, at) => finishedTask({ id: `a${at}`, status: at % 2 === 0 ? 'succeeded' : 'failed' }));
    await queue.import(history(...tasks));
    const kept = await queue.export();
    assert.equal(await queue.clear({ status: 'failed' }), 150);
    assert.equal(await queue.clear(), 150);
    assert.equal(await queue.clear(), 0);
    assert.deepEqual([ids(queue), await keys(storage)], [[id], [id]]);
    assert.deepEqual(await queue.import(kept), { added: 300, skipped: [{ reason: 'exists', count: 1 }] });
    assert.deepEqual([(await storage.all()).length, ids(queue).length], [301, 301]);
  });
  it('is not cleared of what is under way', async () => {
    const { queue } = queueOf();
    await queue.submit(draft);
    for (const status of ['submitting', 'processing'] as const)
      assert.deepEqual(await paramOf(queue.clear({ status: ['failed', status] })), ['invalid_input', 'status']);
    assert.equal(ids(queue).length, 1);
  });
  it('tells cost and time of a draft, by its own provider and history', async () => {
    const { queue, sent } = queueOf({
      providers: [{ id: 'mine', models: ['m'], estimate: ({ duration = 0 }) => ({ amount: duration, unit: 's' }) }],
    });
    await queue.import(history(finishedTask({ providerId: 'mine' }), finishedTask({ id: 'b', providerId: 'other', endedAt: 90_000 })));
    const { cost, time } = await queue.estimate({ model: 'm', prompt: '', duration: 5 });
    assert.deepEqual([cost, time?.medianMs, time?.count], [{ amount: 5, unit: 's' }, 1000, 1]);
    assert.equal(sent.length, 0);
  });
});

describe('running again', () => {
  it('exactly: byte for byte the same request, under a key of its own', async () => {
    const { queue, posts } = queueOf();
    const first = await queue.submit({
      ...draft,
      duration: 5,
      n: 2,
      metadata: { style: 'ink', z: 1, a: [1, 2] },
      image: 'https://x.example/i.png',
    });
    const again = await queue.resubmit(first.id);
    const third = await queue.resubmit(again.id);
    assert.equal(posts()[1]?.body, posts()[0]?.body);
    assert.equal(posts()[2]?.body, posts()[0]?.body);
    assert.equal(new Set([first, again, third].map(({ idempotencyKey }) => idempotencyKey)).size, 3);
    assert.deepEqual(
      lineage(queue.tasks.get(), third.id).ancestors.map(({ id }) => id),
      [again.id, first.id],
    );
  });
  for (const [model, metadata] of [
    ['kling-v1', { negative_prompt: 'rain', image_tail: 'https://x.example/tail.png' }],
    ['jimeng_v30', { aspect_ratio: '16:9' }],
    ['viduq1', { movement_amplitude: 'large', bgm: true }],
  ] as const)
    it(`exactly with ${model}, after a reload too`, async () => {
      const { queue, storage, posts } = queueOf();
      const { id } = await queue.submit({ model, prompt: 'a heron', duration: 5, width: 1280, height: 720, metadata });
      queue.close();
      const later = queueOf({ storage });
      await later.queue.ready;
      await later.queue.resubmit(id);
      assert.equal(later.posts()[0]?.body, posts()[0]?.body);
    });
  it('exactly after it went through a file', async () => {
    const { queue, posts } = queueOf();
    await queue.submit({ ...draft, metadata: { style: 'ink' } });
    const other = queueOf();
    await other.queue.import(JSON.stringify(await queue.export()));
    // It is under way there; here it is run once more.
    await other.queue.resubmit(ids(other.queue)[0] ?? '');
    assert.equal(other.posts()[0]?.body, posts()[0]?.body);
  });
  it('exactly with a picture that was a file', async () => {
    const { queue, posts } = queueOf();
    const png = Buffer.from('iVBORw0KGgo=', 'base64');
    const { id } = await queue.submit({ ...draft, image: new Blob([png], { type: 'image/png' }) });
    await queue.resubmit(id);
    assert.equal(posts()[1]?.body, posts()[0]?.body);
    assert.match(posts()[1]?.body ?? '', /"image":"data:image\/png/);
  });
  it('varied or edited: another seed, or the same with other words, and the parent is known', async () => {
    const { queue, posts } = queueOf();
    const first = await queue.submit(draft);
    const varied = await queue.resubmit(first.id, { seed: undefined });
    const edited = await queue.resubmit(first.id, { prompt: 'a crane' });
    assert.notEqual(varied.seed, first.seed);
    assert.deepEqual([edited.seed, edited.prompt], [first.seed, 'a crane']);
    assert.deepEqual(new Set(lineage(queue.tasks.get(), first.id).children), new Set([varied, edited]));
    assert.deepEqual(
      posts().map(({ body }) => (JSON.parse(body) as { seed: number }).seed),
      [first.seed, varied.seed, edited.seed],
    );
  });
  it('tells the seed the service says it used', async () => {
    const { queue } = queueOf({ answer: { task_id: 't', status: 'succeeded', url: 'https://cdn.example/v.mp4', metadata: { seed: 99 } } });
    const { id, seed } = await queue.submit({ ...draft, seed: 5 });
    assert.equal(seed, 5);
    const task = await queue.refresh(id);
    assert.deepEqual([task.seed, task.outputs[0]?.seed], [5, 99]);
  });
});
