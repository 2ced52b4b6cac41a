// What painters paint on, and the terms they share.
import { rasterize } from './polygon.js';
import type { Palette } from './palette.js';
import type { Texture } from './noise.js';
import type { Random } from './random.js';
import type { Rgb } from './color.js';

/** Red, green, blue interleaved, 0 to 255 and beyond: light may be added before it is graded. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
}

/** One instant of the video. */
export interface Moment {
  /** Seconds from the start. */
  readonly timeS: number;
  /** 0 at the first frame, 1 at the last. */
  readonly phase: number;
  /** How far the camera has moved to the right, in pixels of the nearest plane; 0 in the middle. */
  readonly pan: number;
}

/** Adds its part to the frame. What it needs is made ready when it is made. */
export type Painter = (canvas: Canvas, moment: Moment) => void;

/** What all painters of one picture share. */
export interface Setting {
  readonly width: number;
  readonly height: number;
  /** Pixels that count as one: the measure of everything drawn, whatever the aspect. */
  readonly unit: number;
  readonly palette: Palette;
  /** A stream of its own for every label. */
  random(label: string): Random;
  /** How lively things move: 1 is usual. */
  readonly motion: number;
  /** Greatest `pan` either way, in pixels. */
  readonly reach: number;
  /** The source of light in pixels. */
  readonly light: { readonly x: number; readonly y: number };
  /** Where sky and ground meet, in pixels from above. */
  readonly horizon: number;
  readonly soft: Texture;
  readonly ridged: Texture;
}

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, rgb: new Float32Array(width * height * 3) };
}

/** Lays a color over one pixel; out of bounds is ignored. */
export function dab(canvas: Canvas, x: number, y: number, color: Rgb, alpha: number): void {
  if (x < 0 || y < 0 || x >= canvas.width || y >= canvas.height) return;
  const { rgb } = canvas;
  const index = (y * canvas.width + x) * 3;
  for (let channel = 0; channel < 3; channel += 1) {
    const old = rgb[index + channel] ?? 0;
    rgb[index + channel] = old + ((color[channel] ?? 0) - old) * alpha;
  }
}

/** Adds light to a round spot that fades to its edge. `power` 1 is the full color in the middle. */
export function glow(canvas: Canvas, x: number, y: number, radius: number, color: Rgb, power: number): void {
  const left = Math.max(0, Math.ceil(x - radius));
  const right = Math.min(canvas.width - 1, Math.floor(x + radius));
  const bottom = Math.min(canvas.height - 1, Math.floor(y + radius));
  const { rgb } = canvas;
  for (let row = Math.max(0, Math.ceil(y - radius)); row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const distance = ((column - x) ** 2 + (row - y) ** 2) / (radius * radius);
      if (distance >= 1) continue;
      const light = (1 - distance) ** 2 * power;
      const index = (row * canvas.width + column) * 3;
      rgb[index] = (rgb[index] ?? 0) + color[0] * light;
      rgb[index + 1] = (rgb[index + 1] ?? 0) + color[1] * light;
      rgb[index + 2] = (rgb[index + 2] ?? 0) + color[2] * light;
    }
  }
}

/** Fills a polygon (x, y, x, y, ...) on the frame itself: for what moves and changes its shape. */
export function fillShape(canvas: Canvas, points: readonly number[], color: Rgb, alpha = 1): void {
  rasterize(points, canvas, (x, y, coverage) => dab(canvas, x, y, color, coverage * alpha));
}

/** Where a figure stands, and how large it is. */
export interface Stance {
  readonly x: number;
  readonly y: number;
  /** Pixels that count as one. */
  readonly size: number;
  /** 1 as drawn, -1 mirrored. */
  readonly facing?: number;
}

/** Fills a polygon given in sizes of the figure, to the right and upwards from where it stands. */
export function fillFigure(canvas: Canvas, { x, y, size, facing = 1 }: Stance, points: readonly number[], color: Rgb, alpha = 1): void {
  const placed = points.map((value, index) => (index % 2 === 0 ? x + facing * value * size : y - value * size));
  fillShape(canvas, placed, color, alpha);
}
