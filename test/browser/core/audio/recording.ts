// Records what reaches a node, sample by sample: the judge of everything the speaker says about itself.

export interface Recording {
  readonly node: AudioNode;
  /** Everything so far. */
  samples(): Float32Array;
  close(): void;
}

export async function record(context: AudioContext): Promise<Recording> {
  await context.audioWorklet.addModule(new URL('./recorder.worklet.ts', import.meta.url));
  const blocks: Float32Array[] = [];
  const node = new AudioWorkletNode(context, 'test-recorder', { channelCount: 1, channelCountMode: 'explicit' });
  node.port.addEventListener('message', ({ data }: MessageEvent<Float32Array>) => void blocks.push(data));
  node.port.start();
  node.connect(context.destination);
  return {
    node,
    samples() {
      const all = new Float32Array(blocks.length * 128);
      blocks.forEach((block, at) => all.set(block, at * 128));
      return all;
    },
    close() {
      node.port.close();
      node.disconnect();
    },
  };
}

/** Nothing is played until the returned function is called. A host revives a context that stops, so it must not be able to. */
export async function holdStill(context: AudioContext): Promise<() => Promise<void>> {
  context.resume = async () => {};
  await context.suspend();
  return () => {
    Reflect.deleteProperty(context, 'resume');
    return context.resume();
  };
}

/** Milliseconds of sound, wherever in the recording. */
export const soundMs = (samples: Float32Array, rate: number, threshold = 0.01): number =>
  (samples.reduce((count, value) => count + (Math.abs(value) > threshold ? 1 : 0), 0) * 1000) / rate;

/** Amplitude of one frequency in what is not silence. */
export function amplitudeOf(samples: Float32Array, hz: number, rate: number): number {
  const first = samples.findIndex((value) => Math.abs(value) > 0.01);
  const last = samples.findLastIndex((value) => Math.abs(value) > 0.01);
  let [real, imaginary] = [0, 0];
  for (let at = first; at <= last; at++) {
    real += (samples[at] ?? 0) * Math.cos((2 * Math.PI * hz * at) / rate);
    imaginary += (samples[at] ?? 0) * Math.sin((2 * Math.PI * hz * at) / rate);
  }
  return (2 * Math.hypot(real, imaginary)) / (last - first + 1);
}

/** As above, the median of pieces of 20 ms: an engine that falls behind leaves gaps, and what follows one is out of phase. */
export function steadyAmplitudeOf(samples: Float32Array, hz: number, rate: number): number {
  const last = samples.findLastIndex((value) => Math.abs(value) > 0.01);
  const piece = rate / 50;
  const pieces: number[] = [];
  for (let at = samples.findIndex((value) => Math.abs(value) > 0.01); at + piece <= last + 1; at += piece)
    pieces.push(amplitudeOf(samples.subarray(at, at + piece), hz, rate));
  return pieces.toSorted((one, other) => one - other)[pieces.length >> 1] ?? 0;
}

export const tone = (hz: number, rate: number, ms: number): Float32Array<ArrayBuffer> =>
  Float32Array.from({ length: (rate * ms) / 1000 }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hz * at) / rate));

/** A constant: its envelope can be read sample by sample. */
export const level = (rate: number, ms: number, value = 0.5): Float32Array<ArrayBuffer> => new Float32Array((rate * ms) / 1000).fill(value);

/** A turn that took longer counts for this: while a busy machine holds up the page, nothing of what is waited for can happen. */
const longestTurnMs = 100;

export async function until(check: () => boolean, ms = 60_000): Promise<void> {
  let waitedMs = 0;
  let turnAt = performance.now();
  while (!check()) {
    if (waitedMs > ms) throw new Error(`Never came true: ${check.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const now = performance.now();
    waitedMs += Math.min(now - turnAt, longestTurnMs);
    turnAt = now;
  }
}
