// Plays sound slower at the same pitch: now and then it goes back by what sounds alike, and is faded over from here to there.
import { LagSearch } from './lag-search.js';
import { raisedCosine } from './raised-cosine.js';
import type { SampleWindow } from './sample-window.js';

/** A repetition is faded in over so long, and whether one is due is considered as often. */
const hopMs = 10;
/** Of the time played: so much is added where nothing is ahead. */
const most = 0.1;
/** Milliseconds that repetitions are behind: from the first on what sounds alike is repeated, from the second on anything. */
const debtMs = { first: 5, forced: 30 };
const alike = 0.6;

export class Repeater {
  readonly #window: SampleWindow;
  readonly #search: LagSearch;
  readonly #ramp: Float32Array;
  readonly #first: number;
  readonly #forced: number;
  #untilHop: number;
  /** Samples by which repetitions are behind. */
  #debt = 0;
  /** What is repeated: so far back (0: nothing), and faded over for so many samples more. */
  #lag = 0;
  #left = 0;

  constructor(sampleRateHz: number, window: SampleWindow) {
    const samplesOf = (ms: number) => Math.round((ms * sampleRateHz) / 1000);
    this.#window = window;
    this.#ramp = raisedCosine(samplesOf(hopMs));
    this.#search = new LagSearch(sampleRateHz, this.#ramp.length);
    this.#first = samplesOf(debtMs.first);
    this.#forced = samplesOf(debtMs.forced);
    this.#untilHop = this.#ramp.length;
  }

  forget(): void {
    this.#untilHop = this.#ramp.length;
    this.#debt = this.#lag = this.#left = 0;
  }

  /** So many samples are played before anything may change. */
  get run(): number {
    return this.#left > 0 ? this.#left : this.#untilHop;
  }

  /** Whether something is repeated: otherwise `mixed` gives what it is given. */
  get isMixing(): boolean {
    return this.#left > 0;
  }

  /** `sample` stands at `at` of the window: while something is repeated it is mixed with that. */
  mixed(sample: number, at: number): number {
    if (this.#left === 0) return sample;
    return sample + ((this.#window.samples[at - this.#lag] ?? 0) - sample) * (this.#ramp[this.#ramp.length - this.#left--] ?? 1);
  }

  /** A run of the window was played; `missing` is the part of what is wanted ahead that is not there. Gives by how many samples the next one goes back. */
  played(count: number, missing: number): number {
    if (this.#lag === 0) {
      this.#untilHop -= count;
      return this.#untilHop > 0 ? 0 : this.#consider(missing);
    }
    if (this.#left === 0) {
      this.#window.at -= this.#lag;
      this.#lag = 0;
    }
    return 0;
  }

  #consider(missing: number): number {
    const hop = this.#ramp.length;
    this.#untilHop = hop;
    this.#debt = missing > 0 ? this.#debt + hop * most * missing : 0;
    if (this.#debt < this.#first || this.#window.reach(hop) < hop) return 0;
    this.#search.find(this.#window.samples, this.#window.at);
    const { lag, likeness } = this.#search;
    if (lag === 0 || (likeness < alike && this.#debt < this.#forced)) return 0;
    this.#lag = lag;
    this.#left = hop;
    this.#debt -= lag;
    return lag;
  }
}
