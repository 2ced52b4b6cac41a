// What flies in a scene: birds, balloons, lanterns.
import { blend, scaled } from './color.js';
import { fillShape, glow } from './canvas.js';
import { ellipse, stroke } from './polygon.js';
import type { Canvas, Painter, Setting } from './canvas.js';
import type { Rgb } from './color.js';

/** A flock that crosses the sky. */
export function createBirds(setting: Setting): Painter {
  const { unit, width, palette, motion } = setting;
  const random = setting.random('birds');
  const rightward = random.chance(0.6) ? 1 : -1;
  const start = width * random.between(0.15, 0.5);
  const row = setting.horizon * random.between(0.3, 0.6);
  const birds = Array.from({ length: random.integer(6, 11) }, (_, index) => ({
    x: start - rightward * index * unit * random.between(0.03, 0.05),
    y: row + ((index % 2 === 0 ? 1 : -1) * index * 0.014 + random.between(-0.014, 0.014)) * unit,
    size: unit * random.between(0.016, 0.026),
    rate: random.between(5.2, 6.8),
    turn: random.between(0, 6),
  }));
  const color = blend(palette.near, palette.far, 0.25);
  return (canvas, { timeS, pan }) => {
    for (const bird of birds) {
      const x = bird.x + rightward * timeS * unit * 0.055 * (0.5 + 0.5 * motion) - pan * 0.2;
      const y = bird.y + Math.sin(timeS * 0.9 + bird.turn) * unit * 0.01;
      const gliding = Math.sin(timeS * 0.55 + bird.turn) > 0.45 ? 0.15 : 1;
      const lift = Math.sin(timeS * bird.rate + bird.turn) * gliding * 0.55 + 0.18;
      drawBird(canvas, x, y, bird.size, lift, color);
    }
  };
}

function drawBird(canvas: Canvas, x: number, y: number, size: number, lift: number, color: Rgb): void {
  for (const side of [-1, 1]) {
    const [elbowX, elbowY] = [x + side * size * 0.5, y - lift * size * 0.55 - size * 0.08];
    const [tipX, tipY] = [x + side * size, y - lift * size * 0.8 + size * 0.1];
    fillShape(
      canvas,
      [x, y - size * 0.05, elbowX, elbowY - size * 0.03, tipX, tipY, elbowX, elbowY + size * 0.1, x, y + size * 0.11],
      color,
      0.92,
    );
  }
  fillShape(canvas, ellipse(x, y + size * 0.02, size * 0.13, size * 0.09), color, 0.92);
}

/** Hot-air balloons that rise and sway. */
export function createBalloons(setting: Setting): Painter {
  const { unit, width, palette, motion } = setting;
  const random = setting.random('balloons');
  const count = random.integer(4, 6);
  const balloons = Array.from({ length: count }, (_, index) => ({
    x: width * ((index + random.between(0.2, 0.8)) / count),
    y: setting.horizon * random.between(0.3, 0.85),
    size: unit * random.between(0.03, 0.085),
    turn: random.between(0, 6),
    colors: [
      blend(random.pick([palette.accent, [214, 66, 60], [246, 182, 60], [70, 130, 190]]), palette.light, 0.15),
      blend([250, 240, 220], palette.light, 0.3),
    ] as const,
  })).sort((a, b) => a.size - b.size);
  return (canvas, { timeS, pan }) => {
    for (const { x, y, size, turn, colors } of balloons) {
      const left = x + Math.sin(timeS * 0.4 + turn) * unit * 0.012 - pan * (size / unit) * 5;
      const top = y - timeS * unit * 0.006 * motion * (size / unit) * 14;
      for (let gore = 0; gore < 7; gore += 1) {
        const [from, to] = [gore / 7, (gore + 1) / 7];
        const shade = 1.12 - Math.abs((gore - 2.2) / 7) * 0.62;
        fillShape(canvas, envelope(left, top, size, from, to), scaled(colors[gore % 2] ?? colors[0], shade));
      }
      fillShape(canvas, stroke(left - size * 0.2, top + size * 1.0, left - size * 0.1, top + size * 1.4, size * 0.025), palette.near, 0.7);
      fillShape(canvas, stroke(left + size * 0.2, top + size * 1.0, left + size * 0.1, top + size * 1.4, size * 0.025), palette.near, 0.7);
      fillShape(
        canvas,
        [
          left - size * 0.13,
          top + size * 1.38,
          left + size * 0.13,
          top + size * 1.38,
          left + size * 0.1,
          top + size * 1.58,
          left - size * 0.1,
          top + size * 1.58,
        ],
        scaled(palette.near, 1.3),
      );
    }
  };
}

/** One strip of the balloon's skin between two shares of its width. */
function envelope(x: number, y: number, size: number, from: number, to: number): number[] {
  const edge =
    (share: number) =>
    (t: number): [number, number] => {
      const half = t < 0.55 ? Math.sin(Math.acos(1 - t / 0.55)) : 1 - ((t - 0.55) / 0.45) ** 1.7 * 0.78;
      return [x + (share * 2 - 1) * half * size * 0.82, y - size + t * size * 2.05];
    };
  const rows = Array.from({ length: 15 }, (_, index) => index / 14);
  return [...rows.flatMap(edge(from)), ...rows.toReversed().flatMap(edge(to))];
}

/** Paper lanterns that float upwards. */
export function createLanterns(setting: Setting): Painter {
  const { unit, width, height, motion } = setting;
  const random = setting.random('lanterns');
  const lanterns = Array.from({ length: Math.round((18 * width) / unit / 1.6) }, () => ({
    x: random.next(),
    y: random.next(),
    near: random.next() ** 2,
    turn: random.between(0, 6),
  })).sort((a, b) => a.near - b.near);
  return (canvas, { timeS, pan }) => {
    for (const { x, y, near, turn } of lanterns) {
      const size = unit * (0.01 + 0.034 * near);
      const rise = timeS * unit * (0.012 + 0.02 * near) * (0.5 + 0.5 * motion);
      const span = height * 0.95;
      const top = ((((y * span - rise) % span) + span) % span) - height * 0.02;
      const left = x * width + Math.sin(timeS * 0.5 + turn) * unit * 0.012 - pan * near;
      const flicker = 0.9 + 0.1 * Math.sin(timeS * 5 + turn * 3);
      glow(canvas, left, top, size * 3.2, [255, 150, 60], 0.3 * flicker);
      fillShape(
        canvas,
        [
          left - size * 0.42,
          top + size * 0.6,
          left - size * 0.55,
          top - size * 0.4,
          left - size * 0.3,
          top - size * 0.75,
          left + size * 0.3,
          top - size * 0.75,
          left + size * 0.55,
          top - size * 0.4,
          left + size * 0.42,
          top + size * 0.6,
        ],
        [247, 150 * flicker, 62],
        0.95,
      );
      glow(canvas, left, top + size * 0.3, size * 0.7, [255, 220, 130], 0.55 * flicker);
    }
  };
}
