// Videos made in the browser: what is asked for is what comes, with no service at all.
import { expect } from '@open-wc/testing';
import { createVideoQueue, isVoxreelError, memoryStorage } from 'voxreel';
import type { VideoDraft, VideoProvider, VideoQueue, VideoQueueOptions } from 'voxreel';

import type { VideoTask } from '../../../../src/core/video/queue/video-queue.js';
import { until } from '../video/until.js';
import { strictFrame } from '../../strict-frame.js';

const draft: VideoDraft = {
  model: 'on-device',
  prompt: 'a heron over water at dusk',
  width: 160,
  height: 90,
  fps: 12,
  duration: 1,
  seed: 7,
};

/** What the file says of itself, and the pixels of one moment. */
async function played(url: string, atS = 0.5) {
  const video = document.createElement('video');
  video.muted = true;
  video.src = url;
  await new Promise((resolve, reject) => {
    video.addEventListener('loadeddata', resolve, { once: true });
    video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true });
  });
  const sought = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
  video.currentTime = atS;
  await sought;
  const { videoWidth: width, videoHeight: height, duration } = video;
  const pen = new OffscreenCanvas(width, height).getContext('2d');
  const drawn = () => {
    pen?.drawImage(video, 0, 0);
    return pen?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
  };
  let pixels = drawn();
  // Sought is not yet painted: until then nothing is drawn at all.
  while (pixels[3] === 0) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    pixels = drawn();
  }
  return { width, height, duration, pixels };
}

/** Mean difference of two pictures, 0 to 255. */
const difference = (one: Uint8ClampedArray, other: Uint8ClampedArray) =>
  one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? 0)), 0) / one.length;

/** As after a reload: nothing is remembered. */
let loads = 0;
async function freshProvider(): Promise<VideoProvider> {
  const module = (await import(new URL(`../../../../src/core/on-device/on-device.ts?load=${loads++}`, import.meta.url).href)) as {
    onDevice: VideoProvider;
  };
  return module.onDevice;
}

/** A page without it, until the returned undo. */
function without(holder: object, name: string): () => void {
  const own = Object.getOwnPropertyDescriptor(holder, name);
  Object.defineProperty(holder, name, { value: undefined, configurable: true, writable: true });
  return () => (own === undefined ? Reflect.deleteProperty(holder, name) : Object.defineProperty(holder, name, own));
}

async function colored(color: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(320, 180);
  const pen = canvas.getContext('2d');
  if (pen) pen.fillStyle = color;
  pen?.fillRect(0, 0, 320, 180);
  return canvas.convertToBlob();
}

