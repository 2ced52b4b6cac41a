// Banks of mist that drift between the planes, and shafts of light.
import { clamp, sample, sampleLine, textureLine } from './noise.js';
import type { Canvas, Painter, Setting } from './canvas.js';
import type { Rgb } from './color.js';

export interface MistPlan {
  /** Middle of the bank and half its height, in heights of the frame. */
  readonly at: number;
  readonly half: number;
  /** 0 to 1 */
  readonly density: number;
  readonly color?: Rgb;
}

/** Both are soft: they are reckoned at every so many pixels, and in between linearly. */
const gap = 16;

/** Takes the strength from `at(x)` along a row and hands every stretch between two places to `lay`. */
function alongRow(canvas: Canvas, at: (x: number) => number, lay: (start: number, end: number, from: number, rise: number) => void): void {
  let from = at(0);
  for (let start = 0; start < canvas.width; start += gap) {
    const to = at(start + gap);
    if (from > 0.003 || to > 0.003) lay(start, Math.min(canvas.width, start + gap), from, (to - from) / gap);
    from = to;
  }
}

export function createMist(setting: Setting, plan: MistPlan, label: string): Painter {
  const { unit, soft, palette, motion } = setting;
  const phase = setting.random(`mist ${label}`).between(0, 256);
  const color = plan.color ?? palette.mist;
  const fine = new Float32Array(soft.size);
  const broad = new Float32Array(soft.size);
  return (canvas, { timeS, pan }) => {
    const first = Math.max(0, Math.floor((plan.at - plan.half) * canvas.height));
    const last = Math.min(canvas.height, Math.ceil((plan.at + plan.half) * canvas.height));
    for (let y = first; y < last; y += 1) {
      const strength = (1 - ((y / canvas.height - plan.at) / plan.half) ** 2) * plan.density;
      textureLine(soft, (y / unit) * 42 + phase, fine);
      textureLine(soft, (y / unit) * 20, broad);
      const thickness = (x: number) => {
        const u = ((x + pan * 0.5) / unit) * 17 + phase + timeS * 1.5 * motion;
        return clamp((sampleLine(fine, u) * 0.65 + sampleLine(broad, u * 0.4 - timeS * motion) * 0.6 - 0.22) * strength);
      };
      alongRow(canvas, thickness, (start, end, from, rise) => veil(canvas, y * canvas.width + start, end - start, from, rise, color));
    }
  };
}

function veil({ rgb }: Canvas, first: number, count: number, from: number, rise: number, [red, green, blue]: Rgb): void {
  let alpha = from;
  for (let index = first * 3; index < (first + count) * 3; index += 3) {
    const rest = 1 - alpha;
    rgb[index] = (rgb[index] ?? 0) * rest + red * alpha;
    rgb[index + 1] = (rgb[index + 1] ?? 0) * rest + green * alpha;
    rgb[index + 2] = (rgb[index + 2] ?? 0) * rest + blue * alpha;
    alpha += rise;
  }
}

export interface ShaftPlan {
  readonly strength: number;
  readonly color?: Rgb;
  /** How many there are: 1 is usual. */
  readonly count?: number;
}

/** Slanting shafts of light that come from the source of light and slowly change. */
export function createShafts(setting: Setting, { strength, color, count = 1 }: ShaftPlan): Painter {
  const { unit, soft, palette, light } = setting;
  const phase = setting.random('shafts').between(0, 256);
  const shine = color ?? palette.light;
  const originY = Math.min(light.y, 0) - unit * 0.5;
  return (canvas, { timeS }) => {
    for (let y = 0; y < canvas.height; y += 1) {
      const fall = strength * (1 - (y / canvas.height) * 0.75);
      const power = (x: number) => {
        const angle = (x - light.x) / (y - originY);
        const ray = sample(soft, angle * 46 * count + phase + timeS * 0.35, timeS * 0.9 + phase) - 0.46;
        return Math.max(0, ray) * fall * Math.exp(-Math.abs(angle) * 0.8);
      };
      alongRow(canvas, power, (start, end, from, rise) => shineOn(canvas, y * canvas.width + start, end - start, from, rise, shine));
    }
  };
}

function shineOn({ rgb }: Canvas, first: number, count: number, from: number, rise: number, [red, green, blue]: Rgb): void {
  let power = from;
  for (let index = first * 3; index < (first + count) * 3; index += 3) {
    rgb[index] = (rgb[index] ?? 0) + red * power;
    rgb[index + 1] = (rgb[index + 1] ?? 0) + green * power;
    rgb[index + 2] = (rgb[index + 2] ?? 0) + blue * power;
    power += rise;
  }
}
