// Finished videos on a page whose storage ends with it: fetched once, kept, and what stands in the way of that.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createVideoQueue, isVoxreelError, memoryStorage, VoxreelError } from 'voxreel';
import type { VideoProvider, VideoQueue, VideoQueueOptions } from 'voxreel';

import type { VideoReading } from '../../../../../src/core/providers/provider.js';
import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { linkOf, video, videoHost, webm } from '../../../../browser/core/video/files/video-host.js';
import { task } from '../../../../browser/core/video/scripted-service.js';

const draft = { model: 'any-model', prompt: 'a heron over water' };
const open: VideoQueue[] = [];
afterEach(() => open.splice(0).forEach((queue) => queue.close()));

function queueOf(fetch: typeof globalThis.fetch, options: Partial<VideoQueueOptions> = {}) {
  const storage = memoryStorage<VideoTask>();
  const queue = createVideoQueue({ baseUrl: 'https://api.example', fetch, storage, poll: { firstMs: 1, everyMs: 1 }, ...options });
  open.push(queue);
  return queue;
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

const isKept = ({ outputs }: VideoTask) => outputs.some(({ kept }) => kept);

async function finished(queue: VideoQueue, fits: (task: VideoTask) => boolean = ({ status }) => status === 'succeeded') {
  const { id } = await queue.submit(draft);
  return until(queue, (one) => one.id === id && fits(one));
}

const errorOf = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  return isVoxreelError(error) ? { code: error.code, status: error.status, retryable: error.retryable } : error;
};

describe('finished videos', () => {
  it('are kept as they come, and counted', async () => {
    const { fetch, fetched } = videoHost();
    const queue = queueOf(fetch, { keepResults: { maxBytes: 1000 } });
    const { id } = await finished(queue, isKept);
    await finished(queue, isKept);
    assert.equal((await queue.results.file(id))?.size, 100);
    assert.deepEqual(await queue.results.usage(), { bytes: 200, maxBytes: 1000, files: 2 });
    assert.deepEqual(
      fetched.map(({ url }) => url),
      [linkOf('t1'), linkOf('t2')],
    );
  });

  it('are kept when a person asks for it, and once', async () => {
    const { fetch, fetched } = videoHost();
    const queue = queueOf(fetch);
    const { id } = await finished(queue);
    assert.equal(await queue.results.file(id), undefined);
    for (let times = 0; times < 2; times++) await queue.results.keep(id);
    assert.deepEqual([isKept(queue.tasks.get()[0] ?? assert.fail()), fetched.length], [true, 1]);
    await queue.results.clear();
    assert.deepEqual([queue.tasks.get().map(isKept), await queue.results.usage()], [[false], { bytes: 0, maxBytes: 67_108_864, files: 0 }]);
    await queue.results.keep(id);
    assert.equal(fetched.length, 2, 'what was cleared is fetched again');
  });

  it('are fetched with the page’s headers where the service itself asks who it is, and without them anywhere else', async () => {
    for (const [link, status, expected] of [
      ['https://api.example/files/t1.webm', 401, [null, 'Bearer page']],
      ['https://api.example/files/t1.webm', 403, [null, 'Bearer page']],
      ['https://cdn.example/t1.webm', 403, [null]],
      ['https://api.example/files/t1.webm', 500, [null]],
    ] as const) {
      const { fetch, fetched, ...host } = videoHost();
      host.service.script.query = () => task('t1', 'succeeded', { url: link });
      const served: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init);
        return input !== link || new Headers(init?.headers).has('authorization') ? answer : new Response('', { status });
      };
      const queue = queueOf(served, { headers: { authorization: 'Bearer page' } });
      const { id } = await finished(queue);
      const error = await errorOf(queue.results.keep(id));
      assert.deepEqual(
        fetched.map(({ headers }) => headers.get('authorization')),
        expected,
        `${status} from ${link}`,
      );
      if (expected.length === 2) assert.equal(error, undefined);
      else
        assert.deepEqual(error, {
          code: status === 500 ? 'network' : 'expired',
          status: status === 500 ? 500 : undefined,
          retryable: status === 500,
        });
    }
  });

  it('are fetched from a fresh link where theirs is dead, and again later where nobody can say whether there is one', async () => {
    const host = videoHost();
    host.service.script.query = (_, count) => task('t1', 'succeeded', { url: linkOf(count === 1 ? 'dead' : 'fresh') });
    host.serve = (url) => (url === linkOf('fresh') ? video() : new Response('', { status: 410 }));
    const queue = queueOf(host.fetch);
    const { id } = await finished(queue);
    host.service.script.query = () => new Response('', { status: 503 });
    assert.deepEqual(await errorOf(queue.results.keep(id)), { code: 'server_error', status: undefined, retryable: true });
    host.service.script.query = () => task('t1', 'succeeded', { url: linkOf('fresh') });
    await queue.results.keep(id);
    assert.deepEqual([queue.tasks.get()[0]?.outputs[0]?.url, (await queue.results.file(id))?.size], [linkOf('fresh'), 100]);
  });

  it('are not kept where the link leads to something else, or to more than may be kept', async () => {
    const host = videoHost();
    const queue = queueOf(host.fetch, { keepResults: false });
    const { id } = await finished(queue);
    host.serve = () => new Response('<html>', { headers: { 'content-type': 'video/webm' } });
    assert.deepEqual(await errorOf(queue.results.keep(id)), { code: 'expired', status: undefined, retryable: false });
    const cause: unknown = await queue.results.keep(id).catch((error: Error) => error.cause);
    assert.deepEqual(isVoxreelError(cause) && [cause.code, cause.status], ['bad_response', 200]);
    host.serve = () => Promise.reject(new TypeError('offline'));
    assert.deepEqual(await errorOf(queue.results.keep(id)), { code: 'network', status: undefined, retryable: true });
    host.serve = () => video(100, { 'content-length': '99999999' });
    assert.equal(((await errorOf(queue.results.keep(id))) as { code: string }).code, 'storage_full');
    assert.deepEqual(queue.tasks.get().map(isKept), [false]);
  });

  it('that a provider made itself play in this page and are kept', async () => {
    const made: VideoReading = { taskId: 't1', status: 'succeeded', outputs: [{ url: 'blob:made', file: webm(50) }] };
    const provider: VideoProvider = {
      id: 'here',
      models: ['any-*'],
      service: { create: async () => ({ taskId: 't1', status: 'processing', outputs: [] }), query: async () => made },
    };
    const queue = queueOf(() => assert.fail(), { providers: [provider] });
    const { id, outputs } = await finished(queue, isKept);
    assert.match(outputs[0]?.url ?? '', /^blob:nodedata:/);
    assert.deepEqual([(await queue.results.file(id))?.size, outputs[0]?.kept?.bytes], [50, 50]);
  });

  it('that a provider gives with their file keep the link that everybody can follow', async () => {
    const made: VideoReading = { taskId: 't1', status: 'succeeded', outputs: [{ url: linkOf('t1'), file: webm(50) }] };
    const service = { create: async () => ({ taskId: 't1', status: 'processing', outputs: [] }) as const, query: async () => made };
    const queue = queueOf(() => assert.fail(), { providers: [{ id: 'there', models: ['any-*'], service }] });
    const { outputs } = await finished(queue, isKept);
    assert.deepEqual([outputs[0]?.url, outputs[0]?.kept?.bytes], [linkOf('t1'), 50]);
  });
});

