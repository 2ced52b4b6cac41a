// Fire from rising noise: a camp fire with its light on the ground, or the mouth of a volcano. Knows no forest.
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
  /** Stands on a cone with lava on its sides. */
  readonly crater?: boolean;
}

const heat = [rgb('#4a0d05'), rgb('#b32a08'), rgb('#ff7a18'), rgb('#ffc64a'), rgb('#fff4c4')];

export function createFire(setting: Setting, plan: FirePlan): Painter {
  const { unit, width, height } = setting;
  const wood = blend(setting.palette.near, rgb('#5a3a24'), 0.45);
  return (canvas, { timeS, pan }) => {
    const x = plan.x * width - pan * (plan.crater === true ? 0.25 : 0.8);
    const y = plan.foot * height;
    const size = plan.size * unit;
    const flicker = 0.85 + 0.15 * sample(setting.soft, timeS * 34, 7);
    glow(canvas, x, y - size * 0.3, size * 3.4, [255, 120, 40], 0.55 * flicker);
    if (plan.crater === true) cone(setting, canvas, x, y, timeS);
    else
      for (const [from, to] of [
        [-0.42, 0.34],
        [0.42, -0.34],
        [-0.3, 0.42],
      ] as const)
        fillShape(canvas, stroke(x + from * size, y + size * 0.06, x + to * size * 0.6, y - size * 0.06, size * 0.09), wood);
    flames(setting, canvas, { x, y, size, wide: plan.crater === true ? 0.24 : 0.36 }, timeS);
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
      const u = ((column - x) / size) * 34;
      const v = (row / size) * 26 + timeS * (36 + 12 * motion);
      const bend = (sample(soft, v * 0.25, 30) - 0.5) * rise * 2.2;
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

/** A steep cone whose gullies glow. */
function cone({ unit, soft, palette }: Setting, canvas: Canvas, x: number, y: number, timeS: number): void {
  const rock = blend(palette.near, rgb('#1d1213'), 0.6);
  for (let row = Math.floor(y); row < canvas.height; row += 1) {
    const fall = (row - y) / unit;
    const half = unit * (0.07 + fall * 0.62 + fall * fall * 0.55);
    for (let column = Math.max(0, Math.floor(x - half)); column < Math.min(canvas.width, x + half); column += 1) {
      const across = (column - x) / half;
      const gully = sample(soft, across * 22 + 60, fall * 16) * 0.6 + sample(soft, across * 60, fall * 30) * 0.4;
      const lava = step(0.66, 0.82, gully + (0.5 - fall) * 0.28 + 0.05 * Math.sin(timeS * 2 - fall * 14)) * step(0.8, 0.1, fall);
      const color = blend(blend(rock, palette.far, clamp(0.16 + (gully - 0.5) * 0.5 - across * 0.12)), [255, 116, 30], lava);
      const index = (row * canvas.width + column) * 3;
      const edge = clamp((1 - Math.abs(across)) * half * 0.6);
      for (let channel = 0; channel < 3; channel += 1) {
        const old = canvas.rgb[index + channel] ?? 0;
        canvas.rgb[index + channel] = old + ((color[channel] ?? 0) - old) * edge;
      }
    }
  }
}
