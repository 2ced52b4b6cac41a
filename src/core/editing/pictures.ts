// The pictures of an edit, one after another: cut out, scaled, with the captions burned in.
import type { VideoSample } from 'mediabunny';

import { VoxreelError } from '../errors.js';
import { createCaptions } from './captions.js';
import type { Clip } from './clip.js';
import { invalid } from './edit.js';
import type { Cut } from './edit.js';
import type { Media } from './media.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Picture {
  readonly canvas: OffscreenCanvas;
  readonly pen: OffscreenCanvasRenderingContext2D;
}

/** Which frames there are, and their size. */
export interface Shots {
  readonly count: number;
  readonly fps: number;
  readonly width: number;
  readonly height: number;
  /** Each picture replaces the one before it on the same canvas. */
  pictures(): AsyncGenerator<Picture>;
}

/** The trim within the source. Throws `invalid_input` where nothing is left. */
export function spanOf(clip: Clip, cut: Cut): { readonly startS: number; readonly endS: number } {
  const endS = Math.min(cut.endS, clip.durationS);
  // Of the last frame something must be left.
  if (cut.startS > endS - 0.5 / clip.fps)
    throw invalid('trim', `trim begins after the end: the video takes ${clip.durationS.toFixed(2)} s.`);
  return { startS: cut.startS, endS };
}

/** H.264 needs even sides. */
const even = (side: number) => Math.max(2, Math.round(side / 2) * 2);

export function cropBox({ width, height }: Pick<Clip, 'width' | 'height'>, crop: Cut['crop']): Box {
  if (crop === undefined) return { x: 0, y: 0, width, height };
  const size = { width: Math.min(width, height * crop.ratio), height: Math.min(height, width / crop.ratio) };
  return { ...size, x: (width - size.width) * crop.x, y: (height - size.height) * crop.y };
}

export function blankPicture(width: number, height: number): Picture {
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: false });
  if (pen === null) throw new VoxreelError('unsupported', 'This browser has no canvas to draw videos on.');
  return { canvas, pen };
}

interface Defaults {
  readonly maxWidth: number;
  readonly fps: number;
}

/** `defaults` are those of the format. Throws `invalid_input` (`trim`, `captions`). */
export function shotsOf(media: Media, clip: Clip, cut: Cut, defaults: Defaults): Shots {
  const { startS, endS } = spanOf(clip, cut);
  const fps = cut.fps ?? defaults.fps;
  const count = Math.max(1, Math.round(((endS - startS) / cut.speed) * fps));
  const moments = Array.from({ length: count }, (_, index) => startS + (index * cut.speed) / fps);
  return shotsAt(media, clip, cut, { moments, fps, maxWidth: defaults.maxWidth });
}

/** One, at `atS`. */
export function stillOf(media: Media, clip: Clip, cut: Cut): Shots {
  const atS = Math.min(cut.atS ?? cut.startS, Math.max(0, clip.durationS - 1 / clip.fps));
  return shotsAt(media, clip, cut, { moments: [atS], fps: clip.fps, maxWidth: clip.width });
}

interface Moments extends Defaults {
  /** Seconds from the beginning of the source. */
  readonly moments: readonly number[];
}

function shotsAt(media: Media, clip: Clip, cut: Cut, { moments, fps, maxWidth }: Moments): Shots {
  const box = cropBox(clip, cut.crop);
  const scale = Math.min(1, (cut.maxWidth ?? maxWidth) / box.width);
  const size = { width: even(box.width * scale), height: even(box.height * scale) };
  return {
    ...size,
    fps,
    count: moments.length,
    async *pictures() {
      const { canvas, pen } = blankPicture(size.width, size.height);
      const drawCaptions = createCaptions(pen, cut.captions, spanOf(clip, cut));
      let index = 0;
      for await (const sample of samplesOf(media, clip, moments)) {
        if (sample !== null) drawPart(sample, pen, box);
        sample?.close();
        drawCaptions(moments[index] ?? 0);
        yield { canvas, pen };
        index += 1;
      }
    },
  };
}

/** A little after each moment: what a file rounds must not show the frame before. */
const samplesOf = (media: Media, { video, startS, durationS, fps }: Clip, moments: readonly number[]) =>
  new media.VideoSampleSink(video).samplesAtTimestamps(moments.map((atS) => startS + Math.min(atS + 0.25 / fps, durationS)));

function drawPart(sample: VideoSample, pen: OffscreenCanvasRenderingContext2D, { x, y, width, height }: Box): void {
  sample.draw(pen, x, y, width, height, 0, 0, pen.canvas.width, pen.canvas.height);
}

/** All of each clip, fitted into the size of the first over black. */
export function joinedShots(media: Media, clips: readonly [Clip, ...Clip[]]): Shots {
  const [{ fps, ...first }] = clips;
  const [width, height] = [even(first.width), even(first.height)];
  const counts = clips.map(({ durationS }) => Math.max(1, Math.round(durationS * fps)));
  return {
    width,
    height,
    fps,
    count: counts.reduce((sum, count) => sum + count, 0),
    async *pictures() {
      const { canvas, pen } = blankPicture(width, height);
      for (const [at, clip] of clips.entries()) {
        const scale = Math.min(width / clip.width, height / clip.height);
        const [shownWidth, shownHeight] = [clip.width * scale, clip.height * scale];
        const moments = Array.from({ length: counts[at] ?? 0 }, (_, index) => index / fps);
        for await (const sample of samplesOf(media, clip, moments)) {
          if (sample !== null) {
            pen.clearRect(0, 0, width, height);
            sample.draw(pen, (width - shownWidth) / 2, (height - shownHeight) / 2, shownWidth, shownHeight);
            sample.close();
          }
          yield { canvas, pen };
        }
      }
    },
  };
}
