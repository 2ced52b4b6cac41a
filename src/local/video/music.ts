// A short, gentle piece from a seed: slow chords, a plucked line, a little room.
import { createRandom } from '../../picture/random.js';
import type { Random } from '../../picture/random.js';
import type { SoundTrack } from './frame-source.js';

const sampleRateHz = 48_000;
const modes: readonly [readonly number[], ...(readonly number[])[]] = [
  [0, 2, 4, 7, 9, 12, 14, 16],
  [0, 3, 5, 7, 10, 12, 15, 17],
  [0, 2, 5, 7, 9, 12, 14, 17],
];
const progressions: readonly [readonly number[], ...(readonly number[])[]] = [
  [0, 5, 3, 4],
  [0, 3, 5, 4],
  [0, 4, 5, 3],
];
const scale = [0, 2, 4, 5, 7, 9, 11] as const;

/** Two channels, as long as the video; it begins and ends in silence. */
export function composeMusic(seed: number, durationS: number): SoundTrack {
  const random = createRandom(seed, 'music');
  const length = Math.round(durationS * sampleRateHz);
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const rootHz = 110 * 2 ** (random.integer(0, 9) / 12);
  const beatS = 60 / random.between(66, 84);
  const mode = random.pick(modes);
  const progression = random.pick(progressions);
  for (let bar = 0; bar * beatS * 4 < durationS; bar += 1) {
    const degree = progression[bar % progression.length] ?? 0;
    pad({ left, right }, rootHz, degree, bar * beatS * 4, beatS * 4.6);
    pluckBar({ left, right }, { rootHz: rootHz * 2, degree, startS: bar * beatS * 4, beatS, mode }, random);
  }
  return { sampleRateHz, channels: 2, samples: mixedDown(withRoom(left, 0.231), withRoom(right, 0.307)) };
}

interface Stereo {
  readonly left: Float32Array;
  readonly right: Float32Array;
}

const pitch = (degree: number): number => (scale[((degree % 7) + 7) % 7] ?? 0) + 12 * Math.floor(degree / 7);

/** A chord of three, each a pair of slightly detuned tones that swell and fade. */
function pad({ left, right }: Stereo, rootHz: number, degree: number, startS: number, lengthS: number): void {
  const first = Math.round(startS * sampleRateHz);
  const count = Math.min(Math.round(lengthS * sampleRateHz), left.length - first);
  for (const step of [0, 2, 4]) {
    const hertz = rootHz * 2 ** (pitch(degree + step) / 12);
    for (let index = 0; index < count; index += 1) {
      const share = index / (lengthS * sampleRateHz);
      const swell = Math.sin(Math.PI * Math.min(1, share)) ** 1.2 * 0.055;
      const turn = (2 * Math.PI * hertz * index) / sampleRateHz;
      const tone = (detune: number) => Math.sin(turn * detune) + 0.32 * Math.sin(turn * detune * 2) + 0.08 * Math.sin(turn * detune * 3);
      left[first + index] = (left[first + index] ?? 0) + tone(1.0017) * swell;
      right[first + index] = (right[first + index] ?? 0) + tone(0.9983) * swell;
    }
  }
}

interface Bar {
  readonly rootHz: number;
  readonly degree: number;
  readonly startS: number;
  readonly beatS: number;
  readonly mode: readonly number[];
}

function pluckBar(out: Stereo, { rootHz, degree, startS, beatS, mode }: Bar, random: Random): void {
  for (let eighth = 0; eighth < 8; eighth += 1) {
    if (!random.chance(eighth % 2 === 0 ? 0.72 : 0.38)) continue;
    const interval = mode[random.integer(0, mode.length - 1)] ?? 0;
    const hertz = rootHz * 2 ** ((pitch(degree) + interval) / 12);
    pluck(out, hertz > 1000 ? hertz / 2 : hertz, startS + eighth * beatS * 0.5, random.between(0.08, 0.15), random.between(0.25, 0.75));
  }
}

/** A struck tone; `side` 0 left, 1 right. */
function pluck({ left, right }: Stereo, hertz: number, startS: number, power: number, side: number): void {
  const first = Math.round(startS * sampleRateHz);
  const count = Math.min(Math.round(2.2 * sampleRateHz), left.length - first);
  for (let index = 0; index < count; index += 1) {
    const timeS = index / sampleRateHz;
    const turn = 2 * Math.PI * hertz * timeS;
    const tone =
      Math.sin(turn) * Math.exp(-timeS * 2.6) +
      0.4 * Math.sin(turn * 2.003) * Math.exp(-timeS * 5) +
      0.12 * Math.sin(turn * 4.01) * Math.exp(-timeS * 11);
    const value = tone * power * Math.min(1, timeS / 0.006);
    left[first + index] = (left[first + index] ?? 0) + value * (1 - side);
    right[first + index] = (right[first + index] ?? 0) + value * side;
  }
}

/** Echoes that grow duller and weaker. */
function withRoom(dry: Float32Array, delayS: number): Float32Array {
  const wet = Float32Array.from(dry);
  const delay = Math.round(delayS * sampleRateHz);
  let dull = 0;
  for (let index = delay; index < wet.length; index += 1) {
    dull += ((wet[index - delay] ?? 0) - dull) * 0.32;
    wet[index] = (wet[index] ?? 0) + dull * 0.46;
  }
  return wet;
}

function mixedDown(left: Float32Array, right: Float32Array): Int16Array {
  const samples = new Int16Array(left.length * 2);
  const fade = Math.min(sampleRateHz * 0.6, left.length / 3);
  for (let index = 0; index < left.length; index += 1) {
    const level = Math.min(1, index / fade, (left.length - index) / fade) * 26_000;
    samples[index * 2] = Math.tanh(left[index] ?? 0) * level;
    samples[index * 2 + 1] = Math.tanh(right[index] ?? 0) * level;
  }
  return samples;
}
