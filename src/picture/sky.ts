// Sky: gradient, the glow around the light, drifting clouds, aurora, stars, sun and moon.
import { blend, gradient, scaled } from './color.js';
import { clamp, mix, sample, step } from './noise.js';
import { createCanvas, dab } from './canvas.js';
import type { Canvas, Painter, Setting } from './canvas.js';
import type { Rgb } from './color.js';
import type { Element } from './scene-words.js';

/** Pixels of the frame in one cell of the sky: it is soft, so it is painted small and enlarged. */
export const cell = 4;

export function createSky(setting: Setting, elements: ReadonlySet<Element>): Painter {
  const small = createCanvas(Math.ceil(setting.width / cell) + 2, Math.ceil(setting.height / cell) + 2);
  const still = createCanvas(small.width, small.height);
  paintGradient(still, setting);
  // Every landscape covers the frame from here down.
  const landFrom = Math.ceil(setting.height * 0.74);
  const clouds = elements.has('clouds') ? createClouds(setting, elements.has('rain') || setting.palette.hour === 'overcast') : undefined;
  const aurora = elements.has('aurora') ? createAurora(setting) : undefined;
  const stars = elements.has('stars') ? createStars(setting) : undefined;
  const disc = elements.has('moon') || elements.has('sun') ? createDisc(setting, elements.has('moon') && !elements.has('sun')) : undefined;
  return (canvas, moment) => {
    small.rgb.set(still.rgb);
    aurora?.(small, moment);
    clouds?.(small, moment);
    enlarge(small, canvas, landFrom);
    stars?.(canvas, moment);
    disc?.(canvas, moment);
  };
}

function paintGradient(small: Canvas, { palette, unit, light, horizon }: Setting): void {
  for (let y = 0; y < small.height; y += 1) {
    const base = gradient(palette.sky, Math.pow(clamp((y * cell) / horizon), 0.85));
    for (let x = 0; x < small.width; x += 1) {
      const distance = Math.hypot(x * cell - light.x, (y * cell - light.y) * 1.15) / unit;
      const power =
        (Math.exp(-distance * 2.6) * 0.42 + Math.exp(-((distance / 0.16) ** 2)) * 0.3) * (palette.hour === 'overcast' ? 0.45 : 1);
      const index = (y * small.width + x) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        const from = base[channel] ?? 0;
        small.rgb[index + channel] = from + ((palette.light[channel] ?? 0) - from * 0.35) * power;
      }
    }
  }
}

/** Clouds lie on a plane overhead, so they shrink toward the horizon; lit on the side of the light. */
function createClouds(setting: Setting, heavy: boolean): Painter {
  const { palette, unit, light, horizon, soft, motion } = setting;
  const random = setting.random('clouds');
  const cover = heavy ? random.between(0.28, 0.36) : random.between(0.46, 0.58);
  const offset = random.between(0, 256);
  const drift = random.between(1.6, 2.6) * motion * (random.chance(0.5) ? 1 : -1);
  const lit = blend(palette.cloud, palette.light, 0.25);
  return (small, { timeS }) => {
    const bottom = Math.min(small.height, Math.ceil(horizon / cell));
    for (let y = 0; y < bottom; y += 1) {
      const rise = (horizon - y * cell) / unit;
      const distance = 1 / (rise + 0.13);
      const fade = step(0.02, 0.16, rise) * (heavy ? 0.94 : 0.82);
      const v = distance * 17 + offset;
      const towardsY = clamp((light.y - y * cell) / (unit * 0.15), -1, 1) * 1.5;
      for (let x = 0; x < small.width; x += 1) {
        const u = ((x * cell - setting.width / 2) / unit) * distance * 21 + timeS * drift + offset;
        const body = sample(soft, u, v) * 0.7 + sample(soft, u * 2.3 - timeS * drift * 0.5, v * 2.3) * 0.3;
        const density = step(cover, cover + 0.24, body);
        if (density <= 0.01) continue;
        const nearer = sample(soft, u + clamp((light.x - x * cell) / (unit * 0.2), -1, 1) * 2.2, v + towardsY);
        const glowing = Math.exp(-Math.hypot(x * cell - light.x, y * cell - light.y) / unit / 0.5);
        const brightness = clamp(0.62 + (body - nearer) * 2.4 - density * 0.25 + glowing * 0.45);
        layCloud(small, (y * small.width + x) * 3, palette.shade, lit, brightness, density * fade);
      }
    }
  };
}

function layCloud(small: Canvas, index: number, shade: Rgb, lit: Rgb, brightness: number, alpha: number): void {
  const { rgb } = small;
  for (let channel = 0; channel < 3; channel += 1) {
    const color = mix(shade[channel] ?? 0, lit[channel] ?? 0, brightness);
    const old = rgb[index + channel] ?? 0;
    rgb[index + channel] = old + (color - old) * alpha;
  }
}

