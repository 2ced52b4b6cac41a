// Small houses on a plane, a light in the window and smoke left to the mist. Knows no scene.
import { blend, scaled } from './color.js';
import { fill } from './sprite.js';
import { throughAir } from './ridge.js';
import type { Ridge } from './ridge.js';
import type { Rgb } from './color.js';
import type { Setting } from './canvas.js';

export function plantCabins(setting: Setting, ridge: Ridge, count: number, label: string): void {
  const { unit, palette } = setting;
  const random = setting.random(`cabins ${label}`);
  for (let index = 0; index < count; index += 1) {
    const x = ridge.sprite.width * ((index + random.between(0.25, 0.75)) / count);
    const size = unit * random.between(0.055, 0.075) * (1.35 - ridge.depth);
    const y = (ridge.crest[Math.round(x)] ?? 0) + size * random.between(0.25, 0.7);
    const wall = throughAir(setting, blend(palette.near, [122, 84, 58], 0.5), ridge.depth, 0.6);
    const roof = throughAir(setting, blend(palette.near, palette.accent, 0.3), ridge.depth, 0.6);
    fill(ridge.sprite, [x - size * 0.6, y, x - size * 0.6, y - size * 0.5, x + size * 0.6, y - size * 0.5, x + size * 0.6, y], wall);
    fill(
      ridge.sprite,
      [
        x + size * 0.2,
        y,
        x + size * 0.2,
        y - size * 0.5,
        x + size * 0.4,
        y - size * 0.86,
        x + size * 0.6,
        y - size * 0.5,
        x + size * 0.6,
        y,
      ],
      scaled(wall, 0.82),
    );
    fill(
      ridge.sprite,
      [
        x - size * 0.75,
        y - size * 0.44,
        x - size * 0.5,
        y - size * 0.95,
        x + size * 0.4,
        y - size * 0.95,
        x + size * 0.18,
        y - size * 0.44,
      ],
      roof,
    );
    fill(
      ridge.sprite,
      [
        x + size * 0.4,
        y - size * 0.95,
        x + size * 0.7,
        y - size * 0.42,
        x + size * 0.6,
        y - size * 0.4,
        x + size * 0.4,
        y - size * 0.8,
        x + size * 0.24,
        y - size * 0.44,
        x + size * 0.18,
        y - size * 0.44,
      ],
      scaled(roof, 0.8),
    );
    fill(
      ridge.sprite,
      [
        x - size * 0.25,
        y - size * 0.9,
        x - size * 0.25,
        y - size * 1.15,
        x - size * 0.12,
        y - size * 1.15,
        x - size * 0.12,
        y - size * 0.9,
      ],
      scaled(wall, 0.75),
    );
    const lamp: Rgb = palette.hour === 'day' ? [210, 224, 228] : [255, 206, 120];
    for (const left of [-0.42, -0.08, 0.34])
      fill(
        ridge.sprite,
        [
          x + size * left,
          y - size * 0.14,
          x + size * left,
          y - size * 0.34,
          x + size * (left + 0.14),
          y - size * 0.34,
          x + size * (left + 0.14),
          y - size * 0.14,
        ],
        lamp,
        0.95,
      );
  }
}
