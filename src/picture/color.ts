// Colors as three numbers, 0 to 255.
import { mix } from './noise.js';

export type Rgb = readonly [red: number, green: number, blue: number];

export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

export const blend = (from: Rgb, to: Rgb, amount: number): Rgb => [
  mix(from[0], to[0], amount),
  mix(from[1], to[1], amount),
  mix(from[2], to[2], amount),
];

export const scaled = (color: Rgb, factor: number): Rgb => [color[0] * factor, color[1] * factor, color[2] * factor];

/** 0 to 1 */
export const luminance = (color: Rgb): number => (color[0] * 0.3 + color[1] * 0.59 + color[2] * 0.11) / 255;

/** The gradient through `stops` at `position` 0 to 1. */
export function gradient(stops: readonly Rgb[], position: number): Rgb {
  const at = Math.min(Math.max(position, 0), 1) * (stops.length - 1);
  const index = Math.min(Math.floor(at), stops.length - 2);
  const from = stops[index] ?? stops[0] ?? [0, 0, 0];
  return blend(from, stops[index + 1] ?? from, at - index);
}

/** Turns the hue by `degrees`, brightness about kept. */
export function hueTurned(color: Rgb, degrees: number): Rgb {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const third = (1 - cos) / 3;
  const root = Math.sqrt(1 / 3) * Math.sin(angle);
  const [r, g, b] = color;
  const turned = (p: number, q: number, s: number) => p * (cos + third) + q * (third - root) + s * (third + root);
  return [turned(r, g, b), turned(g, b, r), turned(b, r, g)];
}
