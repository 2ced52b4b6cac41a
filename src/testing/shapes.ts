// What the form checks of plugins are made of: small tests of one value, which name its place and say what it must be.
import { isRecord } from '../base/is-record.js';

export type Check = (value: unknown, at: string) => readonly string[];

export const saysOf = (value: unknown): string => (typeof value === 'function' ? 'a function' : (JSON.stringify(value) ?? String(value)));

export const must =
  (fits: (value: unknown) => boolean, words: string): Check =>
  (value, at) =>
    fits(value) ? [] : [`${at}: is ${saysOf(value)}, must be ${words}.`];

export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

export const text = must((value) => typeof value === 'string' && value !== '', 'a text');
export const number = must(isNumber, 'a number');
export const truth = must((value) => typeof value === 'boolean', 'true or false');
export const callable = must((value) => typeof value === 'function', 'a function');
export const count = must((value) => isNumber(value) && value > 0, 'a number above 0');
export const among = (words: readonly unknown[]): Check => must((value) => words.includes(value), `one of ${words.map(saysOf).join(', ')}`);

export const list =
  (each: Check, example: string): Check =>
  (value, at) => {
    if (!Array.isArray(value)) return [`${at}: is ${saysOf(value)}, must be a list, e.g. ${example}.`];
    if (value.length === 0) return [`${at}: is empty, which allows nothing at all.`];
    return value.flatMap((entry, index) => each(entry, `${at}[${index}]`));
  };

export const members =
  (known: Readonly<Record<string, Check>>, needed: readonly string[] = [], whole = 'provider'): Check =>
  (value, at) => {
    const place = (name: string) => (at === '' ? name : `${at}.${name}`);
    if (!isRecord(value)) return [`${at || whole}: is ${saysOf(value)}, must be a plain object.`];
    const missing = needed.filter((name) => value[name] === undefined).map((name) => `${place(name)}: is missing.`);
    const wrong = Object.entries(value).flatMap(([name, inner]) => {
      const check = known[name];
      if (check === undefined) return [`${place(name)}: there is no such member; ${meant(name, Object.keys(known))}`];
      return inner === undefined ? [] : check(inner, place(name));
    });
    return [...missing, ...wrong];
  };

function meant(name: string, known: readonly string[]): string {
  const start = (word: string) => word.slice(0, 3).toLowerCase();
  const best = known.find((other) => start(other) === start(name));
  return best === undefined ? `there are ${known.join(', ')}.` : `\`${best}\` was meant?`;
}

export const range: Check = (value, at) => {
  const wrong = members({ min: number, max: number }, ['min', 'max'])(value, at);
  const upsideDown = isRecord(value) && Number(value['min']) > Number(value['max']);
  return upsideDown ? [...wrong, `${at}: its min is above its max.`] : wrong;
};

export const valuesOrRange: Check = (value, at) => (Array.isArray(value) ? list(number, '[5, 10]') : range)(value, at);

/** Seconds where milliseconds are meant, or megabytes for bytes, are the right kind and a thousand times too small. */
const notBelow =
  (least: number, correct: (value: number) => string): Check =>
  (value, at) =>
    isNumber(value) && value > 0 && value < least ? [`${at}: ${correct(value)}`] : count(value, at);

export const milliseconds = notBelow(50, (value) => `${value} milliseconds are too few; ${value * 1000} for ${value} s?`);
export const bytes = notBelow(1000, (value) => `${value} bytes hold no picture; ${value * 1_000_000} for ${value} MB?`);

/** An object whose names are free. */
export const entries =
  (each: Check, what: string): Check =>
  (value, at) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, entry]) => each(entry, `${at}.${name}`))
      : [`${at}: is ${saysOf(value)}, must be an object with one entry for each ${what}.`];
