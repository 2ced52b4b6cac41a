// Below the surface: light from above, rocks, kelp, coral and shoals of fish.
import { blend, gradient, hueTurned, rgb, scaled } from './color.js';
import { createGrass } from './meadow.js';
import { createMist, createShafts } from './mist.js';
import { fillFigure } from './canvas.js';
import { paintRidge, ridgePainter, throughAir } from './ridge.js';
import { plantTrees } from './trees.js';
import { sample } from './noise.js';
import type { Canvas, Painter, Setting } from './canvas.js';
import type { Element } from './scene-words.js';
import type { Hour, Palette } from './palette.js';
import type { Rgb } from './color.js';
import type { RidgePlan } from './ridge.js';

const depths: Partial<Record<Hour, readonly [string, string, string]>> = {
  night: ['#123a63', '#0a2246', '#040c20'],
  dusk: ['#4a6fae', '#263f80', '#0d1638'],
  golden: ['#9fd0a8', '#2f8f8f', '#0b3a4f'],
};

export function underwater(setting: Setting, elements: ReadonlySet<Element>): readonly Painter[] {
  const [top, middle, deep] = (depths[setting.palette.hour] ?? ['#a9ecec', '#2391b5', '#07365e']).map(rgb);
  const sky = [top ?? [0, 0, 0], middle ?? [0, 0, 0], deep ?? [0, 0, 0]] as const;
  const palette: Palette = {
    ...setting.palette,
    far: blend(sky[1], sky[2], 0.3),
    near: scaled(sky[2], 0.55),
    mist: sky[1],
    light: blend(sky[0], [255, 255, 255], 0.3),
  };
  const sea: Setting = { ...setting, palette };
  const rock = blend(palette.near, rgb('#35506a'), 0.35);
  const reef = (plan: RidgePlan, label: string, density: number, size: readonly [number, number]): Painter => {
    const ridge = paintRidge(sea, plan, label, size[1] * 1.5);
    const hue = sea.random(`coral ${label}`);
    for (let kind = 0; kind < 3; kind += 1) {
      const color = hueTurned(blend(palette.accent, rgb('#e0577f'), 0.5), hue.between(-70, 70));
      plantTrees(
        sea,
        ridge,
        { kind: 'bare', density: density / 3, size, spread: 0.03, color: throughAir(sea, color, plan.depth, 0.9) },
        `${label} ${kind}`,
      );
    }
    return ridgePainter(sea, ridge);
  };
  const kelp = blend(palette.near, rgb('#4f8a3c'), 0.5);
  return [
    createDepth(sea, sky),
    reef({ shape: 'hills', depth: 0.9, base: 0.86, rise: 0.3, color: rock }, 'far', 0, [0, 0]),
    createShafts(sea, { strength: 0.9, count: 1.6 }),
    ...(elements.has('fish')
      ? [createShoal(sea, { count: 26, size: 0.018, row: 0.34, label: 'far', color: blend(palette.far, palette.near, 0.5) })]
      : []),
    reef({ shape: 'hills', depth: 0.5, base: 0.94, rise: 0.22, color: rock }, 'middle', 9, [0.08, 0.2]),
    createMist(sea, { at: 0.86, half: 0.2, density: 0.5 }, 'middle'),
    createGrass(sea, { size: 0.5, density: 14, color: blend(kelp, palette.far, 0.4), depth: 0.4 }, 'kelp far'),
    ...(elements.has('fish')
      ? [createShoal(sea, { count: 9, size: 0.042, row: 0.5, label: 'near', color: blend(palette.accent, rgb('#ffb347'), 0.6) })]
      : []),
    reef({ shape: 'hills', depth: 0.06, base: 1.06, rise: 0.2, color: rock }, 'near', 7, [0.14, 0.34]),
    createGrass(sea, { size: 0.62, density: 9, color: kelp }, 'kelp near'),
  ];
}

