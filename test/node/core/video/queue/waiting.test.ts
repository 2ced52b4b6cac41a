// What is submitted while offline: written, shown as waiting, and sent once when there is a network, or when a person says so.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { createVideoQueue, memoryStorage } from 'voxreel';
import type { Storage, VideoQueue, VideoQueueOptions } from 'voxreel';

import { createTaskWrites } from '../../../../../src/core/video/queue/task-writes.js';
import { mergeShown, mergeStored } from '../../../../../src/core/store/merge-tasks.js';
import { createStore } from '../../../../../src/core/store/store.js';
import { foldTasks, initialTasks, taskOf } from '../../../../../src/core/store/tasks.js';
import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { moodyProvider } from '../moody-provider.js';
import { json, scriptedService, type ScriptedService } from '../../../../browser/core/video/scripted-service.js';

const draft = { model: 'any-model', prompt: 'a heron' };
const hourMs = 3_600_000;

const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
let onLine = false;
beforeEach(() => {
  onLine = false;
  Object.defineProperty(globalThis, 'navigator', {
    value: {
      get onLine() {
        return onLine;
      },
    },
    configurable: true,
  });
});

const open: VideoQueue[] = [];
afterEach(() => {
  open.splice(0).forEach((queue) => queue.close());
  if (own === undefined) Reflect.deleteProperty(globalThis, 'navigator');
  else Object.defineProperty(globalThis, 'navigator', own);
});

function queueOf(service: ScriptedService, options: Partial<VideoQueueOptions> = {}) {
  const queue = createVideoQueue({
    baseUrl: 'https://api.example',
    fetch: service.fetch,
    storage: memoryStorage<VideoTask>(),
    poll: { firstMs: hourMs, everyMs: hourMs },
    ...options,
  });
  open.push(queue);
  return queue;
}

/** As a page that was closed finds it later. */
const written = (change: Partial<VideoTask> = {}): VideoTask => {
  const at = Date.now() - 60_000;
  const known = { id: 'waiting-1', status: 'waiting', providerId: 'generic', idempotencyKey: 'key-1', outputs: [] } as const;
  return { ...draft, ...known, version: 2, draft, createdAt: at, updatedAt: at, deadlineAt: at + hourMs, ...change };
};

async function storageWith(record: VideoTask): Promise<Storage<VideoTask>> {
  const storage = memoryStorage<VideoTask>();
  await storage.put(record.id, record);
  return storage;
}

const until = async (queue: VideoQueue, reached: (task: VideoTask | undefined) => boolean): Promise<VideoTask | undefined> => {
  const now = () => queue.tasks.get()[0];
  if (reached(now())) return now();
  return new Promise((resolve) => {
    const undo = queue.tasks.subscribe(() => {
      if (!reached(now())) return;
      undo();
      resolve(now());
    });
  });
};

