// Banks of mist that drift between the planes, and shafts of light. Knows no scene.
import { clamp, sample } from './noise.js';
import type { Painter, Setting } from './canvas.js';
import type { Rgb } from './color.js';

export interface MistPlan {
  /** Middle of the bank and half its height, in heights of the frame. */
  readonly at: number;
  readonly half: number;
  /** 0 to 1 */
  readonly density: number;
  readonly color?: Rgb;
}

const gap = 8;

export function createMist(setting: Setting, plan: MistPlan, label: string): Painter {
  const { unit, soft, palette, motion } = setting;
  const phase = setting.random(`mist ${label}`).between(0, 256);
  const [red, green, blue] = plan.color ?? palette.mist;
  return (canvas, { timeS, pan }) => {
    const first = Math.max(0, Math.floor((plan.at - plan.half) * canvas.height));
    const last = Math.min(canvas.height, Math.ceil((plan.at + plan.half) * canvas.height));
    for (let y = first; y < last; y += 1) {
      const band = 1 - ((y / canvas.height - plan.at) / plan.half) ** 2;
      const thickness = (x: number) => {
        const u = ((x + pan * 0.5) / unit) * 17 + phase + timeS * 1.5 * motion;
        return clamp(
          (sample(soft, u, (y / unit) * 42 + phase) * 0.65 + sample(soft, u * 0.4 - timeS * motion, (y / unit) * 20) * 0.6 - 0.22) *
            plan.density *
            band,
        );
      };
      let from = thickness(0);
      for (let start = 0; start < canvas.width; start += gap) {
        const to = thickness(start + gap);
        const end = Math.min(canvas.width, start + gap);
        for (let x = start, index = (y * canvas.width + start) * 3; x < end; x += 1, index += 3) {
          const alpha = from + ((to - from) * (x - start)) / gap;
          const old = canvas.rgb;
          old[index] = (old[index] ?? 0) * (1 - alpha) + red * alpha;
          old[index + 1] = (old[index + 1] ?? 0) * (1 - alpha) + green * alpha;
          old[index + 2] = (old[index + 2] ?? 0) * (1 - alpha) + blue * alpha;
        }
        from = to;
      }
    }
  };
}

/** Slanting shafts of light that come from the source of light and slowly change. */
export function createShafts(setting: Setting, strength: number): Painter {
  const { unit, soft, palette, light } = setting;
  const phase = setting.random('shafts').between(0, 256);
  return (canvas, { timeS }) => {
    const origin = { x: light.x, y: Math.min(light.y, 0) - unit * 0.5 };
    for (let y = 0; y < canvas.height; y += 1) {
      const fall = strength * (1 - (y / canvas.height) * 0.75);
      const drop = y - origin.y;
      let from = 0;
      for (let start = -gap; start < canvas.width; start += gap) {
        const angle = (start + gap - origin.x) / drop;
        const ray = sample(soft, angle * 46 + phase + timeS * 0.35, timeS * 0.9 + phase) - 0.46;
        const to = Math.max(0, ray) * fall * Math.exp(-Math.abs(angle) * 0.8);
        for (let x = Math.max(0, start), index = (y * canvas.width + x) * 3; x < Math.min(canvas.width, start + gap); x += 1, index += 3) {
          const power = from + ((to - from) * (x - start)) / gap;
          const { rgb } = canvas;
          rgb[index] = (rgb[index] ?? 0) + palette.light[0] * power;
          rgb[index + 1] = (rgb[index + 1] ?? 0) + palette.light[1] * power;
          rgb[index + 2] = (rgb[index + 2] ?? 0) + palette.light[2] * power;
        }
        from = to;
      }
    }
  };
}
