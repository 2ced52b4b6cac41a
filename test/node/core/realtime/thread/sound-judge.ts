// What a recording tells of the answer that was played: see the levels of a spoken site.
import { audible, msOfLevel } from './spoken-site.js';

export async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 120_000; !(await check());) {
    if (performance.now() > end) throw new Error(`Never came true: ${check.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The longest time without any sound, before the last of it, in milliseconds. */
export function longestSilenceMs(samples: Float32Array, contextRateHz: number): number {
  let longest = 0;
  let length = 0;
  for (const value of samples.subarray(
    0,
    samples.findLastIndex((level) => level > audible),
  )) {
    length = value < 0.001 ? length + 1 : 0;
    longest = Math.max(longest, length);
  }
  return (longest * 1000) / contextRateHz;
}

/** Milliseconds of an answer of `ms` that were left out: the level grows with each of them, and never by more than a moment's worth. At the very end the resampler rings. */
export function lostMs(samples: Float32Array, contextRateHz: number, ms: number): number {
  const moment = Math.round((contextRateHz * 5) / 1000);
  let highest = 0;
  let lost = 0;
  for (let at = 0; msOfLevel(highest) < ms - 20; at += moment) {
    const next = samples.subarray(at, at + moment).reduce((most, value) => Math.max(most, value), highest);
    if (highest > 0) lost += Math.max(0, msOfLevel(next) - msOfLevel(highest) - 7);
    highest = next;
  }
  return lost;
}

/** Up to which millisecond an answer was played. */
export const playedMs = (samples: Float32Array): number => msOfLevel(samples.reduce((most, value) => Math.max(most, value), 0));
