// Rows of buildings with lit windows.
import { blend, scaled } from './color.js';
import { createSprite, drawSprite, fill, put } from './sprite.js';
import { stroke } from './polygon.js';
import { planeLeft, planeWidth, throughAir } from './ridge.js';
import type { Painter, Setting } from './canvas.js';
import type { Random } from './random.js';
import type { Rgb } from './color.js';
import type { Sprite } from './sprite.js';

export interface SkylinePlan {
  readonly depth: number;
  /** Street level, in heights of the frame from above. */
  readonly base: number;
  /** Heights of buildings, in units. */
  readonly size: readonly [number, number];
}

export function createSkyline(setting: Setting, plan: SkylinePlan, label: string): Painter {
  const { unit, height, palette } = setting;
  const random = setting.random(`skyline ${label}`);
  const tallest = plan.size[1] * unit * 1.35;
  const foot = plan.base * height;
  const top = Math.floor(foot - tallest);
  const sprite = createSprite(planeWidth(setting, plan.depth), height - top);
  const wall = throughAir(setting, blend(palette.near, palette.far, 0.12), plan.depth, 0.85);
  let x = -unit * 0.05;
  while (x < sprite.width) {
    const wide = unit * random.between(0.05, 0.12) * (1.15 - plan.depth * 0.45);
    const tall = unit * (plan.size[0] + (plan.size[1] - plan.size[0]) * random.next() ** 1.8);
    building(
      setting,
      sprite,
      { x, wide, roof: foot - top - tall, foot: sprite.height, depth: plan.depth, wall: scaled(wall, random.between(0.9, 1.12)) },
      random,
    );
    x += wide * random.between(0.86, 1.12);
  }
  return (canvas, { pan }) => drawSprite(canvas, sprite, { left: planeLeft(setting, plan.depth, pan), top });
}

interface Building {
  readonly x: number;
  readonly wide: number;
  readonly roof: number;
  readonly foot: number;
  readonly depth: number;
  readonly wall: Rgb;
}

function building(setting: Setting, sprite: Sprite, { x, wide, roof, foot, depth, wall }: Building, random: Random): void {
  const { palette, unit, light } = setting;
  const mist = (y: number) => Math.min(0.75, Math.max(0, (y - roof) / (unit * 0.6)) * (0.25 + depth * 0.7));
  const shade = (_x: number, y: number) => blend(wall, palette.mist, mist(y));
  const crown = random.integer(0, 4);
  const points = [x, foot, x, roof, x + wide, roof, x + wide, foot];
  if (crown === 1) points.splice(4, 2, x + wide * 0.72, roof, x + wide * 0.72, roof + unit * 0.03, x + wide, roof + unit * 0.03);
  if (crown === 2) points.splice(4, 0, x + wide * 0.5, roof - wide * 0.45);
  fill(sprite, points, wall, 1, shade);
  if (crown === 3) fill(sprite, stroke(x + wide * 0.5, roof, x + wide * 0.5, roof - unit * 0.08, unit * 0.006, unit * 0.002), wall);
  if (crown === 4)
    fill(
      sprite,
      [x + wide * 0.2, roof, x + wide * 0.2, roof - unit * 0.02, x + wide * 0.7, roof - unit * 0.02, x + wide * 0.7, roof],
      wall,
    );
  const sunny = x + wide / 2 < light.x ? x + wide * 0.88 : x;
  fill(
    sprite,
    [sunny, foot, sunny, roof + 1, sunny + wide * 0.12, roof + 1, sunny + wide * 0.12, foot],
    palette.light,
    palette.hour === 'night' ? 0.05 : 0.2 * (1 - depth * 0.5),
  );
  windows(setting, sprite, { x, wide, roof, foot, depth, wall }, random);
}

function windows({ palette, unit }: Setting, sprite: Sprite, { x, wide, roof, foot, depth }: Building, random: Random): void {
  const dark = palette.hour === 'night' || palette.hour === 'dusk';
  const share = dark ? random.between(0.22, 0.6) : 0.1;
  const pitch = Math.max(3, unit * 0.0145);
  const pane = Math.max(1, Math.round(pitch * 0.46));
  const cool = random.chance(0.22);
  for (let y = Math.round(roof + pitch); y < foot - pitch; y += Math.round(pitch * 1.25)) {
    const wholeRow = random.chance(0.06);
    for (let column = x + pitch * 0.7; column < x + wide - pitch * 0.8; column += pitch) {
      if (!wholeRow && !random.chance(share)) continue;
      const color: Rgb = cool ? [176, 214, 255] : random.chance(0.14) ? palette.accent : [255, 206, 128];
      const power = (dark ? random.between(0.45, 1) : 0.35) * (1 - depth * 0.6);
      for (let dy = 0; dy < pane * 1.3; dy += 1)
        for (let dx = 0; dx < pane; dx += 1) put(sprite, Math.round(column) + dx, y + dy, color, power);
    }
  }
}
