// Land as planes one behind the other: peaks, hills, dunes, tables of rock, rolling snow.
import { blend, luminance, scaled } from './color.js';
import { clamp, mix, sample, step } from './noise.js';
import { createSprite, drawSprite } from './sprite.js';
import type { Painter, Setting } from './canvas.js';
import type { Rgb } from './color.js';
import type { Sprite } from './sprite.js';

export interface RidgePlan {
  readonly shape: 'peaks' | 'hills' | 'dunes' | 'mesa' | 'flat';
  /** 1 is as far as can be seen, 0 right before the eye. */
  readonly depth: number;
  /** Where its lowest crest stands, in heights of the frame from above. */
  readonly base: number;
  /** From lowest to highest crest, in heights of the frame. */
  readonly rise: number;
  /** Color of the land where neither air nor light change it. */
  readonly color: Rgb;
  /** Snow from this share of the rise upwards. */
  readonly snowFrom?: number;
  /** Lowest row it can be seen at, in heights of the frame: nearer planes hide the rest. Default: to the bottom. */
  readonly until?: number;
  /** Stronger or weaker air than the depth alone gives. */
  readonly haze?: number;
}

/** A plane as painted: `crest(x)` tells its upper edge in rows of the sprite, `air` its color at a distance. */
export interface Ridge {
  readonly sprite: Sprite;
  /** Row of the frame where the sprite begins. */
  readonly top: number;
  readonly crest: Float32Array;
  readonly depth: number;
  readonly color: Rgb;
}

/** How far a plane moves when the camera moves by one. */
export const nearness = (depth: number): number => 1 - depth * 0.92;

export const planeWidth = (setting: Setting, depth: number): number => setting.width + 2 * Math.ceil(setting.reach * nearness(depth)) + 4;

/** The sprite's column at the left edge of the view. */
export const planeLeft = (setting: Setting, depth: number, pan: number): number =>
  Math.ceil(setting.reach * nearness(depth)) + 1 + pan * nearness(depth);

/** `color` as seen through the air at `depth`. */
export function throughAir(setting: Setting, color: Rgb, depth: number, haze = 1): Rgb {
  const { far, mist } = setting.palette;
  return blend(color, blend(far, mist, depth * 0.45), clamp(Math.pow(depth, 1.1) * 0.93 * haze));
}

/** Paints a plane. `headroom` rows of the unit are kept free above it for trees and houses. */
export function paintRidge(setting: Setting, plan: RidgePlan, label: string, headroom = 0): Ridge {
  const { height, unit } = setting;
  const space = Math.ceil(headroom * unit);
  const rise = plan.rise * height;
  const top = Math.floor(plan.base * height - rise) - space;
  const bottom = Math.min(height, Math.ceil((plan.until ?? 1) * height) + 1);
  const sprite = createSprite(planeWidth(setting, plan.depth), bottom - top);
  const crest = crestLine(setting, plan, label, sprite.width).map((share) => space + rise * (1 - share));
  const color = throughAir(setting, plan.color, plan.depth, plan.haze);
  for (let x = 0; x < sprite.width; x += 1) paintColumn({ setting, plan, sprite, crest, space, rise, top, color }, x);
  return { sprite, top, crest, depth: plan.depth, color };
}

export function ridgePainter(setting: Setting, ridge: Ridge): Painter {
  return (canvas, { pan }) => drawSprite(canvas, ridge.sprite, { left: planeLeft(setting, ridge.depth, pan), top: ridge.top });
}

/** Heights along the plane, 0 to 1. */
function crestLine({ unit, soft, ridged, random, width }: Setting, plan: RidgePlan, label: string, length: number): Float32Array {
  const stream = random(`ridge ${label}`);
  const row = stream.between(0, 256);
  const start = stream.between(0, 256);
  const texture = plan.shape === 'peaks' ? ridged : soft;
  const scale = { peaks: 34, hills: 30, dunes: 22, mesa: 46, flat: 18 }[plan.shape] * mix(0.75, 1.5, plan.depth);
  const line = Float32Array.from({ length }, (_, x) => {
    const at = ((x - (length - width) / 2) / unit) * scale + start;
    if (plan.shape === 'dunes') return dune(at / 21 + sample(soft, at * 0.6, row) * 0.9) * 0.75 + sample(soft, at * 0.5, row + 40) * 0.25;
    const value = sample(texture, at, row) * 0.72 + sample(texture, at * 2.7, row + 77) * 0.28;
    if (plan.shape === 'mesa') return step(0.44, 0.5, value) * 0.7 + step(0.6, 0.64, value) * 0.2 + value * 0.1;
    return plan.shape === 'peaks' ? value ** 1.25 + (sample(soft, at * 9, row) - 0.5) * 0.05 : value;
  });
  return stretched(line);
}

