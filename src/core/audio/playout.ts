// What the playback worklet does to samples: plays them as they come, slows down while few are ahead, bridges what is late, fades.
// Counts every sample of real audio it renders; which item a sample belongs to is the ledger's to know. Nothing is allocated while rendering.
import { Bridge } from './bridge.js';
import { longestLagMs } from './lag-search.js';
import { Repeater } from './repeater.js';
import { copySamples, SampleWindow } from './sample-window.js';

interface Buffering {
  /** Milliseconds that are wanted ahead, and the most that repeated underruns raise this to. */
  readonly wanted: number;
  readonly most: number;
  /** Sound begins at once and grows its lead by being played slower; otherwise it begins when all of `wanted` is there. */
  readonly stretches: boolean;
}

/** The documents' `latency`. */
const bufferingOf = {
  low: { wanted: 80, most: 250, stretches: true },
  balanced: { wanted: 160, most: 600, stretches: true },
  high: { wanted: 250, most: 1500, stretches: false },
} as const satisfies Record<string, Buffering>;

export type Latency = keyof typeof bufferingOf;

export const fadeMs = 20;

/** Sound that begins is held so long: pieces of real time come a little unevenly. */
const heldMs = 8;

export class Playout {
  readonly #rate: number;
  readonly #buffering: Buffering;
  readonly #fadeLength: number;
  readonly #heldLength: number;
  readonly #window: SampleWindow;
  readonly #repeater: Repeater;
  readonly #bridge: Bridge;
  #played = 0;
  /** Of the next sample: behind `played` where something is repeated. */
  #position = 0;
  #idle = 0;
  #underruns = 0;
  #targetMs: number;
  #isWaiting = true;
  #hasEnded = false;
  /** Samples that sound which begins is still held. */
  #held: number;
  #fading: ((played: number) => void) | undefined;
  #fadeLeft = 0;
  #afterFade: Float32Array[] = [];
  #hasEndedAfterFade = false;

  /** `leastMs`: wanted ahead, where `latency` wants less. */
  constructor(sampleRateHz: number, latency: Latency, leastMs = 0) {
    const samplesOf = (ms: number) => Math.round((ms * sampleRateHz) / 1000);
    this.#rate = sampleRateHz;
    const { wanted, ...buffering } = bufferingOf[latency];
    this.#buffering = { ...buffering, wanted: Math.max(wanted, leastMs) };
    this.#targetMs = this.#buffering.wanted;
    this.#fadeLength = samplesOf(fadeMs);
    this.#heldLength = this.#held = samplesOf(heldMs);
    this.#window = new SampleWindow({ kept: samplesOf(2 * longestLagMs), ahead: 1024 });
    this.#repeater = new Repeater(sampleRateHz, this.#window);
    this.#bridge = new Bridge(sampleRateHz, this.#window);
  }

  /** Samples of real audio rendered since the last fade: a repeated one counts once. */
  get played(): number {
    return this.#played;
  }

  /** Samples of silence, and of bridges, rendered since the last of them. */
  get idle(): number {
    return this.#idle;
  }

  get underruns(): number {
    return this.#underruns;
  }

  /** Milliseconds wanted ahead: grows with each underrun, shrinks while all is well. */
  get targetMs(): number {
    return this.#targetMs;
  }

  push(piece: Float32Array): void {
    if (piece.length === 0) return;
    if (this.#fading === undefined) {
      this.#window.push(piece);
      this.#hasEnded = false;
    } else {
      this.#afterFade.push(piece);
      this.#hasEndedAfterFade = false;
    }
  }

