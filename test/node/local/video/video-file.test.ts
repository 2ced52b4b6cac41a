// The files themselves: exact structure, sound, input images, and every metadata key seen in the picture.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';

import encodeJpeg, { init as initJpeg } from '@jsquash/jpeg/encode.js';
import encodePng, { init as initPng } from '@jsquash/png/encode.js';
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js';

import { compileWasm } from '../../../../src/local/video/wasm-file.js';
import { difference, keyFramePixels, readVideo } from './video-file.js';
import { openStudio } from './studio-client.js';
import type { AddressInfo } from 'node:net';
import type { StudioClient } from './studio-client.js';

let studio: StudioClient;
before(() => {
  studio = openStudio();
});
after(() => studio.close());

const fileOf = async (change: Record<string, unknown>) => readVideo(await studio.bytes((await studio.make(change))['url']));

async function framesOf(change: Record<string, unknown>): Promise<{ first: Uint8ClampedArray; last: Uint8ClampedArray }> {
  const { packets } = await fileOf({ size: '64x36', duration: 1, ...change });
  const pixels = async (index: number) => keyFramePixels(packets.at(index)?.data ?? new Uint8Array());
  return { first: await pixels(0), last: await pixels(-1) };
}

describe('the file', () => {
  for (const [size, fps, duration] of [
    ['64x36', 24, 1],
    ['63x35', 10, 1.5],
    ['36x64', 30, 0.5],
    ['48x32', 1, 3],
  ] as const) {
    it(`is WebM of exactly ${size}, ${fps} frames a second, ${duration} s`, async () => {
      const video = await fileOf({ size, fps, duration });
      assert.deepEqual(
        [`${video.width}x${video.height}`, video.codec, video.packets.length, video.audio],
        [size, 'vp8', fps * duration, undefined],
      );
      assert.ok(Math.abs(video.durationS - duration) < 0.002);
      assert.ok(video.packets.every((packet, index) => packet.type === 'key' && Math.abs(packet.timestamp - index / fps) < 0.001));
      assert.match(video.mimeType, /^video\/webm/);
    });
  }

  it('carries Opus sound as long as the picture when bgm is true, the same for the same seed', async () => {
    const make = (change: Record<string, unknown> = {}) =>
      studio.make({ model: 'vidu-2', duration: 2, metadata: { bgm: true }, ...change });
    const bytes = await studio.bytes((await make())['url']);
    const { audio } = await readVideo(bytes);
    assert.deepEqual([audio?.codec, audio?.channels, audio?.sampleRateHz, audio?.packets.length], ['opus', 2, 48_000, 100]);
    assert.ok(Math.abs((audio?.durationS ?? 0) - 2) < 0.03);
    const sound = audio?.packets.reduce((sum, packet) => sum + packet.byteLength, 0) ?? 0;
    assert.ok(sound > 8000, `${sound} bytes of sound are silence`);
    assert.deepEqual(await studio.bytes((await make())['url']), bytes);
    assert.equal((await readVideo(await studio.bytes((await make({ metadata: { bgm: false } }))['url']))).audio, undefined);
  });

  it('is MP4 with H.264 when asked, equal for equal requests', async () => {
    const change = { model: 'vidu-2', size: '64x36', fps: 12, duration: 1, response_format: 'mp4', metadata: { bgm: true } };
    const done = await studio.make(change);
    const bytes = await studio.bytes(done['url']);
    const video = await readVideo(bytes);
    assert.deepEqual(
      [done['format'], video.codec, video.width, video.height, video.packets.length, video.audio?.codec],
      ['mp4', 'avc', 64, 36, 12, 'opus'],
    );
    assert.ok(Math.abs(video.durationS - 1) < 0.03);
    assert.equal((await studio.file(done['url'])).headers.get('content-type'), 'video/mp4');
    assert.deepEqual(await studio.bytes((await studio.make(change))['url']), bytes);
    const header = Buffer.from(bytes).indexOf('mvhd');
    assert.deepEqual([...bytes.subarray(header + 8, header + 16)], [0, 0, 0, 0, 0, 0, 0, 0], 'it tells when it was made');
  });
});

