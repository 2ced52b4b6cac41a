// What a sentence leaves open, and which forms one with a count has.

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The `{names}` in a sentence, in a sentence with a count, or in a table of sentences; `{count}` may be a word of the language. */
export function placesIn(words: unknown): readonly string[] {
  if (isRecord(words)) return [...new Set(Object.values(words).flatMap(placesIn))].filter((name) => name !== 'count').toSorted();
  return [...String(words).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
}

/** A sentence with a count: one form for each kind of number. */
export const isCounted = (words: unknown): words is Readonly<Record<string, string>> =>
  isRecord(words) && typeof words['other'] === 'string';
