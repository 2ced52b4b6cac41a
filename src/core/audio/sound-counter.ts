// Counts how long a stream has sounded. Has no port of its own; the listening worklet reports what it counts.

const reportsPerSecond = 20;
/** RMS of a quantum. */
const audible = 0.002;
/** A silence this long separates two sounds; a shorter one is a pause in speech. */
const partSeconds = 0.1;
/** The page's thread, which passes the announcement on, may be busy for this long. */
const lateSeconds = 0.5;

function isAudible(samples: Float32Array): boolean {
  let sum = 0;
  for (let at = 0; at < samples.length; at++) sum += (samples[at] ?? 0) ** 2;
  return sum > audible * audible * samples.length;
}

export class SoundCounter {
  readonly #sampleRateHz: number;
  /** Samples since the first audible one after the last restart; 0 before it. */
  heard = 0;
  /** Of them, those since the last audible one. */
  silent = 0;
  /** Samples since the current sound began and since it was last audible; a restart does not change them. */
  #sound = 0;
  #pause = 0;
  #unreported = 0;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
  }

  /** Counts from 0 again. `late`: from the beginning of a sound that began just now. */
  restart(late: boolean): void {
    const isOurs = late && this.#sound > 0 && this.#sound <= lateSeconds * this.#sampleRateHz;
    this.heard = isOurs ? this.#sound : 0;
    this.silent = isOurs ? this.#pause : 0;
    // What has begun is news.
    this.#unreported = isOurs ? this.#sampleRateHz : 0;
  }

  /** Takes a quantum. True where there is news: of the first sound, of its end, and twenty times a second until a second after it. */
  take(samples: Float32Array | undefined): boolean {
    const sounds = samples !== undefined && isAudible(samples);
    this.#follow(sounds);
    if (this.heard === 0 && !sounds) return false;
    const first = this.heard === 0;
    this.heard += 128;
    this.silent = sounds ? 0 : this.silent + 128;
    this.#unreported += 128;
    const isNews = first || this.silent === 128 || this.#unreported * reportsPerSecond >= this.#sampleRateHz;
    if (this.silent > this.#sampleRateHz || !isNews) return false;
    this.#unreported = 0;
    return true;
  }

  #follow(sounds: boolean): void {
    this.#pause = sounds ? 0 : this.#pause + 128;
    const goesOn = sounds || (this.#sound > 0 && this.#pause < partSeconds * this.#sampleRateHz);
    this.#sound = goesOn ? this.#sound + 128 : 0;
  }
}
