// JSON set to be read: indented where it is JSON, as it is where it is not.
import { isDeeper } from '../../../base/is-deeper.js';

/** More than this is not shown; it can still be copied. */
const longest = 50_000;
/** Deeper than this it is not set in lines: each has the indents of all above it, and the deepest cannot be written at all. */
const deepest = 100;

export function jsonText(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}\u2026` : indented(text);
  return shown.length > longest ? `${shown.slice(0, longest)}\u2026` : shown;
}

function indented(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !isDeeper(value, deepest) ? JSON.stringify(value, undefined, 2) : text;
  } catch {
    return text;
  }
}

/** A value from the wire as JSON; what is nested too deep to be written is only marked. `indent`: as for `JSON.stringify`. */
export const jsonOf = (value: unknown, indent?: number): string =>
  isDeeper(value, deepest) ? '\u2026' : (JSON.stringify(value, undefined, indent) ?? '');
