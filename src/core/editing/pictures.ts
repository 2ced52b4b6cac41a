// The pictures of an edit, one after another: cut out, scaled, with the captions burned in.
import type { VideoSample } from 'mediabunny';

import { createBrush, isEncodable, penOf } from './brush.js';
import type { Box } from './brush.js';
import { createCaptions } from './captions.js';
import type { Clip } from './clip.js';
import { invalid } from './edit.js';
import type { Cut } from './edit.js';
import type { Media } from './media.js';

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
  /** For an encoder, each to be closed: frames of the source, where nothing is drawn on them. Absent: it takes the pictures. */
  frames?(): AsyncGenerator<VideoSample>;
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
const even = (side: number, whole = Math.round) => Math.max(2, whole(side / 2) * 2);

interface Part {
  readonly from: Box;
  readonly width: number;
  readonly height: number;
}

/** What the new picture shows, and its size. Pixels that are not scaled stay what they are. */
function partOf(clip: Pick<Clip, 'width' | 'height'>, { crop, maxWidth }: Pick<Cut, 'crop' | 'maxWidth'>, most: number): Part {
  const { ratio, x, y } = crop ?? { ratio: clip.width / clip.height, x: 0.5, y: 0.5 };
  const cropped = { width: Math.min(clip.width, clip.height * ratio), height: Math.min(clip.height, clip.width / ratio) };
  const scale = Math.min(1, (maxWidth ?? most) / cropped.width);
  const round = scale < 1 ? Math.round : Math.floor;
  const size = { width: even(cropped.width * scale, round), height: even(cropped.height * scale, round) };
  const shown = scale < 1 ? cropped : size;
  const place = (side: number, part: number, share: number) => (scale < 1 ? (side - part) * share : Math.round((side - part) * share));
  return { ...size, from: { ...shown, x: place(clip.width, shown.width, x), y: place(clip.height, shown.height, y) } };
}

export function blankPicture(width: number, height: number): Picture {
  const pen = penOf({ width, height });
  return { canvas: pen.canvas, pen };
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
  const { from, ...size } = partOf(clip, cut, maxWidth);
  const whole = { x: 0, y: 0, ...size };
  async function* pictures() {
    const { canvas, pen } = blankPicture(size.width, size.height);
    const put = createBrush(pen);
    const drawCaptions = createCaptions(pen, cut.captions, spanOf(clip, cut));
    let index = 0;
    for await (const sample of samplesOf(media, clip, moments)) {
      if (sample !== null) await put(sample, from, whole).finally(() => sample.close());
      drawCaptions(moments[index] ?? 0);
      yield { canvas, pen };
      index += 1;
    }
  }
  const shots = { ...size, fps, count: moments.length, pictures };
  const isBare = size.width === clip.width && size.height === clip.height && cut.captions.length === 0;
  return isBare ? { ...shots, frames: () => bareFrames(media, clip, shots, moments) } : shots;
}

/** What was drawn, for an encoder. */
export async function* drawnFrames(media: Media, { fps, pictures }: Shots): AsyncGenerator<VideoSample> {
  let index = 0;
  for await (const { canvas } of pictures()) {
    yield new media.VideoSample(canvas, { timestamp: index / fps, duration: 1 / fps });
    index += 1;
  }
}

/** To draw a frame and read it again costs time and color. */
async function* bareFrames(media: Media, clip: Clip, shots: Shots, moments: readonly number[]): AsyncGenerator<VideoSample> {
  if (await hasEncodableFrames(media, clip)) yield* sourceFrames(media, clip, shots.fps, moments);
  else yield* drawnFrames(media, shots);
}

async function* sourceFrames(media: Media, clip: Clip, fps: number, moments: readonly number[]): AsyncGenerator<VideoSample> {
  let index = 0;
  for await (const sample of samplesOf(media, clip, moments)) {
    sample?.setTimestamp(index / fps);
    sample?.setDuration(1 / fps);
    if (sample !== null) yield sample;
    index += 1;
  }
}

async function hasEncodableFrames(media: Media, { video, startS }: Clip): Promise<boolean> {
  const sample = await new media.VideoSampleSink(video).getSample(startS);
  return sample !== null && isEncodable(sample).finally(() => sample.close());
}

/** A little after each moment: what a file rounds must not show the frame before. */
const samplesOf = (media: Media, { video, startS, durationS, fps }: Clip, moments: readonly number[]) =>
  new media.VideoSampleSink(video).samplesAtTimestamps(moments.map((atS) => startS + Math.min(atS + 0.25 / fps, durationS)));

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
      const put = createBrush(pen);
      for (const [at, clip] of clips.entries()) {
        const scale = Math.min(width / clip.width, height / clip.height);
        const shown = { width: clip.width * scale, height: clip.height * scale };
        const fitted = { ...shown, x: (width - shown.width) / 2, y: (height - shown.height) / 2 };
        const whole = { x: 0, y: 0, width: clip.width, height: clip.height };
        const moments = Array.from({ length: counts[at] ?? 0 }, (_, index) => index / fps);
        for await (const sample of samplesOf(media, clip, moments)) {
          if (sample !== null) {
            pen.clearRect(0, 0, width, height);
            await put(sample, whole, fitted).finally(() => sample.close());
          }
          yield { canvas, pen };
        }
      }
    },
  };
}
