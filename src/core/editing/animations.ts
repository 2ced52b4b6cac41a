// Files of pictures without sound: a still, a GIF, an animated WebP.
import { VoxreelError } from '../errors.js';
import { createAnimatedWebp } from './animated-webp.js';
import { invalid } from './edit.js';
import { createGif } from './gif.js';
import type { Animation } from './gif.js';
import type { MediaRun } from '../media-worker/media-run.js';
import { xmpOf } from './origin-tag.js';
import type { OriginTag } from './origin-tag.js';
import { withXmp } from './png-note.js';
import type { Picture, Shots } from './pictures.js';
import { step } from './write-video.js';

export const animationDefaults = { maxWidth: 480, fps: 12 };
/** Frames times width times height: a minute of 480x270 at 12. */
const mostPixels = 100_000_000;

export async function writeStill(shots: Shots, tag: OriginTag): Promise<Blob> {
  for await (const picture of shots.pictures()) {
    const png = await encoded(picture, 'image/png');
    return new Blob([withXmp(png, xmpOf(tag))], { type: 'image/png' });
  }
  throw invalid('atS', 'There is no picture at this moment.');
}

/** `plays`: 0 is forever. Throws `unsupported` (WebP) or `invalid_input` where it would be too large. */
export async function writeAnimation(
  format: 'gif' | 'webp',
  shots: Shots,
  { plays, tag }: { readonly plays: number; readonly tag: OriginTag },
  run: MediaRun,
): Promise<Blob> {
  const { width, height, count } = shots;
  if (count * width * height > mostPixels)
    throw invalid('trim', `${count} frames of ${width}x${height} are too many for a ${format}: trim it, or make it smaller.`);
  const file =
    format === 'gif'
      ? gifWriter({ width, height, plays, note: tag.text }, shots.fps)
      : webpWriter({ width, height, plays, note: xmpOf(tag) }, shots.fps);
  let index = 0;
  for await (const picture of shots.pictures()) {
    await step(run, index / count);
    await file.add(picture, index);
    index += 1;
  }
  return new Blob([file.finish()], { type: `image/${format}` });
}

/** How many units of time, of `perSecond`, frame `index` stands: what is rounded away is made up for by the next. */
const standing = (index: number, fps: number, perSecond: number) =>
  Math.round(((index + 1) * perSecond) / fps) - Math.round((index * perSecond) / fps);

interface FrameWriter {
  add(picture: Picture, index: number): Promise<void> | void;
  finish(): Uint8Array<ArrayBuffer>;
}

function gifWriter(animation: Animation, fps: number): FrameWriter {
  const gif = createGif(animation);
  return {
    add: ({ pen, canvas }: Picture, index: number) =>
      gif.add(pen.getImageData(0, 0, canvas.width, canvas.height).data, standing(index, fps, 100)),
    finish: gif.finish,
  };
}

function webpWriter(animation: Animation, fps: number): FrameWriter {
  const webp = createAnimatedWebp(animation);
  return {
    add: async (picture: Picture, index: number) => webp.add(await encoded(picture, 'image/webp'), standing(index, fps, 1000)),
    finish: webp.finish,
  };
}

async function encoded({ canvas }: Picture, type: string): Promise<Uint8Array> {
  const blob = await canvas.convertToBlob({ type, quality: 0.8 });
  // A browser that does not know the type makes a PNG.
  if (blob.type !== type)
    throw new VoxreelError('unsupported', 'This browser cannot encode WebP pictures: choose GIF.', { param: 'format' });
  return new Uint8Array(await blob.arrayBuffer());
}
