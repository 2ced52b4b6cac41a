// At most 256 colors for one picture, by median cut (Heckbert 1982) over colors of 15 bits.

/** A box of colors: `bins` from `from` to `to`. */
interface Box {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const bins = 32 * 32 * 32;
const mostColors = 256;
/** Where red, green and blue stand in a bin's number. */
const shifts = [10, 5, 0] as const;

export interface Indexed {
  /** 256 times red, green and blue. */
  readonly palette: Uint8Array;
  /** One a pixel. */
  readonly indexes: Uint8Array;
}

/** `pixels`: RGBA; alpha is not looked at. */
export function indexed(pixels: Uint8ClampedArray): Indexed {
  const counts = new Uint32Array(bins);
  const sums = new Float64Array(bins * 3);
  const length = pixels.length / 4;
  const binOf = (at: number) => ((pixels[at] ?? 0) >> 3) * 1024 + ((pixels[at + 1] ?? 0) >> 3) * 32 + ((pixels[at + 2] ?? 0) >> 3);
  for (let at = 0; at < pixels.length; at += 4) {
    const bin = binOf(at);
    counts[bin] = (counts[bin] ?? 0) + 1;
    for (let one = 0; one < 3; one += 1) sums[bin * 3 + one] = (sums[bin * 3 + one] ?? 0) + (pixels[at + one] ?? 0);
  }
  const used = Uint16Array.from({ length: bins }, (_, bin) => bin).filter((bin) => (counts[bin] ?? 0) > 0);
  const palette = new Uint8Array(mostColors * 3);
  const colorOf = new Uint8Array(bins);
  for (const [color, { from, to, count }] of divided(used, counts).entries()) {
    const total = [0, 0, 0];
    for (let at = from; at < to; at += 1) {
      const bin = used[at] ?? 0;
      colorOf[bin] = color;
      for (let one = 0; one < 3; one += 1) total[one] = (total[one] ?? 0) + (sums[bin * 3 + one] ?? 0);
    }
    for (let one = 0; one < 3; one += 1) palette[color * 3 + one] = Math.round((total[one] ?? 0) / count);
  }
  const indexes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) indexes[at] = colorOf[binOf(at * 4)] ?? 0;
  return { palette, indexes };
}

/** Sorts `used` so that each box is a part of it. The box that would gain most is divided next. */
function divided(used: Uint16Array, counts: Uint32Array): readonly Box[] {
  const countOf = (from: number, to: number) => {
    let count = 0;
    for (let at = from; at < to; at += 1) count += counts[used[at] ?? 0] ?? 0;
    return count;
  };
  const weighed = (from: number, to: number) => {
    const widest = widestSide(used.subarray(from, to));
    const count = countOf(from, to);
    return { from, to, count, shift: widest.shift, gain: to - from < 2 ? 0 : Math.sqrt(count) * widest.width };
  };
  const boxes = [weighed(0, used.length)];
  while (boxes.length < mostColors) {
    const at = boxes.reduce((best, box, index) => (box.gain > (boxes[best]?.gain ?? 0) ? index : best), 0);
    const box = boxes[at];
    if (box === undefined || box.gain === 0) break;
    used.subarray(box.from, box.to).sort((one, other) => ((one >> box.shift) & 31) - ((other >> box.shift) & 31));
    const middle = middleOf(used, counts, box);
    boxes[at] = weighed(box.from, middle);
    boxes.push(weighed(middle, box.to));
  }
  return boxes;
}

function widestSide(some: Uint16Array): { readonly shift: number; readonly width: number } {
  let widest = { shift: 0, width: 0 };
  for (const shift of shifts) {
    let [least, most] = [31, 0];
    for (const bin of some) {
      const value = (bin >> shift) & 31;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
    if (most - least > widest.width) widest = { shift, width: most - least };
  }
  return widest;
}

/** Where half of the pixels are on each side; both have some. */
function middleOf(used: Uint16Array, counts: Uint32Array, { from, to, count }: Box): number {
  let passed = 0;
  for (let at = from; at < to - 1; at += 1) {
    passed += counts[used[at] ?? 0] ?? 0;
    if (passed >= count / 2) return at + 1;
  }
  return to - 1;
}
