// The queue in one page: what it writes, sends, asks and keeps.
import { expect } from '@open-wc/testing';
import { VoxreelError, createVideoQueue, indexedDbStorage, isVoxreelError, memoryStorage } from 'voxreel';
import type { Storage, VideoQueue, VideoQueueOptions } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/video/queue/video-queue.js';
import { json, never, scriptedService, task } from '../scripted-service.js';
import type { ScriptedService } from '../scripted-service.js';
import { until } from '../until.js';

const draft = { model: 'any-model', prompt: 'a heron over water' };
const done = { url: 'https://cdn.example/v.mp4', format: 'mp4', metadata: { seed: 5 } };

/** A PNG. */
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('createVideoQueue', () => {
  const open: VideoQueue[] = [];
  let names = 0;
  const fresh = () => `test-${Date.now()}-${names++}`;
  const queueOf = (service: ScriptedService, options: Partial<VideoQueueOptions> = {}) => {
    const queue = createVideoQueue({
      baseUrl: 'https://api.example',
      fetch: service.fetch,
      poll: { firstMs: 5, everyMs: 5 },
      storage: memoryStorage<VideoTask>(),
      ...options,
    });
    open.push(queue);
    return queue;
  };
  const rejection = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (cause: unknown) => cause,
    );
    if (!isVoxreelError(error)) throw new Error('No VoxreelError came.');
    return error;
  };
  afterEach(() => {
    for (const queue of open.splice(0)) queue.close();
  });

  it('sends a draft once and watches it to its end', async () => {
    const service = scriptedService({
      query: (_, count) => (count < 3 ? task('t1', 'processing', { progress: `${count}0%` }) : task('t1', 'succeeded', done)),
    });
    const queue = queueOf(service);
    const submitted = await queue.submit(draft);
    expect(submitted.status).to.equal('processing');
    expect(submitted.taskId).to.equal('t1');
    const ended = await until(queue, ({ status }) => status === 'succeeded');
    expect(ended.outputs[0]?.url).to.equal(done.url);
    expect(service.posts).to.have.length(1);
    expect(service.posts[0]?.path).to.equal('/v1/video/generations');
    expect(service.queries[0]?.path).to.equal('/v1/video/generations/t1');
  });

  it('chooses a seed before it sends, and shows it', async () => {
    const service = scriptedService({});
    const { seed } = await queueOf(service).submit(draft);
    expect(seed).to.be.a('number');
    expect(service.posts[0]?.body['seed']).to.equal(seed);
  });

  it('writes the record, to survive a crash, before the request leaves', async () => {
    const order: string[] = [];
    const storage: Storage<VideoTask> = {
      ...memoryStorage<VideoTask>(),
      put: async (_, record, options) => void order.push(`${record.status} ${options?.durable === true ? 'durable' : ''}`),
    };
    const service = scriptedService({ create: () => (order.push('POST'), task('t1', 'queued')) });
    const { idempotencyKey } = await queueOf(service, { storage }).submit(draft);
    expect(order).to.deep.equal(['submitting durable', 'POST', 'processing durable']);
    expect(service.posts[0]?.headers.get('idempotency-key')).to.equal(idempotencyKey);
  });

  it('sends nothing when the record cannot be written', async () => {
    const full: Storage<VideoTask> = {
      ...memoryStorage<VideoTask>(),
      put: () => Promise.reject(new DOMException('', 'QuotaExceededError')),
    };
    const service = scriptedService({});
    const queue = queueOf(service, { storage: full });
    await queue.submit(draft).then(
      () => expect.fail('sent'),
      () => undefined,
    );
    expect(service.posts).to.have.length(0);
    expect(queue.tasks.get()).to.have.length(0);
  });

  it('refuses a bad draft by its field, and writes nothing', async () => {
    const service = scriptedService({});
    const queue = queueOf(service);
    expect((await rejection(queue.submit({ ...draft, n: 1.5 }))).param).to.equal('n');
    expect((await rejection(queue.submit({ model: 'kling-v1', prompt: 'x', duration: 7 }))).param).to.equal('duration');
    expect(queue.tasks.get()).to.have.length(0);
  });

  it('calls a refusal by its name', async () => {
    const service = scriptedService({
      create: () => json({ code: null, message: 'too long', param: 'duration', type: 'invalid_request_error' }, 400),
    });
    const refused = await queueOf(service).submit(draft);
    expect(refused.status).to.equal('failed');
    expect(refused.error).to.deep.equal({ code: 'invalid_request', message: 'too long', param: 'duration', retryable: false, status: 400 });
  });

  for (const [name, create] of [
    ['a connection that is cut', () => Promise.reject(new TypeError('cut'))],
    ['a proxy that gave up', () => new Response('<html>504</html>', { status: 504 })],
    ['an answer that is no JSON', () => new Response('<html>')],
    ['an empty answer', () => new Response('', { status: 202 })],
    ['an envelope without a task', () => json({ code: 'success', data: null })],
  ] as const) {
    it(`neither repeats nor gives up a request after ${name}`, async () => {
      const service = scriptedService({ create });
      const doubted = await queueOf(service).submit(draft);
      expect(doubted.status).to.equal('unconfirmed');
      expect(service.posts).to.have.length(1);
    });
  }

  it('settles a doubt under the same key where the service allows it', async () => {
    const service = scriptedService({ create: (_, count) => (count === 1 ? Promise.reject(new TypeError('cut')) : task('t1', 'queued')) });
    const queue = queueOf(service, { idempotent: true });
    const { id } = await queue.submit(draft);
    expect((await queue.refresh(id)).status).to.equal('processing');
    expect(service.posts.map(({ headers }) => headers.get('idempotency-key'))).to.have.length(2);
    expect(service.posts[0]?.headers.get('idempotency-key')).to.equal(service.posts[1]?.headers.get('idempotency-key'));
    expect(service.posts[0]?.body).to.deep.equal(service.posts[1]?.body);
  });

  it('leaves a doubt alone where it does not', async () => {
    const service = scriptedService({ create: () => Promise.reject(new TypeError('cut')) });
    const queue = queueOf(service);
    const { id } = await queue.submit(draft);
    expect((await queue.refresh(id)).status).to.equal('unconfirmed');
    expect(service.posts).to.have.length(1);
  });

  it('asks for a new login instead of failing, and takes up again after it', async () => {
    let locked = true;
    const service = scriptedService({
      query: () => (locked ? json({ message: 'who are you', type: 'x' }, 401) : task('t1', 'succeeded', done)),
    });
    const queue = queueOf(service);
    const { id } = await queue.submit(draft);
    const paused = await until(queue, ({ pollError }) => pollError !== undefined);
    expect([paused.status, paused.pollError?.code]).to.deep.equal(['processing', 'unauthorized']);
    expect(service.queries).to.have.length(1);
    locked = false;
    expect((await queue.refresh(id)).status).to.equal('succeeded');
  });

  it('believes the third answer in a row that the task is gone, not the first', async () => {
    const gone = () => json({ code: 'task_not_exist', message: 'no such task', type: 'invalid_request_error' }, 400);
    const service = scriptedService({ query: (_, count) => (count === 3 ? task('t1', 'processing') : gone()) });
    const queue = queueOf(service);
    await queue.submit(draft);
    const ended = await until(queue, ({ status }) => status === 'expired');
    expect(service.queries).to.have.length(6);
    expect(ended.error?.code).to.equal('expired');
  });

  it('keeps asking through answers it does not understand, and trouble', async () => {
    const answers = [
      () => new Response('', { status: 202 }),
      () => new Response('<html>'),
      () => json({ task_id: 't1', status: 'dreaming' }),
      () => json({ message: 'oops' }, 500),
      () => Promise.reject(new TypeError('cut')),
    ];
    const service = scriptedService({ query: (_, count) => answers[count - 1]?.() ?? task('t1', 'voila', done) });
    const queue = queueOf(service);
    await queue.submit(draft);
    const ended = await until(queue, ({ status }) => status !== 'processing' && status !== 'submitting');
    expect([ended.status, ended.pollError]).to.deep.equal(['succeeded', undefined]);
    expect(service.queries).to.have.length(6);
  });

  it('waits as long as the service asks it to', async () => {
    const asked: number[] = [];
    const service = scriptedService({
      query: (_, count) => (
        asked.push(performance.now()),
        count === 1 ? json({ message: 'slow down' }, 429, { 'retry-after': '0.3' }) : task('t1', 'succeeded', done)
      ),
    });
    const queue = queueOf(service);
    await queue.submit(draft);
    await until(queue, ({ status }) => status === 'succeeded');
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).to.be.at.least(299);
  });

  it('gives up past the deadline, but asks once more before', async () => {
    const late = scriptedService({ query: () => task('t1', 'processing') });
    const given = queueOf(late, { poll: { firstMs: 5, everyMs: 5, deadlineMs: 1 } });
    await given.submit(draft);
    expect((await until(given, ({ status }) => status === 'expired')).error?.code).to.equal('timeout');
    const service = scriptedService({ query: () => task('t1', 'succeeded', done) });
    const queue = queueOf(service, { poll: { firstMs: 5, everyMs: 5, deadlineMs: 1 } });
    await queue.submit(draft);
    await until(queue, ({ status }) => status === 'succeeded');
  });

  it('runs again exactly, varied, or edited, and knows the parent', async () => {
    const service = scriptedService({});
    const queue = queueOf(service);
    const first = await queue.submit({ ...draft, metadata: { style: 'ink' } });
    const exact = await queue.resubmit(first.id);
    expect([exact.seed, exact.prompt, exact.parentId]).to.deep.equal([first.seed, first.prompt, first.id]);
    expect(exact.idempotencyKey).not.to.equal(first.idempotencyKey);
    const varied = await queue.resubmit(first.id, { seed: undefined });
    expect(varied.seed).not.to.equal(first.seed);
    expect((await queue.resubmit(first.id, { prompt: 'a crane' })).prompt).to.equal('a crane');
    expect(queue.tasks.get().map(({ id }) => id)).to.include(exact.id);
  });

  it('sends a file and keeps none of it; running again needs it again once the page is gone', async () => {
    const service = scriptedService({});
    const storage = memoryStorage<VideoTask>();
    const queue = queueOf(service, { storage });
    const { id } = await queue.submit({
      ...draft,
      image: new File([Uint8Array.from(atob(onePixel), (letter) => letter.charCodeAt(0))], 'a.png'),
    });
    expect(service.posts[0]?.body['image']).to.equal(`data:image/png;base64,${onePixel}`);
    expect(JSON.stringify(await storage.all())).not.to.contain(onePixel);
    await queue.resubmit(id);
    expect(service.posts[1]?.body['image']).to.equal(`data:image/png;base64,${onePixel}`);
    const later = queueOf(service, { storage });
    await later.ready;
    expect((await rejection(later.resubmit(id))).param).to.equal('image');
    await later.resubmit(id, { image: undefined });
    expect(service.posts).to.have.length(3);
  });

  it('stops watching when told to, and removes for good', async () => {
    const service = scriptedService({});
    const storage = memoryStorage<VideoTask>();
    const queue = queueOf(service, { storage, poll: { firstMs: 60_000 } });
    const { id } = await queue.submit(draft);
    queue.stop(id);
    expect(queue.tasks.get()[0]?.status).to.equal('stopped');
    await queue.remove(id);
    expect([queue.tasks.get(), await storage.all()]).to.deep.equal([[], []]);
    expect((await rejection(queue.refresh(id))).code).to.equal('not_found');
  });

  it('writes down the answer to a request that outlives it', async () => {
    let answer: (response: Response) => void = () => undefined;
    const service = scriptedService({ create: () => new Promise<Response>((resolve) => (answer = resolve)) });
    const name = fresh();
    const queue = queueOf(service, { name, storage: undefined });
    const sent = queue.submit(draft);
    await service.reached('POST', 1);
    queue.close();
    queue.close();
    const next = queueOf(service, { name, storage: undefined });
    await next.ready;
    expect(next.tasks.get()[0]?.status).to.equal('submitting');
    answer(task('t1', 'queued'));
    await sent;
    expect((await until(next, ({ status }) => status === 'processing')).taskId).to.equal('t1');
    expect(service.posts).to.have.length(1);
  });

  it('restores what was kept, and takes up what is unfinished', async () => {
    const name = fresh();
    const service = scriptedService({});
    const first = queueOf(service, { name, storage: undefined, poll: { firstMs: 60_000 } });
    await first.submit(draft);
    expect(first.persistent).to.equal(true);
    first.close();
    service.script.query = () => task('t1', 'succeeded', done);
    const second = queueOf(service, { name, storage: undefined });
    await second.ready;
    expect(second.tasks.get()[0]?.prompt).to.equal(draft.prompt);
    await until(second, ({ status }) => status === 'succeeded');
    const asked = service.queries.length;
    const third = queueOf(service, { name, storage: undefined });
    await third.ready;
    expect(third.tasks.get()[0]?.outputs[0]?.url).to.equal(done.url);
    expect(service.queries).to.have.length(asked);
  });

  it('sets aside what it cannot read and what a later release wrote, counts it and leaves it as it is', async () => {
    const name = fresh();
    const aside = [
      { key: 'bad', record: { id: 7 } },
      { key: 'later', record: { version: 3, id: 'later', shape: 'unknown' } },
    ];
    const storage = indexedDbStorage(`voxreel-video-${name}`);
    for (const { key, record } of aside) await storage.put(key, record);
    const service = scriptedService({});
    const queue = queueOf(service, { name, storage: undefined });
    await queue.ready;
    expect([queue.tasks.get().length, queue.setAside]).to.deep.equal([0, 2]);
    const { id, status } = await queue.submit(draft);
    expect(status).to.equal('processing');
    expect((await storage.all()).filter(({ key }) => key !== id)).to.deep.equal(aside);
    storage.close?.();
  });

  it('keeps in memory where the browser has no storage to give, and says so', async () => {
    const real = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
    const refusing = {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: refusing });
    try {
      const queue = queueOf(scriptedService({ query: () => task('t1', 'succeeded', done) }), { name: fresh(), storage: undefined });
      await queue.ready;
      expect(queue.persistent).to.equal(false);
      await queue.submit(draft);
      await until(queue, ({ status }) => status === 'succeeded');
    } finally {
      if (real) Object.defineProperty(globalThis, 'indexedDB', real);
    }
  });

  it('keeps its deadline through a reload', async () => {
    const storage = memoryStorage<VideoTask>();
    const service = scriptedService({});
    const { id, deadlineAt } = await queueOf(service, { storage, poll: { firstMs: 60_000, deadlineMs: 50 } }).submit(draft);
    for (const queue of open.splice(0)) queue.close();
    const later = queueOf(service, { storage });
    await later.ready;
    const ended = await until(later, ({ status }) => status === 'expired');
    expect([ended.id, ended.deadlineAt, ended.error?.code]).to.deep.equal([id, deadlineAt, 'timeout']);
  });

  it('sends nothing that cannot be sent, and calls it by its name', async () => {
    const service = scriptedService({});
    const bad = queueOf(service, { headers: { 'x-user': 'line\nbreak' } });
    expect((await rejection(bad.submit(draft))).param).to.equal('headers');
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const queue = queueOf(service);
    expect((await rejection(queue.submit({ ...draft, metadata: circular }))).code).to.equal('invalid_input');
    expect([bad.tasks.get(), queue.tasks.get(), service.posts]).to.deep.equal([[], [], []]);
  });

  it('loses no answer for want of room: it says so, and writes it down as soon as there is some', async () => {
    let full = false;
    const kept = memoryStorage<VideoTask>();
    const storage: Storage<VideoTask> = {
      ...kept,
      put: (key, record, options) =>
        full
          ? Promise.reject(new VoxreelError('storage_full', 'The browser has no room left for this site.'))
          : kept.put(key, record, options),
    };
    const service = scriptedService({ create: () => ((full = true), task('t1', 'queued')) });
    const queue = queueOf(service, { storage, poll: { firstMs: 60_000 } });
    const { id } = await queue.submit(draft);
    const told = await until(queue, ({ pollError }) => pollError !== undefined);
    expect([told.status, told.taskId, told.pollError?.code]).to.deep.equal(['processing', 't1', 'storage_full']);
    full = false;
    await until(queue, ({ pollError }) => pollError === undefined);
    expect((await kept.all()).map(({ key, record }) => [key, record.taskId])).to.deep.equal([[id, 't1']]);
  });

  it('does not bring back by a slow write what another tab removed', async () => {
    const name = fresh();
    const { persistent: _, ...kept } = memoryStorage<VideoTask>();
    let release: () => void = () => undefined;
    const slow: Storage<VideoTask> = {
      ...kept,
      async put(key, record, options) {
        if (record.status === 'processing') await new Promise<void>((resolve) => (release = resolve));
        await kept.put(key, record, options);
      },
    };
    const service = scriptedService({});
    const [one, other] = [queueOf(service, { name, storage: slow, poll: { firstMs: 60_000 } }), queueOf(service, { name, storage: kept })];
    const sent = one.submit(draft);
    const { id } = await until(other, ({ status }) => status === 'processing');
    await other.remove(id);
    while (one.tasks.get().length > 0) await new Promise((resolve) => setTimeout(resolve));
    release();
    await sent;
    while ((await kept.all()).length > 0) await new Promise((resolve) => setTimeout(resolve));
  });

  it('reads nothing any more once it is closed, though a request of another tab ends that it waited for', async () => {
    const name = fresh();
    const { persistent: _, ...kept } = memoryStorage<VideoTask>();
    let answer: () => void = () => undefined;
    const service = scriptedService({ create: () => new Promise((resolve) => (answer = () => resolve(task('t1', 'queued')))) });
    const sent = queueOf(service, { name, storage: kept, poll: { firstMs: 60_000 } }).submit(draft);
    await service.reached('POST', 1);
    let readings = 0;
    const counted: Storage<VideoTask> = { ...kept, all: () => (readings++, kept.all()) };
    const other = queueOf(service, { name, storage: counted });
    await other.ready;
    other.close();
    const before = readings;
    answer();
    const { id } = await sent;
    const isLocked = async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].some((lock) => lock.name?.endsWith(id));
    };
    while (await isLocked()) await new Promise((resolve) => setTimeout(resolve));
    expect(readings).to.equal(before);
  });

  describe('a doubt, where the service knows keys', () => {
    const cutOnce = (_: unknown, count: number) => (count === 1 ? Promise.reject(new TypeError('cut')) : task('t1', 'queued'));
    it('is settled by itself, under the same key', async () => {
      const service = scriptedService({ create: cutOnce });
      const queue = queueOf(service, { idempotent: true });
      expect((await queue.submit(draft)).status).to.equal('unconfirmed');
      await until(queue, ({ status }) => status === 'processing');
      const [first, second, ...more] = service.posts;
      expect(more).to.deep.equal([]);
      expect(second?.headers.get('idempotency-key')).to.equal(first?.headers.get('idempotency-key'));
      expect(second?.body).to.deep.equal(first?.body);
    });
    it('outlasts a login that ran out, a first that is under way, and trouble', async () => {
      const refusals = [401, 409, 429, 500, 502];
      const service = scriptedService({
        create: (_, count) => {
          const status = refusals[count - 2];
          if (count === 1) throw new TypeError('cut');
          return status === undefined ? task('t1', 'queued') : json({ message: 'not now' }, status);
        },
      });
      const queue = queueOf(service, { idempotent: true });
      const { id } = await queue.submit(draft);
      while (queue.tasks.get()[0]?.status === 'unconfirmed') await queue.refresh(id);
      expect(queue.tasks.get()[0]?.status).to.equal('processing');
      expect(service.posts).to.have.length(7);
    });
    it('ends as a refusal where the first was not taken either', async () => {
      const service = scriptedService({
        create: (_, count) => (count === 1 ? Promise.reject(new TypeError('cut')) : json({ message: 'too long', param: 'prompt' }, 400)),
      });
      const queue = queueOf(service, { idempotent: true });
      await queue.submit(draft);
      expect((await until(queue, ({ status }) => status === 'failed')).error?.message).to.equal('too long');
    });
    it('stays one where the key is known with another body, and after the deadline', async () => {
      const service = scriptedService({
        create: (_, count) =>
          count === 1 ? Promise.reject(new TypeError('cut')) : json({ code: 'idempotency_key_reused', message: 'another body' }, 400),
      });
      const reused = queueOf(service, { idempotent: true });
      await reused.submit(draft);
      await until(reused, ({ status, idempotent }) => status === 'unconfirmed' && idempotent === undefined);
      expect(service.posts).to.have.length(2);
      const late = scriptedService({ create: cutOnce });
      const queue = queueOf(late, { idempotent: true, poll: { firstMs: 5, everyMs: 5, deadlineMs: 0 } });
      await queue.submit(draft);
      await until(queue, ({ status, idempotent }) => status === 'unconfirmed' && idempotent === undefined);
      expect(late.posts).to.have.length(1);
    });
    it('is left to the user where the request went out before the service knew keys', async () => {
      const service = scriptedService({ create: cutOnce });
      const storage = memoryStorage<VideoTask>();
      const { id } = await queueOf(service, { storage }).submit(draft);
      const later = queueOf(service, { storage, idempotent: true });
      await later.ready;
      expect((await later.refresh(id)).status).to.equal('unconfirmed');
      expect(service.posts).to.have.length(1);
    });
    it('is settled with its picture', async () => {
      const service = scriptedService({ create: cutOnce });
      const name = fresh();
      const picture = await new Promise<Blob | null>((resolve) => document.createElement('canvas').toBlob(resolve));
      const queue = queueOf(service, { name, storage: undefined, idempotent: true, poll: { firstMs: 60_000 } });
      await queue.submit({ ...draft, image: picture ?? undefined });
      queue.close();
      const later = queueOf(service, { name, storage: undefined, idempotent: true });
      await until(later, ({ status }) => status === 'processing');
      expect(service.posts[1]?.body['image']).to.be.a('string').and.equal(service.posts[0]?.body['image']);
    });
  });

  it('takes a provider that is no service at all', async () => {
    const service = scriptedService({});
    const queue = queueOf(service, {
      providers: [
        {
          id: 'mine',
          models: ['mine'],
          service: {
            create: async () => ({ taskId: 'x', status: 'processing', outputs: [] }),
            query: async () => ({ status: 'succeeded', outputs: [{ url: 'https://x.example/v' }] }),
          },
        },
      ],
    });
    await queue.submit({ model: 'mine', prompt: 'x' });
    await until(queue, ({ status }) => status === 'succeeded');
    expect(service.posts).to.have.length(0);
  });

  it('takes nothing after it is closed', async () => {
    const queue = queueOf(scriptedService({ create: never }));
    queue.close();
    expect((await rejection(queue.submit(draft))).code).to.equal('closed');
  });

  it('makes a real video with the local service, straight and through the gateway', async function () {
    this.timeout(60_000);
    const { local, localKey, gateway } = (await (await fetch('/test-service.json')).json()) as Record<string, string>;
    const straight = createVideoQueue({
      baseUrl: String(local),
      headers: { Authorization: `Bearer ${localKey}` },
      storage: memoryStorage<VideoTask>(),
    });
    const through = createVideoQueue({ baseUrl: String(gateway), headers: async () => ({}), storage: memoryStorage<VideoTask>() });
    open.push(straight, through);
    const small = { ...draft, width: 128, height: 72, fps: 8, duration: 1, seed: 42, n: 2 };
    for (const queue of [straight, through]) {
      await queue.submit(small);
      const ended = await until(queue, ({ status }) => status === 'succeeded' || status === 'failed');
      expect(ended.error).to.equal(undefined);
      expect(ended.outputs[0]).to.include({ width: 128, height: 72, fps: 8, seed: 42 });
      const file = await fetch(String(ended.outputs[0]?.url));
      expect(file.ok).to.equal(true);
      expect((await file.arrayBuffer()).byteLength).to.be.above(500);
      expect(ended.outputs).to.have.length(2);
    }
  });
});
