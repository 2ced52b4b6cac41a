// Requests of which nobody knows whether the service took them, and what a repetition under their key makes of them.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createVideoQueue, memoryStorage, VoxreelError } from 'voxreel';
import type { VideoProvider, VideoQueue, VideoQueueOptions } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { moodyProvider } from '../moody-provider.js';
import { json, scriptedService, task, type ScriptedService } from '../../../../browser/core/video/scripted-service.js';

const draft = { model: 'any-model', prompt: 'a heron' };
const open: VideoQueue[] = [];
afterEach(() => open.splice(0).forEach((queue) => queue.close()));

const cut = () => Promise.reject<Response>(new TypeError('cut'));

function queueOf(service: ScriptedService, options: Partial<VideoQueueOptions> = {}) {
  const queue = createVideoQueue({
    baseUrl: 'https://api.example',
    fetch: service.fetch,
    storage: memoryStorage<VideoTask>(),
    poll: { firstMs: 3_600_000, everyMs: 3_600_000 },
    idempotent: true,
    ...options,
  });
  open.push(queue);
  return queue;
}

/** A request that was cut, then asked about so often; the service answers a repetition with each of these in turn. */
async function doubted(answers: readonly (() => Response | Promise<Response>)[], options: Partial<VideoQueueOptions> = {}) {
  const service = scriptedService({ create: (_, count) => (count === 1 ? cut() : (answers[count - 2] ?? cut)()) });
  const queue = queueOf(service, options);
  const { id, status, error } = await queue.submit(draft);
  assert.deepEqual([status, error?.code], ['unconfirmed', 'unconfirmed']);
  for (const _ of answers) await queue.refresh(id);
  return { service, queue, id, task: queue.tasks.get()[0] ?? assert.fail() };
}