describe('a submission made offline', () => {
  it('waits in its record, and nobody is asked for a login', async () => {
    const service = scriptedService({});
    const storage = memoryStorage<VideoTask>();
    const headers = () => Promise.reject(new Error('There is no network.'));
    const waiting = await queueOf(service, { storage, headers }).submit(draft);
    const [record] = await storage.all();
    assert.deepEqual([waiting.status, waiting.pollError?.code, record?.record.status], ['waiting', 'network', 'waiting']);
    assert.equal(service.posts.length, 0);
  });

  it('leaves once there is a network, once, under the key and with the seed it was written with', async () => {
    const service = scriptedService({});
    const queue = queueOf(service);
    const waiting = await queue.submit(draft);
    await queue.refresh(waiting.id);
    assert.equal(service.posts.length, 0);
    onLine = true;
    const [sent] = await Promise.all([queue.refresh(waiting.id), queue.refresh(waiting.id)]);
    assert.deepEqual([sent.status, sent.taskId, sent.createdAt], ['processing', 't1', waiting.createdAt]);
    assert.deepEqual(
      service.posts.map(({ headers, body }) => [headers.get('idempotency-key'), body['seed']]),
      [[waiting.idempotencyKey, waiting.seed]],
    );
    assert.deepEqual([sent.pollError, sent.confirmation], [undefined, undefined]);
  });

  it('stays where its provider fails to write it, and is tried again', async () => {
    const { mood, provider } = moodyProvider();
    const service = scriptedService({});
    const queue = queueOf(service, { providers: [provider] });
    const { id } = await queue.submit(draft);
    onLine = true;
    mood.fails = true;
    const { status, pollError } = await queue.refresh(id);
    assert.deepEqual([status, pollError?.code, pollError?.retryable, service.posts.length], ['waiting', 'network', true, 0]);
    mood.fails = false;
    assert.equal((await queue.refresh(id)).status, 'processing');
  });

  it('leaves by itself from the page that is opened later', async () => {
    onLine = true;
    const service = scriptedService({});
    const queue = queueOf(service, { storage: await storageWith(written()) });
    const sent = await until(queue, (one) => one?.status === 'processing');
    assert.equal(sent?.taskId, 't1');
    assert.equal(service.posts.length, 1);
  });

  it('is asked about after an hour, and leaves when it is confirmed', async () => {
    onLine = true;
    const service = scriptedService({});
    const storage = await storageWith(written({ createdAt: Date.now() - hourMs - 1000 }));
    const queue = queueOf(service, { storage });
    const asked = await until(queue, (one) => one?.confirmation === 'needed');
    assert.equal(asked?.status, 'waiting');
    await queue.refresh('waiting-1');
    assert.equal(service.posts.length, 0);
    assert.equal((await queue.confirm('waiting-1')).confirmation, 'given');
    await until(queue, (one) => one?.status === 'processing');
    assert.equal(service.posts.length, 1);
    assert.equal((await queue.confirm('waiting-1')).status, 'processing', 'to confirm it again changes nothing');
  });

  it('may be confirmed while there is no network yet', async () => {
    const service = scriptedService({});
    const queue = queueOf(service, { storage: await storageWith(written({ createdAt: 1, confirmation: 'needed' })) });
    await queue.ready;
    await queue.confirm('waiting-1');
    assert.equal(service.posts.length, 0);
    onLine = true;
    assert.equal((await queue.refresh('waiting-1')).status, 'processing');
  });

  it('is never sent once it is removed, stopped or forgotten', async () => {
    const service = scriptedService({});
    const queue = queueOf(service);
    const tasks = await Promise.all([queue.submit(draft), queue.submit(draft), queue.submit(draft)]);
    await queue.remove(tasks[0].id);
    queue.stop(tasks[1].id);
    await assert.rejects(queue.forget(), { code: 'unsent' });
    await queue.clear({ status: 'waiting' });
    onLine = true;
    const stopped = await queue.refresh(tasks[1].id);
    assert.deepEqual([stopped.status, stopped.cancel], ['stopped', undefined]);
    await queue.forget();
    assert.deepEqual([service.posts.length, queue.tasks.get().length], [0, 0]);
  });

  it('is not cleared with what has ended', async () => {
    const queue = queueOf(scriptedService({}));
    await queue.submit(draft);
    assert.equal(await queue.clear(), 0);
  });

  it('is refused at once where it could never be sent', async () => {
    const queue = queueOf(scriptedService({}));
    await assert.rejects(queue.submit({ ...draft, prompt: ' ' }), { code: 'invalid_input', param: 'prompt' });
    assert.equal(queue.tasks.get().length, 0);
  });

  it('fails where its picture is gone by then, and keeps waiting where the login is', async () => {
    onLine = true;
    const service = scriptedService({});
    const lost = queueOf(service, { storage: await storageWith(written({ files: ['image'] })) });
    assert.equal((await until(lost, (one) => one?.status === 'failed'))?.error?.param, 'image');
    const headers = () => Promise.reject(new Error('Sign in.'));
    const waiting = queueOf(service, { headers, storage: await storageWith(written()) });
    assert.equal((await until(waiting, (one) => one?.pollError !== undefined))?.pollError?.code, 'unauthorized');
    assert.equal(service.posts.length, 0);
  });

  it('fails as any other where the service refuses it', async () => {
    onLine = true;
    const service = scriptedService({ create: () => json({ error: { code: 'policy', message: 'No.' } }, 400) });
    const queue = queueOf(service, { storage: await storageWith(written()) });
    assert.equal((await until(queue, (one) => one?.status === 'failed'))?.error?.code, 'policy');
  });

  it('comes from another history as one that was never sent', async () => {
    const history = await (async () => {
      const queue = queueOf(scriptedService({}));
      await queue.submit(draft);
      return queue.export();
    })();
    const other = queueOf(scriptedService({}));
    await other.import(JSON.parse(JSON.stringify(history)));
    const [imported] = other.tasks.get();
    assert.deepEqual([imported?.status, imported?.error?.code], ['stopped', 'unsent']);
  });
});

describe('the claim on a submission that waits', () => {
  const next = (change: Partial<VideoTask> = {}): VideoTask => written({ status: 'submitting', updatedAt: Date.now(), ...change });

  function tab(storage: Storage<VideoTask>, record: VideoTask) {
    const store = createStore(initialTasks, foldTasks);
    store.dispatch({ type: 'restored', tasks: [record] });
    const owner = { name: 'claims', user: '' };
    const writes = createTaskWrites({ owner, storage, store, post: () => undefined, makeRoom: async () => false });
    return { claim: () => writes.claim(next()), task: () => taskOf(store.get(), record.id) };
  }

  for (const canUpdate of [true, false])
    it(`is given to one tab alone, where the storage ${canUpdate ? 'can' : 'cannot'} read and write in one go`, async () => {
      const memory = await storageWith(written());
      const storage: Storage<VideoTask> = canUpdate
        ? { ...memory, update: async (key, change) => memory.put(key, change((await memory.all()).find((one) => one.key === key)?.record)) }
        : { all: memory.all, put: memory.put, remove: memory.remove, clear: memory.clear };
      const [one, other] = [tab(storage, written()), tab(storage, written())];
      assert.equal(await one.claim(), true);
      assert.equal(one.task()?.status, 'submitting');
      assert.equal(await other.claim(), false);
      // It was claimed, and nobody holds it: the tab that claimed it ended before it knew the answer.
      assert.equal(other.task()?.status, 'unconfirmed');
    });

  it('is refused where another tab has the answer, or has removed it', async () => {
    const taken = tab(await storageWith(next({ status: 'processing', taskId: 't1' })), written());
    assert.deepEqual([await taken.claim(), taken.task()?.taskId], [false, 't1']);
    const removed = tab(memoryStorage<VideoTask>(), written());
    assert.deepEqual([await removed.claim(), removed.task()], [false, undefined]);
  });

  it('never goes back: a tab that still sees it wait does not make others forget that it was sent', async () => {
    const late = written({ confirmation: 'given', updatedAt: Date.now() + 1000 });
    assert.equal(mergeShown(next(), late).status, 'submitting');
    assert.equal(mergeStored(next(), late).status, 'submitting');
  });
});
