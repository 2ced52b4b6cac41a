// Abstract: colors that flow into each other like ink in water, with veins of light.
import { blend, gradient, hueTurned, scaled } from './color.js';
import { cell, enlarge } from './sky.js';
import { clamp, sample, step } from './noise.js';
import { createCanvas } from './canvas.js';
import { createParticles } from './particles.js';
import type { Painter, Setting } from './canvas.js';
import type { Rgb } from './color.js';

export function ink(setting: Setting): readonly Painter[] {
  return [createFlow(setting), createParticles(setting, 'dust', 0.8)];
}

function createFlow(setting: Setting): Painter {
  const { soft, ridged, unit, motion, palette } = setting;
  const random = setting.random('ink');
  const degrees = random.between(-60, 60);
  const colors: readonly Rgb[] = [
    scaled(palette.sky[0], 0.7),
    palette.sky[0],
    hueTurned(palette.sky[2], degrees),
    palette.accent,
    blend(palette.sky[3], [255, 255, 255], 0.25),
    hueTurned(palette.sky[1], degrees / 2),
  ];
  const offset = random.between(0, 256);
  const turn = random.between(0, Math.PI * 2);
  const small = createCanvas(Math.ceil(setting.width / cell) + 2, Math.ceil(setting.height / cell) + 2);
  return (canvas, { timeS, pan }) => {
    const time = timeS * motion * 1.5;
    for (let y = 0; y < small.height; y += 1) {
      for (let x = 0; x < small.width; x += 1) {
        const u = ((x * cell + pan * 0.6) / unit) * 24 + offset;
        const v = ((y * cell) / unit) * 24 + offset;
        const bend = sample(soft, u * 0.8 + time, v * 0.8 - time * 0.7) - 0.5;
        const twist = sample(soft, u * 0.8 - time * 0.6 + 90, v * 0.8 + time * 0.8 + 50) - 0.5;
        const [p, q] = [u + bend * 58, v + twist * 58];
        const flow = sample(soft, p + Math.cos(turn) * time, q + Math.sin(turn) * time);
        const fold = sample(ridged, p * 1.4 + twist * 30, q * 1.4 - bend * 30);
        const vein = step(0.8, 0.97, fold) * 0.5;
        const depth = 0.72 + 0.5 * sample(soft, p * 2.2 - 3, q * 2.2 - 3) + bend * 0.7;
        const color = gradient(colors, clamp((flow - 0.14) * 1.25));
        const index = (y * small.width + x) * 3;
        for (let channel = 0; channel < 3; channel += 1)
          small.rgb[index + channel] = (color[channel] ?? 0) * depth + (palette.disc[channel] ?? 0) * vein;
      }
    }
    enlarge(small, canvas);
  };
}
