// Water: mirrors what is painted above its edge, with ripples that grow toward the eye and glitter under the light.
import { sampleLine, textureLine } from './noise.js';
import type { Canvas, Painter, Setting } from './canvas.js';

export interface WaterPlan {
  /** Row of the frame where it begins, in heights from above. */
  readonly edge: number;
  /** 0 a mirror, 1 open sea. */
  readonly rough: number;
  /** Share of its own color against the mirrored one, near the eye. */
  readonly depth?: number;
}

export function createWater(setting: Setting, plan: WaterPlan): Painter {
  const edge = Math.round(plan.edge * setting.height);
  const phase = setting.random('water').between(0, 256);
  const mirror = new Float32Array(setting.width * 3 * (edge + 1));
  const lines = { ripples: new Float32Array(setting.soft.size), swell: new Float32Array(setting.soft.size) };
  return (canvas, { timeS, pan }) => {
    mirror.set(canvas.rgb.subarray(0, mirror.length));
    for (let y = edge; y < canvas.height; y += 1)
      waterRow({ setting, plan, canvas, mirror, lines, edge, phase, timeS: timeS * (0.6 + 0.4 * setting.motion), pan }, y);
  };
}

interface WaterRow {
  readonly setting: Setting;
  readonly plan: WaterPlan;
  readonly canvas: Canvas;
  readonly mirror: Float32Array;
  readonly lines: { readonly ripples: Float32Array<ArrayBuffer>; readonly swell: Float32Array<ArrayBuffer> };
  readonly edge: number;
  readonly phase: number;
  readonly timeS: number;
  readonly pan: number;
}

function waterRow({ setting, plan, canvas, mirror, lines, edge, phase, timeS, pan }: WaterRow, y: number): void {
  const { unit, palette, light, soft } = setting;
  const { width, rgb } = canvas;
  const near = (y - edge) / unit;
  const share = (y - edge) / (canvas.height - edge);
  const distance = 1 / (near + 0.035);
  const own = (plan.depth ?? 0.5) * (0.28 + 0.72 * share);
  const lift = unit * (0.02 + 0.2 * plan.rough) * (0.12 + near);
  const reflected = edge - 1 - (y - edge) * (0.86 - 0.35 * plan.rough);
  const u = (distance * (15 - 3 * plan.rough)) / unit;
  const v = distance * 24 + timeS * 11 + phase;
  const slow = distance * 11 - timeS * 5;
  const center = width / 2 - pan * 0.5;
  const path = unit * (0.035 + near * (0.3 + 0.35 * plan.rough));
  const [waterRed, waterGreen, waterBlue] = palette.water;
  const shade = 0.72 + 0.28 * (1 - share);
  const ripples = textureLine(soft, v, lines.ripples);
  const swell = textureLine(soft, slow, lines.swell);
  const sparkle = (1.15 - 0.3 * share) * (palette.hour === 'overcast' ? 0.3 : 1);
  for (let x = 0, target = y * width * 3; x < width; x += 1, target += 3) {
    const at = (x - center) * u;
    const wave = sampleLine(ripples, at) * 0.62 + sampleLine(swell, at * 0.43 + 90) * 0.38 - 0.5;
    const row = Math.min(edge - 1, Math.max(0, Math.round(reflected + wave * lift * 2.2)));
    const column = Math.min(width - 1, Math.max(0, Math.round(x + wave * lift * 0.9)));
    const source = (row * width + column) * 3;
    const crest = 1 + wave * plan.rough * 0.75;
    const mixed = Math.min(0.94, Math.max(0, own - wave * 0.5));
    const off = (x - light.x) / path;
    const glitter = wave > 0.06 ? (wave - 0.06) * sparkle * 4.2 * Math.exp(-off * off) : 0;
    rgb[target] = ((mirror[source] ?? 0) * (1 - mixed) + waterRed * shade * mixed) * crest + palette.light[0] * glitter;
    rgb[target + 1] = ((mirror[source + 1] ?? 0) * (1 - mixed) + waterGreen * shade * mixed) * crest + palette.light[1] * glitter;
    rgb[target + 2] = ((mirror[source + 2] ?? 0) * (1 - mixed) + waterBlue * shade * mixed) * crest + palette.light[2] * glitter;
  }
}