describe('on-device', () => {
  const open: VideoQueue[] = [];
  const undo: (() => void)[] = [];
  const queueOf = (options: Partial<VideoQueueOptions> = {}) => {
    const queue = createVideoQueue({
      baseUrl: 'https://unreachable.invalid',
      headers: () => Promise.reject(new Error('Headers were asked for.')),
      fetch: () => Promise.reject(new Error('A request left the page.')),
      storage: memoryStorage<VideoTask>(),
      ...options,
    });
    open.push(queue);
    return queue;
  };
  const made = async (more: Partial<VideoDraft> = {}, queue = queueOf()) => {
    const { id } = await queue.submit({ ...draft, ...more });
    return until(queue, (task) => task.id === id && task.status !== 'processing' && task.status !== 'submitting');
  };
  const seen = async (more: Partial<VideoDraft> = {}, atS?: number, queue?: VideoQueue) => {
    const { outputs, error } = await made(more, queue);
    expect(error?.message).to.equal(undefined);
    return played(String(outputs[0]?.url), atS);
  };
  const refusal = async (more: Partial<VideoDraft>) => {
    const error: unknown = await queueOf()
      .submit({ ...draft, ...more })
      .catch((cause: unknown) => cause);
    return isVoxreelError(error) ? [error.code, error.param] : error;
  };
  afterEach(() => {
    for (const queue of open.splice(0)) queue.close();
    for (const restore of undo.splice(0)) restore();
  });

  it('makes a video without any service', async () => {
    const task = await made({ prompt: 'a heron over water at dusk', metadata: { style: 'noir', negative_prompt: 'birds' } });
    expect(task.error?.message).to.equal(undefined);
    const [output] = task.outputs;
    expect(output).to.include({ format: 'webm', width: 160, height: 90, fps: 12, duration: 1, seed: 7 });
    const video = await played(String(output?.url));
    expect([video.width, video.height]).to.deep.equal([160, 90]);
    expect(video.duration).to.be.closeTo(1, 0.05);
    expect(new Set(video.pixels).size).to.be.above(30);
  });

  it('makes one while the browser is offline', async () => {
    Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
    undo.push(() => Reflect.deleteProperty(navigator, 'onLine'));
    expect((await made()).status).to.equal('succeeded');
  });

  it('makes the same pictures for the same seed, and others for another', async () => {
    const [one, same, other] = [await seen(), await seen(), await seen({ seed: 8 })];
    expect(difference(one.pixels, same.pixels)).to.be.below(1);
    expect(difference(one.pixels, other.pixels)).to.be.above(5);
  });

  it('makes the same again by `resubmit` when the one before had to make room', async () => {
    const { outputs } = await made();
    const queue = queueOf({ keepResults: { maxBytes: 1.5 * (outputs[0]?.kept?.bytes ?? 0) } });
    const first = await made({}, queue);
    const before = await played(String(first.outputs[0]?.url));
    await made({ seed: 8 }, queue);
    const gone = await until(queue, (task) => task.id === first.id && task.outputs[0]?.kept === undefined);
    expect([gone.outputs[0]?.url, gone.error?.code]).to.deep.equal(['', 'expired']);
    const { id } = await queue.resubmit(gone.id);
    const again = await until(queue, (task) => task.id === id && task.status === 'succeeded');
    expect([again.seed, again.parentId]).to.deep.equal([7, gone.id]);
    expect(difference(before.pixels, (await played(String(again.outputs[0]?.url))).pixels)).to.be.below(1);
  });

  it('makes several, each with the next seed', async () => {
    const { outputs } = await made({ n: 2, duration: 0.5 });
    expect(outputs.map(({ seed }) => seed)).to.deep.equal([7, 8]);
    expect(new Set(outputs.map(({ url }) => url)).size).to.equal(2);
  });

  it('begins and ends with the frames it is given', async () => {
    const frames = { image: await colored('rgb(220, 30, 30)'), lastImage: await colored('rgb(30, 30, 220)') };
    const { outputs } = await made(frames);
    const [red = 0, , blue = 0] = (await played(String(outputs[0]?.url), 0.01)).pixels;
    expect(red).to.be.above(blue + 80);
    const [lateRed = 0, , lateBlue = 0] = (await played(String(outputs[0]?.url), 0.99)).pixels;
    expect(lateBlue).to.be.above(lateRed + 80);
  });

  it('tells how far it is', async () => {
    const queue = queueOf();
    const told = new Set<number | undefined>();
    queue.tasks.subscribe(([task]) => task?.status === 'processing' && told.add(task.progress));
    await made({ width: 320, height: 180, fps: 24, duration: 6 }, queue);
    expect([...told].some((progress) => progress !== undefined && progress > 0 && progress < 1)).to.equal(true);
  });

  it('makes it again, the same, when the page was closed meanwhile', async () => {
    const storage = memoryStorage<VideoTask>();
    const before = queueOf({ storage, providers: [await freshProvider()] });
    await before.submit(draft);
    before.close();
    const after = queueOf({ storage, providers: [await freshProvider()] });
    const { outputs } = await until(after, ({ status }) => status === 'succeeded');
    expect(difference((await played(String(outputs[0]?.url))).pixels, (await seen()).pixels)).to.be.below(1);
  });

  it('does not leave out a frame that is gone, and takes one that is still available', async () => {
    const { signal } = new AbortController();
    const created = await (
      await freshProvider()
    ).service?.create({ ...draft, image: 'data:image/png;base64,AQID' }, { idempotencyKey: 'k', signal });
    const { service } = await freshProvider();
    const lost = await service?.query(String(created?.taskId), { draft, signal });
    expect([lost?.status, lost?.error?.param]).to.deep.equal(['failed', 'image']);
    const found = await service?.query(String(created?.taskId), { draft: { ...draft, image: await colored('red') }, signal });
    expect(found?.status).to.equal('processing');
  });

  it('answers a repeated key as the first time', async () => {
    const { signal } = new AbortController();
    const { service } = await freshProvider();
    const ask = () => service?.create(draft, { idempotencyKey: 'same', signal });
    expect(await ask()).to.deep.equal(await ask());
  });

  it('stops when nobody wants it any more, and goes on to the next', async () => {
    const provider = await freshProvider();
    const long = { ...draft, width: 320, height: 180, duration: 10 };
    const ask = (signal: AbortSignal) => provider.service?.query('long', { draft: long, signal });
    const [first, second] = [new AbortController(), new AbortController()];
    await ask(first.signal);
    first.abort();
    expect((await made({ duration: 0.5 }, queueOf({ providers: [provider] }))).status).to.equal('succeeded');
    expect(await ask(second.signal)).to.include({ status: 'processing', progress: 0 });
    second.abort();
  });

  it('makes it on the page in slices where there can be no worker', async () => {
    undo.push(without(globalThis, 'Worker'));
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    undo.push(() => clearInterval(timer));
    const provider = await freshProvider();
    const inSlices = await seen({ width: 320, height: 180 }, 0.5, queueOf({ providers: [provider] }));
    expect(turns).to.be.above(3);
    for (const restore of undo.splice(0)) restore();
    expect(difference(inSlices.pixels, (await seen({ width: 320, height: 180 })).pixels)).to.be.below(1);
  });

  it('makes MP4 where the browser can, and says so where it cannot', async () => {
    const { supported } = await VideoEncoder.isConfigSupported({ codec: 'avc1.42001f', width: 160, height: 90 });
    const { outputs, error } = await made({ responseFormat: 'mp4' });
    if (supported) expect(outputs[0]?.format).to.equal('mp4');
    else expect([error?.code, error?.param]).to.deep.equal(['unsupported', 'responseFormat']);
  });

  it('says in words what a browser without WebCodecs lacks', async () => {
    undo.push(without(globalThis, 'VideoEncoder'));
    const { status, error } = await made({}, queueOf({ providers: [await freshProvider()] }));
    expect([status, error?.code]).to.deep.equal(['failed', 'unsupported']);
    expect(error?.message).to.contain('WebCodecs');
  });

  it('refuses by its field what it cannot make, before anything is written', async () => {
    expect(await refusal({ width: 8, height: 90 })).to.deep.equal(['invalid_input', 'width']);
    expect(await refusal({ responseFormat: 'gif' })).to.deep.equal(['invalid_input', 'responseFormat']);
    expect(await refusal({ responseFormat: 'mp4', height: 91 })).to.deep.equal(['invalid_input', 'height']);
    expect(await refusal({ width: 1920, height: 1080, duration: 60, fps: 60 })).to.deep.equal(['invalid_input', 'duration']);
    expect(await refusal({ metadata: { movement_amplitude: 'wild' } })).to.deep.equal(['invalid_input', 'metadata.movement_amplitude']);
  });

  it('lives under a strict content policy, in its worker, without one violation', async () => {
    const frame = strictFrame(new URL('on-device-strict-page.ts', import.meta.url));
    const told = new Promise<unknown>((resolve) =>
      addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data), { once: true }),
    );
    document.body.append(frame);
    expect(await told).to.deep.equal({ violations: [], status: 'succeeded', workers: 1 });
    frame.remove();
  });
});
