// Band-limited change of sample rate for 16-bit mono, chunk by chunk with its state kept between chunks. Knows no format.

export interface Resampler {
  /** What can be told of the output so far; the filter looks a little ahead. */
  push(samples: Int16Array): Int16Array;
  /** The rest. The resampler starts anew afterwards. */
  flush(): Int16Array;
}

/** Zero crossings of the sinc on each side, at the lower of the two rates. */
const crossings = 12;
/** Where the filter begins to cut, as a part of the lower Nyquist frequency. */
const passband = 0.92;

interface Kernel {
  /** Input samples needed on each side. */
  readonly half: number;
  readonly up: number;
  readonly down: number;
  /** `up` phases of `2 * half` taps. */
  readonly taps: Float32Array;
}

const kernels = new Map<string, Kernel>();

export function createResampler(fromHz: number, toHz: number): Resampler {
  if (fromHz === toHz) return { push: (samples) => samples, flush: () => new Int16Array() };
  const kernel = kernelFor(fromHz, toHz);
  let input = new Int16Array(kernel.half);
  /** Position of the next output sample, in input samples times `up`, counted from the start of `input`. */
  let at = kernel.half * kernel.up;
  const push = (samples: Int16Array): Int16Array => {
    const whole = new Int16Array(input.length + samples.length);
    whole.set(input);
    whole.set(samples, input.length);
    const end = (whole.length - kernel.half) * kernel.up;
    const output = new Int16Array(Math.max(0, Math.ceil((end - at) / kernel.down)));
    for (let i = 0; i < output.length; i++, at += kernel.down) output[i] = filtered(whole, kernel, at);
    const spent = Math.max(0, Math.floor(at / kernel.up) - kernel.half);
    input = whole.slice(spent);
    at -= spent * kernel.up;
    return output;
  };
  return {
    push,
    flush() {
      const rest = push(new Int16Array(kernel.half));
      input = new Int16Array(kernel.half);
      at = kernel.half * kernel.up;
      return rest;
    },
  };
}

/** The whole of `samples` at another rate. */
export function resample(samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  const resampler = createResampler(fromHz, toHz);
  const head = resampler.push(samples);
  const tail = resampler.flush();
  if (tail.length === 0) return head;
  const whole = new Int16Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

function filtered(input: Int16Array, kernel: Kernel, at: number): number {
  const centre = Math.floor(at / kernel.up);
  const phase = (at - centre * kernel.up) * 2 * kernel.half;
  const first = centre - kernel.half + 1;
  let sum = 0;
  for (let i = 0; i < 2 * kernel.half; i++) sum += (input[first + i] ?? 0) * (kernel.taps[phase + i] ?? 0);
  return Math.max(-32_768, Math.min(32_767, Math.round(sum)));
}

function kernelFor(fromHz: number, toHz: number): Kernel {
  const name = `${fromHz}:${toHz}`;
  const known = kernels.get(name);
  if (known !== undefined) return known;
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const up = toHz / divisor;
  const cutoff = Math.min(1, toHz / fromHz) * passband;
  const half = Math.ceil(crossings / cutoff);
  const taps = new Float32Array(up * 2 * half);
  for (let phase = 0; phase < up; phase++) fillPhase(taps.subarray(phase * 2 * half, (phase + 1) * 2 * half), phase / up, half, cutoff);
  const kernel = { half, up, down: fromHz / divisor, taps };
  kernels.set(name, kernel);
  return kernel;
}

function fillPhase(taps: Float32Array, fraction: number, half: number, cutoff: number): void {
  let sum = 0;
  for (let i = 0; i < taps.length; i++) {
    const distance = i - half + 1 - fraction;
    const x = Math.PI * distance * cutoff;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / half);
    const tap = Math.abs(distance) >= half ? 0 : (x === 0 ? 1 : Math.sin(x) / x) * window;
    taps[i] = tap;
    sum += tap;
  }
  for (let i = 0; i < taps.length; i++) taps[i] = (taps[i] ?? 0) / sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
