// What the playback worklet does to samples: queue, jitter buffer, fade. Counts every sample of real audio it renders; which item
// a sample belongs to is the ledger's to know. Nothing is allocated while rendering.

/** The documents' `latency`: milliseconds gathered before sound begins, and the most that repeated underruns raise it to. */
export const jitterBufferMs = {
  low: { start: 30, most: 250 },
  balanced: { start: 80, most: 600 },
  high: { start: 250, most: 1500 },
} as const;

export type Latency = keyof typeof jitterBufferMs;

export const fadeMs = 20;

export interface Playout {
  /** Samples of real audio rendered since the last fade. */
  readonly played: number;
  /** Samples of silence rendered since then. */
  readonly idle: number;
  readonly underruns: number;
  /** Milliseconds gathered before sound begins: grows with each underrun, shrinks while all is well. */
  readonly targetMs: number;
  push(samples: Float32Array): void;
  /** All audio of what was pushed so far has arrived: nothing more need be waited for. */
  end(): void;
  /** Fades out and forgets what is queued; what is pushed from now on plays after it. `done` gets the count of samples heard. */
  fade(done: (played: number) => void): void;
  /** Writes one quantum. */
  render(output: Float32Array): void;
}

/** By hand: `set` would need a new view for each run, and rendering allocates nothing. */
function copySamples(from: Float32Array, start: number, to: Float32Array, at: number, count: number): void {
  for (let index = 0; index < count; index++) to[at + index] = from[start + index] ?? 0;
}

const nothing = new Float32Array(0);

export function createPlayout(sampleRateHz: number, latency: Latency): Playout {
  const { start, most } = jitterBufferMs[latency];
  const fadeLength = Math.round((fadeMs * sampleRateHz) / 1000);
  let queue: Float32Array[] = [];
  let first = 0;
  let offset = 0;
  let queued = 0;
  let played = 0;
  let idle = 0;
  let underruns = 0;
  let targetMs: number = start;
  let waiting = true;
  let ended = false;
  let fading: ((played: number) => void) | undefined;
  let fadeLeft = 0;
  let afterFade: Float32Array[] = [];
  let endedAfterFade = false;

  const finishFade = () => {
    const done = fading;
    // The middle of the ramp is where the ear places the end.
    const heard = Math.max(0, Math.round(played - (fadeLength - fadeLeft) / 2));
    fading = undefined;
    queue = afterFade;
    first = offset = played = 0;
    queued = queue.reduce((sum, samples) => sum + samples.length, 0);
    waiting = true;
    ended = endedAfterFade;
    done?.(heard);
  };

  const ready = () => queued > 0 && (ended || queued * 1000 >= targetMs * sampleRateHz);

  const runDry = () => {
    waiting = true;
    if (ended) return;
    underruns++;
    targetMs = Math.min(most, targetMs * 1.5 + 10);
  };

  const forgetFirst = () => {
    queue[first++] = nothing;
    offset = 0;
    if (first <= 64 || first * 2 <= queue.length) return;
    queue.copyWithin(0, first);
    queue.length -= first;
    first = 0;
  };

  /** Copies one run of queued samples to `output` from `at` on; how many there were. */
  const copyRun = (output: Float32Array, at: number): number => {
    const samples = queue[first] ?? nothing;
    const room = Math.min(output.length - at, samples.length - offset);
    const count = fading === undefined ? room : Math.min(room, fadeLeft);
    copySamples(samples, offset, output, at, count);
    if (fading !== undefined) {
      for (let index = 0; index < count; index++) output[at + index] = (output[at + index] ?? 0) * (fadeLeft-- / fadeLength) ** 2;
    }
    offset += count;
    queued -= count;
    played += count;
    if (offset >= samples.length) forgetFirst();
    return count;
  };

  return {
    get played() {
      return played;
    },
    get idle() {
      return idle;
    },
    get underruns() {
      return underruns;
    },
    get targetMs() {
      return targetMs;
    },
    push(samples) {
      if (samples.length === 0) return;
      if (fading !== undefined) {
        afterFade.push(samples);
        endedAfterFade = false;
        return;
      }
      queue.push(samples);
      queued += samples.length;
      ended = false;
    },
    end() {
      if (fading === undefined) ended = true;
      else endedAfterFade = true;
    },
    fade(done) {
      if (fading !== undefined) finishFade();
      fading = done;
      afterFade = [];
      endedAfterFade = false;
      fadeLeft = fadeLength;
      if (waiting || queued === 0) finishFade();
    },
    render(output) {
      if (waiting && ready()) waiting = false;
      for (let at = 0; at < output.length;) {
        if (waiting) {
          output.fill(0, at);
          idle += output.length - at;
          return;
        }
        if (queued > 0) {
          at += copyRun(output, at);
          idle = 0;
        }
        if (fading !== undefined && (fadeLeft <= 0 || queued === 0)) finishFade();
        else if (queued === 0 && at < output.length) runDry();
      }
      if (!waiting) targetMs = Math.max(start, targetMs - (output.length / sampleRateHz) * 5);
    },
  };
}
