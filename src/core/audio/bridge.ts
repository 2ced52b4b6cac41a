// What sounds in the place of late samples: the last pitch period, again and again, fading away; and the way back from there.
import { LagSearch } from './lag-search.js';
import { raisedCosine } from './raised-cosine.js';
import type { SampleWindow } from './sample-window.js';

const awayMs = 60;
const backMs = 4;
/** So much of the end tells the period. */
const comparedMs = 10;

export class Bridge {
  readonly #window: SampleWindow;
  readonly #search: LagSearch;
  readonly #compared: number;
  readonly #awayLength: number;
  readonly #returning: Float32Array;
  /** 0: silence. */
  #period = 0;
  /** Samples of it that were rendered, and how much of the way back. */
  #rendered = 0;
  #back: number;

  constructor(sampleRateHz: number, window: SampleWindow) {
    this.#window = window;
    this.#compared = Math.round((comparedMs * sampleRateHz) / 1000);
    this.#search = new LagSearch(sampleRateHz, this.#compared);
    this.#awayLength = Math.round((awayMs * sampleRateHz) / 1000);
    this.#returning = raisedCosine(Math.round((backMs * sampleRateHz) / 1000));
    this.#back = this.#returning.length;
  }

  /** What comes next follows nothing. */
  forget(): void {
    this.#period = this.#rendered = 0;
    this.#back = this.#returning.length;
  }

  /** All of the window has been read, and more was to come. */
  begin(): void {
    this.#period = this.#rendered = this.#back = 0;
    this.#search.find(this.#window.samples, this.#window.at - this.#compared);
    this.#period = this.#search.lag;
  }

  /** Nothing is left that could sound while nothing comes. */
  get isSilent(): boolean {
    return this.#period === 0 || this.#rendered >= this.#awayLength;
  }

  /** Whether it is on the way back: otherwise `mixed` gives what it is given. */
  get isMixing(): boolean {
    return this.#back < this.#returning.length;
  }

  /** The next sample while nothing has come. */
  next(): number {
    return this.#after(this.#window.at);
  }

  /** `sample` stands at `at` of the window: on the way back it is mixed with what it replaces. */
  mixed(sample: number, at: number): number {
    if (!this.isMixing) return sample;
    const bridging = this.#after(at - this.#back);
    return bridging + (sample - bridging) * (this.#returning[this.#back++] ?? 1);
  }

  #after(end: number): number {
    if (this.isSilent) return 0;
    const at = this.#rendered++;
    return (this.#window.samples[end - this.#period + (at % this.#period)] ?? 0) * (1 - at / this.#awayLength) ** 2;
  }
}
