// What a page feels of its videos: how long its main thread stands still while one is stored, and what a submit costs beside a bare request.
// Runs in a page of the bench's own server.
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';

import { median } from './fold.mjs';
import { watchThread } from './standstill.mjs';
import { awaitedInTurn } from './video-list.mjs';

/** A film as services send them: half a second of noise, over and over until it is large, with an index of its frames. */
export async function makeFilm({ filmBytes = 20_000_000, bitrate = 40_000_000 } = {}) {
  const size = { width: 640, height: 360 };
  const packets = await encoded(size, 15, bitrate);
  const bytes = packets.reduce((sum, { data }) => sum + data.byteLength, 0);
  const source = new EncodedVideoPacketSource('vp8');
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  output.addVideoTrack(source);
  await output.start();
  let at = 0;
  for (let sent = 0; sent < filmBytes; sent += bytes) {
    for (const { data, type } of packets)
      await source.add(new EncodedPacket(data, type, at++ / 30, 1 / 30), {
        decoderConfig: { codec: 'vp8', codedWidth: size.width, codedHeight: size.height },
      });
  }
  await output.finalize();
  const film = output.target.buffer;
  await fetch('/film', { method: 'PUT', body: film });
  return film.byteLength;
}

async function encoded({ width, height }, frames, bitrate) {
  const packets = [];
  const encoder = new VideoEncoder({
    output: (chunk) => {
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      packets.push({ data, type: chunk.type });
    },
    error: (error) => reportError(error),
  });
  encoder.configure({ codec: 'vp8', width, height, bitrate, framerate: 30 });
  const pixels = new Uint8Array(width * height * 4);
  for (let frame = 0; frame < frames; frame++) {
    for (let from = 0; from < pixels.length; from += 65_536) crypto.getRandomValues(pixels.subarray(from, from + 65_536));
    const picture = new VideoFrame(pixels, { format: 'RGBX', codedWidth: width, codedHeight: height, timestamp: (frame * 1e6) / 30 });
    encoder.encode(picture, { keyFrame: frame === 0 });
    picture.close();
  }
  await encoder.flush();
  encoder.close();
  return packets;
}

async function inOrder(times, action) {
  const results = [];
  for (let time = 0; time < times; time++) results.push(await action(time));
  return results;
}

/** @param core the built modules */
export function createWorkBench({ createVideoQueue, memoryStorage }) {
  const film = (id) => ({
    version: 1,
    id,
    taskId: 't',
    status: 'succeeded',
    model: 'm',
    prompt: 'p',
    providerId: 'generic',
    draft: { model: 'm', prompt: 'p' },
    createdAt: 1e12,
    updatedAt: 1e12,
    endedAt: 1e12,
    deadlineAt: 4e12,
    idempotencyKey: id,
    outputs: [{ url: `${location.origin}/film` }],
  });

  /**
   * Longest standstill of the main thread while a video is fetched and stored, while its picture is made after that, and while nothing is
   * done for as long.
   */
  async function storing(times) {
    const bytes = await makeFilm();
    const queue = createVideoQueue({ baseUrl: location.origin, name: 'storing' });
    await queue.ready;
    const keptOf = (id) => queue.tasks.get().find((task) => task.id === id)?.outputs[0]?.kept;
    const once = async (id) => {
      await queue.import({ format: 'voxreel-video-history', version: 1, exportedAt: 0, tasks: [film(id)] });
      const thread = watchThread();
      const started = performance.now();
      let stored;
      const undo = queue.tasks.subscribe(() => {
        if (keptOf(id)) stored ??= { ms: performance.now() - started, longestMs: thread.longest() };
      });
      await queue.results.keep(id);
      const pictured = { ms: performance.now() - started - stored.ms, longestMs: thread.longest() };
      undo();
      await new Promise((resolve) => setTimeout(resolve, stored.ms));
      const idle = { ms: stored.ms, longestMs: thread.longest() };
      thread.close();
      const file = await queue.results.file(id);
      if (file?.size !== bytes) throw new Error(`${file?.size} bytes were kept, not ${bytes}.`);
      await queue.results.clear();
      return { stored, pictured, idle };
    };
    // The first loads and compiles the code that keeps.
    const [, ...runs] = await inOrder(times + 1, (run) => once(`film${run}`));
    queue.close();
    const told = (key) => ({
      ms: median(runs.map((run) => run[key].ms)),
      longestMs: median(runs.map((run) => run[key].longestMs)),
      worstMs: Math.max(...runs.map((run) => run[key].longestMs)),
    });
    return { megabytes: bytes / 1e6, stored: told('stored'), pictured: told('pictured'), idle: told('idle') };
  }

  /** A submit over a bare request with the same body, answered by the same server. */
  async function submitting(pairs) {
    const draft = { model: 'bench', prompt: 'a heron crosses the lake at dawn', duration: 5, seed: 7, width: 1280, height: 720 };
    const body = JSON.stringify({ ...draft, size: '1280x720' });
    const headers = { 'Content-Type': 'application/json' };
    const bare = async () => (await (await fetch('/v1/video/generations', { method: 'POST', headers, body })).json()).task_id;
    const compared = async (storage) => {
      const queue = createVideoQueue({ baseUrl: location.origin, name: 'submitting', storage, poll: { firstMs: 1e9 } });
      await queue.ready;
      const { baseMs, otherMs, ratio } = await awaitedInTurn(bare, () => queue.submit(draft), { pairs, warm: 10 });
      queue.close();
      return { base: baseMs, value: otherMs, ratio };
    };
    return { bare: await compared(memoryStorage()), durable: await compared(undefined) };
  }

  return { storing, submitting };
}
