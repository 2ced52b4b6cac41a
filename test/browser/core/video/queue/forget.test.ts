// Whose videos are: each user's are apart, those of 1.0.0 are nobody's, and `forget` leaves nothing of them, in any tab.
import { expect } from '@open-wc/testing';
import { createVideoQueue, indexedDbStorage, isVoxreelError } from 'voxreel';
import type { VideoQueue, VideoQueueOptions } from 'voxreel';

import { indexedDbKeyValues } from '../../../../../src/core/video/files/key-values.js';
import { scriptedService, task } from '../scripted-service.js';
import { needing } from '../../../../engines/lacks.js';
import { until } from '../until.js';

let names = 0;
const fresh = () => `owned-${Date.now()}-${names++}`;
const draft = { model: 'any-model', prompt: 'a heron over water' };
const queues: VideoQueue[] = [];
const queueOf = (options: Partial<VideoQueueOptions>) => {
  const service = scriptedService({ query: () => task('t1', 'processing') });
  const queue = createVideoQueue({ baseUrl: 'https://api.example', fetch: service.fetch, poll: { firstMs: 30, everyMs: 40 }, ...options });
  queues.push(queue);
  return queue;
};
const databases = async (part: string) => (await indexedDB.databases()).map(({ name = '' }) => name).filter((name) => name.includes(part));
const whenTrue = async (check: () => boolean | Promise<boolean>) => {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 5));
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (isVoxreelError(error) ? error.code : error),
  );

/** As 1.0.0 wrote it. */
const fromFirstRelease = {
  version: 2,
  id: '0mgq0000012345678',
  taskId: 't1',
  status: 'succeeded',
  model: 'any-model',
  prompt: 'from before',
  providerId: 'generic',
  draft: { model: 'any-model', prompt: 'from before' },
  createdAt: 1_700_000_000_000,
  updatedAt: 1_700_000_060_000,
  endedAt: 1_700_000_060_000,
  deadlineAt: 4e12,
  idempotencyKey: 'k',
  progress: 1,
  outputs: [{ url: 'https://cdn.example/v.mp4', kept: { bytes: 3, type: 'video/mp4', poster: false } }],
} as const;

async function firstRelease(name: string) {
  const storage = indexedDbStorage(`voxreel-video-${name}`);
  await storage.put(fromFirstRelease.id, fromFirstRelease);
  storage.close();
  const values = indexedDbKeyValues(`voxreel-video-${name}/files`);
  const key = `${fromFirstRelease.id}/0`;
  await values.write({
    [`entry ${key}`]: { bytes: 3, type: 'video/mp4', usedAt: 1, poster: false },
    [`file ${key}`]: new Blob(['abc'], { type: 'video/mp4' }),
  });
  values.close();
}

describe('the videos of a user', () => {
  afterEach(() => queues.splice(0).forEach((queue) => queue.close()));

  it('are on no other user’s page, nor told to one that is open', async () => {
    const name = fresh();
    const bob = queueOf({ name, user: 'bob' });
    const nobody = queueOf({ name });
    await Promise.all([bob.ready, nobody.ready]);
    const ada = queueOf({ name, user: 'ada' });
    await ada.submit(draft);
    const again = queueOf({ name, user: 'ada' });
    await again.ready;
    expect(again.tasks.get()).to.have.length(1);
    expect(again.tasks.get()[0]).to.include({ kind: 'video', user: 'ada', version: 2 });
    const later = queueOf({ name, user: 'bob' });
    await later.ready;
    for (const queue of [bob, nobody, later]) expect(queue.tasks.get()).to.deep.equal([]);
  });

  it('are apart in a storage that the page shares among them', async () => {
    const storage = indexedDbStorage<never>(fresh());
    const ada = queueOf({ storage, user: 'ada' });
    await ada.submit(draft);
    const bob = queueOf({ storage, user: 'bob' });
    await bob.ready;
    expect([bob.tasks.get().length, bob.setAside]).to.deep.equal([0, 0]);
    await bob.submit(draft);
    await ada.forget();
    expect(await storage.all()).to.have.length(1);
    storage.close();
  });

  needing('stored Blobs').it('of 1.0.0 are nobody’s, with their files, and no user inherits them', async () => {
    const name = fresh();
    await firstRelease(name);
    const [ada, nobody, second] = [queueOf({ name, user: 'ada' }), queueOf({ name }), queueOf({ name })];
    await Promise.all([ada.ready, nobody.ready, second.ready]);
    expect(ada.tasks.get()).to.deep.equal([]);
    for (const queue of [nobody, second]) {
      expect(queue.tasks.get().map(({ prompt }) => prompt)).to.deep.equal(['from before']);
      expect(await (await queue.results.file(fromFirstRelease.id))?.text()).to.equal('abc');
    }
    expect(await codeOf(ada.results.file(fromFirstRelease.id))).to.equal('not_found');
  });

  needing('stored Blobs').it('lose neither of two changes that two tabs make to one record', async () => {
    const name = fresh();
    const storage = indexedDbStorage<Record<string, unknown>>(`voxreel-video-${name}`);
    await firstRelease(name);
    const queue = queueOf({ name });
    await queue.ready;
    // A later release adds a field of its own, which this one does not know.
    const record = { ...fromFirstRelease, title: 'Heron', times: { title: '0zzzzzzzz0000other' } };
    await storage.put(fromFirstRelease.id, record);
    await queue.results.clear();
    await whenTrue(async () => !JSON.stringify((await storage.all())[0]?.record).includes('"kept"'));
    expect((await storage.all())[0]?.record).to.include({ title: 'Heron' });
    storage.close();
  });
});

