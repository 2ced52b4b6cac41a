// Numbers, sizes and times as people of a language write them, by Intl. Makes each formatter once.

export interface Formats {
  /** Which form of a sentence a count takes. */
  plural(count: number): Intl.LDMLPluralRule;
  number(value: number): string;
  /** `Seed and Length` */
  list(names: Iterable<string>): string;
  /** `0:23`, `1:02:03` from milliseconds. Negative counts as zero. */
  clock(ms: number): string;
  /** `17 sec`, `3 min`, `2 hr`, `1 day`: the largest unit that fits, rounded. */
  span(ms: number): string;
  /** `0.5s`: seconds to one place. */
  seconds(value: number): string;
  milliseconds(value: number): string;
  percent(ratio: number): string;
  bytes(value: number): string;
  /** `3 minutes ago`, `in 2 hours`. */
  relative(thenMs: number, nowMs: number): string;
}

const cache = new Map<string, Formats>();

export function formatsFor(lang: string): Formats {
  const formats = cache.get(lang) ?? create(supportedTag(lang));
  cache.set(lang, formats);
  return formats;
}

/** A tag the page made up must not break the page. */
export function supportedTag(lang: string): string {
  try {
    return Intl.getCanonicalLocales(lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** How many of each make one of the next. */
const units = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
] as const;

/** The unit and the rounded amount for a length of time: the largest of which there is one and a half. */
function inUnits(ms: number) {
  let amount = ms / 1000;
  for (const [unit, count] of units) {
    if (Math.abs(amount) < count * 1.5) return { unit, amount: Math.round(amount) };
    amount /= count;
  }
  return { unit: 'day', amount: Math.round(amount) } as const;
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Languages that write a small integer as this one does. Intl takes 60 ms to start, longer than a form to be drawn: what needs no Intl does without. */
const asWritten = /^(de|en|es|fr|hi|id|it|ja|ko|pt|ru|zh)\b(?!.*-u-)/;

const isSmall = (value: number): boolean => /^\d{1,3}$/.test(String(value));

function create(lang: string): Formats {
  const made = new Map<string, Intl.NumberFormat>();
  const format = (value: number, options: Intl.NumberFormatOptions): string => {
    const key = JSON.stringify(options);
    const formatter = made.get(key) ?? new Intl.NumberFormat(lang, options);
    made.set(key, formatter);
    return formatter.format(value);
  };
  const unit = (value: number, name: string, digits: number, unitDisplay: 'short' | 'narrow' = 'short') =>
    format(value, { style: 'unit', unit: name, unitDisplay, maximumFractionDigits: digits });
  const plain = asWritten.test(lang);
  const integer = (value: number, digits: number) =>
    plain ? String(value).padStart(digits, '0') : format(value, { minimumIntegerDigits: digits, useGrouping: false });
  let relative: Intl.RelativeTimeFormat | undefined;
  let plurals: Intl.PluralRules | undefined;
  return {
    plural(count) {
      if (plain && isSmall(count) && /^(en|zh)/.test(lang)) return count === 1 && lang.startsWith('en') ? 'one' : 'other';
      return (plurals ??= new Intl.PluralRules(lang)).select(count);
    },
    number: (value) => (plain && isSmall(value) ? String(value) : format(value, {})),
    list: (names) => new Intl.ListFormat(lang).format(names),
    clock(ms) {
      const total = Math.max(0, Math.floor(ms / 1000));
      const hours = Math.floor(total / 3600);
      const rest = `${integer(Math.floor(total / 60) % 60, hours > 0 ? 2 : 1)}:${integer(total % 60, 2)}`;
      return hours > 0 ? `${integer(hours, 1)}:${rest}` : rest;
    },
    span(ms) {
      const { unit: name, amount } = inUnits(ms);
      return unit(amount, name, 0);
    },
    seconds: (value) => unit(value, 'second', 1, 'narrow'),
    milliseconds: (value) => unit(Math.round(value), 'millisecond', 0),
    percent: (ratio) => format(ratio, { style: 'percent', maximumFractionDigits: 0 }),
    bytes(value) {
      const power = Math.min(byteUnits.length - 1, value < 1 ? 0 : Math.floor(Math.log10(value) / 3));
      return unit(value / 1000 ** power, byteUnits[power] ?? 'byte', power === 0 ? 0 : 1);
    },
    relative(thenMs, nowMs) {
      relative ??= new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
      const { unit: name, amount } = inUnits(thenMs - nowMs);
      return relative.format(amount, name);
    },
  };
}
