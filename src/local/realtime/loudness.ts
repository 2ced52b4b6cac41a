// How loud and how long speech is.

/** Samples of one 20 ms frame at the engine's rate. */
export const frameSamples = 480;
export const frameMs = 20;
/** The rate everything inside the engine runs at. */
export const engineRateHz = 24_000;

const silentDb = -96;
/** Quieter frames are no speech, whatever the rest is. */
const quietestDb = -55;
/** Frames so far below the loudest are breath and room. */
const rangeDb = 30;

export interface Loudness {
  /** Of the frames that are speech. */
  readonly seconds: number;
  /** Root mean square of those frames, relative to full scale. */
  readonly dbfs: number;
}

/** Decibels relative to full scale of `samples` from `start` to `end`. */
export function levelDb(samples: Int16Array, start = 0, end = samples.length): number {
  let energy = 0;
  for (let i = start; i < end; i++) energy += (samples[i] ?? 0) ** 2;
  return energy === 0 ? silentDb : Math.max(silentDb, 10 * Math.log10(energy / (end - start) / 32_768 ** 2));
}

/** What of `samples` (at the engine's rate) sounds like speech. */
export function measureLoudness(samples: Int16Array): Loudness {
  const levels: number[] = [];
  for (let at = 0; at + frameSamples <= samples.length; at += frameSamples) levels.push(levelDb(samples, at, at + frameSamples));
  const loudest = levels.reduce((most, level) => Math.max(most, level), silentDb);
  const spoken = levels.filter((level) => level > quietestDb && level > loudest - rangeDb);
  const power = spoken.reduce((sum, level) => sum + 10 ** (level / 10), 0) / Math.max(1, spoken.length);
  return { seconds: (spoken.length * frameMs) / 1000, dbfs: spoken.length === 0 ? silentDb : 10 * Math.log10(power) };
}
