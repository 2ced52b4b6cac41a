// Editing on the device: what comes out is exactly what was asked for.
import { expect } from '@open-wc/testing';
import { editVideo, isVoxreelError, joinVideos } from 'voxreel';
import type { VideoEdit } from 'voxreel';

import { needing } from '../../../engines/lacks.js';
import { servedClip } from '../../served-clip.js';
import { grayOf, paintedClip, pitchOf, pixelAt, readsSound, seenIn, withShortFirstPacket } from './clips.js';
import type { Pixel, Seen, SeenFrame } from './clips.js';

const isRed = ([red, , blue]: Pixel) => red > 150 && blue < 90;
const isBlue = ([red, , blue]: Pixel) => blue > 150 && red < 90;
const grayIn = (frame: SeenFrame | undefined): number => frame?.at(0.5, 0.2)[1] ?? -1;

/** The median: an encoder may need a frame or two for it. */
const redIn = (frames: readonly SeenFrame[]): number =>
  frames.map((frame) => frame.at(0.2, 0.8)[0]).toSorted((one, other) => one - other)[Math.floor(frames.length / 2)] ?? -1;

/**
 * Tells which frame of a painted clip each is, by the nearest gray. Some browsers darken every color with each encoding: by as much as the
 * red, of which no frame of the clip has less than another.
 */
async function placesIn(source: Blob): Promise<(frames: readonly SeenFrame[]) => readonly number[]> {
  const { frames: known } = await seenIn(source);
  return (frames) => {
    const darkened = redIn(known) - redIn(frames);
    return frames.map((frame) => {
      const distances = known.map((one) => Math.abs(grayIn(one) - grayIn(frame) - darkened));
      return distances.indexOf(Math.min(...distances));
    });
  };
}

const textOf = async (file: Blob) => new TextDecoder('latin1').decode(await file.arrayBuffer());

async function refusal(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.catch((cause: unknown) => cause);
  return isVoxreelError(error) ? [error.code, error.param] : error;
}

