// Takes one known key out of an answer, in every way it may be written, and leaves ids, addresses and field names as they are.
import { isRecord } from './is-record.js';
import { writingsOf } from './key-writings.js';
import { mapFields } from './map-fields.js';

export interface KeyScrubber {
  text(text: string): string;
  /** Plain JSON data: itself where the key is not in it. */
  value(value: unknown): unknown;
}

const hidden = '[key]';
const deepest = 200;
const isId = (name: string): boolean => /(^|_)ids?$/i.test(name) || /[a-z]Ids?$/.test(name);
const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);
const isTokenSign = (sign: string | undefined): boolean => sign !== undefined && /[\w-]/.test(sign);

/**
 * A key with a digit and eight characters or more stands in no text by chance: it is removed wherever it stands.
 * Any other may be a word (`task`, `generate`): it is removed where it stands alone, and never from an id, an address or a field's name.
 */
export function createKeyScrubber(key: string): KeyScrubber {
  const unlikely = key.length >= 8 && /\d/.test(key);
  const written = key === '' ? [] : writingsOf(key);
  const shortest = written.at(-1)?.length ?? Infinity;
  const text = (shown: string): string => {
    if (shown.length < shortest) return shown;
    return written.reduce(
      (rest, form) => (!rest.includes(form) ? rest : unlikely ? rest.replaceAll(form, hidden) : replaceAlone(rest, form)),
      shown,
    );
  };
  const scrub = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return !unlikely && isAddress(value) ? value : text(value);
    if (typeof value === 'number' && unlikely) return text(String(value)) === String(value) ? value : hidden;
    if (depth > deepest) return hidden;
    if (Array.isArray(value)) return value.map((one: unknown) => scrub(one, depth + 1));
    if (!isRecord(value)) return value;
    const scrubbed = mapFields(value, (one, name) => (!unlikely && isId(name) && !isRecord(one) ? one : scrub(one, depth + 1)));
    if (!unlikely || Object.keys(scrubbed).every((name) => text(name) === name)) return scrubbed;
    return Object.fromEntries(Object.entries(scrubbed).map(([name, one]) => [text(name), one]));
  };
  return { text, value: (value) => scrub(value, 0) };
}

function replaceAlone(text: string, form: string): string {
  let shown = '';
  let from = 0;
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length)) {
    if (isTokenSign(text[at - 1]) || isTokenSign(text[at + form.length])) continue;
    shown += text.slice(from, at) + hidden;
    from = at + form.length;
  }
  return shown + text.slice(from);
}
