// What stands on the water's edge and is mirrored in it: a sailing boat, a lighthouse.
import { blend, scaled } from './color.js';
import { dab, fillFigure, glow } from './canvas.js';
import type { Canvas, Painter, Setting, Stance } from './canvas.js';
import type { Rgb } from './color.js';

const hull = [-0.42, 0.12, 0.52, 0.15, 0.36, -0.02, -0.34, -0.02];
const mast = [0.01, 0.16, 0.03, 1.05, 0.05, 0.16];
const jib = [0.06, 0.98, 0.16, 0.6, 0.42, 0.21, 0.06, 0.19];
const mainsail = [-0.01, 1, -0.24, 0.55, -0.36, 0.2, -0.01, 0.2];

/** Painted before the water, which mirrors it. `edge` in heights of the frame. */
export function createBoat(setting: Setting, edge: number): Painter {
  const { unit, width, palette, motion } = setting;
  const random = setting.random('boat');
  const facing = random.chance(0.5) ? 1 : -1;
  const start = width * (facing > 0 ? random.between(0.16, 0.4) : random.between(0.6, 0.84));
  const size = unit * random.between(0.1, 0.14);
  const wood = scaled(palette.near, 0.9);
  const sail = blend(palette.disc, palette.accent, 0.5);
  return (canvas, { timeS, pan }) => {
    const x = start + facing * timeS * unit * 0.012 * motion - pan * 0.35;
    const y = edge * setting.height + Math.sin(timeS * 1.3) * unit * 0.002;
    const heel = Math.sin(timeS * 0.9) * 0.035 + 0.05;
    const part = (points: readonly number[], color: Rgb) => {
      const heeled = points.map((value, index) => (index % 2 === 0 ? value + heel * (points[index + 1] ?? 0) : value));
      fillFigure(canvas, { x, y, size, facing }, heeled, color);
    };
    part(hull, wood);
    part(mast, wood);
    part(jib, scaled(sail, 0.86));
    part(mainsail, sail);
  };
}

const rock = [-0.75, -0.02, -0.5, 0.1, -0.3, 0.12, -0.12, 0.2, 0.2, 0.19, 0.42, 0.1, 0.7, 0.06, 0.95, -0.02];
const lantern = [-0.06, 0.82, 0.06, 0.82, 0.04, 0.92, -0.04, 0.92];
const roof = [-0.07, 0.915, 0, 1, 0.07, 0.915];

/** Height of the lamp, in sizes of the tower. */
const lampRise = 0.87;

/** A tower on a rock, its lamp turning. Painted before the water. */
export function createLighthouse(setting: Setting, edge: number): Painter {
  const { unit, width, palette, light } = setting;
  const random = setting.random('lighthouse');
  const x = light.x > width / 2 ? width * random.between(0.14, 0.26) : width * random.between(0.74, 0.86);
  const size = unit * random.between(0.26, 0.32);
  return (canvas, { timeS, pan }) => {
    const stance = { x: x - pan * 0.3, y: edge * setting.height, size };
    fillFigure(canvas, stance, rock, palette.near);
    drawTower(canvas, setting, stance);
    fillFigure(canvas, stance, lantern, [255, 232, 170]);
    fillFigure(canvas, stance, roof, palette.near);
    const lamp = stance.y - size * lampRise;
    const turn = Math.sin(timeS * 1.15);
    drawBeam(canvas, stance.x, lamp, turn * unit * 1.1, unit * 0.085, palette.hour === 'day' ? 0.12 : 0.5);
    glow(canvas, stance.x, lamp, unit * 0.12, [255, 226, 150], 0.35 + 0.4 * Math.abs(Math.cos(timeS * 1.15)));
  };
}

function drawTower(canvas: Canvas, { palette }: Setting, stance: Stance): void {
  const white = blend(blend(palette.cloud, [255, 255, 255], 0.3), palette.shade, 0.35);
  const red = blend(palette.accent, [176, 40, 36], 0.55);
  for (let band = 0; band < 5; band += 1) {
    const [low, high] = [0.17 + band * 0.13, 0.3 + band * 0.13];
    const [wide, narrow] = [0.085 - low * 0.042, 0.085 - high * 0.042];
    fillFigure(canvas, stance, [-wide, low, wide, low, narrow, high, -narrow, high], band % 2 === 0 ? white : red);
  }
}

/** A cone of light to the right (or, with a negative `length`, to the left) that fades as it widens. */
function drawBeam(canvas: Canvas, x: number, y: number, length: number, spread: number, power: number): void {
  const reach = Math.abs(length);
  for (let along = 0; along < reach; along += 1) {
    const share = along / reach;
    const half = 1 + spread * share;
    for (let across = -Math.ceil(half); across <= half; across += 1) {
      const alpha = power * (1 - share) ** 1.6 * Math.max(0, 1 - Math.abs(across / half));
      dab(canvas, Math.round(x + Math.sign(length) * along), Math.round(y + across), [255, 238, 190], alpha);
    }
  }
}
