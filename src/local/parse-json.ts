// JSON from outside, as far as it may be told back. Knows no field of it.

/** Objects and lists in each other: `JSON.stringify` gives up on what `JSON.parse` still reads. */
export const deepestJson = 200;

/** Throws a SyntaxError for what is no JSON, or nested deeper. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, deepestJson)) throw new SyntaxError(`JSON is nested deeper than ${deepestJson} levels.`);
  return value;
}

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' && value !== null && (levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1)));
