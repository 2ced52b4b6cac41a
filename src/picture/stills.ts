// Input images as moments of the video: fitted, slowly zoomed, and dissolved into what comes before and after.
import { clamp, mix, sample, step } from './noise.js';
import type { Canvas, Setting } from './canvas.js';
import type { Rgb } from './color.js';

/** RGBA, 0 to 255, rows from above. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}

/** An image the video shows whole at `phase` (0 the first frame, 1 the last). */
export interface Still {
  readonly pixels: Pixels;
  readonly phase: number;
}

/** Lays the still that belongs to this moment over the scene, as far as it has not dissolved. */
export type StillPainter = (canvas: Canvas, phase: number) => void;

/** Share of the video in which a still stands alone, and until which it has dissolved, on either side of its phase. */
const stays = 0.1;
const gone = 0.42;

export function createStills(setting: Setting, stills: readonly Still[]): StillPainter {
  if (stills.length === 0) return () => undefined;
  const reach = stills.length > 1 ? gone / Math.max(1, (stills.length - 1) * 0.75) : gone;
  return (canvas, phase) => {
    for (const still of stills) {
      const off = (phase - still.phase) / reach;
      const presence = 1 - step((stays / gone) * 0.8, 1, Math.abs(off));
      if (presence > 0) layStill({ setting, canvas, pixels: still.pixels, zoom: 1 + 0.12 * setting.motion * Math.abs(off), presence });
    }
  };
}

interface Laying {
  readonly setting: Setting;
  readonly canvas: Canvas;
  readonly pixels: Pixels;
  readonly zoom: number;
  /** 1 whole, 0 gone. */
  readonly presence: number;
}

/** Covers the frame, middle on middle. It goes spot by spot, as paint does that runs, not all at once. */
function layStill({ setting, canvas, pixels, zoom, presence }: Laying): void {
  const { width, height, rgb } = canvas;
  const scale = Math.max(width / pixels.width, height / pixels.height) * zoom;
  const threshold = 1.25 - presence * 1.5;
  for (let y = 0; y < height; y += 1) {
    const v = clamp((y + 0.5 - height / 2) / scale + pixels.height / 2 - 0.5, 0, pixels.height - 1);
    const row = Math.floor(v);
    const below = Math.min(pixels.height - 1, row + 1);
    for (let x = 0, target = y * width * 3; x < width; x += 1, target += 3) {
      const alpha =
        presence >= 1
          ? 1
          : step(threshold - 0.25, threshold + 0.25, sample(setting.soft, (x / setting.unit) * 34, (y / setting.unit) * 34));
      if (alpha <= 0) continue;
      const u = clamp((x + 0.5 - width / 2) / scale + pixels.width / 2 - 0.5, 0, pixels.width - 1);
      const column = Math.floor(u);
      const next = Math.min(pixels.width - 1, column + 1);
      for (let channel = 0; channel < 3; channel += 1) {
        const top = mix(at(pixels, column, row, channel), at(pixels, next, row, channel), u - column);
        const bottom = mix(at(pixels, column, below, channel), at(pixels, next, below, channel), u - column);
        const old = rgb[target + channel] ?? 0;
        rgb[target + channel] = old + (mix(top, bottom, v - row) - old) * alpha;
      }
    }
  }
}

const at = ({ data, width }: Pixels, x: number, y: number, channel: number): number => data[(y * width + x) * 4 + channel] ?? 0;

/** The mean color of an image. */
export function meanColor(pixels: Pixels): Rgb {
  const stride = Math.max(1, Math.floor((pixels.width * pixels.height) / 4096)) * 4;
  const sums = [0, 0, 0];
  let count = 0;
  for (let index = 0; index + 3 < pixels.data.length; index += stride, count += 1)
    for (let channel = 0; channel < 3; channel += 1) sums[channel] = (sums[channel] ?? 0) + (pixels.data[index + channel] ?? 0);
  return [(sums[0] ?? 0) / count, (sums[1] ?? 0) / count, (sums[2] ?? 0) / count];
}
