// A volcano: a cone with glowing gullies, sparks thrown from its mouth, smoke above. Knows no landscape around it.
import { blend, rgb } from './color.js';
import { clamp, sample, step } from './noise.js';
import { glow } from './canvas.js';
import type { Canvas, Painter, Setting } from './canvas.js';

export interface VolcanoPlan {
  /** Middle and mouth, in widths and heights of the frame. */
  readonly x: number;
  readonly top: number;
}

export function createVolcano(setting: Setting, plan: VolcanoPlan): Painter {
  const { unit, width, height, motion } = setting;
  const random = setting.random('sparks');
  const sparks = Array.from({ length: 150 }, () => ({
    turn: random.next(),
    lifeS: random.between(1.2, 2.2),
    side: random.between(-1, 1) * random.next(),
    force: random.between(0.35, 0.75),
    size: random.between(0.004, 0.011),
  }));
  return (canvas, { timeS, pan }) => {
    const x = plan.x * width - pan * 0.25;
    const y = plan.top * height;
    smoke(setting, canvas, x, y, timeS);
    glow(canvas, x, y, unit * 0.62, [255, 96, 30], 0.5);
    cone(setting, canvas, x, y, timeS);
    glow(canvas, x, y + unit * 0.01, unit * 0.12, [255, 190, 90], 0.8);
    for (const { turn, lifeS, side, force, size } of sparks) {
      const ageS = ((timeS * (0.6 + 0.4 * motion)) / lifeS + turn - Math.floor((timeS * (0.6 + 0.4 * motion)) / lifeS + turn)) * lifeS;
      const left = x + side * force * unit * 0.42 * ageS;
      const rise = (force * ageS - 0.36 * ageS * ageS) * unit;
      const heat = 1 - ageS / lifeS;
      glow(canvas, left, y - rise, size * unit * 2.4, [255, 90, 24], heat * 0.8);
      glow(canvas, left, y - rise, size * unit, [255, 216, 130], heat);
    }
  };
}

/** A column that widens and leans with the wind, lit from below. */
function smoke({ unit, soft, palette, motion }: Setting, canvas: Canvas, x: number, y: number, timeS: number): void {
  const dark = blend(palette.shade, rgb('#191318'), 0.6);
  for (let row = 0; row < Math.min(canvas.height, y + unit * 0.03); row += 1) {
    const rise = (y - row) / unit;
    const half = unit * (0.07 + Math.max(0, rise) * 0.75);
    const middle = x + Math.max(0, rise) ** 1.6 * unit * 0.5;
    const lit = Math.exp(-Math.max(0, rise) * 7);
    for (let column = Math.max(0, Math.floor(middle - half)); column < Math.min(canvas.width, middle + half); column += 1) {
      const across = (column - middle) / half;
      const v = (row / unit) * 120 + timeS * 14 * motion;
      const billow = sample(soft, across * 34 + 20, v) * 0.6 + sample(soft, across * 90, v * 2.2) * 0.4;
      const alpha = step(0.3, 0.62, billow + 0.35 - Math.abs(across) * 0.75) * clamp(1.15 - rise * 0.7);
      if (alpha <= 0.01) continue;
      const color = blend(blend(dark, palette.cloud, clamp((billow - 0.4) * 0.55)), [255, 112, 44], lit * 0.85 * billow);
      const index = (row * canvas.width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const old = canvas.rgb[index + channel] ?? 0;
        canvas.rgb[index + channel] = old + ((color[channel] ?? 0) - old) * alpha;
      }
    }
  }
}

function cone({ unit, soft, palette, light }: Setting, canvas: Canvas, x: number, y: number, timeS: number): void {
  const rock = blend(palette.near, rgb('#2a1b1c'), 0.6);
  const side = light.x < x ? -1 : 1;
  for (let row = Math.floor(y); row < canvas.height; row += 1) {
    const fall = (row - y) / unit;
    const half = unit * (0.06 + fall * 0.6 + fall * fall * 0.75);
    for (let column = Math.max(0, Math.floor(x - half)); column < Math.min(canvas.width, x + half); column += 1) {
      const across = (column - x) / half;
      const slide = sample(soft, across * 150 + 60, fall * 34) * 0.62 + sample(soft, across * 420 + 9, fall * 120) * 0.38;
      const flow = sample(soft, across * 62 + 30, fall * 26) * 0.7 + sample(soft, across * 210, fall * 60 - timeS * 3) * 0.3;
      const lava = step(0.6, 0.68, flow + 0.12 - fall * 0.5) * step(0.5, 0.02, fall);
      const shaded = blend(rock, palette.far, clamp(0.14 + (slide - 0.5) * 0.75 + across * side * 0.16));
      const hazed = blend(shaded, palette.mist, clamp(fall - 0.12) * 0.55);
      const color = blend(hazed, [255, 120 + 60 * flow, 36], lava);
      const index = (row * canvas.width + column) * 3;
      const edge = clamp((1 - Math.abs(across)) * half * 0.6);
      for (let channel = 0; channel < 3; channel += 1) {
        const old = canvas.rgb[index + channel] ?? 0;
        canvas.rgb[index + channel] = old + ((color[channel] ?? 0) - old) * edge;
      }
    }
  }
}
