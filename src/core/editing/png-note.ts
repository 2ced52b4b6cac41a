// A note in a PNG: XMP in an international text chunk, behind the header.

/** Signature and header are always as long. */
const headBytes = 8 + 25;

export function withXmp(png: Uint8Array, xmp: string): Uint8Array<ArrayBuffer> {
  // Keyword, no compression, no language, no translated keyword.
  const data = new TextEncoder().encode(`iTXtXML:com.adobe.xmp\0\0\0\0\0${xmp}`);
  const chunk = new Uint8Array(data.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length - 4);
  chunk.set(data, 4);
  view.setUint32(4 + data.length, crc32(data));
  const out = new Uint8Array(png.length + chunk.length);
  out.set(png.subarray(0, headBytes));
  out.set(chunk, headBytes);
  out.set(png.subarray(headBytes), headBytes + chunk.length);
  return out;
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}
