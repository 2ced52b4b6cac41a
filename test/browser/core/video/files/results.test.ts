// Finished videos in this browser: fetched once, kept under a budget, gone when they are removed.
import { expect } from '@open-wc/testing';
import { createVideoQueue, drawPoster, isVoxreelError } from 'voxreel';
import type { VideoProvider, VideoQueue, VideoQueueOptions } from 'voxreel';

import { isRecord } from '../../../../../src/base/is-record.js';
import { createFileStore } from '../../../../../src/core/video/files/file-store.js';
import { indexedDbKeyValues } from '../../../../../src/core/video/files/key-values.js';
import type { VideoTask } from '../../../../../src/core/video/queue/video-queue.js';
import { picture } from '../../../elements/video-generator/picture.js';
import { task } from '../scripted-service.js';
import { until, untilEmpty } from '../until.js';
import { linkOf, video, videoHost, webm } from './video-host.js';
import type { VideoHost } from './video-host.js';
import { has } from '../../../../engines/lacks.js';
import { strictFrame } from '../../../strict-frame.js';

const draft = { model: 'any-model', prompt: 'a heron over water' };
const pictureType = has('webp') ? 'image/webp' : 'image/jpeg';

describe('results', () => {
  const open: VideoQueue[] = [];
  let names = 0;
  const fresh = () => `results-${Date.now()}-${names++}`;
  const queueOf = ({ fetch }: Pick<VideoHost, 'fetch'>, name: string, options: Partial<VideoQueueOptions> = {}) => {
    const queue = createVideoQueue({ baseUrl: 'https://api.example', fetch, name, poll: { firstMs: 5, everyMs: 5 }, ...options });
    open.push(queue);
    return queue;
  };
  const keepingQueue = (host: Pick<VideoHost, 'fetch'>, name: string, options: Partial<VideoQueueOptions> = {}) =>
    queueOf(host, name, { keepResults: true, ...options });
  const code = async (work: Promise<unknown>) => {
    const error: unknown = await work.then(
      () => undefined,
      (cause: unknown) => cause,
    );
    return isVoxreelError(error) ? error.code : undefined;
  };
  const isKept = ({ outputs }: VideoTask) => outputs.some(({ kept }) => kept);
  /** A task that has succeeded, and by then is kept where the queue keeps. */
  const finished = async (queue: VideoQueue, fits: (task: VideoTask) => boolean = ({ status }) => status === 'succeeded') => {
    const { id } = await queue.submit(draft);
    return until(queue, (one) => one.id === id && fits(one));
  };
  const storedKeys = async (name: string) => {
    const values = indexedDbKeyValues(`voxreel-video-${name}/files`);
    const keys = (await values.list('')).map(({ key }) => key);
    values.close();
    return keys;
  };
  const realPut = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put');
  const isBlob = (value: unknown) => value instanceof Blob;
  /** As it is stored where Blobs are refused too. */
  const isFile = (value: unknown) => isBlob(value) || (isRecord(value) && value['bytes'] instanceof ArrayBuffer);
  /** What the browser's own storage would do, were it to fail. */
  const refusing = (which: (value: unknown) => boolean, error: () => DOMException, times = Infinity) => {
    const original: unknown = Reflect.get(IDBObjectStore.prototype, 'put');
    let left = times;
    Object.defineProperty(IDBObjectStore.prototype, 'put', {
      configurable: true,
      value(this: unknown, ...given: unknown[]): unknown {
        if (which(given[0]) && left-- > 0) throw error();
        return typeof original === 'function' ? Reflect.apply(original, this, given) : undefined;
      },
    });
  };
  afterEach(() => {
    if (realPut) Object.defineProperty(IDBObjectStore.prototype, 'put', realPut);
    for (const queue of open.splice(0)) queue.close();
  });

  it('keeps a finished video as soon as it is there, and never fetches it again', async () => {
    const host = videoHost();
    const name = fresh();
    const queue = keepingQueue(host, name);
    const { id, outputs } = await finished(queue, isKept);
    expect(outputs[0]).to.deep.include({ url: linkOf('t1'), kept: { bytes: 100, type: 'video/webm', poster: false } });
    expect((await queue.results.file(id))?.size).to.equal(100);
    queue.close();
    const later = keepingQueue(host, name);
    await later.ready;
    const file = await later.results.file(id);
    expect([file?.size, file?.type]).to.deep.equal([100, 'video/webm']);
    await finished(later, isKept);
    expect(host.fetched.map(({ url }) => url)).to.deep.equal([linkOf('t1'), linkOf('t2')]);
    expect(await later.results.usage()).to.deep.equal({ bytes: 200, maxBytes: 536_870_912, files: 2 });
  });

  it('keeps nothing unless the page asks for it', async () => {
    const host = videoHost();
    const queue = queueOf(host, fresh());
    const { id } = await finished(queue);
    expect(await queue.results.file(id)).to.equal(undefined);
    await queue.results.keep(id);
    expect((await queue.results.file(id))?.size).to.equal(100);
    expect(host.fetched).to.have.length(1);
    expect(await code(queue.results.keep(id, 1))).to.equal('not_found');
  });

  it('lets the least recently used go first, and does not fetch it back', async () => {
    const host = videoHost();
    const name = fresh();
    const queue = keepingQueue(host, name, { keepResults: { maxBytes: 250 } });
    const [one, two] = [await finished(queue, isKept), await finished(queue, isKept)];
    await queue.results.file(one.id);
    const three = await finished(queue, isKept);
    const sizes = async (from: VideoQueue) => Promise.all([one, two, three].map(async ({ id }) => (await from.results.file(id))?.size));
    expect(await sizes(queue)).to.deep.equal([100, undefined, 100]);
    expect(queue.tasks.get().map(isKept)).to.deep.equal([true, false, true]);
    expect((await queue.results.usage()).bytes).to.equal(200);
    queue.close();
    const later = keepingQueue(host, name, { keepResults: { maxBytes: 250 } });
    await later.ready;
    await finished(later, isKept);
    expect(host.fetched).to.have.length(4);
  });

  it('keeps no file that is larger than all that may be kept, whether its length is known or not', async () => {
    const host = videoHost();
    const queue = keepingQueue(host, fresh(), { keepResults: { maxBytes: 150 } });
    await finished(queue, isKept);
    let cancelled = false;
    host.serve = (_, __, count) =>
      count === 2
        ? new Response(new ReadableStream({ cancel: () => void (cancelled = true) }), { headers: { 'content-length': '151' } })
        : new Response(webm(151).stream());
    const { id } = await finished(queue);
    expect(await code(queue.results.keep(id))).to.equal('storage_full');
    await finished(queue);
    await host.reached(3);
    expect(cancelled).to.equal(true);
    expect((await queue.results.usage()).bytes).to.equal(100);
  });

  it('makes room where the browser has none', async () => {
    const host = videoHost();
    const queue = keepingQueue(host, fresh());
    const one = await finished(queue, isKept);
    refusing(isFile, () => new DOMException('', 'QuotaExceededError'), 1);
    const two = await finished(queue, isKept);
    expect(await queue.results.file(one.id)).to.equal(undefined);
    expect((await queue.results.file(two.id))?.size).to.equal(100);
  });

  it('says so when there is no room to be made', async () => {
    const queue = queueOf(videoHost(), fresh());
    const { id } = await finished(queue);
    refusing(isFile, () => new DOMException('', 'QuotaExceededError'));
    expect(await code(queue.results.keep(id))).to.equal('storage_full');
    expect(queue.tasks.get().map(isKept)).to.deep.equal([false]);
    const keeping = keepingQueue(videoHost(), fresh());
    const full = await finished(keeping, ({ pollError }) => pollError?.code === 'storage_full');
    expect([full.status, full.outputs[0]?.url]).to.deep.equal(['succeeded', linkOf('t1')]);
    if (realPut) Object.defineProperty(IDBObjectStore.prototype, 'put', realPut);
    await keeping.results.keep(full.id);
    expect(keeping.tasks.get().map((one) => [isKept(one), one.pollError])).to.deep.equal([[true, undefined]]);
  });

  it('stores bytes where the browser takes no Blob', async () => {
    for (const refusal of ['DataCloneError', 'UnknownError']) {
      const name = fresh();
      const queue = queueOf(videoHost(), name);
      const { id } = await finished(queue);
      refusing(isBlob, () => new DOMException('', refusal));
      await queue.results.keep(id);
      queue.close();
      const later = queueOf(videoHost(), name);
      await later.ready;
      const file = await later.results.file(id);
      expect([file?.size, file?.type]).to.deep.equal([100, 'video/webm']);
    }
  });

  it('exchanges a dead link for a fresh one', async () => {
    const host = videoHost();
    const freshLink = 'https://cdn.example/fresh.webm';
    host.service.script.query = (_, count) => task('t1', 'succeeded', { url: count === 1 ? linkOf('t1') : freshLink });
    host.serve = (url) => (url === freshLink ? video(100) : new Response('gone', { status: 403 }));
    const queue = keepingQueue(host, fresh());
    const { outputs } = await finished(queue, isKept);
    expect(outputs[0]?.url).to.equal(freshLink);
    expect(host.fetched.map(({ url }) => url)).to.deep.equal([linkOf('t1'), freshLink]);
    expect(host.service.queries).to.have.length(2);
  });

  it('asks again later where nobody could say whether a dead link has a successor', async () => {
    const host = videoHost();
    host.service.script.query = (_, count) =>
      count === 1 ? task('t1', 'succeeded', { url: linkOf('t1') }) : new Response('', { status: 401 });
    host.serve = () => new Response('', { status: 410 });
    const name = fresh();
    const queue = queueOf(host, name);
    const { id } = await finished(queue);
    expect(await code(queue.results.keep(id))).to.equal('unauthorized');
    queue.close();
    host.service.script.query = () => task('t1', 'succeeded', { url: linkOf('fresh') });
    host.serve = (url) => (url === linkOf('fresh') ? video() : new Response('', { status: 410 }));
    await until(keepingQueue(host, name), isKept);
  });

  it('takes a page for no video, and asks no more once the link is known to be dead', async () => {
    const host = videoHost();
    host.serve = () => new Response('<!doctype html><title>Not found</title>', { headers: { 'content-type': 'video/mp4' } });
    const name = fresh();
    const queue = queueOf(host, name);
    const { id } = await finished(queue);
    expect(await code(queue.results.keep(id))).to.equal('expired');
    expect(host.service.queries).to.have.length(2);
    queue.close();
    const later = keepingQueue(host, name);
    await later.ready;
    host.serve = () => video();
    await finished(later, isKept);
    expect(host.fetched.filter(({ url }) => url === linkOf('t1'))).to.have.length(1);
    await later.results.keep(id);
    expect((await later.results.file(id))?.size).to.equal(100);
  });

  it('leaves the plain link where a host forbids reading, and does not ask it at each reload', async () => {
    const host = videoHost();
    // The test server names no origin that may read: by its other name it is another origin.
    const other = new URL(import.meta.url);
    other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
    host.service.script.query = () => task('t1', 'succeeded', { url: other.href });
    host.serve = (url, init) => fetch(url, init);
    const name = fresh();
    const queue = queueOf(host, name);
    const { id } = await finished(queue);
    expect(await code(queue.results.keep(id))).to.equal('network');
    expect(host.fetched.map(({ method }) => method)).to.deep.equal(['GET', 'HEAD']);
    expect(await queue.results.download(id)).to.deep.include({ url: other.href, file: undefined });
    queue.close();
    host.service.script.query = () => task('t2', 'succeeded', { url: linkOf('t2') });
    host.serve = () => video();
    const later = keepingQueue(host, name);
    await later.ready;
    await finished(later, isKept);
    expect(host.fetched.filter(({ url }) => url === other.href)).to.have.length(4);
  });

  // Sooner than by itself.
  it('tries again when the network is back', async () => {
    const host = videoHost();
    host.serve = () => Promise.reject(new TypeError('offline'));
    const queue = keepingQueue(host, fresh());
    await finished(queue);
    await host.reached(2);
    host.serve = () => video();
    const kept = until(queue, isKept);
    // The failure is reported a moment after the last request.
    const timer = setInterval(() => dispatchEvent(new Event('online')), 10);
    await kept;
    clearInterval(timer);
  }).timeout(2000);

  it('shows who asks to the service itself alone, and only where it wants to know', async () => {
    const host = videoHost();
    const own = 'https://api.example/content/t2';
    host.serve = (_, { headers }) => (new Headers(headers).has('authorization') ? video() : new Response('', { status: 401 }));
    const queue = queueOf(host, fresh(), { headers: { authorization: 'Bearer secret' } });
    const foreign = await finished(queue);
    expect(await code(queue.results.keep(foreign.id))).to.equal('expired');
    expect(host.fetched.some(({ headers }) => headers.has('authorization'))).to.equal(false);
    host.service.script.query = () => task('t2', 'succeeded', { url: own });
    const { id } = await finished(queue);
    await queue.results.keep(id);
    expect(host.fetched.slice(-2).map(({ headers }) => headers.get('authorization'))).to.deep.equal([null, 'Bearer secret']);
  });

  it('fetches once among all tabs', async () => {
    const host = videoHost();
    const name = fresh();
    const tabs = [keepingQueue(host, name), keepingQueue(host, name), keepingQueue(host, name)] as const;
    await Promise.all(tabs.map(({ ready }) => ready));
    const { id } = await finished(tabs[2], isKept);
    await Promise.all(tabs.map((tab) => until(tab, isKept)));
    await Promise.all(tabs.map(({ results }) => results.keep(id)));
    expect(host.fetched).to.have.length(1);
  });

  it('removes for good: record, file, picture and input, in every tab', async () => {
    const host = videoHost();
    const name = fresh();
    const [one, other] = [keepingQueue(host, name), keepingQueue(host, name)];
    await Promise.all([one.ready, other.ready]);
    const { id } = await one.submit({ ...draft, image: await picture() });
    await until(other, isKept);
    expect(await storedKeys(name)).to.include(`file ${id}/image`);
    await other.remove(id);
    expect(await storedKeys(name)).to.deep.equal([]);
  });

  it('removes for good in a page that keeps nothing by itself', async () => {
    const host = videoHost();
    const name = fresh();
    const first = keepingQueue(host, name);
    const { id } = await finished(first, isKept);
    first.close();
    const later = queueOf(host, name);
    await later.ready;
    await later.remove(id);
    expect(await storedKeys(name)).to.deep.equal([]);
  });

  it('removes for good while a file is on its way, in another tab too', async () => {
    for (const elsewhere of [false, true]) {
      const host = videoHost();
      const name = fresh();
      const [one, other] = [keepingQueue(host, name), queueOf(host, name)];
      await Promise.all([one.ready, other.ready]);
      let finish = () => {};
      let stopped = false;
      host.serve = (_, { signal }) => {
        signal?.addEventListener('abort', () => (stopped = true));
        const late = new Promise<void>((resolve) => (finish = resolve));
        return new Response(
          webm()
            .stream()
            .pipeThrough(new TransformStream({ flush: () => late })),
        );
      };
      const { id } = await finished(one);
      await host.reached(1);
      await (elsewhere ? other : one).remove(id);
      await untilEmpty(one);
      expect(stopped).to.equal(true);
      finish();
      one.close();
      await exclusiveOf(name, id);
      expect(await storedKeys(name)).to.deep.equal([]);
    }
  });

  it('sweeps what a crash left: files of no task, and tasks that count on files that are gone', async () => {
    const host = videoHost();
    const name = fresh();
    const first = keepingQueue(host, name);
    const [counted, unknowing] = [await finished(first, isKept), await finished(first, isKept)];
    first.close();
    const values = indexedDbKeyValues(`voxreel-video-${name}/files`);
    const files = createFileStore({ name, values, maxBytes: 1e9, onEvicted: () => undefined });
    await files.put('stranger/0', webm());
    await values.write({ [`file ${counted.id}/0`]: undefined, [`entry ${counted.id}/0`]: undefined });
    files.close();
    const later = keepingQueue(host, name);
    await until(later, ({ id, outputs }) => id === counted.id && outputs[0]?.kept === undefined);
    expect(await storedKeys(name)).not.to.include('file stranger/0');
    expect((await later.results.file(unknowing.id))?.size).to.equal(100);
  });

  it('drops every file, and keeps the tasks', async () => {
    const host = videoHost();
    const name = fresh();
    const queue = keepingQueue(host, name);
    const { id } = await finished(queue, isKept);
    await queue.results.clear();
    expect(await queue.results.usage()).to.deep.include({ bytes: 0, files: 0 });
    expect(await queue.results.file(id)).to.equal(undefined);
    expect(queue.tasks.get().map(isKept)).to.deep.equal([false]);
  });

  it('keeps a real video with its picture, and both are there after a reload', async () => {
    const { gateway } = (await (await fetch('/test-service.json')).json()) as { gateway: string };
    const name = fresh();
    const queue = createVideoQueue({ baseUrl: gateway, name, keepResults: true });
    queue.results.drawPoster = drawPoster;
    open.push(queue);
    const { id } = await queue.submit({ model: 'any', prompt: 'a lighthouse in a storm', duration: 1, width: 1280, height: 720 });
    const done = await until(queue, ({ outputs }) => outputs[0]?.kept?.poster === true);
    queue.close();
    const later = queueOf(videoHost(), name);
    await later.ready;
    const [file, poster] = await Promise.all([later.results.file(id), later.results.poster(id)]);
    expect([file?.type, poster?.type]).to.deep.equal(['video/webm', pictureType]);
    expect(done.outputs[0]?.kept?.bytes).to.equal((file?.size ?? 0) + (poster?.size ?? 0));
    const picture = await createImageBitmap(poster ?? new Blob());
    expect([picture.width, picture.height]).to.deep.equal([640, 360]);
  });

  it('keeps and pictures a video under a strict policy, which has nothing to report', async () => {
    const { gateway, local } = (await (await fetch('/test-service.json')).json()) as { gateway: string; local: string };
    const frame = strictFrame(new URL('results-strict-page.ts', import.meta.url), [gateway, local]);
    const told = new Promise((resolve) => addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data), { once: true }));
    document.body.append(frame);
    const expected = { type: 'video/webm', poster: pictureType, width: 320, height: 180, violations: [] };
    expect(await told).to.deep.equal(expected);
    frame.remove();
  });

  it('hands over what to save: the kept file, one fetched now, or the link alone', async () => {
    const host = videoHost();
    const queue = queueOf(host, fresh());
    const { id, seed } = await finished(queue);
    const fetchedNow = await queue.results.download(id);
    expect([fetchedNow.name, fetchedNow.url, fetchedNow.file?.size]).to.deep.equal([`a-heron-over-water-${seed}.webm`, linkOf('t1'), 100]);
    expect((await queue.results.usage()).files).to.equal(0);
    await queue.results.keep(id);
    expect((await queue.results.download(id)).file?.size).to.equal(100);
    expect(host.fetched).to.have.length(2);
  });

  it('runs again with the same pictures after the page is gone', async () => {
    const host = videoHost();
    const name = fresh();
    const first = queueOf(host, name);
    const pictureText = await dataUrlOf(await picture());
    const pictures = {
      image: await picture(),
      metadata: { style: 'ink', marks: ['https://x.example/1.png', pictureText] },
    };
    const { id } = await first.submit({ ...draft, ...pictures });
    first.close();
    const later = queueOf(host, name);
    await later.ready;
    await later.resubmit(id);
    const [before, after] = host.service.posts.map(({ body }) => body);
    expect(before?.['image']).to.match(/^data:image\/png;base64,/);
    expect(after).to.deep.equal(before);
    await later.resubmit(id, { image: undefined });
    expect(host.service.posts[2]?.body['image']).to.equal(undefined);
  });

  it('keeps nothing beyond the page where tasks end with it', async () => {
    const host = videoHost();
    const name = fresh();
    const { memoryStorage } = await import('../../../../../src/core/persistence/memory.js');
    const queue = keepingQueue(host, name, { storage: memoryStorage<VideoTask>() });
    const { id } = await finished(queue, isKept);
    expect((await queue.results.file(id))?.size).to.equal(100);
    expect((await queue.results.usage()).maxBytes).to.equal(67_108_864);
    expect(await storedKeys(name)).to.deep.equal([]);
  });

  describe('of providers that make the file themselves', () => {
    const maker = (made: { count: number }): VideoProvider => ({
      id: 'maker',
      models: ['maker'],
      service: {
        create: async () => ({ taskId: 'm', status: 'processing', outputs: [] }),
        query: async () => {
          made.count += 1;
          return { status: 'succeeded', outputs: [{ url: '', file: webm(300) }] };
        },
      },
    });
    const textOf = async (url: string | undefined) => (await (await fetch(url ?? '')).blob()).size;
    const made = async (queue: VideoQueue) => {
      const { id } = await queue.submit({ model: 'maker', prompt: 'x' });
      return until(queue, (one) => one.id === id && isKept(one));
    };

    it('are kept at once, and play in every tab and after a reload', async () => {
      const count = { count: 0 };
      const name = fresh();
      const host = videoHost();
      const options = { providers: [maker(count)] };
      const [first, other] = [queueOf(host, name, options), queueOf(host, name, options)];
      const { outputs, id } = await made(first);
      expect(await textOf(outputs[0]?.url)).to.equal(300);
      const seen = await until(other, (one) => one.id === id && one.outputs[0]?.url.startsWith('blob:') === true);
      expect(seen.outputs[0]?.url).not.to.equal(outputs[0]?.url);
      expect(await textOf(seen.outputs[0]?.url)).to.equal(300);
      first.close();
      other.close();
      const later = queueOf(host, name, options);
      const again = await until(later, (one) => one.outputs[0]?.url.startsWith('blob:') === true);
      expect(await textOf(again.outputs[0]?.url)).to.equal(300);
      expect(again.outputs[0]?.kept).to.deep.equal({ bytes: 300, type: 'video/webm', poster: false });
      expect(count.count).to.equal(1);
    });

    it('are there after a reload with their picture, from the provider that is built in', async () => {
      const { onDevice } = await import('../../../../../src/core/on-device/on-device.js');
      const name = fresh();
      const queue = queueOf(videoHost(), name, { providers: [onDevice] });
      queue.results.drawPoster = drawPoster;
      const { id } = await queue.submit({ model: 'on-device', prompt: 'dunes at dusk', duration: 0.5, width: 320, height: 180 });
      await until(queue, ({ outputs }) => outputs[0]?.kept?.poster === true);
      queue.close();
      const later = queueOf(videoHost(), name, { providers: [onDevice] });
      const again = await until(later, ({ outputs }) => outputs[0]?.url.startsWith('blob:') === true);
      expect([again.id, again.outputs[0]?.kept?.type, (await later.results.poster(id))?.type]).to.deep.equal([
        id,
        'video/webm',
        pictureType,
      ]);
    });

    it('get the picture that a crash left undrawn when it is asked for, drawn once', async () => {
      const { onDevice } = await import('../../../../../src/core/on-device/on-device.js');
      const name = fresh();
      const queue = queueOf(videoHost(), name, { providers: [onDevice] });
      queue.results.drawPoster = drawPoster;
      const { id } = await queue.submit({ model: 'on-device', prompt: 'dunes at dusk', duration: 0.5, width: 320, height: 180 });
      await until(queue, ({ outputs }) => outputs[0]?.kept?.poster === true);
      const bytes = (await queue.results.usage()).bytes - ((await queue.results.poster(id))?.size ?? 0);
      queue.close();
      const values = indexedDbKeyValues(`voxreel-video-${name}/files`);
      const undrawn = { ...((await values.get(`entry ${id}/0`)) as object), bytes, poster: false };
      await values.write({ [`poster ${id}/0`]: undefined, [`entry ${id}/0`]: undrawn });
      values.close();
      const later = queueOf(videoHost(), name, { providers: [onDevice] });
      await later.ready;
      expect(await later.results.poster(id), 'nobody draws yet').to.equal(undefined);
      later.results.drawPoster = drawPoster;
      const [poster, same] = await Promise.all([later.results.poster(id), later.results.poster(id)]);
      expect([poster?.type, same?.size]).to.deep.equal([pictureType, poster?.size]);
      expect((await later.results.usage()).bytes).to.equal(((await later.results.file(id))?.size ?? 0) + (poster?.size ?? 0));
    });

    it('say so when they had to make room', async () => {
      const name = fresh();
      const host = videoHost();
      const queue = queueOf(host, name, { providers: [maker({ count: 0 })], keepResults: { maxBytes: 500 } });
      const first = await made(queue);
      await made(queue);
      const gone = await until(queue, ({ id, outputs }) => id === first.id && !outputs[0]?.kept);
      expect([gone.status, gone.outputs[0]?.url, gone.error?.code]).to.deep.equal(['succeeded', '', 'expired']);
      expect(await code(queue.results.download(first.id))).to.equal('expired');
    });
  });
});

/** Resolves when nothing is at work on the files of this task. */
const exclusiveOf = (name: string, id: string) => navigator.locks.request(`voxreel-video-${name}/keep/${id}`, () => undefined);

const dataUrlOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.readAsDataURL(file);
  });
