// JSON from outside that is not nested too deep to be answered with.
import { isDeeper } from '../base/is-deeper.js';

export const deepestJson = 200;

/** Throws a SyntaxError for what is no JSON, or nested deeper. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, deepestJson)) throw new SyntaxError(`JSON is nested deeper than ${deepestJson} levels.`);
  return value;
}