describe('a record that finds no room', () => {
  /** A page with a finished video submits another, whose record is rejected with these, one after the other. */
  async function pageWith(errors: readonly Error[], keepResults: boolean) {
    const kept = memoryStorage<VideoTask>();
    const tries: string[] = [];
    let isSecond = false;
    const put: typeof kept.put = async (key, ...given) => {
      const isNew = isSecond && (await kept.all()).every((one) => one.key !== key);
      const error = isNew ? errors[tries.push(key) - 1] : undefined;
      if (error !== undefined) throw error;
      await kept.put(key, ...given);
    };
    const queue = queueOf(videoHost().fetch, { storage: { ...kept, put }, keepResults });
    const { id } = await finished(queue, keepResults ? isKept : undefined);
    isSecond = true;
    const error = await errorOf(queue.submit(draft));
    return { error, tries: tries.length, file: await queue.results.file(id), queue };
  }
  const full = () => new VoxreelError('storage_full', 'Full.');

  it('gets that of the oldest kept file', async () => {
    const { error, tries, file, queue } = await pageWith([full()], true);
    assert.deepEqual([error, tries, file], [undefined, 2, undefined]);
    assert.equal(queue.tasks.get().length, 2);
  });

  it('is refused where no file is kept, or not even that is enough', async () => {
    const [none, more] = [await pageWith([full()], false), await pageWith([full(), full()], true)];
    const refused = { code: 'storage_full', status: undefined, retryable: false };
    assert.deepEqual([none.error, none.tries, more.error, more.tries], [refused, 1, refused, 2]);
  });

  it('drops nothing where something else is wrong', async () => {
    for (const wrong of [new VoxreelError('storage_unavailable', 'Gone.'), new TypeError('broken')]) {
      const { error, tries, file } = await pageWith([wrong], true);
      assert.deepEqual([error === undefined, tries, file?.size], [false, 1, 100]);
    }
  });
});

describe('forgetting', () => {
  it('deletes what has ended, and refuses while a video is being submitted, unless it may be discarded', async () => {
    const host = videoHost();
    const queue = queueOf(host.fetch, { keepResults: true });
    await finished(queue, isKept);
    await queue.forget();
    assert.deepEqual([queue.tasks.get(), (await queue.results.usage()).files], [[], 0]);
    let answer: (response: Response) => void = () => undefined;
    host.service.script.create = () => new Promise((resolve) => (answer = resolve));
    const submitted = queue.submit(draft);
    await until(queue, ({ status }) => status === 'submitting');
    assert.deepEqual(await errorOf(queue.forget()), { code: 'unsent', status: undefined, retryable: true });
    assert.equal(queue.tasks.get().length, 1);
    await queue.forget({ discard: true });
    await host.service.reached('POST', 2);
    answer(task('t2', 'queued'));
    await submitted.catch(() => undefined);
    assert.deepEqual(queue.tasks.get(), []);
  });
});