describe('a doubt', () => {
  it('ends with the task, sent again under the same key', async () => {
    const { service, task: ended } = await doubted([() => task('t1', 'queued')]);
    const [first, second, ...more] = service.posts;
    assert.deepEqual([ended.status, ended.taskId, ended.pollError, more], ['processing', 't1', undefined, []]);
    assert.deepEqual(second?.body, first?.body);
    assert.equal(second?.headers.get('idempotency-key'), first?.headers.get('idempotency-key'));
  });

  for (const [name, status, body] of [
    ['the draft', 400, { code: 'policy', message: 'No.' }],
    ['it for good', 410, { code: 'gone', message: 'No.' }],
  ] as const)
    it(`ends as a failure where the repetition is refused: the service does not take ${name}`, async () => {
      const { task: ended } = await doubted([() => json(body, status)]);
      assert.deepEqual([ended.status, ended.error?.code], ['failed', body.code]);
    });

  for (const [name, status, body] of [
    ['a login', 401, { message: 'Who are you?' }],
    ['a refused login', 403, { message: 'No.' }],
    ['a conflict', 409, { message: 'Later.' }],
    ['a first that is under way', 409, { code: 'idempotency_in_progress', message: 'Wait.' }],
    ['too many requests', 429, { message: 'Slow down.' }],
    ['trouble', 500, { message: 'Oops.' }],
    ['a proxy that gave up', 504, { message: 'Oops.' }],
  ] as const)
    it(`outlasts ${name}`, async () => {
      const { task: still, service, queue, id } = await doubted([() => json(body, status)]);
      assert.deepEqual([still.status, still.idempotent, still.pollError !== undefined], ['unconfirmed', true, true]);
      service.script.create = () => task('t1', 'queued');
      assert.equal((await queue.refresh(id)).status, 'processing');
    });

  for (const [name, status, code] of [
    ['with another body', 422, 'invalid_request'],
    ['with another body, by a name', 400, 'idempotency_key_reused'],
    ['with an outcome that nobody knows', 409, 'idempotency_unknown'],
  ] as const)
    it(`stays for good where the key is known ${name}`, async () => {
      const { task: still, service, queue, id } = await doubted([() => json({ code, message: 'No.' }, status)]);
      assert.deepEqual([still.status, still.idempotent, still.error?.code], ['unconfirmed', undefined, 'unconfirmed']);
      await queue.refresh(id);
      assert.equal(service.posts.length, 2);
    });

  it('stays for good past its deadline: services forget keys', async () => {
    const { task: still, service } = await doubted([() => task('t1', 'queued')], { poll: { firstMs: 3_600_000, deadlineMs: 0 } });
    assert.deepEqual([still.status, still.idempotent, service.posts.length], ['unconfirmed', undefined, 1]);
  });

  it('is left alone where the request went out before the service knew keys', async () => {
    const storage = memoryStorage<VideoTask>();
    const service = scriptedService({ create: cut });
    const { id } = await queueOf(service, { storage, idempotent: undefined }).submit(draft);
    const later = queueOf(service, { storage });
    await later.ready;
    assert.deepEqual([(await later.refresh(id)).status, service.posts.length], ['unconfirmed', 1]);
  });

  it('is left alone where the service knows keys no longer', async () => {
    const storage = memoryStorage<VideoTask>();
    const service = scriptedService({ create: cut });
    const { id } = await queueOf(service, { storage }).submit(draft);
    const later = queueOf(service, { storage, idempotent: undefined });
    await later.ready;
    const { status, idempotent } = await later.refresh(id);
    assert.deepEqual([status, idempotent, service.posts.length], ['unconfirmed', undefined, 1]);
  });

  it('waits for its page where the headers of the page cannot be had', async () => {
    let signedIn = true;
    const service = scriptedService({ create: (_, count) => (count === 1 ? cut() : task('t1', 'queued')) });
    const headers = async () => {
      if (!signedIn) throw new Error('signed out');
      return {};
    };
    const queue = queueOf(service, { headers });
    const { id } = await queue.submit(draft);
    signedIn = false;
    const waiting = await queue.refresh(id);
    assert.deepEqual([waiting.status, waiting.pollError?.code], ['unconfirmed', 'unauthorized']);
    signedIn = true;
    assert.equal((await queue.refresh(id)).status, 'processing');
  });

  it('waits for a provider that fails, and is tried again', async () => {
    const { mood, provider } = moodyProvider();
    const service = scriptedService({ create: (_, count) => (count === 1 ? cut() : task('t1', 'queued')) });
    const queue = queueOf(service, { providers: [provider] });
    const { id } = await queue.submit(draft);
    mood.fails = true;
    const { status, pollError } = await queue.refresh(id);
    assert.deepEqual([status, pollError?.code, pollError?.retryable], ['unconfirmed', 'network', true]);
    mood.fails = false;
    assert.equal((await queue.refresh(id)).status, 'processing');
  });

  describe('of a provider that is a service of its own', () => {
    const provided = (idempotent: boolean | undefined) => {
      const keys: string[] = [];
      const provider: VideoProvider = {
        id: 'own',
        models: ['any-*'],
        service: {
          ...(idempotent === undefined ? {} : { idempotent }),
          async create(_, { idempotencyKey }) {
            keys.push(idempotencyKey);
            if (keys.length === 1) throw new VoxreelError('network', 'cut');
            return { taskId: 'o', status: 'processing', outputs: [] };
          },
          query: async () => ({ taskId: 'o', status: 'processing', outputs: [] }),
        },
      };
      return { provider, keys };
    };

    it('is settled where that knows keys, whatever the documents’ service knows', async () => {
      const { provider, keys } = provided(true);
      const queue = queueOf(scriptedService({}), { providers: [provider], idempotent: undefined });
      const { id, idempotent } = await queue.submit(draft);
      assert.equal(idempotent, true);
      assert.equal((await queue.refresh(id)).status, 'processing');
      assert.deepEqual([keys.length, new Set(keys).size], [2, 1]);
    });

    it('is left alone where that knows none', async () => {
      for (const knows of [false, undefined]) {
        const { provider, keys } = provided(knows);
        const queue = queueOf(scriptedService({}), { providers: [provider] });
        const { id, idempotent } = await queue.submit(draft);
        assert.equal(idempotent, undefined);
        assert.deepEqual([(await queue.refresh(id)).status, keys.length], ['unconfirmed', 1]);
      }
    });

    it('waits for the one that sent it: another has never seen the key', async () => {
      const storage = memoryStorage<VideoTask>();
      const { provider } = provided(true);
      const { id } = await queueOf(scriptedService({}), { storage, providers: [provider] }).submit(draft);
      const service = scriptedService({});
      const later = queueOf(service, { storage, providers: [{ id: 'other', models: ['any-*'] }] });
      await later.ready;
      const waiting = await later.refresh(id);
      assert.deepEqual([waiting.status, waiting.pollError?.code, service.posts], ['unconfirmed', 'unsupported', []]);
    });
  });
});

