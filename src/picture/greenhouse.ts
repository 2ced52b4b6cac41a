// Inside a glasshouse: iron arches one behind the other, a path, beds of leaves, the garden beyond the glass.
import { blend, hueTurned, rgb, scaled } from './color.js';
import { createGrass } from './meadow.js';
import { createMist, createShafts } from './mist.js';
import { createSky } from './sky.js';
import { createSprite, drawSprite, fill } from './sprite.js';
import { nearness, paintRidge, planeLeft, planeWidth, ridgePainter } from './ridge.js';
import { plantTrees } from './trees.js';
import { stroke } from './polygon.js';
import type { Element } from './scene-words.js';
import type { Painter, Setting } from './canvas.js';
import type { Random } from './random.js';
import type { Rgb } from './color.js';
import type { Sprite } from './sprite.js';

export function greenhouse(setting: Setting, elements: ReadonlySet<Element>): readonly Painter[] {
  const night = setting.palette.hour === 'night';
  const green = blend(setting.palette.near, rgb('#4c8f3f'), night ? 0.18 : 0.55);
  const garden = paintRidge(setting, { shape: 'hills', depth: 0.85, base: 0.66, rise: 0.08, color: green, until: 0.8 }, 'garden', 0.24);
  plantTrees(setting, garden, { kind: 'round', density: 9, size: [0.1, 0.22], color: blend(green, setting.palette.far, 0.6) }, 'garden');
  return [
    createSky(setting, elements),
    ridgePainter(setting, garden),
    createMist(setting, { at: 0.6, half: 0.16, density: 0.5 }, 'garden'),
    createFloor(setting, green),
    createHouse(setting, 0.7, [0.26, 0.33, 0.42, 0.54]),
    createBed(
      setting,
      { depth: 0.6, base: 0.76, size: 0.16, count: 60, color: blend(green, setting.palette.mist, 0.22), flowers: true },
      'far',
    ),
    createHouse(setting, 0.4, [0.54, 0.74]),
    createBed(
      setting,
      { depth: 0.35, base: 0.9, size: 0.27, count: 38, color: green, flowers: elements.has('flowers') || !night },
      'middle',
    ),
    createShafts(setting, { strength: night ? 0.25 : 0.8 }),
    createHouse(setting, 0.15, [0.74, 1.1]),
    createBed(setting, { depth: 0.05, base: 1.1, size: 0.44, count: 20, color: scaled(green, 0.55), flowers: false }, 'near'),
    createGrass(setting, { size: 0.12, density: 26, color: scaled(green, 0.5) }, 'near'),
  ];
}

/** Arches that share one vanishing point; `scales` are their sizes, 1 as wide as the frame. */
function createHouse(setting: Setting, depth: number, scales: readonly number[]): Painter {
  const { width, height, unit, palette } = setting;
  const sprite = createSprite(planeWidth(setting, depth), height);
  const middle = { x: sprite.width / 2, y: height * 0.62 };
  const iron = blend(blend(palette.near, rgb('#dfe8e2'), palette.hour === 'night' ? 0.12 : 0.42), palette.mist, depth * 0.45);
  const breadth = Math.max(width, unit * 1.4);
  scales.forEach((scale, index) => {
    const rib = arch(middle, breadth * scale);
    const inner = scales[index - 1];
    if (inner !== undefined && index > 0) glass(sprite, arch(middle, breadth * inner), rib, palette.cloud);
    if (inner !== undefined) beams(sprite, arch(middle, breadth * inner), rib, iron, unit * 0.006 * scale);
    for (let corner = 0; corner + 3 < rib.length; corner += 2)
      fill(sprite, stroke(rib[corner] ?? 0, rib[corner + 1] ?? 0, rib[corner + 2] ?? 0, rib[corner + 3] ?? 0, unit * 0.02 * scale), iron);
  });
  return (canvas, { pan }) => drawSprite(canvas, sprite, { left: planeLeft(setting, depth, pan), top: 0 });
}

