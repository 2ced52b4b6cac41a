// What drifts through the air or the water: each a point whose place is a pure function of time.
import { blend, luminance } from './color.js';
import { dab, fillShape, glow } from './canvas.js';
import { stroke } from './polygon.js';
import type { Canvas, Painter, Setting } from './canvas.js';
import type { Rgb } from './color.js';

export type ParticleKind = 'snow' | 'rain' | 'fireflies' | 'petals' | 'leaves' | 'dust' | 'bubbles';

interface Habit {
  /** On a view as wide as the unit. */
  readonly count: number;
  /** Units a second, to the right and down. */
  readonly drift: readonly [number, number];
  /** Units. */
  readonly sway: number;
  /** Units: least and most. */
  readonly size: readonly [number, number];
  /** Where they live, in heights of the frame. */
  readonly rows: readonly [number, number];
}

const habits: Record<ParticleKind, Habit> = {
  snow: { count: 130, drift: [0.02, 0.1], sway: 0.03, size: [0.0018, 0.006], rows: [-0.05, 1.05] },
  rain: { count: 210, drift: [-0.12, 1.5], sway: 0, size: [0.03, 0.06], rows: [-0.1, 1.05] },
  fireflies: { count: 26, drift: [0.006, -0.006], sway: 0.06, size: [0.012, 0.026], rows: [0.45, 1] },
  petals: { count: 34, drift: [0.07, 0.06], sway: 0.05, size: [0.006, 0.013], rows: [-0.05, 1.05] },
  leaves: { count: 24, drift: [0.06, 0.075], sway: 0.06, size: [0.008, 0.016], rows: [-0.05, 1.05] },
  dust: { count: 40, drift: [0.012, -0.008], sway: 0.03, size: [0.003, 0.009], rows: [0, 1] },
  bubbles: { count: 34, drift: [0, -0.07], sway: 0.015, size: [0.003, 0.011], rows: [-0.05, 1.05] },
};

interface Particle {
  readonly x: number;
  readonly y: number;
  /** 0 far, 1 near. */
  readonly near: number;
  readonly turn: number;
  readonly rate: number;
}

export function createParticles(setting: Setting, kind: ParticleKind, amount = 1): Painter {
  const random = setting.random(`particles ${kind}`);
  const habit = habits[kind];
  const { unit, width, height, motion } = setting;
  const list: Particle[] = Array.from({ length: Math.round(habit.count * amount * (width / unit)) }, () => ({
    x: random.next(),
    y: random.next(),
    near: random.next() ** 1.6,
    turn: random.between(0, Math.PI * 2),
    rate: random.between(0.7, 1.4),
  }));
  const rowsPx = (habit.rows[1] - habit.rows[0]) * height;
  const draw = drawers[kind];
  return (canvas, { timeS, pan }) => {
    for (const particle of list) {
      const speed = (0.45 + 0.55 * particle.near) * unit * (0.5 + 0.5 * motion) * timeS;
      const sway = Math.sin(timeS * particle.rate * 1.7 + particle.turn) * habit.sway * unit;
      const margin = unit * 0.06;
      const x =
        wrapped(particle.x * (width + margin * 2) + habit.drift[0] * speed + sway - pan * (0.2 + 0.8 * particle.near), width + margin * 2) -
        margin;
      const y = habit.rows[0] * height + wrapped(particle.y * rowsPx + habit.drift[1] * speed * particle.rate + sway * 0.3, rowsPx);
      const size = (habit.size[0] + (habit.size[1] - habit.size[0]) * particle.near) * unit;
      draw({ canvas, setting, x, y, size, timeS, share: (y - habit.rows[0] * height) / rowsPx }, particle);
    }
  };
}

const wrapped = (value: number, length: number): number => value - Math.floor(value / length) * length;

interface Drawing {
  readonly canvas: Canvas;
  readonly setting: Setting;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly timeS: number;
  /** 0 at the top of its rows, 1 at the bottom. */
  readonly share: number;
}

type Drawer = (drawing: Drawing, particle: Particle) => void;

const flutter: (color: (setting: Setting, particle: Particle) => Rgb) => Drawer = (color) => (drawing, particle) => {
  const { canvas, setting, x, y, size, timeS } = drawing;
  const angle = particle.turn + timeS * particle.rate * 1.4;
  const flat = 0.35 + 0.65 * Math.abs(Math.sin(timeS * particle.rate * 2.2 + particle.turn));
  const [dx, dy] = [Math.cos(angle) * size, Math.sin(angle) * size];
  fillShape(
    canvas,
    [x - dx, y - dy, x - dy * 0.5 * flat, y + dx * 0.5 * flat, x + dx, y + dy, x + dy * 0.5 * flat, y - dx * 0.5 * flat],
    color(setting, particle),
    0.9,
  );
};

const drawers: Record<ParticleKind, Drawer> = {
  snow: ({ canvas, setting, x, y, size }, { near }) =>
    softDot(canvas, x, y, size, blend(setting.palette.mist, [255, 255, 255], 0.7), 0.35 + 0.55 * near),
  rain: ({ canvas, setting, x, y, size }, { near }) =>
    fillShape(
      canvas,
      stroke(x, y, x - size * 0.08, y + size, setting.unit * 0.0022),
      blend(setting.palette.mist, [255, 255, 255], 0.3),
      0.13 + 0.22 * near,
    ),
  fireflies: ({ canvas, x, y, size, timeS }, { turn, rate }) => {
    const power = Math.max(0, Math.sin(timeS * rate * 1.8 + turn)) ** 2;
    glow(canvas, x, y, size, [200, 255, 110], power * 0.5);
    glow(canvas, x, y, size * 0.25, [255, 255, 190], power);
  },
  petals: flutter(({ palette }, { near }) => blend([255, 196, 214], palette.light, 0.25 + 0.25 * (1 - near))),
  leaves: flutter(({ palette }, { rate }) =>
    blend(rate > 1 ? [222, 108, 36] : [206, 156, 48], palette.near, palette.hour === 'night' ? 0.5 : 0.12),
  ),
  dust: ({ canvas, setting, x, y, size, timeS }, { turn, rate }) =>
    glow(canvas, x, y, size, setting.palette.light, (0.1 + 0.1 * Math.sin(timeS * rate + turn)) * (1 + luminance(setting.palette.near))),
  bubbles: ({ canvas, x, y, size }, { near }) => {
    softDot(canvas, x, y, size, [150, 215, 235], 0.16 + 0.15 * near);
    softDot(canvas, x - size * 0.35, y - size * 0.35, size * 0.35, [240, 252, 255], 0.55);
  },
};

function softDot(canvas: Canvas, x: number, y: number, radius: number, color: Rgb, alpha: number): void {
  for (let row = Math.floor(y - radius); row <= y + radius + 1; row += 1) {
    for (let column = Math.floor(x - radius); column <= x + radius + 1; column += 1) {
      const coverage = Math.min(1, Math.max(0, radius - Math.hypot(column - x, row - y) + 0.6));
      if (coverage > 0) dab(canvas, column, row, color, coverage * alpha);
    }
  }
}
