// Pictures of videos that are not kept: drawn from the beginning of the file at its link, once.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createVideoQueue, isVoxreelError, memoryStorage } from 'voxreel';
import type { DrawPoster, VideoQueue, VideoQueueOptions } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';
import { video, videoHost, webm } from '../../../../browser/core/video/files/video-host.js';
import type { VideoHost } from '../../../../browser/core/video/files/video-host.js';

const fileBytes = 8_000_000;
const kib = 1024;
const picture = new Blob(['a picture'], { type: 'image/webp' });
const open: VideoQueue[] = [];
const undo: (() => void)[] = [];
afterEach(() => {
  for (const queue of open.splice(0)) queue.close();
  for (const one of undo.splice(0)) one();
});

/** A host that gives parts; `silent`: it does not show pages how large the whole is. */
const inParts =
  (file: Blob, silent = false): VideoHost['serve'] =>
  (_, { headers }) => {
    const [from = 0, to = 0] = (/\d+-\d+/.exec(new Headers(headers).get('range') ?? '')?.[0] ?? '').split('-').map(Number);
    const part = file.slice(from, to + 1);
    const range = `bytes ${from}-${from + part.size - 1}/${file.size}`;
    return new Response(part, { status: 206, headers: silent ? {} : { 'content-range': range } });
  };

/** A finished video behind `serve`, and a queue whose page draws with `draw`. */
async function finished(serve: VideoHost['serve'], draw: DrawPoster = async () => picture, options: Partial<VideoQueueOptions> = {}) {
  const host = videoHost();
  host.serve = serve;
  const storage = memoryStorage<VideoTask>();
  const poll = { firstMs: 1, everyMs: 1 };
  const queue = createVideoQueue({ baseUrl: 'https://api.example', fetch: host.fetch, storage, poll, ...options });
  open.push(queue);
  let drawn = 0;
  queue.results.drawPoster = (source, signal) => {
    drawn += 1;
    return draw(source, signal);
  };
  const { id } = await queue.submit({ model: 'any-model', prompt: 'a heron over water' });
  await succeeded(queue, id);
  const ranges = () => host.fetched.map(({ headers }) => headers.get('range'));
  return { host, queue, id, ranges, poster: () => queue.results.poster(id), drawn: () => drawn };
}

function succeeded(queue: VideoQueue, id: string): Promise<void> {
  const isDone = () => queue.tasks.get().some((task) => task.id === id && task.status === 'succeeded');
  return new Promise((resolve) => {
    undo.push(queue.tasks.subscribe(() => isDone() && resolve()));
    if (isDone()) resolve();
  });
}

/** As a page: cross-origin rules look like a network that is down, and a request nobody may read is answered. */
function inPage(): void {
  Object.assign(globalThis, { document: new EventTarget() });
  undo.push(() => Reflect.deleteProperty(globalThis, 'document'));
}
const opaque = () => Object.defineProperty(new Response(''), 'type', { value: 'opaque' });
const unreadable: VideoHost['serve'] = (_, { method }) => (method === 'HEAD' ? opaque() : Promise.reject(new TypeError('blocked')));