/** Corners of one arch from the left foot over the top to the right foot. */
function arch({ x, y }: { readonly x: number; readonly y: number }, breadth: number): number[] {
  const half = breadth * 0.47;
  const spring = y - breadth * 0.1;
  const curve = Array.from({ length: 17 }, (_, index) => Math.PI - (index / 16) * Math.PI).flatMap((angle) => [
    x + Math.cos(angle) * half,
    spring - Math.sin(angle) * half * 0.78,
  ]);
  return [x - half, y + breadth * 0.26, ...curve, x + half, y + breadth * 0.26];
}

/** Every pane between two arches holds back a little light, one more than the next. */
function glass(sprite: Sprite, inner: readonly number[], outer: readonly number[], color: Rgb): void {
  const at = (line: readonly number[], corner: number): [number, number] => [line[corner] ?? 0, line[corner + 1] ?? 0];
  for (let corner = 2; corner + 3 < outer.length - 2; corner += 2)
    fill(
      sprite,
      [...at(inner, corner), ...at(inner, corner + 2), ...at(outer, corner + 2), ...at(outer, corner)],
      color,
      corner % 4 === 0 ? 0.16 : 0.08,
    );
}

function beams(sprite: Sprite, inner: readonly number[], outer: readonly number[], color: Rgb, thickness: number): void {
  for (let corner = 2; corner + 1 < outer.length - 2; corner += 2)
    fill(
      sprite,
      stroke(inner[corner] ?? 0, inner[corner + 1] ?? 0, outer[corner] ?? 0, outer[corner + 1] ?? 0, thickness * 0.7, thickness),
      color,
      0.85,
    );
}

/** A stone path toward the vanishing point between dark earth. */
function createFloor(setting: Setting, green: Rgb): Painter {
  const { width, height, unit, palette } = setting;
  const depth = 0.5;
  const sprite = createSprite(planeWidth(setting, depth), height * 0.42);
  const middle = sprite.width / 2;
  const earth = blend(scaled(green, 0.5), rgb('#4a3a2c'), 0.4);
  const stone = blend(blend(rgb('#b9ab98'), palette.mist, 0.3), palette.near, palette.hour === 'night' ? 0.7 : 0.15);
  const tall = sprite.height;
  fill(sprite, [0, tall * 0.1, sprite.width, tall * 0.1, sprite.width, tall, 0, tall], earth, 1, (_, y) =>
    blend(blend(earth, palette.mist, 0.55), earth, Math.min(1, y / tall + 0.1)),
  );
  fill(
    sprite,
    [middle - unit * 0.035, tall * 0.1, middle + unit * 0.035, tall * 0.1, middle + unit * 0.42, tall, middle - unit * 0.42, tall],
    stone,
    1,
    (x, y) => blend(blend(stone, palette.light, 0.25), scaled(stone, 0.7 + 0.1 * Math.sin(x * 0.05)), y / tall),
  );
  for (let row = 1; row < 12; row += 1) {
    const y = tall * (0.1 + 0.9 * (row / 12) ** 1.9);
    const half = unit * (0.035 + 0.385 * ((y / tall - 0.1) / 0.9));
    fill(sprite, stroke(middle - half, y, middle + half, y, 0.6 + row * 0.12), scaled(stone, 0.62), 0.6);
  }
  const top = Math.round(height * 0.585);
  return (canvas, { pan }) => drawSprite(canvas, sprite, { left: (sprite.width - width) / 2 + pan * nearness(depth), top });
}

interface BedPlan {
  readonly depth: number;
  readonly base: number;
  /** Reach of the largest leaves, in units. */
  readonly size: number;
  readonly count: number;
  readonly color: Rgb;
  readonly flowers: boolean;
}

