// A stateful band-limited resampler: windowed sinc, one row of taps per output phase. Allocates only when made.

export interface Resampler {
  /** The most samples that `length` more input can give, the tail included. */
  capacity(length: number): number;
  /** Reads all of `input`, writes to the front of `output`, returns how many samples were written. State goes over to the next block. */
  process(input: Float32Array, output: Float32Array): number;
  /** The tail that still waits for input. Afterwards the resampler starts again. */
  flush(output: Float32Array): number;
}

const kaiserBeta = 7;
const blockLength = 1024;

/** `zeroCrossings`: of the sinc on each side, at the lower of the two rates. More of them cut more sharply and cost more. */
export function createResampler(fromHz: number, toHz: number, zeroCrossings = 8): Resampler {
  if (fromHz === toHz)
    return { capacity: (length) => length, process: (input, output) => (output.set(input), input.length), flush: () => 0 };
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const phases = toHz / divisor;
  const step = fromHz / divisor;
  // Even, so that the taps are a multiple of four.
  const half = 2 * Math.ceil((zeroCrossings * Math.max(1, fromHz / toHz)) / 2);
  const taps = half * 2;
  const table = tapTable(phases, half, Math.min(1, toHz / fromHz) * 0.94);
  const line = new Float32Array(taps + blockLength);
  const silence = new Float32Array(half);
  // Zeros before the first sample put output 0 on input 0: the filter adds no delay to the count of samples.
  let filled = half - 1;
  let position = 0;

  const filter: Filter = { phases, step, taps, table, mirrored: table.slice(half - 1, taps - 1), line };
  const write = phases === 1 ? writeOn : writeBetween;

  const run = (output: Float32Array, start: number): number => {
    const written = write(filter, filled, position, output, start);
    position += (written - start) * step;
    const used = Math.min(Math.floor(position / phases), filled);
    line.copyWithin(0, used, filled);
    filled -= used;
    position -= used * phases;
    return written;
  };

  const process = (input: Float32Array, output: Float32Array): number => {
    let written = 0;
    for (let at = 0; at < input.length;) {
      const count = Math.min(input.length - at, line.length - filled);
      for (let index = 0; index < count; index++) line[filled + index] = input[at + index] ?? 0;
      filled += count;
      at += count;
      written = run(output, written);
    }
    return written;
  };

  return {
    capacity: (length) => Math.ceil(((length + taps) * toHz) / fromHz) + 1,
    process,
    flush(output) {
      const written = process(silence, output);
      line.fill(0);
      filled = half - 1;
      position = 0;
      return written;
    },
  };
}

interface Filter {
  readonly phases: number;
  /** From one output to the next, in inputs times phases. */
  readonly step: number;
  readonly taps: number;
  readonly table: Float32Array;
  /** From the middle of the first row on, which is the same on both sides. */
  readonly mirrored: Float32Array;
  /** What was read and is still needed. */
  readonly line: Float32Array;
}

/** Where every output stands on an input. */
function writeOn(
  { step, taps, table, mirrored, line }: Filter,
  filled: number,
  position: number,
  output: Float32Array,
  start: number,
): number {
  let written = start;
  let at = position;
  for (; at + 3 * step + taps <= filled; at += 4 * step) {
    weighFour(line, at + mirrored.length - 1, step, mirrored, output, written);
    written += 4;
  }
  for (; at + taps <= filled; at += step) output[written++] = weigh(line, at, table, 0, taps);
  return written;
}

function writeBetween(
  { phases, step, taps, table, line }: Filter,
  filled: number,
  position: number,
  output: Float32Array,
  start: number,
): number {
  let written = start;
  for (let at = position; Math.floor(at / phases) + taps <= filled; at += step)
    output[written++] = weigh(line, Math.floor(at / phases), table, (at % phases) * taps, taps);
  return written;
}

/** Four sums side by side: one would wait for each addition. */
function weigh(line: Float32Array, first: number, table: Float32Array, row: number, taps: number): number {
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let tap = 0; tap < taps; tap += 4) {
    const at = first + tap;
    const by = row + tap;
    one += (line[at] ?? 0) * (table[by] ?? 0);
    two += (line[at + 1] ?? 0) * (table[by + 1] ?? 0);
    three += (line[at + 2] ?? 0) * (table[by + 2] ?? 0);
    four += (line[at + 3] ?? 0) * (table[by + 3] ?? 0);
  }
  return one + two + (three + four);
}

/** Four outputs, `step` inputs apart, by taps that are the same on both sides of the middle: one is read for eight inputs. */
function weighFour(line: Float32Array, middle: number, step: number, taps: Float32Array, output: Float32Array, to: number): void {
  const by = taps[0] ?? 0;
  let one = (line[middle] ?? 0) * by;
  let two = (line[middle + step] ?? 0) * by;
  let three = (line[middle + 2 * step] ?? 0) * by;
  let four = (line[middle + 3 * step] ?? 0) * by;
  for (let tap = 1; tap < taps.length; tap++) {
    const weight = taps[tap] ?? 0;
    const left = middle - tap;
    const right = middle + tap;
    one += ((line[left] ?? 0) + (line[right] ?? 0)) * weight;
    two += ((line[left + step] ?? 0) + (line[right + step] ?? 0)) * weight;
    three += ((line[left + 2 * step] ?? 0) + (line[right + 2 * step] ?? 0)) * weight;
    four += ((line[left + 3 * step] ?? 0) + (line[right + 3 * step] ?? 0)) * weight;
  }
  output[to] = one;
  output[to + 1] = two;
  output[to + 2] = three;
  output[to + 3] = four;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** One row of taps for each place an output sample can have between two input samples; each row sums to 1. */
function tapTable(phases: number, half: number, cutoff: number): Float32Array {
  const taps = half * 2;
  const table = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase++) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const time = tap - (half - 1) - phase / phases;
      const value = sinc(time * cutoff) * kaiser(time / half);
      table[phase * taps + tap] = value;
      sum += value;
    }
    for (let tap = 0; tap < taps; tap++) table[phase * taps + tap] = (table[phase * taps + tap] ?? 0) / sum;
  }
  return table;
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

const kaiser = (x: number): number => (Math.abs(x) >= 1 ? 0 : bessel(kaiserBeta * Math.sqrt(1 - x * x)) / bessel(kaiserBeta));

function bessel(x: number): number {
  let sum = 1;
  for (let term = 1, k = 1; k < 30; k++) sum += term *= (x / (2 * k)) ** 2;
  return sum;
}
