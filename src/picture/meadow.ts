// Grass, reeds and flowers right before the eye, swaying.
import { blend, hueTurned, scaled } from './color.js';
import { createSprite, drawSprite, fill } from './sprite.js';
import { ellipse } from './polygon.js';
import { planeLeft, planeWidth } from './ridge.js';
import type { Painter, Setting } from './canvas.js';
import type { Random } from './random.js';
import type { Rgb } from './color.js';
import type { Sprite } from './sprite.js';

export interface GrassPlan {
  /** Height of the tallest blades, in units. */
  readonly size: number;
  /** Blades on a stretch as wide as the unit. */
  readonly density: number;
  readonly color: Rgb;
  readonly flowers?: boolean;
  readonly depth?: number;
  /** Row of the roots, in heights of the frame. Default: just below the frame. */
  readonly base?: number;
}

export function createGrass(setting: Setting, plan: GrassPlan, label: string): Painter {
  const { unit, height, motion, palette } = setting;
  const depth = plan.depth ?? 0;
  const random = setting.random(`grass ${label}`);
  const tall = Math.ceil(plan.size * unit * 1.25);
  const sprite = createSprite(planeWidth(setting, depth) + unit * 0.2, tall);
  const count = Math.round((sprite.width / unit) * plan.density);
  const petals = [palette.accent, blend(palette.accent, [255, 255, 255], 0.55), hueTurned(palette.accent, 40), [250, 236, 200] as const];
  for (let index = 0; index < count; index += 1) {
    const x = random.between(0, sprite.width);
    const size = plan.size * unit * (0.35 + 0.65 * random.next() ** 1.4);
    const color = blend(scaled(plan.color, random.between(0.6, 1.15)), palette.light, random.chance(0.25) ? 0.16 : 0.03);
    const tip = blade(sprite, x, tall, size, color, unit, random);
    if (plan.flowers === true && random.chance(0.3))
      flower(sprite, tip, unit * random.between(0.007, 0.0155), random.pick([petals[0] ?? palette.accent, ...petals.slice(1)]), random);
  }
  const phase = random.between(0, 6);
  const top = Math.round((plan.base ?? 1.02) * height) - tall;
  return (canvas, { timeS, pan }) => {
    const gust = (Math.sin(timeS * 1.3 + phase) * 0.6 + Math.sin(timeS * 2.9 + phase * 2) * 0.25) * unit * 0.022 * (0.4 + 0.6 * motion);
    drawSprite(canvas, sprite, {
      left: planeLeft(setting, depth, pan) + unit * 0.1,
      top,
      bend: (row) => gust * ((tall - row) / tall) ** 2,
    });
  };
}

function blade(sprite: Sprite, x: number, foot: number, size: number, color: Rgb, unit: number, random: Random): readonly [number, number] {
  const lean = random.between(-0.35, 0.35) * size;
  const half = Math.max(0.7, unit * random.between(0.0016, 0.0034));
  const [midX, midY] = [x + lean * 0.3, foot - size * 0.6];
  const tip = [x + lean, foot - size] as const;
  fill(sprite, [x - half, foot, midX - half * 0.8, midY, tip[0], tip[1], midX + half * 0.8, midY, x + half, foot], color);
  return tip;
}

function flower(sprite: Sprite, [x, y]: readonly [number, number], size: number, color: Rgb, random: Random): void {
  const turn = random.between(0, 6);
  for (let petal = 0; petal < 5; petal += 1) {
    const angle = turn + (petal / 5) * Math.PI * 2;
    fill(
      sprite,
      ellipse(x + Math.cos(angle) * size * 0.55, y + Math.sin(angle) * size * 0.4, size * 0.52, size * 0.42),
      scaled(color, random.between(0.85, 1.08)),
      0.95,
    );
  }
  fill(sprite, ellipse(x, y, size * 0.3, size * 0.24), [250, 214, 96]);
}