/** Plants on both sides of the path, swaying a little. */
function createBed(setting: Setting, plan: BedPlan, label: string): Painter {
  const { unit, height, palette, motion } = setting;
  const random = setting.random(`bed ${label}`);
  const tall = Math.ceil(plan.size * unit * 1.5);
  const sprite = createSprite(planeWidth(setting, plan.depth) + unit * 0.1, tall);
  const path = unit * (0.12 + 0.5 * (1 - plan.depth));
  for (let index = 0; index < plan.count; index += 1) {
    const x = random.between(0, sprite.width);
    const offPath = Math.abs(x - sprite.width / 2) - path;
    if (offPath < 0) continue;
    const size = plan.size * unit * random.between(0.55, 1) * Math.min(1, 0.45 + offPath / unit);
    const color = hueTurned(scaled(plan.color, random.between(0.75, 1.25)), random.between(-16, 14));
    plant(sprite, { x, y: tall, size, color, light: palette.light }, random);
    if (plan.flowers && random.chance(0.5))
      blossoms(sprite, { x, y: tall, size, color: hueTurned(palette.accent, random.between(-50, 50)), light: palette.light }, random);
  }
  const phase = random.between(0, 6);
  const top = Math.round(plan.base * height) - tall;
  return (canvas, { timeS, pan }) => {
    const sway = Math.sin(timeS * 0.9 + phase) * unit * 0.006 * motion;
    drawSprite(canvas, sprite, {
      left: planeLeft(setting, plan.depth, pan) + unit * 0.05,
      top,
      bend: (row) => sway * ((tall - row) / tall) ** 2,
    });
  };
}

interface Plant {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: Rgb;
  readonly light: Rgb;
}

/** A fan of long arching leaves, each with a bright half. */
function plant(sprite: Sprite, { x, y, size, color, light }: Plant, random: Random): void {
  const leaves = random.integer(7, 11);
  const broad = random.between(0.07, 0.17);
  for (let leaf = 0; leaf < leaves; leaf += 1) {
    const angle = -Math.PI / 2 + ((leaf + random.between(-0.3, 0.3)) / (leaves - 1) - 0.5) * 2.3;
    const length = size * random.between(0.75, 1.1);
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const [midX, midY] = [x + dx * length * 0.55, y + dy * length * 0.62];
    const [tipX, tipY] = [x + dx * length, y + dy * length * 0.86 + Math.abs(dx) * length * 0.2];
    const [nx, ny] = [-dy * length * broad, dx * length * broad];
    const tone = scaled(color, random.between(0.8, 1.15));
    fill(sprite, [x, y, midX + nx, midY + ny, tipX, tipY, midX - nx, midY - ny], tone);
    fill(sprite, [x, y, midX + nx * 0.15, midY + ny * 0.15, tipX, tipY, midX + nx * 0.95, midY + ny * 0.95], blend(tone, light, 0.3), 0.6);
  }
}

function blossoms(sprite: Sprite, { x, y, size, color }: Plant, random: Random): void {
  for (let index = 0; index < 5; index += 1) {
    const [cx, cy] = [x + random.between(-0.4, 0.4) * size, y - random.between(0.55, 0.95) * size];
    const radius = size * random.between(0.035, 0.065);
    for (let petal = 0; petal < 6; petal += 1) {
      const angle = (petal / 6) * Math.PI * 2;
      const [px, py] = [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius * 0.8];
      fill(
        sprite,
        [
          cx,
          cy,
          px - Math.sin(angle) * radius * 0.5,
          py + Math.cos(angle) * radius * 0.4,
          px + Math.cos(angle) * radius * 0.5,
          py + Math.sin(angle) * radius * 0.4,
          px + Math.sin(angle) * radius * 0.5,
          py - Math.cos(angle) * radius * 0.4,
        ],
        scaled(color, random.between(0.85, 1.1)),
      );
    }
    fill(sprite, stroke(cx - radius * 0.25, cy, cx + radius * 0.25, cy, radius * 0.45), [252, 226, 130]);
  }
}
