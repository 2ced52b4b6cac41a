// The ways in which the standard key may come back in a text: as it is, escaped, or inside something that was written as base64.

const letters = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const inUrls = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** The letters of base64 that depend on nothing but the key, when `before` bytes stand before it (modulo 3). */
function insideBase64(bytes: Uint8Array, before: number): string {
  const padded = new Uint8Array(before + bytes.byteLength);
  padded.set(bytes, before);
  const first = Math.ceil((before * 8) / 6);
  const end = Math.floor((padded.byteLength * 8) / 6);
  return btoa(letters(padded)).slice(first, end);
}

/** Each once, the longest first. A writing nobody has agreed on (ciphers, hashes, compression) cannot be known. */
export function writingsOf(key: string): readonly string[] {
  const bytes = new TextEncoder().encode(key);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  const percent = encodeURIComponent(key);
  const base64 = [0, 1, 2].map((before) => insideBase64(bytes, before));
  const all = [
    key,
    percent,
    percent.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    encodeURI(key),
    hex.map((pair) => `%${pair}`).join(''),
    hex.join(''),
    JSON.stringify(key).slice(1, -1),
    ...[...base64, ...base64.map(inUrls)].filter((text) => text.length >= 8),
  ];
  return [...new Set(all)].sort((one, other) => other.length - one.length);
}
