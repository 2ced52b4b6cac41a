// Bytes written one after another, little-endian, into a buffer that grows.
export interface GrowingBytes {
  u8(value: number): GrowingBytes;
  u16(value: number): GrowingBytes;
  u24(value: number): GrowingBytes;
  u32(value: number): GrowingBytes;
  text(value: string): GrowingBytes;
  push(bytes: Uint8Array): GrowingBytes;
  readonly length: number;
  take(): Uint8Array<ArrayBuffer>;
}

export function createBytes(): GrowingBytes {
  let buffer = new Uint8Array(4096);
  let length = 0;
  const room = (more: number) => {
    if (length + more <= buffer.length) return;
    const larger = new Uint8Array(Math.max(2 * buffer.length, length + more));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  };
  const number = (value: number, size: number) => {
    room(size);
    for (let at = 0; at < size; at += 1) buffer[length + at] = value >>> (8 * at);
    length += size;
    return bytes;
  };
  const bytes: GrowingBytes = {
    u8: (value) => number(value, 1),
    u16: (value) => number(value, 2),
    u24: (value) => number(value, 3),
    u32: (value) => number(value, 4),
    text: (value) => bytes.push(new TextEncoder().encode(value)),
    push(more) {
      room(more.length);
      buffer.set(more, length);
      length += more.length;
      return bytes;
    },
    get length() {
      return length;
    },
    take: () => buffer.slice(0, length),
  };
  return bytes;
}
