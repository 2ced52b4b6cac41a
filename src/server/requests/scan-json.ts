// Looks over JSON text before it is parsed: how deep, how many, which keys. Builds nothing, so that no bomb goes off.
import type { Refusal } from '../answers/answers.js';
import { foldName } from './folded-names.js';

export interface JsonShape {
  /** Objects and arrays in each other. */
  readonly depth: number;
  /** Fields of objects and entries of arrays, all together. */
  readonly members: number;
}

/** Names that mean something else to a program that copies fields without care. */
const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype']);

const refusal = (code: string, message: string, param = 'body'): Refusal => ({ status: 400, code, message, param });

/** The index of the quote that ends the string which begins before `from`; the text's length when none does. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let at = quote;
    while (at > from && text.charCodeAt(at - 1) === backslash) at -= 1;
    if ((quote - at) % 2 === 0) return quote;
  }
  return text.length;
}

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openObject, closeObject, openArray, closeArray] = [0x7b, 0x7d, 0x5b, 0x5d];

/** A key as a parser reads it: `"\u006d"` is an m. */
function keyIn(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return raw;
  }
}

/** Why the text may not be parsed, or undefined. Text that is no JSON may pass: the parser says so. */
export function scanJson(text: string, { depth, members }: JsonShape): Refusal | undefined {
  const keys: (Set<string> | undefined)[] = [];
  let [count, lastFrom, lastTo] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        lastFrom = at + 1;
        lastTo = at = endOfString(text, at + 1);
        break;
      case openObject:
      case openArray:
        keys.push(text.charCodeAt(at) === openObject ? new Set() : undefined);
        if (keys.length > depth) return refusal('json_too_deep', `The body is nested deeper than ${depth} levels.`);
        break;
      case closeObject:
      case closeArray:
        keys.pop();
        break;
      case comma:
        if (++count > members) return refusal('json_too_large', `The body has more than ${members} members.`);
        break;
      case colon: {
        const key = keyIn(text.slice(lastFrom, lastTo));
        const found = checkKey(keys.at(-1), key);
        if (found !== undefined) return found;
        break;
      }
    }
  }
  return undefined;
}

function checkKey(seen: Set<string> | undefined, key: string): Refusal | undefined {
  if (dangerousKeys.has(key)) return refusal('key_not_allowed', `A field may not be called ${key}.`, key);
  const folded = foldName(key);
  if (seen?.has(folded) === true) {
    return refusal('duplicate_key', 'One object has this field twice, or in two spellings that differ in case only.', key.slice(0, 100));
  }
  seen?.add(folded);
  return undefined;
}
