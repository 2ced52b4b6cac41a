// Base64 in both directions: the engine's own codec where there is one (4x to 200x faster), else one table loop.

interface NativeBase64 {
  readonly prototype: {
    readonly toBase64?: (this: Uint8Array) => string;
    readonly setFromBase64?: (this: Uint8Array, text: string) => { readonly written: number };
  };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const native = (): NativeBase64 => Uint8Array as unknown as NativeBase64;

/** Writes the bytes of standard Base64 to the front of `into`, which needs three bytes for every four letters. Returns how many it wrote: 0 for invalid text. */
export function decodeBase64(text: string, into: Uint8Array): number {
  const { setFromBase64 } = native().prototype;
  if (setFromBase64 === undefined) return decodeLoop(text, into);
  try {
    return setFromBase64.call(into, text).written;
  } catch {
    return 0;
  }
}

/** The bytes of standard Base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil(text.length / 4) * 3);
  return bytes.subarray(0, decodeBase64(text, bytes));
}

/** Bytes as Base64. */
export function toBase64(bytes: Uint8Array): string {
  return native().prototype.toBase64?.call(bytes) ?? toBase64Loop(bytes);
}

let codes: Uint8Array | undefined;

function codeTable(): Uint8Array {
  if (codes !== undefined) return codes;
  codes = new Uint8Array(128);
  for (let at = 0; at < 64; at++) codes[alphabet.charCodeAt(at)] = at;
  return codes;
}

const lettersOf = (text: string): number => text.length - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0);
const lengthOf = (text: string): number => (lettersOf(text) * 3) >> 2;

/** For engines without `setFromBase64`. */
function decodeLoop(text: string, bytes: Uint8Array): number {
  const table = codeTable();
  const end = lettersOf(text);
  const code = (at: number) => table[text.charCodeAt(at)] ?? 0;
  for (let from = 0, to = 0; from < end; from += 4) {
    const word =
      (code(from) << 18) | (code(from + 1) << 12) | ((from + 2 < end ? code(from + 2) : 0) << 6) | (from + 3 < end ? code(from + 3) : 0);
    bytes[to++] = word >> 16;
    bytes[to++] = word >> 8;
    bytes[to++] = word;
  }
  return lengthOf(text);
}

let pairs: string[] | undefined;

/** For engines without `Uint8Array.prototype.toBase64`: twelve bits at a time. */
export function toBase64Loop(bytes: Uint8Array): string {
  pairs ??= Array.from({ length: 4096 }, (_, at) => `${alphabet[at >> 6]}${alphabet[at & 63]}`);
  const complete = bytes.length - (bytes.length % 3);
  let text = '';
  for (let at = 0; at < complete; at += 3) {
    const word = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text += `${pairs[word >> 12]}${pairs[word & 4095]}`;
  }
  if (complete === bytes.length) return text;
  const word = ((bytes[complete] ?? 0) << 16) | ((bytes[complete + 1] ?? 0) << 8);
  return bytes.length - complete === 1 ? `${text}${pairs[word >> 12]}==` : `${text}${pairs[word >> 12]}${alphabet[(word >> 6) & 63]}=`;
}

/** As it stands in ids and keys: RFC 4648, section 5, without padding. */
export const toBase64url = (bytes: Uint8Array): string => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