  /** All audio of what was pushed so far has arrived: nothing more need be waited for. */
  end(): void {
    if (this.#fading === undefined) this.#hasEnded = true;
    else this.#hasEndedAfterFade = true;
  }

  /** Fades out and forgets what is queued; what is pushed from now on plays after it. `done` gets the count of samples heard. */
  fade(done: (played: number) => void): void {
    if (this.#fading !== undefined) this.#finishFade();
    this.#fading = done;
    this.#afterFade = [];
    this.#hasEndedAfterFade = false;
    this.#fadeLeft = this.#fadeLength;
    if (this.#isWaiting || this.#window.left === 0) this.#finishFade();
  }

  /** Writes one quantum. */
  render(output: Float32Array): void {
    if (this.#isWaiting && this.#isReady()) this.#isWaiting = false;
    for (let at = 0; at < output.length;) {
      if (this.#isWaiting) return this.#wait(output, at);
      if (this.#window.left > 0) at += this.#play(output, at);
      if (this.#fading !== undefined && (this.#fadeLeft <= 0 || this.#window.left === 0)) this.#finishFade();
      else if (this.#window.left === 0 && at < output.length) this.#runDry();
    }
    // What does not change is not written: a fraction in a field is a new object at each write.
    if (this.#isWaiting || this.#targetMs === this.#buffering.wanted) return;
    this.#targetMs = Math.max(this.#buffering.wanted, this.#targetMs - (output.length / this.#rate) * 5);
  }

  #isReady(): boolean {
    if (this.#window.left === 0) return false;
    return this.#hasEnded || this.#missing <= 0 || (this.#buffering.stretches && this.#held <= 0);
  }

  /** Of what is wanted ahead. */
  get #missing(): number {
    return 1 - (this.#window.left * 1000) / (this.#targetMs * this.#rate);
  }

  /** The rest of a quantum in which there is nothing to play. */
  #wait(output: Float32Array, from: number): void {
    this.#idle += output.length - from;
    if (this.#window.left > 0) this.#held -= output.length - from;
    if (this.#bridge.isSilent) output.fill(0, from);
    else for (let at = from; at < output.length; at++) output[at] = this.#bridge.next();
  }

  /** Plays a run of what is there; how many samples it has. */
  #play(output: Float32Array, from: number): number {
    const isFading = this.#fading !== undefined;
    const room = Math.min(output.length - from, this.#repeater.run);
    const count = this.#window.reach(isFading ? Math.min(room, this.#fadeLeft) : room);
    const { at, samples } = this.#window;
    if (isFading || this.#repeater.isMixing || this.#bridge.isMixing) {
      for (let index = 0; index < count; index++) {
        const sample = this.#bridge.mixed(this.#repeater.mixed(samples[at + index] ?? 0, at + index), at + index);
        output[from + index] = isFading ? sample * (this.#fadeLeft-- / this.#fadeLength) ** 2 : sample;
      }
    } else copySamples(samples, at, output, from, count);
    this.#window.at += count;
    this.#position += count;
    this.#played = Math.max(this.#played, this.#position);
    this.#idle = 0;
    const isSlow = this.#buffering.stretches && !this.#hasEnded && !isFading;
    this.#position -= this.#repeater.played(count, isSlow ? this.#missing : 0);
    return count;
  }

  #runDry(): void {
    this.#isWaiting = true;
    this.#forgetSplices();
    if (this.#hasEnded) {
      this.#held = this.#heldLength;
      return;
    }
    this.#underruns++;
    this.#targetMs = Math.min(this.#buffering.most, this.#targetMs * 1.5 + 10);
    if (this.#buffering.stretches) this.#bridge.begin();
  }

  #finishFade(): void {
    const done = this.#fading;
    // The middle of the ramp is where the ear places the end.
    const heard = Math.max(0, Math.round(this.#played - (this.#fadeLength - this.#fadeLeft) / 2));
    this.#fading = undefined;
    this.#window.clear();
    for (const piece of this.#afterFade) this.#window.push(piece);
    this.#played = this.#position = 0;
    this.#forgetSplices();
    this.#isWaiting = true;
    this.#held = this.#heldLength;
    this.#hasEnded = this.#hasEndedAfterFade;
    done?.(heard);
  }

  #forgetSplices(): void {
    this.#repeater.forget();
    this.#bridge.forget();
  }
}
