// How far back speech sounds as it does here: a whole number of its pitch periods. Runs on the audio thread and allocates nothing.

/** Milliseconds: from the period of a high voice to two of a low one. */
const shortestLagMs = 2.5;
export const longestLagMs = 17.5;
/** Of each this many samples and lags one is looked at first. */
const coarse = 4;
/** Mean square of what nobody hears: it is like everything. */
const silence = 1e-8;

export class LagSearch {
  /** Samples, as `find` left it. */
  lag = 0;
  /** Of what stands there to what stands `lag` before it: 1 is the same, 0 has nothing in common. */
  likeness = 0;
  readonly #shortest: number;
  readonly #longest: number;
  readonly #length: number;

  /** `length`: so many samples are compared. */
  constructor(sampleRateHz: number, length: number) {
    this.#shortest = Math.round((shortestLagMs * sampleRateHz) / 1000);
    this.#longest = Math.round((longestLagMs * sampleRateHz) / 1000);
    this.#length = length;
  }

  /** What stands from `at` on; looks back as far as there is something. A lag of 0 where that is too little. */
  find(samples: Float32Array, at: number): void {
    const longest = Math.min(this.#longest, at);
    this.lag = 0;
    this.likeness = -1;
    for (let lag = this.#shortest; lag <= longest; lag += coarse) this.#try(samples, at, lag, coarse);
    const near = this.lag;
    if (near === 0) return;
    this.likeness = -1;
    const last = Math.min(longest, near + coarse - 1);
    for (let lag = Math.max(this.#shortest, near - coarse + 1); lag <= last; lag++) this.#try(samples, at, lag, 1);
  }

  #try(samples: Float32Array, at: number, lag: number, step: number): void {
    let both = 0;
    let here = 0;
    let there = 0;
    for (let index = at; index < at + this.#length; index += step) {
      const one = samples[index] ?? 0;
      const other = samples[index - lag] ?? 0;
      both += one * other;
      here += one * one;
      there += other * other;
    }
    const isSilent = (here + there) * step < silence * this.#length;
    const likeness = isSilent ? 1 : both / Math.sqrt(here * there + Number.MIN_VALUE);
    if (likeness <= this.likeness) return;
    this.likeness = likeness;
    this.lag = lag;
  }
}
