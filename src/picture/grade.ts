// The last step: look, vignette, grain and dither, from light to bytes.
import { clamp } from './noise.js';
import type { Canvas, Setting } from './canvas.js';
import type { Rgb } from './color.js';

/** How the finished frame looks. 1 leaves as it is where a factor is meant. */
export interface Look {
  readonly saturation: number;
  readonly contrast: number;
  /** Multiplied into the frame. */
  readonly tint: Rgb;
  /** Greatest change of a pixel, of 255. */
  readonly grain: number;
  /** Darkening of the corners, 0 to 1. */
  readonly vignette: number;
  /** Steps a color has, 0 for all of them. */
  readonly levels: number;
  /** Side of the blocks the frame is painted in, in pixels; 1 for every pixel. */
  readonly block: number;
}

const plain: Look = { saturation: 1.06, contrast: 1.04, tint: [1, 1, 1], grain: 2.2, vignette: 0.26, levels: 0, block: 1 };

const styles: readonly (readonly [RegExp, Partial<Look>])[] = [
  [/noir|black.?and.?white|monochrome|b&w|黑白/i, { saturation: 0, contrast: 1.28, grain: 6, vignette: 0.5 }],
  [/vintage|retro|film|sepia|nostalg|复古|胶片/i, { saturation: 0.62, contrast: 0.93, tint: [1.08, 0.99, 0.84], grain: 9, vignette: 0.5 }],
  [/water.?colou?r|pastel|soft|水彩|粉彩/i, { saturation: 0.82, contrast: 0.86, tint: [1.05, 1.04, 1.03], grain: 5, vignette: 0.04 }],
  [/anime|cartoon|vivid|vibrant|动漫|卡通|鲜艳/i, { saturation: 1.42, contrast: 1.1, grain: 0.6, vignette: 0.1, levels: 22 }],
  [/poster|flat|vector|minimal|pop|海报|扁平/i, { saturation: 1.22, contrast: 1.16, grain: 0, vignette: 0, levels: 9 }],
  [/pixel|8.?bit|像素/i, { saturation: 1.25, contrast: 1.12, grain: 0, vignette: 0, levels: 14, block: 6 }],
  [/cyber|neon|synth|霓虹|赛博/i, { saturation: 1.35, contrast: 1.2, tint: [1.05, 0.9, 1.16], grain: 3, vignette: 0.42 }],
  [/oil|paint|impression|油画|印象/i, { saturation: 1.22, contrast: 1.1, grain: 7, vignette: 0.3, levels: 40 }],
  [/cinema|movie|dramatic|电影/i, { saturation: 0.9, contrast: 1.16, tint: [1.03, 1, 0.97], grain: 3.5, vignette: 0.55 }],
];

const qualities: readonly (readonly [RegExp, Partial<Look>])[] = [
  [/low|draft|fast|草稿|低/i, { block: 3, grain: 4 }],
  [/high|hd|ultra|best|pro|高/i, { grain: 1.2, contrast: 1.1, saturation: 1.12 }],
];

/** The look a style and a quality level name. What they do not name stays plain. */
export function createLook(style = '', quality = ''): Look {
  const named = styles.find(([pattern]) => pattern.test(style))?.[1];
  const level = qualities.find(([pattern]) => pattern.test(quality))?.[1];
  return { ...plain, ...level, ...named, ...(level?.block === undefined ? {} : { block: level.block }) };
}

export type Grader = (canvas: Canvas, frame: number, into: Uint8ClampedArray) => void;

/** Turns light into RGBA bytes. The grain is another one each frame, and the same for the same seed. */
export function createGrader(setting: Setting, look: Look): Grader {
  const { width, height } = setting;
  const random = setting.random('grain');
  const grading: Omit<Grading, 'canvas' | 'into'> = {
    saturation: look.saturation,
    corners: Float32Array.from({ length: width }, (_, x) => ((x + 0.5) / width - 0.5) ** 2 * look.vignette * 1.5),
    speckles: Float32Array.from({ length: speckleCount }, () => (random.next() + random.next() - 1) * 2 * Math.max(0.7, look.grain)),
    curves: [toneCurve(look, look.tint[0]), toneCurve(look, look.tint[1]), toneCurve(look, look.tint[2])],
  };
  return (canvas, frame, into) => {
    if (look.block > 1) coarsen(canvas, look.block);
    for (let y = 0; y < height; y += 1) {
      const offset = (Math.imul(frame * height + y, 7919) >>> 3) % (speckleCount / 2);
      const brightness = 1 - ((y + 0.5) / height - 0.5) ** 2 * look.vignette * 1.5;
      gradeRow({ ...grading, canvas, into }, y, offset, brightness);
    }
  };
}

const speckleCount = 16_384;
const curveLast = 1023;

interface Grading {
  readonly canvas: Canvas;
  readonly into: Uint8ClampedArray;
  readonly saturation: number;
  readonly corners: Float32Array;
  readonly speckles: Float32Array;
  readonly curves: readonly [Uint8Array, Uint8Array, Uint8Array];
}

function gradeRow(
  { canvas, into, saturation, corners, speckles, curves: [reds, greens, blues] }: Grading,
  y: number,
  offset: number,
  brightness: number,
): void {
  const { rgb, width } = canvas;
  const rest = 1 - saturation;
  for (let x = 0, source = y * width * 3, target = y * width * 4; x < width; x += 1, source += 3, target += 4) {
    const factor = (brightness - (corners[x] ?? 0)) * 2;
    const red = (rgb[source] ?? 0) * factor;
    const green = (rgb[source + 1] ?? 0) * factor;
    const blue = (rgb[source + 2] ?? 0) * factor;
    // Grain goes in before the curve, so that what is stored is a byte already.
    const base = (red * 0.3 + green * 0.59 + blue * 0.11) * rest + (speckles[(x + offset) & (speckleCount - 1)] ?? 0);
    into[target] = reds[Math.min(curveLast, Math.max(0, (base + red * saturation) | 0))] ?? 0;
    into[target + 1] = greens[Math.min(curveLast, Math.max(0, (base + green * saturation) | 0))] ?? 0;
    into[target + 2] = blues[Math.min(curveLast, Math.max(0, (base + blue * saturation) | 0))] ?? 0;
    into[target + 3] = 255;
  }
}

/** From half steps of light to 0 to 255: contrast around the middle, light beyond white rolled off gently. */
function toneCurve(look: Look, tint: number): Uint8Array {
  return Uint8Array.from({ length: curveLast + 1 }, (_, index) => {
    const value = (index / 2) * tint;
    const rolled = value <= 200 ? value : 200 + 55 * (1 - Math.exp(-(value - 200) / 62));
    const pushed = clamp((rolled / 255 - 0.5) * look.contrast + 0.5);
    return Math.round((look.levels === 0 ? pushed : Math.round(pushed * look.levels) / look.levels) * 255);
  });
}

function coarsen(canvas: Canvas, side: number): void {
  const { rgb, width, height } = canvas;
  for (let y = 0; y < height; y += 1) {
    const from = Math.min(height - 1, y - (y % side) + (side >> 1)) * width;
    for (let x = 0; x < width; x += 1) {
      const source = (from + Math.min(width - 1, x - (x % side) + (side >> 1))) * 3;
      const target = (y * width + x) * 3;
      rgb[target] = rgb[source] ?? 0;
      rgb[target + 1] = rgb[source + 1] ?? 0;
      rgb[target + 2] = rgb[source + 2] ?? 0;
    }
  }
}
