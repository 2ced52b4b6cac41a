// Trees on a plane: conifers, round crowns, bare ones and palms.
import { blend, hueTurned, scaled } from './color.js';
import { fill } from './sprite.js';
import { ellipse, stroke } from './polygon.js';
import { mix, sample } from './noise.js';
import type { Random } from './random.js';
import type { Rgb } from './color.js';
import type { Setting } from './canvas.js';
import type { Ridge } from './ridge.js';
import type { Sprite } from './sprite.js';

export interface TreePlan {
  readonly kind: 'conifer' | 'round' | 'bare' | 'palm';
  /** Trees on a stretch as wide as the unit. */
  readonly density: number;
  /** Height, in units: least and most. */
  readonly size: readonly [number, number];
  readonly color: Rgb;
  /** How far below the crest they may stand, in units. */
  readonly spread?: number;
  /** Share of snow on the branches. */
  readonly snow?: number;
}

/** Plants trees along the crest of a plane, the far ones first. */
export function plantTrees(setting: Setting, ridge: Ridge, plan: TreePlan, label: string): void {
  const random = setting.random(`trees ${label}`);
  const { unit } = setting;
  const { sprite, crest } = ridge;
  const count = Math.round((sprite.width / unit) * plan.density * 1.5);
  const spread = (plan.spread ?? 0) * unit;
  const clump = random.between(0, 256);
  const trees: Spot[] = [];
  for (let index = 0; index < count; index += 1) {
    const x = ((index + random.between(-0.6, 1.6)) / count) * sprite.width;
    // Trees stand in groups: where the noise is low there is a clearing.
    if (random.next() > 0.12 + 1.9 * Math.max(0, sample(setting.soft, (x / unit) * 42 + clump, clump) - 0.34)) continue;
    const foot = (crest[Math.max(0, Math.min(sprite.width - 1, Math.round(x)))] ?? 0) + random.next() ** 1.5 * spread;
    trees.push({ x, y: foot, size: random.between(...plan.size) * unit });
  }
  trees.sort((a, b) => a.y - b.y);
  for (const tree of trees) {
    const color = hueTurned(scaled(plan.color, random.between(0.78, 1.2)), random.between(-10, 10));
    if (plan.kind === 'conifer') conifer(setting, sprite, tree, color, plan.snow ?? 0, random);
    else if (plan.kind === 'round') roundTree(setting, sprite, tree, color, random);
    else if (plan.kind === 'palm') palm(sprite, tree, color, random);
    else branch(sprite, tree.x, tree.y, -Math.PI / 2, tree.size * 0.4, tree.size * 0.035, color, random);
  }
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Tiers of drooping branches; the side of the light is brighter. */
function conifer({ palette, light }: Setting, sprite: Sprite, { x, y, size }: Spot, color: Rgb, snow: number, random: Random): void {
  fill(sprite, stroke(x, y + size * 0.04, x, y - size * 0.5, size * 0.035, size * 0.01), scaled(color, 0.6));
  const tiers = Math.max(3, Math.min(9, Math.round(size / 5)));
  const lean = random.between(-0.02, 0.02) * size;
  const bright = blend(color, palette.light, 0.22);
  const white = palette.hour === 'night' ? blend(palette.cloud, [190, 210, 245], 0.35) : blend(palette.cloud, [240, 245, 252], 0.5);
  const side = x < light.x ? 1 : -1;
  for (let tier = 0; tier < tiers; tier += 1) {
    const share = tier / tiers;
    const low = y - size * (0.08 + share * 0.8);
    const high = low - size * mix(0.3, 0.2, share);
    const half = size * 0.2 * (1 - share) ** 0.85 * random.between(0.8, 1.15) + size * 0.012;
    const top = x + lean * share;
    fill(
      sprite,
      [
        top,
        high,
        top + half,
        low + half * 0.12,
        top + half * 0.35,
        low - half * 0.12,
        top,
        low + half * 0.1,
        top - half * 0.4,
        low - half * 0.1,
        top - half,
        low + half * 0.12,
      ],
      color,
    );
    fill(sprite, [top, high, top + side * half * 0.95, low + half * 0.1, top + side * half * 0.35, low - half * 0.1], bright, 0.55);
    if (snow > 0)
      fill(
        sprite,
        [top, high, top + half * 0.8, low - half * 0.02, top + half * 0.2, low - half * 0.45, top - half * 0.5, low - half * 0.1],
        white,
        snow,
      );
  }
}

function roundTree({ palette, light }: Setting, sprite: Sprite, { x, y, size }: Spot, color: Rgb, random: Random): void {
  fill(sprite, stroke(x, y + size * 0.05, x, y - size * 0.55, size * 0.07, size * 0.03), scaled(color, 0.45));
  const side = x < light.x ? 1 : -1;
  // Many small dabs on a large crown, a few on one far away.
  const dabs = Math.max(5, Math.min(44, Math.round(size / 3)));
  const radius = size * 0.3 * Math.sqrt(3 / dabs);
  const lobes = Array.from({ length: 5 }, (_, lobe) => ({
    x: (lobe - 2) * 0.11 + random.between(-0.05, 0.05),
    y: -0.16 * Math.sin(((lobe + 0.5) / 5) * Math.PI) + random.between(-0.05, 0.05),
  }));
  for (const dark of [0.62, 0.84, 1.05, 1.3]) {
    for (let index = 0; index < dabs; index += 1) {
      const lobe = random.pick([lobes[0] ?? { x: 0, y: 0 }, ...lobes.slice(1)]);
      const angle = random.between(0, Math.PI * 2);
      const reach = size * 0.15 * Math.sqrt(random.next());
      const shift = (dark - 0.95) * size * 0.14;
      const cx = x + lobe.x * size + Math.cos(angle) * reach + side * shift;
      const cy = y + (lobe.y - 0.6) * size + Math.sin(angle) * reach - shift;
      const dab = radius * random.between(0.5, 1) * (dark > 1 ? 0.75 : 1);
      const tone = dark > 1.2 ? blend(scaled(color, 1.15), palette.light, 0.32) : scaled(color, dark * random.between(0.94, 1.06));
      fill(sprite, ellipse(cx, cy, dab, dab * 0.8), tone, dark > 1 ? 0.75 : 0.95);
    }
  }
}

function palm(sprite: Sprite, { x, y, size }: Spot, color: Rgb, random: Random): void {
  const lean = random.between(-0.25, 0.25) * size;
  fill(sprite, stroke(x, y + 2, x + lean * 0.4, y - size * 0.5, size * 0.045, size * 0.035), scaled(color, 0.7));
  fill(sprite, stroke(x + lean * 0.4, y - size * 0.49, x + lean, y - size, size * 0.035, size * 0.025), scaled(color, 0.7));
  for (let leaf = 0; leaf < 9; leaf += 1) {
    const angle = -Math.PI * 0.5 + (leaf - 4) * 0.42 + random.between(-0.1, 0.1);
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const [tipX, tipY] = [x + lean + dx * size * 0.42, y - size + dy * size * 0.26 + size * 0.14];
    const [midX, midY] = [x + lean + dx * size * 0.24, y - size + dy * size * 0.3 - size * 0.02];
    fill(sprite, [x + lean, y - size, midX, midY - size * 0.03, tipX, tipY, midX, midY + size * 0.04], color);
  }
}

function branch(sprite: Sprite, x: number, y: number, angle: number, length: number, width: number, color: Rgb, random: Random): void {
  const [endX, endY] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
  fill(sprite, stroke(x, y, endX, endY, Math.max(0.8, width), Math.max(0.6, width * 0.7)), color);
  if (length < 4 || width < 0.35) return;
  const forks = random.integer(2, 3);
  for (let fork = 0; fork < forks; fork += 1)
    branch(sprite, endX, endY, angle + random.between(-0.75, 0.75), length * random.between(0.6, 0.82), width * 0.66, color, random);
}
