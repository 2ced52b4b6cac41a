// The lines of a conversation as captions: each no longer than one reads at once, for the time in which its words were heard.
import type { FilmLine } from './film-job.js';
import { levelS, type RecordedSides } from './film-sound.js';

export interface FilmCaption {
  readonly side: FilmLine['side'];
  readonly name: string;
  readonly text: string;
  /** Seconds of the recording. */
  readonly startS: number;
  readonly endS: number;
}

/** -44 dB: a room is quieter, a voice is louder. */
const audible = 0.006;
/** A sound that came with its words begins within this time. */
const latestStartS = 3;
/** Longer than a pause in speech. */
const silenceS = 1.5;
/** Between words. */
const breathS = 0.3;
/** The last words stay for a moment where nobody speaks yet. */
const stayS = 0.8;
const leastS = 0.4;
/** Two lines of text; wide characters count twice. */
const mostWidth = 84;

export function captionsOf(
  lines: readonly FilmLine[],
  { levels, durationS }: Pick<RecordedSides, 'levels' | 'durationS'>,
): readonly FilmCaption[] {
  const bounded = lines
    .map((line, at) => ({ ...line, ...boundsOf(line, levels[line.side], roomOf(lines, at, durationS)) }))
    .filter(({ startS }) => startS < durationS);
  const captions = bounded.flatMap(divided).toSorted((one, other) => one.startS - other.startS);
  return captions.map((caption, at) => {
    const next = captions[at + 1]?.startS ?? Infinity;
    return { ...caption, endS: Math.max(caption.endS, Math.min(caption.endS + stayS, next, Math.max(durationS, caption.endS))) };
  });
}

/** Between the lines of the same side before and after it. */
function roomOf(lines: readonly FilmLine[], at: number, durationS: number): Bounds {
  const beside = ({ side }: FilmLine) => side === lines[at]?.side;
  const before = lines.slice(0, at).findLast(beside);
  return { startS: before?.endS ?? before?.startS ?? 0, endS: lines.slice(at + 1).find(beside)?.startS ?? durationS };
}

interface Bounds {
  readonly startS: number;
  readonly endS: number;
}

function boundsOf({ startS, endS, sound }: FilmLine, levels: Float32Array, room: Bounds): Bounds {
  const beginsS = sound === 'after' ? soundAfter(levels, startS) : sound === 'before' ? soundBefore(levels, startS, room.startS) : startS;
  const finishS = endS === undefined ? silenceAfter(levels, beginsS, room.endS) : lastSound(levels, beginsS, endS);
  return { startS: beginsS, endS: Math.max(beginsS + leastS, finishS) };
}

/** Services notice the end of a turn late. What was typed makes no sound. */
function lastSound(levels: Float32Array, startS: number, endS: number): number {
  const last = levels.subarray(0, Math.ceil(endS / levelS)).findLastIndex((level) => level > audible);
  return (last + 1) * levelS > startS ? Math.min(endS, (last + 1) * levelS) : endS;
}

function soundAfter(levels: Float32Array, startS: number): number {
  const first = Math.floor(startS / levelS);
  for (let at = first; at < first + latestStartS / levelS; at += 1) if ((levels[at] ?? 0) > audible) return Math.max(startS, at * levelS);
  return startS;
}

/** Where the sound that is heard at `startS` began, after `leastS`. */
function soundBefore(levels: Float32Array, startS: number, leastS: number): number {
  const from = Math.floor(startS / levelS);
  const earliest = Math.ceil(Math.max(leastS, startS - latestStartS) / levelS);
  let first = from;
  for (let at = from; at >= earliest && (first - at) * levelS <= breathS; at -= 1) if ((levels[at] ?? 0) > audible) first = at;
  return Math.min(startS, first * levelS);
}

function silenceAfter(levels: Float32Array, startS: number, limitS: number): number {
  let endS = startS;
  for (let at = Math.floor(startS / levelS); at * levelS < limitS && at < levels.length; at += 1) {
    if ((levels[at] ?? 0) > audible) endS = (at + 1) * levelS;
    else if (at * levelS - endS > silenceS) break;
  }
  return endS;
}

const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;
const widthOf = (text: string): number => text.length + (text.match(wide)?.length ?? 0);

/** In proportion to their length: as a transcript tells how far an answer was heard. */
function divided({ side, name, text, startS, endS }: FilmLine & { readonly endS: number }): readonly FilmCaption[] {
  const parts = partsOf(text);
  const whole = parts.reduce((sum, part) => sum + widthOf(part), 0);
  let atS = startS;
  return parts.map((part) => {
    const beginsS = atS;
    atS += ((endS - startS) * widthOf(part)) / whole;
    return { side, name, text: part, startS: beginsS, endS: atS };
  });
}

/** Of sentences; of what is longer than fits, parts of about one length, broken between words. */
export function partsOf(text: string): readonly string[] {
  const sentences = segments(text.replaceAll(/\s+/g, ' ').trim(), 'sentence');
  const parts: string[] = [];
  for (const sentence of sentences) {
    const last = parts.at(-1);
    if (last !== undefined && widthOf(last + sentence) <= mostWidth) parts[parts.length - 1] = last + sentence;
    else parts.push(...evenly(sentence));
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function evenly(sentence: string): string[] {
  const most = widthOf(sentence) / Math.ceil(widthOf(sentence) / mostWidth) + 6;
  const parts = [''];
  for (const word of segments(sentence, 'word')) {
    const last = parts.at(-1) ?? '';
    const closes = !/[\p{L}\p{N}]/u.test(word);
    if (last === '' || closes || widthOf(last + word) <= most) parts[parts.length - 1] = last + word;
    else parts.push(word);
  }
  return parts;
}

const segments = (text: string, granularity: 'sentence' | 'word') =>
  [...new Intl.Segmenter(undefined, { granularity }).segment(text)].map(({ segment }) => segment);
