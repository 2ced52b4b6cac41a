// A fox that trots across the foreground.
import { blend, rgb, scaled } from './color.js';
import { fillFigure } from './canvas.js';
import { stroke } from './polygon.js';
import type { Canvas, Painter, Setting, Stance } from './canvas.js';
import type { Rgb } from './color.js';

export function createFox(setting: Setting): Painter {
  const { unit, width, height, palette, motion } = setting;
  const random = setting.random('fox');
  const facing = random.chance(0.5) ? 1 : -1;
  const start = width * (facing > 0 ? random.between(0.15, 0.35) : random.between(0.65, 0.85));
  const size = unit * random.between(0.12, 0.15);
  const coat = blend(rgb('#d8702c'), palette.near, palette.hour === 'night' ? 0.62 : 0.22);
  return (canvas, { timeS, pan }) => {
    const walked = timeS * unit * 0.07 * (0.5 + 0.5 * motion);
    const span = width + size * 4;
    const at = start + facing * walked - pan * 0.9;
    const x = at - Math.floor((at + size * 2) / span) * span;
    drawFox(canvas, { x, y: height * 0.93, size, facing }, (walked / size) * 4.2, coat);
  };
}

/** Stands under the middle of its body; one size is the body's length. */
function drawFox(canvas: Canvas, stance: Stance, stride: number, coat: Rgb): void {
  const bounce = Math.abs(Math.sin(stride)) * 0.03;
  const lifted = { ...stance, y: stance.y - bounce * stance.size };
  const shape = (points: readonly number[], color: Rgb) => fillFigure(canvas, lifted, points, color, 0.97);
  const dark = scaled(coat, 0.42);
  const leg = (hip: number, phase: number, color: Rgb) => {
    const swing = Math.sin(stride + phase) * 0.17;
    const lift = Math.max(0, Math.cos(stride + phase)) * 0.07;
    shape(stroke(hip, 0.34, hip + swing * 0.4, 0.17 + lift * 0.5, 0.1, 0.06), color);
    shape(stroke(hip + swing * 0.4, 0.19 + lift * 0.5, hip + swing, lift - bounce, 0.06, 0.035), dark);
  };
  const wag = Math.sin(stride * 0.5) * 0.05;
  leg(-0.3, Math.PI, scaled(coat, 0.7));
  leg(0.3, 0, scaled(coat, 0.7));
  shape([-0.4, 0.48, -0.62, 0.5 + wag, -0.9, 0.4 + wag, -1.02, 0.3 + wag, -0.82, 0.27 + wag, -0.55, 0.33, -0.4, 0.38], coat);
  shape([-0.88, 0.41 + wag, -1.02, 0.3 + wag, -0.82, 0.27 + wag], [240, 232, 220]);
  shape([-0.45, 0.44, -0.3, 0.53, 0.1, 0.52, 0.34, 0.56, 0.44, 0.46, 0.36, 0.33, 0.1, 0.29, -0.2, 0.31, -0.42, 0.32], coat);
  leg(-0.34, 0, coat);
  leg(0.34, Math.PI, coat);
  shape(
    [
      0.3, 0.55, 0.44, 0.7, 0.47, 0.83, 0.54, 0.72, 0.6, 0.7, 0.66, 0.8, 0.67, 0.66, 0.74, 0.58, 0.86, 0.53, 0.84, 0.49, 0.66, 0.46, 0.46,
      0.42, 0.34, 0.38,
    ],
    coat,
  );
  shape([0.44, 0.47, 0.66, 0.5, 0.84, 0.49, 0.66, 0.455, 0.46, 0.4, 0.4, 0.36], [240, 232, 220]);
  shape([0.84, 0.53, 0.88, 0.52, 0.86, 0.49, 0.83, 0.49], [24, 20, 22]);
  shape([0.64, 0.6, 0.68, 0.6, 0.68, 0.57, 0.64, 0.57], [24, 20, 22]);
}
