// Which word sounds when: words of the text laid over the phone times of the synthesizer.
import type { Phone } from './flite.js';

/** A word with the white space after it: all words joined are the text. Milliseconds from the start of the sound. */
export interface SpokenWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

/** The synthesizer tells phones but not which word they belong to: pauses are matched to punctuation, the rest shared by length. */
export function alignWords(text: string, phones: readonly Phone[], durationMs: number): SpokenWord[] {
  const words = text.match(/\s*\S+\s*/g) ?? [];
  const voiced = intervals(phones, durationMs);
  const wordGroups = groupedBy(words, (word) => /[,.;:!?]["')\]]*\s*$/.test(word));
  const all = voiced.flat();
  if (wordGroups.length === voiced.length) return wordGroups.flatMap((group, i) => share(group, voiced[i] ?? []));
  return share(words, all);
}

/** Voiced phones, in groups between inner pauses. */
function intervals(phones: readonly Phone[], durationMs: number): Interval[][] {
  const groups: Interval[][] = [];
  let group: Interval[] = [];
  let startMs = 0;
  for (const phone of phones) {
    if (phone.name !== 'pau') group.push({ startMs, endMs: phone.endMs });
    else if (group.length > 0) {
      groups.push(group);
      group = [];
    }
    startMs = phone.endMs;
  }
  if (group.length > 0) groups.push(group);
  return groups.length > 0 ? groups : [[{ startMs: 0, endMs: durationMs }]];
}

function groupedBy(words: readonly string[], endsGroup: (word: string) => boolean): string[][] {
  const groups: string[][] = [[]];
  for (const word of words) {
    groups.at(-1)?.push(word);
    if (endsGroup(word)) groups.push([]);
  }
  return groups.filter((group) => group.length > 0);
}

function share(words: readonly string[], sounds: readonly Interval[]): SpokenWord[] {
  const weights = words.map(weight);
  const total = weights.reduce((sum, value) => sum + value, 0);
  const shared: SpokenWord[] = [];
  let before = 0;
  for (const [i, text] of words.entries()) {
    const startMs = timeAt(sounds, before / total);
    before += weights[i] ?? 0;
    shared.push({ text, startMs, endMs: timeAt(sounds, before / total, true) });
  }
  return shared;
}

/** The phone boundary nearest to `fraction` of all phones. */
function timeAt(sounds: readonly Interval[], fraction: number, end = false): number {
  const at = Math.round(fraction * sounds.length);
  const last = sounds.at(-1);
  if (end) return Math.round(sounds[Math.max(at, 1) - 1]?.endMs ?? last?.endMs ?? 0);
  return Math.round(sounds[at]?.startMs ?? last?.endMs ?? 0);
}

/** About how many phones a word has: digits are read out, vowel groups and consonants count once. */
function weight(word: string): number {
  const digits = word.match(/\d/g)?.length ?? 0;
  const sounds = word.toLowerCase().match(/[aeiouy]+|ck|ch|sh|th|ph|ng|ll|ss|tt|[bcdfghjklmnpqrstvwxz]/g)?.length ?? 0;
  const silent = /[^aeiou]e\b/i.test(word) ? 1 : 0;
  return Math.max(1, 4 * digits + sounds - silent);
}
