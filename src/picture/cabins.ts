// Small houses on a plane, a light in the window.
import { blend, scaled } from './color.js';
import { fill } from './sprite.js';
import { throughAir } from './ridge.js';
import type { Ridge } from './ridge.js';
import type { Rgb } from './color.js';
import type { Setting } from './canvas.js';

type Part = 'wall' | 'gable' | 'roof' | 'eaves' | 'chimney' | 'window';

/** Corners as x, y in sizes of the house, y upwards from its foot in the middle. */
const house: readonly (readonly [Part, ...number[]])[] = [
  ['wall', -0.6, 0, -0.6, 0.5, 0.6, 0.5, 0.6, 0],
  ['gable', 0.2, 0, 0.2, 0.5, 0.4, 0.86, 0.6, 0.5, 0.6, 0],
  ['roof', -0.75, 0.44, -0.5, 0.95, 0.4, 0.95, 0.18, 0.44],
  ['eaves', 0.4, 0.95, 0.7, 0.42, 0.6, 0.4, 0.4, 0.8, 0.24, 0.44, 0.18, 0.44],
  ['chimney', -0.25, 0.9, -0.25, 1.15, -0.12, 1.15, -0.12, 0.9],
  ['window', -0.42, 0.14, -0.42, 0.34, -0.28, 0.34, -0.28, 0.14],
  ['window', -0.08, 0.14, -0.08, 0.34, 0.06, 0.34, 0.06, 0.14],
  ['window', 0.34, 0.14, 0.34, 0.34, 0.48, 0.34, 0.48, 0.14],
];

export function plantCabins(setting: Setting, ridge: Ridge, count: number, label: string): void {
  const random = setting.random(`cabins ${label}`);
  const colors = houseColors(setting, ridge.depth);
  for (let index = 0; index < count; index += 1) {
    const x = ridge.sprite.width * ((index + random.between(0.25, 0.75)) / count);
    const size = setting.unit * random.between(0.055, 0.075) * (1.35 - ridge.depth);
    const y = (ridge.crest[Math.round(x)] ?? 0) + size * random.between(0.25, 0.7);
    for (const [part, ...corners] of house) {
      const points = corners.map((value, at) => (at % 2 === 0 ? x + value * size : y - value * size));
      fill(ridge.sprite, points, colors[part]);
    }
  }
}

function houseColors(setting: Setting, depth: number): Record<Part, Rgb> {
  const { palette } = setting;
  const wall = throughAir(setting, blend(palette.near, [122, 84, 58], 0.5), depth, 0.6);
  const roof = throughAir(setting, blend(palette.near, palette.accent, 0.3), depth, 0.6);
  const window: Rgb = palette.hour === 'day' ? [210, 224, 228] : [255, 206, 120];
  return { wall, gable: scaled(wall, 0.82), roof, eaves: scaled(roof, 0.8), chimney: scaled(wall, 0.75), window };
}