/** The water itself, and light that plays on the surface seen from below. */
function createDepth({ soft, unit, motion }: Setting, colors: readonly Rgb[]): Painter {
  return (canvas, { timeS }) => {
    const { rgb: pixels, width, height } = canvas;
    for (let y = 0; y < height; y += 1) {
      const [red, green, blue] = gradient(colors, y / height);
      const surface = Math.max(0, 1 - (y / unit) * 3.4) ** 2;
      const distance = 1 / ((y / unit) * 1.2 + 0.1);
      for (let x = 0, index = y * width * 3; x < width; x += 1, index += 3) {
        let shine = 0;
        if (surface > 0.004) {
          const u = ((x - width / 2) / unit) * distance * 26;
          const wave = Math.abs(
            sample(soft, u, distance * 22 + timeS * 7 * motion) - sample(soft, u * 0.8 + 40, distance * 18 - timeS * 6 * motion),
          );
          shine = Math.max(0, 0.16 - wave) * 5 * surface;
        }
        pixels[index] = red + 190 * shine;
        pixels[index + 1] = green + 215 * shine;
        pixels[index + 2] = blue + 205 * shine;
      }
    }
  };
}

interface ShoalPlan {
  readonly count: number;
  /** Units. */
  readonly size: number;
  /** Heights of the frame. */
  readonly row: number;
  readonly color: Rgb;
  readonly label: string;
}

function createShoal(setting: Setting, plan: ShoalPlan): Painter {
  const { unit, width, height, motion } = setting;
  const random = setting.random(`shoal ${plan.label}`);
  const rightward = random.chance(0.5) ? 1 : -1;
  const start = random.between(0.2, 0.6) * width;
  const fish = Array.from({ length: plan.count }, () => ({
    x: random.between(-0.5, 0.5) * unit * 0.75,
    y: random.between(-0.5, 0.5) * unit * 0.3,
    size: plan.size * unit * random.between(0.7, 1.25),
    turn: random.between(0, 6),
    color: hueTurned(scaled(plan.color, random.between(0.8, 1.15)), random.between(-16, 16)),
  })).sort((a, b) => a.size - b.size);
  return (canvas, { timeS, pan }) => {
    for (const { x, y, size, turn, color } of fish) {
      const path = timeS * unit * 0.075 * (0.5 + 0.5 * motion) + Math.sin(timeS * 0.8 + turn) * unit * 0.02;
      const span = width + unit;
      const left = ((((start + x + rightward * path + unit / 2) % span) + span) % span) - unit / 2 - pan * plan.size * 12;
      const top = plan.row * height + y + Math.sin(timeS * 0.9 + x * 0.02) * unit * 0.03;
      drawFish(canvas, left, top, size, rightward, Math.sin(timeS * 7 + turn) * 0.22, color);
    }
  };
}

function drawFish(canvas: Canvas, x: number, y: number, size: number, direction: number, wag: number, color: Rgb): void {
  const shape = (points: readonly number[], tone: Rgb) => fillFigure(canvas, { x, y, size, facing: direction }, points, tone, 0.95);
  shape([-0.75, wag * 0.4, -1.3, -0.42 + wag, -1.15, wag, -1.3, 0.42 + wag], scaled(color, 0.85));
  shape([-0.2, -0.36, 0.05, -0.62, 0.3, -0.34], scaled(color, 0.8));
  shape([1, 0.02, 0.72, -0.2, 0.3, -0.38, -0.2, -0.36, -0.6, -0.16, -0.85, wag * 0.4, -0.6, 0.16, -0.2, 0.34, 0.3, 0.34, 0.72, 0.2], color);
  shape([0.95, 0.06, 0.3, 0.1, -0.6, 0.08, -0.2, 0.3, 0.3, 0.31, 0.7, 0.19], blend(color, [255, 255, 255], 0.35));
  shape([0.62, -0.12, 0.7, -0.12, 0.7, -0.04, 0.62, -0.04], [16, 20, 28]);
}