/** The workers that are made until the test ends. */
function watchWorkers() {
  const workers: { ended: boolean }[] = [];
  const Own = window.Worker;
  window.Worker = class extends Own {
    readonly #seen = { ended: false };
    constructor(...given: ConstructorParameters<typeof Own>) {
      super(...given);
      workers.push(this.#seen);
    }
    override terminate() {
      this.#seen.ended = true;
      super.terminate();
    }
  };
  return { workers, undo: () => (window.Worker = Own) };
}

/** In seconds; `asIt` is where sound cannot be read. */
const lengthOf = (sound: Seen['sound'], asIt: number): number => (readsSound ? (sound?.samples.length ?? 0) / 48_000 : asIt);

describe('editVideo', () => {
  const undo: (() => void)[] = [];
  let clip: Blob;
  let placesOf: Awaited<ReturnType<typeof placesIn>>;
  before(async () => {
    clip = await paintedClip();
    placesOf = await placesIn(clip);
  });
  afterEach(() => {
    for (const one of undo.splice(0)) one();
  });
  const edited = async (edit: VideoEdit, source = clip) => seenIn(await editVideo(source, edit));

  for (const format of ['webm', 'mp4'] as const)
    it(`trims to the frame: ${format}`, async () => {
      const source = await paintedClip({ format });
      const { frames, durationS, sound, mimeType } = await edited({ trim: { startS: 0.3, endS: 0.8 } }, source);
      expect(frames.length).to.equal(15);
      const places = (await placesIn(source))(frames);
      expect([places[0], places.at(-1)]).to.deep.equal([9, 23]);
      expect(durationS).to.be.closeTo(0.5, 0.02);
      expect(lengthOf(sound, 0.5)).to.be.closeTo(0.5, 0.021);
      expect(mimeType).to.contain(`video/${format}`);
    });

  it('copies what it need not change, and takes the sound away', async () => {
    const before = await seenIn(clip);
    const after = await edited({ mute: true });
    expect(after.sound).to.equal(undefined);
    expect(after.packets).to.deep.equal(before.packets);
  });

  for (const speed of [0.5, 2])
    it(`plays at ${speed} times the speed with the same pitch`, async () => {
      const { frames, durationS, sound } = await edited({ speed });
      expect(durationS).to.be.closeTo(1 / speed, 0.04);
      expect(frames.length).to.equal(30 / speed);
      expect(placesOf(frames).at(-1)).to.be.closeTo(29, speed);
      expect(lengthOf(sound, 1 / speed)).to.be.closeTo(1 / speed, 0.021);
      if (readsSound) expect(sound && pitchOf(sound)).to.be.closeTo(440, 5);
    });

  it('crops to another shape, at the side that is asked for', async () => {
    const left = await edited({ crop: { aspectRatio: '9:16', x: 0 } });
    expect([left.width, left.height]).to.deep.equal([50, 90]);
    expect(isRed(left.frames[3]?.at(0.9, 0.8) ?? [0, 0, 0])).to.equal(true);
    const right = await edited({ crop: { aspectRatio: '9:16', x: 1 } });
    expect(isBlue(right.frames[3]?.at(0.1, 0.8) ?? [0, 0, 0])).to.equal(true);
    const wide = await edited({ crop: { aspectRatio: '4:1' }, maxWidth: 80 });
    expect([wide.width, wide.height]).to.deep.equal([80, 20]);
  });

  it('burns captions in for their time, legible on anything', async () => {
    const captions = [{ text: 'MMMM', startS: 0.2, endS: 0.6 }];
    const { frames, height } = await edited({ captions }, await paintedClip({ width: 320, height: 180 }));
    const bottom = (index: number) => {
      const row = Array.from({ length: 40 }, (_, at) => frames[index]?.at(0.4 + at / 200, 0.9 - 1 / height) ?? [0, 0, 0]);
      return { white: row.some((pixel) => Math.min(...pixel) > 180), dark: row.some((pixel) => Math.max(...pixel) < 110) };
    };
    expect(bottom(3)).to.deep.equal({ white: false, dark: false });
    expect(bottom(12)).to.deep.equal({ white: true, dark: true });
    expect(bottom(24)).to.deep.equal({ white: false, dark: false });
  });

  it('loops without a gap in picture or sound', async () => {
    const { frames, sound, durationS } = await edited({ trim: { endS: 0.5 }, loop: 3 });
    expect(placesOf(frames)).to.deep.equal([0, 1, 2].flatMap(() => Array.from({ length: 15 }, (_, index) => index)));
    expect(durationS).to.be.closeTo(1.5, 0.04);
    expect(lengthOf(sound, 1.5)).to.be.closeTo(1.5, 0.03);
  });

  for (const format of ['gif', 'webp'] as const)
    needing('image decoder', ...(format === 'webp' ? (['webp'] as const) : [])).it(
      `makes a moving ${format} of the asked length, speed and repetitions`,
      async () => {
        const file = await editVideo(clip, { format, fps: 10, loop: 2, maxWidth: 80 }, { model: 'acme-1' });
        expect(file.type).to.equal(`image/${format}`);
        const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type: file.type });
        await decoder.tracks.ready;
        await decoder.completed;
        expect([decoder.tracks.selectedTrack?.frameCount, decoder.tracks.selectedTrack?.repetitionCount]).to.deep.equal([10, 1]);
        let durationUs = 0;
        for (let frameIndex = 0; frameIndex < 10; frameIndex += 1) {
          const { image } = await decoder.decode({ frameIndex });
          durationUs += image.duration ?? 0;
          const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
          const pen = canvas.getContext('2d');
          pen?.drawImage(image, 0, 0);
          const pixels = pen?.getImageData(0, 0, canvas.width, canvas.height);
          expect([pixels?.width, pixels?.height]).to.deep.equal([80, 46]);
          expect(pixelAt(pixels, 0.5, 0.2)[1]).to.be.closeTo(grayOf(frameIndex * 3), 8);
          expect(isRed(pixelAt(pixels, 0.2, 0.8)) && isBlue(pixelAt(pixels, 0.8, 0.8))).to.equal(true);
          image.close();
        }
        expect(durationUs).to.equal(1_000_000);
        expect(await textOf(file)).to.contain('AI-generated with acme-1');
      },
    );

  it('makes a still of one moment, with the tag', async () => {
    const file = await editVideo(clip, { format: 'png', atS: 0.5 }, { model: 'acme <1>', createdAt: Date.UTC(2026, 0, 2) });
    const bitmap = await createImageBitmap(file);
    expect([bitmap.width, bitmap.height]).to.deep.equal([160, 90]);
    const pen = new OffscreenCanvas(160, 90).getContext('2d');
    pen?.drawImage(bitmap, 0, 0);
    expect(pixelAt(pen?.getImageData(0, 0, 160, 90), 0.5, 0.2)[1]).to.be.closeTo(grayOf(15), 4);
    const xmp = /<x:xmpmeta[^]*<\/x:xmpmeta>/.exec(await textOf(file))?.[0] ?? '';
    const document = new DOMParser().parseFromString(xmp, 'text/xml');
    expect(document.querySelector('parsererror')).to.equal(null);
    expect(document.documentElement.textContent).to.equal('AI-generated with acme <1>, 2026-01-02');
  });

  for (const format of ['webm', 'mp4'] as const)
    it(`tags what it makes, and keeps the tag of what was made: ${format}`, async () => {
      const once = await editVideo(await paintedClip({ format }), {}, { model: 'acme-1', createdAt: Date.UTC(2026, 0, 2) });
      expect((await seenIn(once)).comment).to.equal('AI-generated with acme-1, 2026-01-02');
      const again = await editVideo(once, { trim: { endS: 0.5 } });
      expect((await seenIn(again)).comment).to.equal('AI-generated with acme-1, 2026-01-02');
    });

  it('edits what the service makes, and writes the other format', async () => {
    const { frames, mimeType, sound } = await edited({ format: 'mp4', trim: { endS: 1 }, mute: !readsSound }, await servedClip('webm'));
    expect(mimeType).to.contain('video/mp4');
    expect(frames.length).to.equal(24);
    expect(lengthOf(sound, 1)).to.be.closeTo(1, 0.03);
  });

  it('refuses what cannot be, naming the field', async () => {
    const wrong: readonly [VideoEdit, string][] = [
      [{ trim: { startS: 2, endS: 1 } }, 'trim'],
      [{ trim: { startS: 5 } }, 'trim'],
      [{ trim: { startS: Number.NaN } }, 'trim'],
      [{ speed: 9 }, 'speed'],
      [{ loop: 1.5 }, 'loop'],
      [{ crop: { aspectRatio: 'wide' } }, 'crop'],
      [{ crop: { aspectRatio: '1:1', x: 2 } }, 'crop'],
      [{ captions: [{ text: 'a', startS: 2, endS: 1 }] }, 'captions'],
      [{ captions: 'too long '.repeat(200) }, 'captions'],
      [{ maxWidth: 4 }, 'maxWidth'],
      [{ fps: 0 }, 'fps'],
      [{ format: 'avi' as 'mp4' }, 'format'],
    ];
    for (const [edit, param] of wrong)
      expect(await refusal(editVideo(clip, edit)), JSON.stringify(edit)).to.deep.equal(['invalid_input', param]);
    expect(await refusal(editVideo(new Blob(['nothing']), {}))).to.deep.equal(['invalid_input', 'source']);
    expect(await refusal(joinVideos([]))).to.deep.equal(['invalid_input', 'sources']);
  });

  it('works in a worker, tells how far it is, and ends the worker', async () => {
    const { workers, undo: back } = watchWorkers();
    undo.push(back);
    const told: number[] = [];
    await editVideo(clip, { speed: 2 }, { onProgress: (done) => told.push(done) });
    expect(workers).to.deep.equal([{ ended: true }]);
    expect(told).to.deep.equal([...told].sort((one, other) => one - other));
    expect(told.some((done) => done > 0 && done < 1)).to.equal(true);
  });

  it('stops at once, and frees the worker', async () => {
    const { workers, undo: back } = watchWorkers();
    undo.push(back);
    const stop = new AbortController();
    const work = editVideo(clip, { speed: 0.25 }, { signal: stop.signal, onProgress: (done) => done > 0 && stop.abort() });
    expect(await refusal(work)).to.deep.equal(['aborted', undefined]);
    expect(workers).to.deep.equal([{ ended: true }]);
    expect(await refusal(editVideo(clip, {}, { signal: AbortSignal.abort() }))).to.deep.equal(['aborted', undefined]);
  });

  describe('where the page may have no worker', () => {
    beforeEach(() => {
      const Own = window.Worker;
      Object.defineProperty(window, 'Worker', { value: undefined, configurable: true, writable: true });
      undo.push(() => Object.defineProperty(window, 'Worker', { value: Own, configurable: true, writable: true }));
    });

    it('does the same on the page itself', async () => {
      const { frames } = await edited({ trim: { startS: 0.3, endS: 0.8 } });
      expect([frames.length, placesOf(frames)[0]]).to.deep.equal([15, 9]);
    });

    it('stops there too', async () => {
      const stop = new AbortController();
      const work = editVideo(clip, { speed: 0.25 }, { signal: stop.signal, onProgress: (done) => done > 0 && stop.abort() });
      expect(await refusal(work)).to.deep.equal(['aborted', undefined]);
    });

    const others: Readonly<Record<string, () => Promise<PlaneLayout[]>>> = {
      'refuses to convert': () => Promise.reject(new TypeError('RGBA is not supported.')),
      'copies planes as they are': async () => [0, 1, 2].map((offset) => ({ offset, stride: 1 })),
    };
    for (const [what, copyTo] of Object.entries(others))
      it(`draws frames that the browser ${what}`, async () => {
        const own = VideoFrame.prototype.copyTo;
        VideoFrame.prototype.copyTo = copyTo;
        undo.push(() => (VideoFrame.prototype.copyTo = own));
        const file = await editVideo(clip, { crop: { aspectRatio: '9:16', x: 1 } });
        VideoFrame.prototype.copyTo = own;
        expect(isBlue((await seenIn(file)).frames[3]?.at(0.1, 0.8) ?? [0, 0, 0])).to.equal(true);
      });

    it('refuses to read sound in WebKitGTK, which ends the page: without the sound it edits', async () => {
      const sounding = await paintedClip({ hz: 440 });
      undo.push(() => Reflect.deleteProperty(navigator, 'userAgent'));
      const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15';
      Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
      expect(await refusal(editVideo(sounding, { speed: 2 }))).to.deep.equal(['unsupported', 'mute']);
      const muted = await seenIn(await editVideo(sounding, { speed: 2, mute: true }));
      expect([muted.frames.length, muted.sound]).to.deep.equal([15, undefined]);
    });

    it('says what the browser cannot do', async () => {
      const Own = window.VideoEncoder;
      Object.defineProperty(window, 'VideoEncoder', { value: undefined, configurable: true, writable: true });
      undo.push(() => Object.defineProperty(window, 'VideoEncoder', { value: Own, configurable: true, writable: true }));
      expect(await refusal(editVideo(clip, { speed: 2 }))).to.deep.equal(['unsupported', undefined]);
    });
  });
});