function createAurora(setting: Setting): Painter {
  const { soft, unit, horizon, motion } = setting;
  const random = setting.random('aurora');
  const colors: readonly [Rgb, Rgb] = [
    [40, 225, 150],
    [120, 90, 230],
  ];
  const offset = random.between(0, 256);
  return (small, { timeS }) => {
    for (let x = 0; x < small.width; x += 1) {
      const at = ((x * cell) / unit) * 26;
      const base = horizon * (0.3 + 0.5 * sample(soft, at * 0.5 + offset + timeS * 1.1 * motion, offset));
      const strength =
        step(0.3, 0.75, sample(soft, at * 2.1 - timeS * 3 * motion, offset + 60 + timeS)) *
        (0.5 + 0.5 * sample(soft, at * 9, timeS * 4 * motion));
      for (let y = 0; y * cell < base + unit * 0.05; y += 1) {
        const rise = (base - y * cell) / (unit * 0.5);
        const power = (rise < 0 ? step(-0.1, 0, rise) : Math.exp(-rise * 2.4)) * strength * 0.75;
        const color = blend(colors[0], colors[1], clamp(rise * 1.3));
        const index = (y * small.width + x) * 3;
        for (let channel = 0; channel < 3; channel += 1)
          small.rgb[index + channel] = (small.rgb[index + channel] ?? 0) + (color[channel] ?? 0) * power;
      }
    }
  };
}

function createStars(setting: Setting): Painter {
  const { width, horizon, unit, palette } = setting;
  const random = setting.random('stars');
  const stars = Array.from({ length: Math.round((width / unit) * 190) }, () => ({
    x: random.between(0, width),
    y: horizon * random.next() ** 1.3,
    power: random.next() ** 3,
    rate: random.between(0.6, 2.4),
    color: blend([255, 255, 255], random.chance(0.5) ? [170, 200, 255] : [255, 220, 180], random.next()),
  }));
  const size = Math.max(1, unit / 420);
  const visible = palette.hour === 'night' ? 1 : 0.4;
  return (canvas, { timeS, pan }) => {
    for (const star of stars) {
      const power = (0.25 + star.power * 0.75) * (0.75 + 0.25 * Math.sin(timeS * star.rate * 3 + star.x)) * visible;
      const x = Math.round(star.x - pan * 0.02);
      const y = Math.round(star.y);
      dab(canvas, x, y, star.color, power);
      if (star.power < 0.45 && size < 1.6) continue;
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const)
        dab(canvas, x + dx, y + dy, star.color, power * 0.35 * Math.min(1, size * star.power));
    }
  };
}

function createDisc({ light, unit, palette, soft }: Setting, moon: boolean): Painter {
  const radius = unit * (moon ? 0.052 : 0.047);
  const color = palette.disc;
  return (canvas) => {
    for (let y = Math.floor(light.y - radius - 1); y <= light.y + radius + 1; y += 1) {
      for (let x = Math.floor(light.x - radius - 1); x <= light.x + radius + 1; x += 1) {
        const coverage = clamp(radius - Math.hypot(x - light.x, y - light.y) + 0.5);
        if (coverage <= 0) continue;
        const seas = moon
          ? step(0.45, 0.7, sample(soft, ((x - light.x) / radius) * 14 + 90, ((y - light.y) / radius) * 14 + 40)) * 0.16
          : 0;
        dab(canvas, x, y, scaled(color, (moon ? 1.02 : 1.5) - seas), coverage);
      }
    }
  };
}

/** Enlarges the small sky over the frame's upper `rows`, between its cells linearly. */
export function enlarge(small: Canvas, canvas: Canvas, rows = canvas.height): void {
  const { width, rgb } = canvas;
  const row = new Float32Array(small.width * 3);
  for (let y = 0; y < rows; y += 1) {
    const at = y / cell;
    const upper = Math.floor(at);
    const fraction = at - upper;
    const above = upper * small.width * 3;
    const below = above + small.width * 3;
    for (let index = 0; index < row.length; index += 1) {
      const from = small.rgb[above + index] ?? 0;
      row[index] = from + ((small.rgb[below + index] ?? 0) - from) * fraction;
    }
    enlargeRow(row, rgb, y * width * 3, width);
  }
}

function enlargeRow(row: Float32Array, rgb: Float32Array, start: number, width: number): void {
  let target = start;
  for (let column = 0; column * cell < width; column += 1) {
    const source = column * 3;
    let red = row[source] ?? 0;
    let green = row[source + 1] ?? 0;
    let blue = row[source + 2] ?? 0;
    const redStep = ((row[source + 3] ?? 0) - red) / cell;
    const greenStep = ((row[source + 4] ?? 0) - green) / cell;
    const blueStep = ((row[source + 5] ?? 0) - blue) / cell;
    const end = Math.min(cell, width - column * cell);
    for (let part = 0; part < end; part += 1, target += 3) {
      rgb[target] = red;
      rgb[target + 1] = green;
      rgb[target + 2] = blue;
      red += redStep;
      green += greenStep;
      blue += blueStep;
    }
  }
}
