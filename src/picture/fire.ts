// A camp fire: flames from rising noise, and their light on what is around. Knows no forest.
import { clamp, sample, step } from './noise.js';
import { fillShape, glow } from './canvas.js';
import { blend, gradient, rgb } from './color.js';
import { stroke } from './polygon.js';
import type { Canvas, Painter, Setting } from './canvas.js';

export interface FirePlan {
  /** Middle and foot, in widths and heights of the frame. */
  readonly x: number;
  readonly foot: number;
  /** Height of the flames, in units. */
  readonly size: number;
}

const heat = [rgb('#4a0d05'), rgb('#b32a08'), rgb('#ff7a18'), rgb('#ffc64a'), rgb('#fff4c4')];

export function createFire(setting: Setting, plan: FirePlan): Painter {
  const { unit, width, height } = setting;
  const wood = blend(setting.palette.near, rgb('#5a3a24'), 0.45);
  return (canvas, { timeS, pan }) => {
    const x = plan.x * width - pan * 0.8;
    const y = plan.foot * height;
    const size = plan.size * unit;
    const flicker = 0.8 + 0.3 * sample(setting.soft, timeS * 70, 7);
    glow(canvas, x, y - size * 0.3, size * 3.4, [255, 120, 40], 0.55 * flicker);
    for (const [from, to] of [
      [-0.42, 0.34],
      [0.42, -0.34],
      [-0.3, 0.42],
    ] as const)
      fillShape(canvas, stroke(x + from * size, y + size * 0.06, x + to * size * 0.6, y - size * 0.06, size * 0.09), wood);
    flames(setting, canvas, { x, y, size, wide: 0.34 }, timeS);
    glow(canvas, x, y - size * 0.25, size * 1.1, [255, 170, 70], 0.35 * flicker);
  };
}

interface Hearth {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly wide: number;
}

function flames({ soft, motion }: Setting, canvas: Canvas, { x, y, size, wide }: Hearth, timeS: number): void {
  const { rgb: pixels, width } = canvas;
  for (let row = Math.max(0, Math.floor(y - size)); row < Math.min(canvas.height, y + size * 0.06); row += 1) {
    const rise = clamp((y - row) / size, 0, 1);
    const half = size * wide * (1 - rise) ** 0.7 * (0.75 + rise * 0.5);
    for (let column = Math.max(0, Math.floor(x - half * 1.6)); column < Math.min(width, x + half * 1.6); column += 1) {
      const u = ((column - x) / size) * 92;
      const v = (row / size) * 58 + timeS * (84 + 26 * motion);
      const bend = (sample(soft, v * 0.35, 30) - 0.5) * rise * 1.8;
      const across = Math.abs((column - x) / half + bend);
      const power = sample(soft, u, v) * 0.75 + sample(soft, u * 2.1, v * 1.9) * 0.4 + (0.6 - across * 0.85) - rise * 0.62;
      const alpha = step(0.22, 0.5, power);
      if (alpha <= 0) continue;
      const color = gradient(heat, (power - 0.2) * 1.05);
      const index = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const old = pixels[index + channel] ?? 0;
        pixels[index + channel] = old + ((color[channel] ?? 0) * 1.12 - old) * alpha;
      }
    }
  }
}