describe('forget', () => {
  afterEach(() => queues.splice(0).forEach((queue) => queue.close()));

  needing('stored Blobs').it(
    'leaves no record, file or database of the user, in any tab, and nothing of anybody else is gone',
    async () => {
      const name = fresh();
      await firstRelease(name);
      const ada = queueOf({ name, user: 'ada' });
      const tab = queueOf({ name, user: 'ada' });
      const nobody = queueOf({ name });
      await ada.submit(draft);
      await until(tab, () => true);
      await nobody.ready;
      await queueOf({ name, user: 'ada' }).forget();
      await whenTrue(() => ada.tasks.get().length === 0 && tab.tasks.get().length === 0);
      expect((await databases(name)).filter((database) => database.includes('@'))).to.deep.equal([]);
      expect(nobody.tasks.get()).to.have.length(1);
      expect(await (await nobody.results.file(fromFirstRelease.id))?.text()).to.equal('abc');
      await ada.submit(draft);
      expect(ada.tasks.get()).to.have.length(1);
    },
  );

  needing('stored Blobs').it('deletes what 1.0.0 kept, and may be called again, where nothing else was loaded', async () => {
    const name = fresh();
    await firstRelease(name);
    const queue = queueOf({ name });
    await queue.forget();
    await queue.forget();
    const storage = indexedDbStorage(`voxreel-video-${name}`);
    const values = indexedDbKeyValues(`voxreel-video-${name}/files`);
    expect([await storage.all(), await values.list('')]).to.deep.equal([[], []]);
    storage.close();
    values.close();
  });

  it('waits for a request that is under way, unless it may discard it', async () => {
    const name = fresh();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const service = scriptedService({ query: () => task('t1', 'processing') });
    const slow: typeof fetch = async (input, init) => {
      await answered;
      return service.fetch(input, init);
    };
    const queue = queueOf({ name, user: 'ada', fetch: slow });
    await queue.ready;
    const submitted = queue.submit(draft);
    await whenTrue(() => queue.tasks.get()[0]?.status === 'submitting');
    expect(await codeOf(queue.forget())).to.equal('unsent');
    expect(queue.tasks.get()).to.have.length(1);
    await queue.forget({ discard: true });
    answer();
    await submitted;
    const next = queueOf({ name, user: 'ada' });
    await next.ready;
    expect([queue.tasks.get(), next.tasks.get()]).to.deep.equal([[], []]);
  });
});

describe('a page whose storage getters throw', () => {
  const throwing = (target: object, name: string) => {
    const before = Object.getOwnPropertyDescriptor(target, name);
    Object.defineProperty(target, name, {
      configurable: true,
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    return () => (before ? Object.defineProperty(target, name, before) : Reflect.deleteProperty(target, name));
  };

  it('has its videos in memory, and says so', async () => {
    const undo = [
      throwing(globalThis, 'indexedDB'),
      throwing(globalThis, 'localStorage'),
      throwing(globalThis, 'caches'),
      throwing(navigator, 'storage'),
    ];
    try {
      const queue = queueOf({ name: fresh(), keepResults: true });
      await queue.ready;
      expect(queue.persistent).to.equal(false);
      expect((await queue.submit(draft)).status).to.equal('processing');
      await queue.forget();
      expect(queue.tasks.get()).to.deep.equal([]);
    } finally {
      undo.forEach((back) => back());
    }
  });
});
