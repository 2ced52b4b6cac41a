// Small print in the lower right corner, in a font of five by seven dots.
import { dab } from './canvas.js';
import type { Painter, Setting } from './canvas.js';

/** Five columns a letter, the lowest bit at the top. */
const glyphs: Record<string, readonly [number, number, number, number, number]> = {
  '0': [62, 81, 73, 69, 62],
  '1': [0, 66, 127, 64, 0],
  '2': [66, 97, 81, 73, 70],
  '3': [33, 65, 69, 75, 49],
  '4': [24, 20, 18, 127, 16],
  '5': [39, 69, 69, 69, 57],
  '6': [60, 74, 73, 73, 48],
  '7': [1, 113, 9, 5, 3],
  '8': [54, 73, 73, 73, 54],
  '9': [6, 73, 73, 41, 30],
  a: [32, 84, 84, 84, 120],
  b: [127, 72, 68, 68, 56],
  c: [56, 68, 68, 68, 32],
  d: [56, 68, 68, 72, 127],
  e: [56, 84, 84, 84, 24],
  f: [8, 126, 9, 1, 2],
  g: [12, 82, 82, 82, 62],
  h: [127, 8, 4, 4, 120],
  i: [0, 68, 125, 64, 0],
  j: [32, 64, 68, 61, 0],
  k: [127, 16, 40, 68, 0],
  l: [0, 65, 127, 64, 0],
  m: [124, 4, 24, 4, 120],
  n: [124, 8, 4, 4, 120],
  o: [56, 68, 68, 68, 56],
  p: [124, 20, 20, 20, 8],
  q: [8, 20, 20, 24, 124],
  r: [124, 8, 4, 4, 8],
  s: [72, 84, 84, 84, 32],
  t: [4, 63, 68, 64, 32],
  u: [60, 64, 64, 32, 124],
  v: [28, 32, 64, 32, 28],
  w: [60, 64, 48, 64, 60],
  x: [68, 40, 16, 40, 68],
  y: [12, 80, 80, 80, 60],
  z: [68, 100, 84, 76, 68],
  '-': [8, 8, 8, 8, 8],
  '.': [0, 96, 96, 0, 0],
  _: [64, 64, 64, 64, 64],
  '/': [32, 16, 8, 4, 2],
  ':': [0, 54, 54, 0, 0],
  '#': [20, 127, 20, 127, 20],
};

export function createCaption({ width, height, unit }: Setting, text: string): Painter {
  const letters = text.toLowerCase().slice(0, 48).split('');
  const dot = Math.max(1, Math.round(unit / 420));
  const left = width - letters.length * 6 * dot - Math.round(unit * 0.03);
  const top = height - 7 * dot - Math.round(unit * 0.03);
  return (canvas) => {
    letters.forEach((letter, index) => {
      const columns = glyphs[letter] ?? [0, 0, 0, 0, 0];
      columns.forEach((bits, column) => {
        for (let row = 0; row < 7; row += 1) {
          if (((bits >> row) & 1) === 0) continue;
          const [x, y] = [left + (index * 6 + column) * dot, top + row * dot];
          for (let dy = 0; dy < dot; dy += 1)
            for (let dx = 0; dx < dot; dx += 1) {
              dab(canvas, x + dx + dot, y + dy + dot, [0, 0, 0], 0.28);
              dab(canvas, x + dx, y + dy, [255, 255, 255], 0.55);
            }
        }
      });
    });
  };
}