/** One wave of sand: a long windward slope and a short lee. */
function dune(at: number): number {
  const share = at - Math.floor(at);
  return share < 0.68 ? step(0, 0.68, share) ** 1.2 : 1 - step(0.68, 1, share);
}

function stretched(line: Float32Array): Float32Array {
  const low = line.reduce((least, value) => Math.min(least, value), Infinity);
  const high = line.reduce((most, value) => Math.max(most, value), -Infinity);
  return line.map((value) => (value - low) / (high - low || 1));
}

interface Column {
  readonly setting: Setting;
  readonly plan: RidgePlan;
  readonly sprite: Sprite;
  readonly crest: Float32Array;
  readonly space: number;
  readonly rise: number;
  readonly top: number;
  readonly color: Rgb;
}

function paintColumn({ setting, plan, sprite, crest, space, rise, top, color }: Column, x: number): void {
  const { palette, unit, light } = setting;
  const crestY = crest[x] ?? 0;
  const side = clamp((light.x + (sprite.width - setting.width) / 2 - x) / (unit * 0.2), -1, 1);
  const slope = ((crest[Math.min(x + 3, sprite.width - 1)] ?? crestY) - (crest[Math.max(x - 3, 0)] ?? crestY)) / 6;
  const offLight = Math.abs(x - (sprite.width - setting.width) / 2 - light.x) / unit;
  const warm = Math.exp(-offLight * 2.2) * (0.2 + 0.5 * plan.depth) * (palette.hour === 'night' ? 0.5 : 0.8);
  const snowy = luminance(palette.cloud) > 0.55 ? palette.cloud : blend(palette.cloud, [235, 242, 255], 0.35);
  const snow = throughAir(setting, snowy, plan.depth, 0.7);
  const lit = blend(color, palette.light, 0.42 * (1 - plan.depth * 0.55));
  const dark = scaled(color, 0.72 + plan.depth * 0.2);
  const mistFrom = space + rise * 0.3;
  const mistDepth = rise * 0.75 + unit * 0.06;
  const mistShare = 0.04 + 0.6 * plan.depth;
  const [steep, deep] = plan.shape === 'dunes' ? [0.75, 0.4] : [0.24, 0.12];
  const { rgba } = sprite;
  for (let y = Math.max(0, Math.floor(crestY)); y < sprite.height; y += 1) {
    const below = y - crestY;
    const facing =
      facet(setting, plan, x, below, y + top, side) + clamp(-slope * side * steep, -0.34, 0.34) * Math.exp(-below / (unit * deep));
    const capped = plan.snowFrom === undefined ? 0 : snowAt(setting, x, y, 1 - (y - space) / rise, plan.snowFrom);
    const mist = step(0, 1, (y - mistFrom) / mistDepth) * mistShare;
    const alpha = clamp(y + 1 - crestY);
    const index = (y * sprite.width + x) * 4;
    for (let channel = 0; channel < 3; channel += 1) {
      const ground = mix(dark[channel] ?? 0, lit[channel] ?? 0, clamp(0.38 + facing));
      const white = (snow[channel] ?? 0) * clamp(0.8 + facing * 0.55, 0.5, 1.06);
      const covered = mix(mix(ground, white, capped), palette.mist[channel] ?? 0, mist);
      rgba[index + channel] = mix(covered, palette.light[channel] ?? 0, warm * 0.5) * alpha;
    }
    rgba[index + 3] = 255 * alpha;
  }
}

/** How much a spot of the slope faces the light, about -0.4 to 0.4. */
function facet({ unit, soft, ridged }: Setting, plan: RidgePlan, x: number, below: number, row: number, side: number): number {
  const u = (x / unit) * 60;
  const v = (below / unit) * 60;
  if (plan.shape === 'peaks') {
    const across = u * 2.1 + v * 0.85 * side;
    const faces = sample(ridged, across + 5 * side, v * 1.25) - sample(ridged, across - 5 * side, v * 1.25);
    const cracks = sample(ridged, u * 5.5 + v * 2 * side, v * 4) - 0.5;
    return faces * 0.95 + cracks * 0.2;
  }
  if (plan.shape === 'dunes') return (sample(soft, u * 0.9, v * 2) - 0.5) * 0.2 + (sample(soft, u * 2.4 + v * 3, v * 26) - 0.5) * 0.12;
  if (plan.shape === 'mesa') return (sample(soft, u * 0.4, (row / unit) * 420) - 0.5) * 0.5 + (sample(soft, u * 7, v * 1.2) - 0.5) * 0.34;
  return (sample(soft, u * 1.6, v * 4) - 0.5) * 0.4 + (sample(soft, u * 9, v * 20) - 0.5) * 0.16;
}

function snowAt({ unit, soft }: Setting, x: number, y: number, share: number, from: number): number {
  const ragged = (sample(soft, (x / unit) * 130, (y / unit) * 90) - 0.5) * 0.55;
  return step(from - 0.06, from + 0.1, share + ragged) * 0.95;
}
