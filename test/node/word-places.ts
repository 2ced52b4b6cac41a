// What a sentence leaves open, and which forms one with a count has.

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** The `{names}` in a sentence, in a sentence with a count, or in a table of sentences; `{count}` may be a word of the language. */
export function placesIn(words: unknown): readonly string[] {
  if (isRecord(words)) return [...new Set(Object.values(words).flatMap(placesIn))].filter((name) => name !== 'count').toSorted();
  return [...String(words).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted();
}

/** Sentences with a count whose number is written as a digit where Arabic has a word: one and two. */
export function arabicForms(words: Readonly<Record<string, unknown>>): readonly string[] {
  const counted = Object.entries(words).filter(([, forms]) => isRecord(forms) && typeof forms['other'] === 'string');
  return counted
    .filter(([, forms]) => isRecord(forms) && !('two' in forms) && /\{count\}/.test(String(forms['other'])))
    .map(([name]) => name);
}
