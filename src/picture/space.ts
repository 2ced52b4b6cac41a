// Outer space: clouds of glowing gas, stars near and far, a planet that turns.
import { blend, gradient, hueTurned, rgb, scaled } from './color.js';
import { cell, enlarge } from './sky.js';
import { clamp, sample, step } from './noise.js';
import { createCanvas, dab, glow } from './canvas.js';
import type { Canvas, Painter, Setting } from './canvas.js';
import type { Rgb } from './color.js';

export function space(setting: Setting): readonly Painter[] {
  return [createNebula(setting), createField(setting), createPlanet(setting)];
}

function createNebula(setting: Setting): Painter {
  const { soft, ridged, unit, motion } = setting;
  const random = setting.random('nebula');
  const degrees = random.between(-75, 40);
  const colors: readonly Rgb[] = ['#04050f', '#141238', '#4a2a80', '#c0508f', '#ffb98a'].map((hex, index) =>
    index === 0 ? rgb(hex) : hueTurned(rgb(hex), degrees),
  );
  const offset = random.between(0, 256);
  const small = createCanvas(Math.ceil(setting.width / cell) + 2, Math.ceil(setting.height / cell) + 2);
  return (canvas, { timeS, pan }) => {
    const time = timeS * motion;
    for (let y = 0; y < small.height; y += 1) {
      for (let x = 0; x < small.width; x += 1) {
        const u = ((x * cell + pan * 0.3) / unit) * 30 + offset;
        const v = ((y * cell) / unit) * 30 + offset;
        const bend = sample(soft, u * 0.7 + time * 0.9, v * 0.7) * 26;
        const gas =
          sample(soft, u + bend, v - bend * 0.6 + time * 0.6) * 0.68 + sample(ridged, u * 2.1 - bend * 0.5, v * 2.1 + time) * 0.32;
        const dust = step(0.5, 0.85, sample(ridged, u * 1.3 + 90 + bend * 0.4, v * 1.3 - time * 0.7));
        const color = gradient(colors, step(0.22, 0.84, gas) * (1 - dust * 0.55));
        const index = (y * small.width + x) * 3;
        for (let channel = 0; channel < 3; channel += 1) small.rgb[index + channel] = color[channel] ?? 0;
      }
    }
    enlarge(small, canvas);
  };
}

/** Stars that drift past, the near ones faster. */
function createField({ random, width, height, unit, motion }: Setting): Painter {
  const stream = random('field');
  const stars = Array.from({ length: Math.round((width / unit) * 330) }, () => ({
    x: stream.next(),
    y: stream.between(0, height),
    near: stream.next() ** 6,
    turn: stream.between(0, 6),
    color: blend([255, 255, 255], stream.chance(0.5) ? [150, 190, 255] : [255, 210, 170], stream.next()),
  }));
  return (canvas, { timeS }) => {
    for (const { x, y, near, turn, color } of stars) {
      const at = x * width - timeS * motion * unit * (0.003 + 0.03 * near);
      const left = at - Math.floor(at / width) * width;
      const power = (0.3 + 0.7 * near) * (0.8 + 0.2 * Math.sin(timeS * 2.5 + turn));
      if (near > 0.45) glow(canvas, left, y, unit * 0.011 * near, color, power * 0.6);
      dab(canvas, Math.round(left), Math.round(y), color, power);
    }
  };
}

function createPlanet(setting: Setting): Painter {
  const { unit, width, height, motion } = setting;
  const random = setting.random('planet');
  const radius = unit * random.between(0.2, 0.3);
  const center = {
    x: width * (random.chance(0.5) ? random.between(0.26, 0.36) : random.between(0.64, 0.74)),
    y: height * random.between(0.46, 0.6),
  };
  const degrees = random.between(0, 360);
  const colors = ['#3c4f8f', '#8f7fc0', '#e8c9a8', '#c9825f', '#6a4a78'].map((hex) => hueTurned(rgb(hex), degrees));
  const ring = random.chance(0.7) ? blend(hueTurned(rgb('#e0c8a0'), degrees), [255, 240, 220], 0.3) : undefined;
  return (canvas, { timeS, pan }) => {
    const planet = { x: center.x - pan * 0.5, y: center.y, radius };
    glow(canvas, planet.x, planet.y, radius * 1.35, colors[1] ?? [120, 140, 220], 0.35);
    if (ring !== undefined) drawRing(setting, canvas, planet, ring, false);
    drawGlobe(setting, canvas, planet, colors, timeS * motion);
    if (ring !== undefined) drawRing(setting, canvas, planet, ring, true);
  };
}

interface Globe {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

function drawGlobe({ soft }: Setting, canvas: Canvas, { x, y, radius }: Globe, colors: readonly Rgb[], time: number): void {
  for (let row = Math.floor(y - radius); row <= y + radius; row += 1) {
    for (let column = Math.floor(x - radius); column <= x + radius; column += 1) {
      const [dx, dy] = [(column - x) / radius, (row - y) / radius];
      const distance = Math.hypot(dx, dy);
      const coverage = clamp((1 - distance) * radius + 0.5);
      if (coverage <= 0) continue;
      const depth = Math.sqrt(Math.max(0, 1 - distance * distance));
      const latitude = dy * 0.92 + dx * 0.22;
      const longitude = Math.atan2(dx - dy * 0.2, depth + 0.001) * 26 + time * 1.6;
      const swirl = sample(soft, longitude, latitude * 60 + 30) - 0.5;
      const band = sample(soft, 12, latitude * 96 + swirl * 11 + 140);
      const lit = clamp(dx * -0.62 + dy * -0.45 + depth * 0.72, 0.015, 1);
      const rim = (1 - depth) ** 3 * clamp(0.5 - dx) * 0.7;
      const color = scaled(gradient(colors, band * 0.9 + swirl * 0.25 + 0.05), lit * 1.25);
      dab(canvas, column, row, [color[0] + 120 * rim, color[1] + 160 * rim, color[2] + 230 * rim], coverage);
    }
  }
}

/** A tilted ring; the half before the globe is drawn after it. */
function drawRing({ soft }: Setting, canvas: Canvas, { x, y, radius }: Globe, color: Rgb, before: boolean): void {
  const outer = radius * 2.05;
  for (let row = Math.floor(y - outer * 0.62); row <= y + outer * 0.62; row += 1) {
    for (let column = Math.floor(x - outer); column <= x + outer; column += 1) {
      const [dx, dy] = [column - x, row - y];
      const along = dx * 0.96 + dy * -0.28;
      const across = (dx * 0.28 + dy * 0.96) / 0.27;
      if (across > 0 !== before) continue;
      const share = Math.hypot(along, across) / radius;
      if (share < 1.25 || share > 2.02) continue;
      const bands = sample(soft, share * 210, 7);
      const alpha =
        step(1.25, 1.36, share) * step(2.02, 1.9, share) * (0.18 + 0.75 * bands) * (before || Math.abs(along) > radius * 0.1 ? 1 : 0.4);
      dab(canvas, column, row, scaled(color, 0.5 + 0.55 * bands), alpha * 0.85);
    }
  }
}