describe('joinVideos', () => {
  it('joins three clips without encoding anything again, each frame and the sound in its place', async () => {
    const clips = [await paintedClip({ frames: 20 }), await paintedClip({ frames: 31 }), await paintedClip({ frames: 11 })];
    const parts = await Promise.all(clips.map(seenIn));
    const { frames, packets, sound, durationS } = await seenIn(await joinVideos(clips));
    expect(packets).to.deep.equal(parts.flatMap((part) => part.packets));
    for (const [index, { atS }] of frames.entries()) expect(atS).to.be.closeTo(index / 30, 0.001);
    expect(durationS).to.be.closeTo(62 / 30, 1 / 30);
    for (const [index, startS] of (sound?.startsS ?? []).entries()) if (index > 0) expect(startS).to.be.closeTo(index * 0.02, 0.008);
    expect(lengthOf(sound, 62 / 30)).to.be.closeTo(62 / 30, 1 / 30);
  });

  it('joins a clip that was edited with one that was not, without encoding anything again', async () => {
    const clip = await paintedClip();
    const clips = [await editVideo(clip, { trim: { endS: 0.5 }, mute: !readsSound }), clip];
    const parts = await Promise.all(clips.map(seenIn));
    const { packets } = await seenIn(await joinVideos(clips));
    expect(packets).to.deep.equal(parts.flatMap((part) => part.packets));
  });

  it('keeps the sound with the pictures where the first packet of sound is shorter, as in files that Firefox makes', async function () {
    if (!readsSound) this.skip();
    const clips = await Promise.all([40, 40].map(async (frames) => withShortFirstPacket(await paintedClip({ frames }))));
    const { sound } = await seenIn(await joinVideos(clips));
    for (const [index, startS] of (sound?.packetsS ?? []).entries()) expect(startS).to.be.closeTo(index * 0.02, 0.008);
    expect(sound?.packetsS.length).to.equal(Math.round(80 / 30 / 0.02));
  });

  it('fits clips of other sizes and formats into the first, and keeps silence where there is no sound', async () => {
    const clips = [await paintedClip({ format: 'mp4', frames: 15 }), await paintedClip({ width: 90, height: 160, frames: 15, hz: 0 })];
    const { width, height, frames, sound } = await seenIn(await joinVideos(clips));
    expect([width, height, frames.length]).to.deep.equal([160, 90, 30]);
    expect(Math.max(...(frames[20]?.at(0.05, 0.5) ?? [255]))).to.be.below(30);
    expect(isRed(frames[20]?.at(0.45, 0.8) ?? [0, 0, 0])).to.equal(true);
    const late = sound?.samples.subarray(48_000 * 0.6, 48_000 * 0.95) ?? new Float32Array([Number(readsSound)]);
    expect(Math.max(...late.map(Math.abs))).to.be.below(0.01);
    if (readsSound) expect(sound && Math.max(...sound.samples.subarray(4800, 9600))).to.be.above(0.3);
  });

  it('pads a clip without sound between two with some, without encoding anything again', async function () {
    if (!readsSound) this.skip();
    const clips = [await paintedClip({ frames: 15 }), await paintedClip({ frames: 15, hz: 0 }), await paintedClip({ frames: 15 })];
    const { sound } = await seenIn(await joinVideos(clips));
    const loudest = (fromS: number, toS: number) => Math.max(...(sound?.samples.subarray(fromS * 48_000, toS * 48_000) ?? [0]));
    expect(loudest(0.1, 0.4)).to.be.above(0.3);
    expect(loudest(0.6, 0.9)).to.be.below(0.05);
    expect(loudest(1.1, 1.4)).to.be.above(0.3);
  });
});
