// The capture worklet: mixes, resamples to the wire's rate and hands over 16-bit chunks. Runs on the audio thread.
import { createResampler } from '../../base/resample.js';
import type { StopCommand } from './worklet-node.js';
import { inWorklet } from './worklet-scope.js';

export interface CaptureOptions {
  readonly sampleRateHz: number;
  /** 1 or 2, interleaved. */
  readonly channels: number;
  /** Samples of all channels together in one chunk. */
  readonly chunkLength: number;
}

/** To the worklet: a buffer to use again, or `flush` with the number its answer carries. */
export type CaptureCommand = ArrayBuffer | { readonly flush: number };

/** From the worklet: `length` samples at the front of `buffer`; with `flush`, the last before it. */
export interface CaptureChunk {
  readonly buffer: ArrayBuffer;
  readonly length: number;
  readonly flush?: number | undefined;
}

/** What gives nothing gives no channel either (a muted track, in Firefox): time goes on all the same, and a service waits for the silence. */
const silence: readonly Float32Array[] = [new Float32Array(128)];

inWorklet(({ AudioWorkletProcessor, registerProcessor, sampleRate }) => {
  class CaptureProcessor extends AudioWorkletProcessor {
    readonly #options: CaptureOptions;
    readonly #resamplers;
    readonly #resampled: Float32Array[];
    readonly #mixed = new Float32Array(128);
    /** Given back by the page, to be used again. */
    readonly #pool: ArrayBuffer[] = [];
    #chunk: Int16Array;
    #filled = 0;
    #stopped = false;

    constructor({ processorOptions }: { readonly processorOptions?: unknown }) {
      super();
      const settings = processorOptions as CaptureOptions;
      this.#options = settings;
      this.#resamplers = Array.from({ length: settings.channels }, () => createResampler(sampleRate, settings.sampleRateHz));
      this.#resampled = this.#resamplers.map((resampler) => new Float32Array(resampler.capacity(128)));
      this.#chunk = this.#fresh();
      this.port.addEventListener('message', ({ data }: MessageEvent<CaptureCommand | StopCommand>) => {
        if (data === 'stop') this.#stopped = true;
        else if (data instanceof ArrayBuffer) this.#pool.push(data);
        else this.#deliver(data.flush);
      });
      this.port.start();
    }

    process(inputs: readonly (readonly Float32Array[])[]): boolean {
      if (this.#stopped) return false;
      const input = inputs[0]?.length ? inputs[0] : silence;
      let written = 0;
      for (let channel = 0; channel < this.#resamplers.length; channel++) {
        const output = this.#resampled[channel];
        if (output !== undefined) written = this.#resamplers[channel]?.process(this.#channel(input, channel), output) ?? 0;
      }
      for (let at = 0; at < written; at++) {
        for (const samples of this.#resampled) this.#chunk[this.#filled++] = Math.max(-1, Math.min(1, samples[at] ?? 0)) * 32_767;
        if (this.#filled >= this.#options.chunkLength) this.#deliver();
      }
      return true;
    }

    #channel(input: readonly Float32Array[], channel: number): Float32Array {
      const [left, right] = input;
      if (left === undefined) return this.#mixed;
      if (right === undefined) return left;
      if (this.#options.channels > 1) return channel === 0 ? left : right;
      for (let at = 0; at < left.length; at++) this.#mixed[at] = ((left[at] ?? 0) + (right[at] ?? 0)) / 2;
      return this.#mixed;
    }

    #deliver(flush?: number): void {
      const buffer = this.#chunk.buffer as ArrayBuffer;
      const chunk: CaptureChunk = { buffer, length: this.#filled, flush };
      this.port.postMessage(chunk, [buffer]);
      this.#chunk = this.#fresh();
    }

    #fresh(): Int16Array {
      this.#filled = 0;
      return new Int16Array(this.#pool.pop() ?? new ArrayBuffer(this.#options.chunkLength * 2));
    }
  }
  registerProcessor('voxreel-capture', CaptureProcessor);
});
