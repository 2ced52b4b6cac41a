// An animated GIF (GIF89a), frame by frame: each with a palette of its own.
import { createBytes } from './growing-bytes.js';
import type { GrowingBytes } from './growing-bytes.js';
import { indexed } from './palette.js';

export interface Animation {
  readonly width: number;
  readonly height: number;
  /** How often it plays; 0 is forever. */
  readonly plays: number;
  /** What is written into the file of where it comes from. */
  readonly note: string;
}

export function createGif({ width, height, plays, note }: Animation) {
  const bytes = createBytes();
  bytes.text('GIF89a').u16(width).u16(height).u8(0x70).u8(0).u8(0);
  // Netscape's extension counts the repetitions after the first time.
  if (plays !== 1)
    bytes
      .u8(0x21)
      .u8(0xff)
      .u8(11)
      .text('NETSCAPE2.0')
      .u8(3)
      .u8(1)
      .u16(Math.max(0, plays - 1))
      .u8(0);
  bytes.u8(0x21).u8(0xfe);
  blocks(bytes, new TextEncoder().encode(note));
  return {
    /** `pixels`: RGBA. `hundredths`: how long the frame stands, in 1/100 s. */
    add(pixels: Uint8ClampedArray, hundredths: number): void {
      const { palette, indexes } = indexed(pixels);
      bytes.u8(0x21).u8(0xf9).u8(4).u8(0x04).u16(hundredths).u8(0).u8(0);
      bytes.u8(0x2c).u16(0).u16(0).u16(width).u16(height).u8(0x87).push(palette).u8(8);
      blocks(bytes, compressed(indexes));
    },
    finish: (): Uint8Array<ArrayBuffer> => bytes.u8(0x3b).take(),
  };
}

/** In parts of at most 255 bytes, each behind its length. */
function blocks(bytes: GrowingBytes, data: Uint8Array): void {
  for (let at = 0; at < data.length; at += 255) {
    const part = data.subarray(at, at + 255);
    bytes.u8(part.length).push(part);
  }
  bytes.u8(0);
}

const clear = 256;
const end = 257;
const mostCodes = 4096;

/** LZW with codes of 9 to 12 bits, as GIF has it. */
export function compressed(indexes: Uint8Array): Uint8Array {
  const bytes = createBytes();
  let [buffer, bits, size, next] = [0, 0, 9, end + 1];
  /** By the code of what came before and the index that follows: the code of both, plus one. */
  let codes = new Uint16Array(mostCodes * 256);
  const write = (code: number) => {
    buffer |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, buffer >>>= 8) bytes.u8(buffer & 0xff);
  };
  write(clear);
  let prefix = indexes[0] ?? 0;
  for (let at = 1; at < indexes.length; at += 1) {
    const index = indexes[at] ?? 0;
    const known = codes[prefix * 256 + index] ?? 0;
    if (known !== 0) {
      prefix = known - 1;
      continue;
    }
    write(prefix);
    if (next < mostCodes) {
      if (next === 1 << size) size += 1;
      codes[prefix * 256 + index] = next += 1;
    } else {
      write(clear);
      codes = new Uint16Array(mostCodes * 256);
      [size, next] = [9, end + 1];
    }
    prefix = index;
  }
  write(prefix);
  write(end);
  if (bits > 0) bytes.u8(buffer & 0xff);
  return bytes.take();
}
