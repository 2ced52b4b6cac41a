// Planes painted once and laid over every frame, shifted by parts of a pixel.
import { rasterize } from './polygon.js';
import type { Canvas } from './canvas.js';
import type { Rgb } from './color.js';

/** Premultiplied red, green, blue, alpha. Wider than the view, so that the camera can move. */
export interface Sprite {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray;
}

export function createSprite(width: number, height: number): Sprite {
  const size = { width: Math.max(2, Math.ceil(width)), height: Math.max(1, Math.ceil(height)) };
  return { ...size, rgba: new Uint8ClampedArray(size.width * size.height * 4) };
}

/** Lays one pixel over what is there. `alpha` 0 to 1. */
export function put(sprite: Sprite, x: number, y: number, color: Rgb, alpha: number): void {
  if (x < 0 || y < 0 || x >= sprite.width || y >= sprite.height) return;
  const { rgba } = sprite;
  const index = (y * sprite.width + x) * 4;
  const rest = 1 - alpha;
  rgba[index] = (rgba[index] ?? 0) * rest + color[0] * alpha;
  rgba[index + 1] = (rgba[index + 1] ?? 0) * rest + color[1] * alpha;
  rgba[index + 2] = (rgba[index + 2] ?? 0) * rest + color[2] * alpha;
  rgba[index + 3] = (rgba[index + 3] ?? 0) * rest + 255 * alpha;
}

/** Fills a polygon (x, y, x, y, ...). `shade` may vary the color from pixel to pixel. */
export function fill(sprite: Sprite, points: readonly number[], color: Rgb, alpha = 1, shade?: (x: number, y: number) => Rgb): void {
  rasterize(points, sprite, (x, y, coverage) => put(sprite, x, y, shade?.(x, y) ?? color, coverage * alpha));
}

export interface Placement {
  /** Column of the sprite seen at the left edge of the canvas; parts of a pixel count. */
  readonly left: number;
  /** Row of the canvas where the sprite begins. */
  readonly top: number;
  readonly opacity?: number;
  /** Extra shift of a row, e.g. to sway what stands on the ground. `row` counts within the sprite. */
  readonly bend?: (row: number) => number;
}

/** Lays the sprite over the canvas. */
export function drawSprite(canvas: Canvas, sprite: Sprite, placement: Placement): void {
  const { opacity = 1, bend } = placement;
  const top = Math.round(placement.top);
  const first = Math.max(0, -top);
  const last = Math.min(sprite.height, canvas.height - top);
  for (let row = first; row < last; row += 1) {
    const left = placement.left + (bend === undefined ? 0 : bend(row));
    drawRow(canvas, sprite, row, top + row, left, opacity);
  }
}

function drawRow(canvas: Canvas, sprite: Sprite, row: number, y: number, left: number, opacity: number): void {
  const { rgb } = canvas;
  const { rgba } = sprite;
  const column = Math.floor(left);
  const fraction = left - column;
  const keep = 1 - fraction;
  const from = Math.max(0, -column);
  const to = Math.min(canvas.width, sprite.width - 1 - column);
  let source = (row * sprite.width + column + from) * 4;
  let target = (y * canvas.width + from) * 3;
  for (let x = from; x < to; x += 1, source += 4, target += 3) {
    const here = rgba[source + 3] ?? 0;
    const next = rgba[source + 7] ?? 0;
    if (here + next === 0) continue;
    const alpha = (here * keep + next * fraction) * opacity;
    const red = ((rgba[source] ?? 0) * keep + (rgba[source + 4] ?? 0) * fraction) * opacity;
    const green = ((rgba[source + 1] ?? 0) * keep + (rgba[source + 5] ?? 0) * fraction) * opacity;
    const blue = ((rgba[source + 2] ?? 0) * keep + (rgba[source + 6] ?? 0) * fraction) * opacity;
    if (alpha > 254.5) {
      rgb[target] = red;
      rgb[target + 1] = green;
      rgb[target + 2] = blue;
    } else {
      const rest = 1 - alpha / 255;
      rgb[target] = (rgb[target] ?? 0) * rest + red;
      rgb[target + 1] = (rgb[target + 1] ?? 0) * rest + green;
      rgb[target + 2] = (rgb[target + 2] ?? 0) * rest + blue;
    }
  }
}
