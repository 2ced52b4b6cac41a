// Takes keys and tokens out of text and data before a file, an inspector or a stranger gets them.
import { hideSecrets, isSecretName } from './secret-shapes.js';

export interface Scrubber {
  /** Never to be seen from now on. */
  secret(value: string): void;
  /** True while nothing is known that a text could hold in pieces. */
  readonly empty: boolean;
  text(text: string): string;
  /** A copy of plain JSON data, its names scrubbed as well as its values. */
  value(value: unknown): unknown;
}

const hidden = '***';
/** A shorter one is no token: taking it out would eat words. */
const shortestSecret = 5;
const deepest = 200;

export function createScrubber(): Scrubber {
  const secrets = new Set<string>();
  const scrubText = (text: string): string => {
    let shown = text;
    for (const secret of secrets) if (shown.includes(secret)) shown = shown.replaceAll(secret, hidden);
    return hideSecrets(shown, hidden);
  };
  const scrub = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return scrubText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (depth > deepest) return hidden;
    if (Array.isArray(value)) return value.map((one: unknown) => scrub(one, depth + 1));
    const kept = Object.entries(value).filter(([name]) => !isSecretName(name));
    return Object.fromEntries(kept.map(([name, one]) => [scrubText(name), scrub(one, depth + 1)]));
  };
  return {
    secret(value) {
      // Also as it stands in an address or inside JSON inside JSON.
      for (const form of [value, inAddress(value), JSON.stringify(value).slice(1, -1)])
        if (form.length >= shortestSecret) secrets.add(form);
    },
    get empty() {
      return secrets.size === 0;
    },
    text: scrubText,
    value: (value) => scrub(value, 0),
  };
}

/** Half a character stands in no address. */
function inAddress(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}
