// The band-limited resampler for 16-bit mono.
import { createResampler as createFloatResampler } from '../../base/resample.js';

export interface Resampler {
  /** The output so far; the filter looks a little ahead. */
  push(samples: Int16Array): Int16Array;
  /** The rest. The resampler then starts over. */
  flush(): Int16Array;
}

/** Sharper than a page needs it: no audio thread waits for this one. */
const zeroCrossings = 12;

export function createResampler(fromHz: number, toHz: number): Resampler {
  if (fromHz === toHz) return { push: (samples) => samples, flush: () => new Int16Array() };
  const resampler = createFloatResampler(fromHz, toHz, zeroCrossings);
  return {
    push(samples) {
      const output = new Float32Array(resampler.capacity(samples.length));
      return Int16Array.from(output.subarray(0, resampler.process(Float32Array.from(samples), output)), rounded);
    },
    flush() {
      const output = new Float32Array(resampler.capacity(0));
      return Int16Array.from(output.subarray(0, resampler.flush(output)), rounded);
    },
  };
}

const rounded = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample)));

/** The whole of `samples` at another rate. */
export function resample(samples: Int16Array, fromHz: number, toHz: number): Int16Array {
  const resampler = createResampler(fromHz, toHz);
  const head = resampler.push(samples);
  const tail = resampler.flush();
  const joined = new Int16Array(head.length + tail.length);
  joined.set(head);
  joined.set(tail, head.length);
  return joined;
}
