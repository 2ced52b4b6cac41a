// Base64 of 16-bit samples, for clients that leave the wire to their site.
export function toBase64(samples) {
  const bytes = new Uint8Array(samples.buffer ?? samples, samples.byteOffset, samples.byteLength);
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export function toSamples(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return new Int16Array(bytes.buffer);
}