describe('metadata in the picture', () => {
  const seen: [string, Record<string, unknown>, Record<string, unknown>][] = [
    [
      'negative_prompt (group A)',
      { model: 'kling-v1', metadata: {} },
      { model: 'kling-v1', metadata: { negative_prompt: 'lake, clouds' } },
    ],
    [
      'movement_amplitude (group C)',
      { model: 'vidu-2', metadata: { movement_amplitude: 'small' } },
      { model: 'vidu-2', metadata: { movement_amplitude: 'large' } },
    ],
    ['style', { metadata: {} }, { metadata: { style: 'noir' } }],
    ['quality_level', { metadata: {} }, { metadata: { quality_level: 'draft' } }],
    [
      'seed (group A)',
      { model: 'kling-v1', seed: undefined, metadata: { seed: 1 } },
      { model: 'kling-v1', seed: undefined, metadata: { seed: 2 } },
    ],
    ['prompt', { prompt: 'a lake' }, { prompt: 'a city at night' }],
  ];
  for (const [name, one, other] of seen) {
    it(`${name} changes it`, async () => {
      const [a, b] = [await framesOf(one), await framesOf(other)];
      assert.ok(difference(a.first, b.first) > 1, `${difference(a.first, b.first)}`);
    });
  }
});

describe('input images', () => {
  const red = {
    width: 40,
    height: 40,
    data: new Uint8ClampedArray(Array.from({ length: 1600 }, () => [210, 30, 40, 255]).flat()),
  } as ImageData;
  const blue = {
    width: 20,
    height: 60,
    data: new Uint8ClampedArray(Array.from({ length: 1200 }, () => [20, 60, 210, 255]).flat()),
  } as ImageData;
  let png: Buffer;
  let jpeg: Buffer;
  let webp: Buffer;
  before(async () => {
    await initPng(await compileWasm('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
    await initJpeg(await compileWasm('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm'));
    await initWebp(await compileWasm('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));
    png = Buffer.from(await encodePng(red));
    jpeg = Buffer.from(await encodeJpeg(red));
    webp = Buffer.from(await encodeWebp(blue, { lossless: 1 }));
  });

  const looks = (pixels: Uint8ClampedArray, channel: number) => {
    const at = (18 * 64 + 32) * 4;
    const color = [...pixels.subarray(at, at + 3)];
    assert.equal(color.indexOf(Math.max(...color)), channel, String(color));
    assert.ok((color[channel] ?? 0) > 150 && Math.min(...color) < 90, String(color));
  };

  it('as data URL or raw Base64, PNG, JPEG or WebP, begin the video', async () => {
    looks((await framesOf({ image: `data:image/png;base64,${png.toString('base64')}` })).first, 0);
    looks((await framesOf({ image: jpeg.toString('base64') })).first, 0);
    looks((await framesOf({ image: webp.toString('base64') })).first, 2);
  });

  it('leave the last frame to the scene', async () => {
    const { first, last } = await framesOf({ image: png.toString('base64') });
    assert.ok(difference(first, last) > 15);
  });

  it('image_tail ends it (group A)', async () => {
    const { first, last } = await framesOf({
      model: 'kling-v1',
      image: png.toString('base64'),
      metadata: { image_tail: webp.toString('base64') },
    });
    looks(first, 0);
    looks(last, 2);
  });

  it('image_urls are shown in turn (group B)', async () => {
    const { first, last } = await framesOf({
      model: 'jimeng-2',
      metadata: { image_urls: [webp.toString('base64'), png.toString('base64')] },
    });
    looks(first, 2);
    looks(last, 0);
  });

  it('by an address of this machine; one that does not answer fails the task', async () => {
    const server = createServer((request, response) => (request.url === '/red.png' ? response.end(png) : response.writeHead(404).end()));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    looks((await framesOf({ image: `http://127.0.0.1:${port}/red.png` })).first, 0);
    const failed = await studio.make({ image: `http://127.0.0.1:${port}/gone.png` });
    server.close();
    const error = failed['error'] as Record<string, unknown>;
    assert.deepEqual([failed['status'], failed['url'], error['code'], error['param']], ['failed', undefined, 'image_unreachable', 'image']);
  });

  it('that break off in the middle fail the task', async () => {
    const failed = await studio.make({ image: png.subarray(0, 60).toString('base64') });
    assert.deepEqual([failed['status'], (failed['error'] as Record<string, unknown>)['code']], ['failed', 'invalid_image']);
  });
});
