// Tasks of a provider that is a service of its own: nobody else is asked about them, and it hears when they are given up.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createVideoQueue, memoryStorage, providers as registry } from 'voxreel';
import type { VideoDraft, VideoProvider, VideoQueue, VideoQueueOptions } from 'voxreel';

import type { VideoReading } from '../../../../../src/core/providers/provider.js';
import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';

const undo: (() => void)[] = [];
afterEach(() => undo.splice(0).forEach((over) => over()));

const draft = { model: 'elsewhere-1', prompt: 'a heron' };
const working: VideoReading = { taskId: 'far/1', status: 'processing', outputs: [] };
const done: VideoReading = { ...working, status: 'succeeded', outputs: [{ url: 'https://cdn.example/v.mp4' }] };

/** A service of its own, what it was asked and what was stopped there. */
function elsewhere({ create = async () => working, query = async () => working }: Partial<NonNullable<VideoProvider['service']>> = {}) {
  const asked: string[] = [];
  const stopped: string[] = [];
  const heard = new EventTarget();
  const provider: VideoProvider = {
    id: 'elsewhere',
    models: ['elsewhere-*'],
    service: {
      create,
      query(taskId, context) {
        asked.push(taskId);
        return query(taskId, context);
      },
      stop(taskId) {
        stopped.push(taskId);
        heard.dispatchEvent(new Event('stop'));
      },
    },
  };
  const nextStop = () => new Promise((resolve) => heard.addEventListener('stop', resolve, { once: true }));
  return { provider, asked, stopped, nextStop };
}

function queueOf({ storage = memoryStorage<VideoTask>(), ...more }: Partial<VideoQueueOptions> = {}) {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    sent.push(input instanceof Request ? input.url : input.toString());
    return new Response(JSON.stringify({ code: 'task_not_exist', message: 'no such task' }), { status: 400 });
  };
  const queue = createVideoQueue({ baseUrl: 'https://api.example', poll: { firstMs: 1, everyMs: 1 }, storage, fetch, ...more });
  undo.push(() => queue.close());
  return { queue, storage, sent };
}

const until = (queue: VideoQueue, fits: (task: VideoTask) => boolean) =>
  new Promise<VideoTask>((resolve) => {
    const look = () => {
      const found = queue.tasks.get().find(fits);
      if (found === undefined) return;
      over();
      resolve(found);
    };
    const over = queue.tasks.subscribe(look);
    look();
  });

/** As after a reload: a task is under way, and what made it is not there. */
async function orphan(more: Partial<VideoQueueOptions> = {}) {
  const { provider, asked } = elsewhere({ query: async () => done });
  const before = queueOf({ providers: [provider], poll: { firstMs: 60_000, ...more.poll } });
  const task = await before.queue.submit(draft);
  before.queue.close();
  const after = queueOf({ storage: before.storage, ...more });
  await after.queue.ready;
  return { provider, asked, task, ...after };
}

describe('a task of a provider that is its own service', () => {
  it('waits for its provider, asks nobody else, and goes on as soon as it is here', async () => {
    const { queue, sent, task, provider } = await orphan();
    for (let times = 0; times < 5; times++) await queue.refresh(task.id);
    const [waiting] = queue.tasks.get();
    assert.deepEqual([waiting?.status, waiting?.pollError?.code, sent], ['processing', 'unsupported', []]);
    undo.push(registry.use(provider));
    const ended = await until(queue, ({ status }) => status !== 'processing');
    assert.deepEqual([ended.status, ended.pollError, sent], ['succeeded', undefined, []]);
  });

  it('is given what was asked for with each question, and a signal that fires when the queue closes', async () => {
    const given: { draft: VideoDraft; signal: AbortSignal }[] = [];
    const { provider } = elsewhere({ query: async (_, context) => (given.push(context), working) });
    const { queue } = queueOf({ providers: [provider], poll: { firstMs: 60_000 } });
    const { id } = await queue.submit(draft);
    await queue.refresh(id);
    assert.deepEqual([given[0]?.draft.prompt, given[0]?.signal.aborted], [draft.prompt, false]);
    queue.close();
    assert.equal(given[0]?.signal.aborted, true);
  });

  it('is not asked about by another that took its name', async () => {
    const { queue, sent, task } = await orphan({ providers: [{ id: 'elsewhere', models: ['*'] }] });
    const { status, pollError } = await queue.refresh(task.id);
    assert.deepEqual([status, pollError?.code, sent], ['processing', 'unsupported', []]);
  });

  it('is given up past its deadline, but not at the first look: a provider may come a little later than its page', async () => {
    const { queue, task } = await orphan({ poll: { firstMs: 60_000, deadlineMs: 1 } });
    while (Date.now() < task.deadlineAt) await new Promise((resolve) => setImmediate(resolve));
    const statuses: unknown[] = [];
    for (let times = 0; times < 3; times++) statuses.push((await queue.refresh(task.id)).status);
    assert.deepEqual([statuses, queue.tasks.get()[0]?.error?.code], [['processing', 'processing', 'expired'], 'timeout']);
  });

  it('goes on after an import elsewhere in the same way', async () => {
    const { queue, task } = await orphan();
    const { queue: other, sent } = queueOf();
    await other.import(await queue.export());
    await other.refresh(task.id);
    assert.deepEqual([other.tasks.get()[0]?.pollError?.code, sent], ['unsupported', []]);
  });
});

it('a provider that makes videos on this device needs no login', async () => {
  const headers = () => Promise.reject(new Error('Nobody is signed in.'));
  const { provider } = elsewhere({ query: async () => done });
  const { queue } = queueOf({ providers: [{ ...provider, local: true }], headers });
  await queue.submit(draft);
  assert.equal((await until(queue, ({ status }) => status !== 'processing')).status, 'succeeded');
  const { queue: other } = queueOf({ providers: [provider], headers });
  await assert.rejects(other.submit(draft), { code: 'unauthorized' });
});

describe('a service that can stop', () => {
  it('hears when its task is stopped, and when it is removed', async () => {
    const { provider, stopped, nextStop } = elsewhere();
    const { queue } = queueOf({ providers: [provider], poll: { firstMs: 60_000 } });
    for (const give of [async (id: string) => queue.stop(id), (id: string) => queue.remove(id)]) {
      const { id } = await queue.submit(draft);
      const heard = nextStop();
      await give(id);
      await heard;
    }
    assert.deepEqual(stopped, ['far/1', 'far/1']);
  });

  it('hears it where the page came after the request, and not for what has ended', async () => {
    const { task, storage, provider: first } = await orphan();
    const { provider, stopped, nextStop } = elsewhere({ query: first.service?.query ?? assert.fail() });
    const { queue } = queueOf({ storage, providers: [provider], poll: { firstMs: 60_000 } });
    await queue.ready;
    const heard = nextStop();
    queue.stop(task.id);
    await heard;
    assert.equal((await queue.refresh(task.id)).status, 'succeeded');
    await queue.remove(task.id);
    assert.deepEqual(stopped, ['far/1']);
  });

  it('hears of one that was given up before its answer came', async () => {
    let answer: (reading: VideoReading) => void = () => undefined;
    const { provider, stopped } = elsewhere({ create: () => new Promise((resolve) => (answer = resolve)) });
    const { queue } = queueOf({ providers: [provider] });
    const sent = queue.submit(draft);
    const { id } = await until(queue, ({ status }) => status === 'submitting');
    await new Promise((resolve) => setTimeout(resolve));
    queue.stop(id);
    answer(working);
    await sent;
    assert.deepEqual(stopped, ['far/1']);
  });
});
