// JSON set to be read: indented where it is JSON, as it is where it is not. Knows no DOM.

/** More than this is not shown; it can still be copied. */
const longest = 50_000;

export function jsonText(text: string): string {
  const shown = text.length > longest ? `${text.slice(0, longest)}\u2026` : indented(text);
  return shown.length > longest ? `${shown.slice(0, longest)}\u2026` : shown;
}

function indented(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? JSON.stringify(value, undefined, 2) : text;
  } catch {
    return text;
  }
}