describe('a request', () => {
  it('that was refused says why, and is a task that failed', async () => {
    const service = scriptedService({ create: () => json({ code: 'policy', message: 'No.', param: 'prompt' }, 400) });
    const { status, error } = await queueOf(service).submit(draft);
    assert.deepEqual([status, error], ['failed', { code: 'policy', message: 'No.', param: 'prompt', retryable: false, status: 400 }]);
  });

  it('made again has the same draft and seed and a key of its own, or the changes', async () => {
    const service = scriptedService({});
    const queue = queueOf(service);
    const first = await queue.submit(draft);
    const again = await queue.resubmit(first.id);
    assert.deepEqual([again.prompt, again.seed, again.parentId], [first.prompt, first.seed, first.id]);
    assert.notEqual(again.idempotencyKey, first.idempotencyKey);
    assert.equal((await queue.resubmit(first.id, { prompt: 'a crane' })).prompt, 'a crane');
    await assert.rejects(queue.resubmit('nobody'), { code: 'not_found' });
  });

  it('becomes a task whose id sorts after those before it, and that a day may pass by', async () => {
    const queue = queueOf(scriptedService({}));
    const made: string[] = [];
    for (let count = 0; count < 5; count++) made.push((await queue.submit(draft)).id);
    assert.deepEqual(made, made.toSorted());
    const [task0] = queue.tasks.get();
    assert.deepEqual([task0?.version, task0?.id.length, task0?.deadlineAt], [2, 41, (task0?.createdAt ?? 0) + 86_400_000]);
  });
});

describe('a request to an address where nothing answers', () => {
  /** A service that listens only after so many questions for its models. */
  const lateService = (after: number, service = scriptedService({})) => {
    let asked = 0;
    const fetch: typeof globalThis.fetch = (url, init) => {
      if (!new Request(url).url.endsWith('/v1/models')) return service.fetch(url, init);
      asked += 1;
      return asked > after ? Promise.resolve(json({ data: [] })) : Promise.reject(new TypeError('refused'));
    };
    return { service, fetch };
  };

  it('is not sent, and not in doubt', async () => {
    const { service, fetch } = lateService(Infinity);
    const queue = queueOf(service, { fetch });
    await queue.service.models();
    const { status, error } = await queue.submit(draft);
    assert.deepEqual([status, error?.code, error?.retryable, service.posts.length], ['failed', 'network', true, 0]);
  });

  it('is sent once something answers', async () => {
    const { service, fetch } = lateService(1);
    const queue = queueOf(service, { fetch });
    await queue.service.models();
    assert.equal((await queue.submit(draft)).status, 'processing');
    assert.equal(service.posts.length, 1);
  });

  it('is in doubt where the service answered before', async () => {
    const service = scriptedService({ create: cut });
    const { fetch } = lateService(0, service);
    const queue = queueOf(service, { fetch });
    await queue.service.models();
    assert.equal((await queue.submit(draft)).status, 'unconfirmed');
  });
});