describe('pictures of videos that are not kept', () => {
  it('take the first 256 KiB of the file, once, and count as room that is taken', async () => {
    const { poster, ranges, drawn, queue } = await finished(inParts(webm(fileBytes)), async ({ size, type }) => {
      assert.deepEqual([size, type], [fileBytes, 'video/webm']);
      return picture;
    });
    const [first, second] = await Promise.all([poster(), poster()]);
    assert.deepEqual([await first?.text(), await second?.text(), await (await poster())?.text()], ['a picture', 'a picture', 'a picture']);
    assert.deepEqual([ranges(), drawn()], [['bytes=0-262143'], 1]);
    assert.deepEqual(await queue.results.usage(), { bytes: picture.size, maxBytes: 67_108_864, files: 0 });
  });

  it('are none of a video that is not there', async () => {
    const { queue, drawn } = await finished(inParts(webm(fileBytes)));
    assert.equal(await queue.results.poster('nobody'), undefined);
    assert.equal(drawn(), 0);
  });

  it('may be drawn from any part of it: what is there already is not fetched again', async () => {
    const { poster, ranges } = await finished(inParts(webm(fileBytes)), async (source) => {
      assert.ok(!(source instanceof Blob));
      assert.equal((await source.slice(0, 100).arrayBuffer()).byteLength, 100);
      assert.equal((await source.slice(7_000_000, 7_000_010).arrayBuffer()).byteLength, 10);
      assert.equal((await source.slice(7_000_010, 7_000_090).arrayBuffer()).byteLength, 80);
      assert.equal((await source.slice(200_000, 300_000).arrayBuffer()).byteLength, 100_000);
      return picture;
    });
    assert.ok(await poster());
    assert.deepEqual(ranges(), ['bytes=0-262143', 'bytes=7000000-7131071', 'bytes=262144-393215']);
  });

  it('are drawn from the bytes of the file, in whatever order and however many at once they are read', async () => {
    const bytes = Uint8Array.from({ length: 900_000 }, (_, at) => at % 251);
    bytes.set(new Uint8Array(await webm(10).arrayBuffer()));
    const file = new Blob([bytes]);
    const { poster, ranges } = await finished(inParts(file), async (source) => {
      const places = [800_000, 262_140, 262_144, 300_000, 262_000, 800_100, 0, 500_000].map((from) => [from, from + 1000] as const);
      const read = await Promise.all(places.map(async ([from, to]) => new Uint8Array(await source.slice(from, to).arrayBuffer())));
      assert.deepEqual(
        read,
        places.map(([from, to]) => bytes.subarray(from, to)),
      );
      return picture;
    });
    assert.ok(await poster());
    assert.deepEqual(ranges(), ['bytes=0-262143', 'bytes=800000-899999', 'bytes=262144-393215', 'bytes=500000-631071']);
  });

  it('take no more than 2 MiB of it', async () => {
    const { poster, ranges } = await finished(inParts(webm(fileBytes)), async (source) => {
      for (let from = 0; from < fileBytes; from += 512 * kib) await source.slice(from, from + 512 * kib).arrayBuffer();
      return picture;
    });
    assert.equal(await poster(), undefined);
    assert.deepEqual(ranges(), [
      'bytes=0-262143',
      'bytes=262144-524287',
      'bytes=524288-1048575',
      'bytes=1048576-1572863',
      'bytes=1572864-2097151',
    ]);
  });

  it('take 1 MiB where that is needed and the host does not say how large the file is', async () => {
    const sizes: number[] = [];
    const { poster, ranges } = await finished(inParts(webm(fileBytes), true), async ({ size }) => {
      sizes.push(size);
      return size > 262_144 ? picture : undefined;
    });
    assert.ok(await poster());
    assert.deepEqual(
      [ranges(), sizes],
      [
        ['bytes=0-262143', 'bytes=0-1048575'],
        [262_144, 1_048_576],
      ],
    );
  });

  it('leave the rest unread where the host gives no parts', async () => {
    let sent = 0;
    let cancelled = false;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        start: async (controller) => controller.enqueue(new Uint8Array(await webm(64 * kib).arrayBuffer())),
        pull: (controller) => {
          sent += 64 * kib;
          controller.enqueue(new Uint8Array(64 * kib));
        },
        cancel: () => void (cancelled = true),
      });
    const { poster } = await finished(
      () => new Response(endless()),
      async ({ size }) => (size === 262_144 ? picture : undefined),
    );
    assert.ok(await poster());
    assert.ok(cancelled && sent < 1_000_000, `${sent} bytes were sent`);
  });

  it('come through the gateway where the host lets no page read it', async () => {
    const { host, id, queue } = await finished(unreadable);
    inPage();
    const asked: string[] = [];
    const { fetch } = host.service;
    Object.assign(host.service, {
      fetch: (url: string, init: RequestInit = {}) => {
        if (!url.includes('/content/')) return fetch(url, init);
        asked.push(url);
        return inParts(webm(fileBytes))(url, init, 1);
      },
    });
    assert.ok(await queue.results.poster(id));
    assert.deepEqual(asked, ['https://api.example/v1/video/generations/t1/content/0']);
  });

  it('are not asked for again where nobody may read the file', async () => {
    const { poster, host } = await finished(unreadable);
    inPage();
    assert.equal(await poster(), undefined);
    const { length } = host.fetched;
    assert.equal(await poster(), undefined);
    assert.equal(host.fetched.length, length);
  });

  it('are refused where the link is dead, and asked for again later', async () => {
    const { poster, host } = await finished(() => new Response('', { status: 404 }));
    await assert.rejects(poster(), (error) => isVoxreelError(error) && error.code === 'expired');
    host.serve = inParts(webm(fileBytes));
    assert.ok(await poster());
  });

  for (const [what, answer] of [
    ['refuses a script', () => new Response('', { status: 403 })],
    ['gives what is no video to us', () => new Response('#EXTM3U')],
  ] as const)
    it(`are none where the host ${what}: a player may fare better`, async () => {
      const { poster } = await finished(answer);
      assert.equal(await poster(), undefined);
    });

  it('cost nothing where the file is kept anyway: it is fetched once', async () => {
    const { poster, ranges } = await finished(() => video(1000), undefined, { keepResults: true });
    assert.ok(await poster());
    assert.deepEqual(ranges(), [null]);
  });

  it('wait for a file that is about to be kept, however many come before it', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const first = async () => (await gate, video(1000));
    const { queue, host, ranges } = await finished(first, undefined, { keepResults: true });
    await host.reached(1);
    host.serve = () => video(1000);
    const { id } = await queue.submit({ model: 'any-model', prompt: 'a second heron' });
    await succeeded(queue, id);
    const poster = queue.results.poster(id);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(ranges(), [null]);
    release();
    assert.ok(await poster);
    assert.deepEqual(ranges(), [null, null]);
  });

  it('are drawn once where the file is kept later', async () => {
    const { poster, drawn, queue, id, host } = await finished(inParts(webm(fileBytes)));
    await poster();
    host.serve = () => video(1000);
    await queue.results.keep(id);
    assert.ok(await poster());
    assert.equal(drawn(), 1);
    const { bytes, files } = await queue.results.usage();
    assert.deepEqual([bytes, files], [1000 + picture.size, 1], 'the picture moved to its file');
  });

  it('go with their task', async () => {
    const { poster, queue, id } = await finished(inParts(webm(fileBytes)));
    await poster();
    await queue.remove(id);
    assert.equal((await queue.results.usage()).bytes, 0);
  });

  it('are not fetched where visitors save data', async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    Object.defineProperty(globalThis, 'navigator', { value: { connection: { saveData: true } }, configurable: true });
    undo.push(() => (before ? Object.defineProperty(globalThis, 'navigator', before) : Reflect.deleteProperty(globalThis, 'navigator')));
    const { poster, host } = await finished(inParts(webm(fileBytes)));
    assert.equal(await poster(), undefined);
    assert.deepEqual(host.fetched, []);
  });
});
