// Tileable fractal noise as textures that are made once and sampled often.
import type { Random } from './random.js';

/** Square, side a power of two, values 0 to 1; both edges wrap. */
export interface Texture {
  readonly size: number;
  readonly values: Float32Array;
}

/** Smooth noise of `octaves`, the coarsest with `cells` features a side. `ridged` folds it into sharp crests. */
export function createTexture(random: Random, size: number, cells: number, octaves: number, ridged = false): Texture {
  const values = new Float32Array(size * size);
  let amplitude = 1;
  for (let octave = 0; octave < octaves; octave += 1) {
    const side = cells << octave;
    if (side > size) break;
    addOctave(values, size, side, amplitude, random, ridged);
    amplitude *= 0.5;
  }
  return { size, values: normalized(values) };
}

function addOctave(values: Float32Array, size: number, side: number, amplitude: number, random: Random, ridged: boolean): void {
  const lattice = Float32Array.from({ length: side * side }, () => random.next());
  const step = side / size;
  for (let y = 0; y < size; y += 1) {
    const row = Math.floor(y * step);
    const fy = smooth(y * step - row);
    const above = row * side;
    const below = ((row + 1) % side) * side;
    for (let x = 0; x < size; x += 1) {
      const column = Math.floor(x * step);
      const next = (column + 1) % side;
      const fx = smooth(x * step - column);
      const top = mix(lattice[above + column] ?? 0, lattice[above + next] ?? 0, fx);
      const bottom = mix(lattice[below + column] ?? 0, lattice[below + next] ?? 0, fx);
      const value = mix(top, bottom, fy);
      const index = y * size + x;
      values[index] = (values[index] ?? 0) + amplitude * (ridged ? 1 - Math.abs(value * 2 - 1) : value);
    }
  }
}

function normalized(values: Float32Array): Float32Array {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const scale = 1 / (high - low || 1);
  return values.map((value) => (value - low) * scale);
}

/** The texture at (x, y) in texels, between texels linearly. */
export function sample(texture: Texture, x: number, y: number): number {
  const { size, values } = texture;
  const mask = size - 1;
  const column = Math.floor(x);
  const row = Math.floor(y);
  const fx = x - column;
  const left = column & mask;
  const right = (column + 1) & mask;
  const above = (row & mask) * size;
  const below = ((row + 1) & mask) * size;
  const top = mix(values[above + left] ?? 0, values[above + right] ?? 0, fx);
  return mix(top, mix(values[below + left] ?? 0, values[below + right] ?? 0, fx), y - row);
}

/** One line across the texture at `y`, for where many places of the same line are sampled. Fills and returns `into`. */
export function textureLine(texture: Texture, y: number, into = new Float32Array(texture.size)): Float32Array {
  const { size, values } = texture;
  const row = Math.floor(y);
  const fraction = y - row;
  const above = (row & (size - 1)) * size;
  const below = ((row + 1) & (size - 1)) * size;
  for (let x = 0; x < size; x += 1) {
    const from = values[above + x] ?? 0;
    into[x] = from + ((values[below + x] ?? 0) - from) * fraction;
  }
  return into;
}

/** A line from `textureLine` at `x`. */
export function sampleLine(line: Float32Array, x: number): number {
  const column = Math.floor(x);
  const mask = line.length - 1;
  const from = line[column & mask] ?? 0;
  return from + ((line[(column + 1) & mask] ?? 0) - from) * (x - column);
}

export const mix = (from: number, to: number, amount: number): number => from + (to - from) * amount;

export const smooth = (value: number): number => value * value * (3 - 2 * value);

export const clamp = (value: number, low = 0, high = 1): number => (value < low ? low : value > high ? high : value);

/** 0 up to `low`, 1 from `high`, a smooth step between; falls where `low > high`. */
export const step = (low: number, high: number, value: number): number => smooth(clamp((value - low) / (high - low)));
