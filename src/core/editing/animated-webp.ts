// An animated WebP of still ones: their picture chunks, each in a frame of its own (RFC 9649).
import { createBytes } from './growing-bytes.js';
import type { Animation } from './gif.js';

const pictureChunks = new Set(['VP8 ', 'VP8L', 'ALPH']);

/** `note` is XMP. */
export function createAnimatedWebp({ width, height, plays, note }: Animation) {
  const body = createBytes();
  const chunk = (name: string, data: Uint8Array) => {
    body.text(name).u32(data.length).push(data);
    if (data.length % 2 === 1) body.u8(0);
  };
  // It has XMP and moves.
  chunk(
    'VP8X',
    createBytes()
      .u32(0x04 | 0x02)
      .u24(width - 1)
      .u24(height - 1)
      .take(),
  );
  chunk('ANIM', createBytes().u32(0xff000000).u16(plays).take());
  return {
    /** `webp`: a whole file of one picture. */
    add(webp: Uint8Array, milliseconds: number): void {
      const frame = createBytes()
        .u24(0)
        .u24(0)
        .u24(width - 1)
        .u24(height - 1)
        .u24(milliseconds);
      // Drawn over what was there, whole.
      frame.u8(0x02).push(picturesIn(webp));
      chunk('ANMF', frame.take());
    },
    finish(): Uint8Array<ArrayBuffer> {
      chunk('XMP ', new TextEncoder().encode(note));
      return createBytes()
        .text('RIFF')
        .u32(body.length + 4)
        .text('WEBP')
        .push(body.take())
        .take();
    },
  };
}

function picturesIn(webp: Uint8Array): Uint8Array {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  const found = createBytes();
  for (let at = 12; at + 8 <= webp.length;) {
    const size = view.getUint32(at + 4, true);
    const whole = 8 + size + (size % 2);
    if (pictureChunks.has(new TextDecoder().decode(webp.subarray(at, at + 4)))) found.push(webp.subarray(at, at + whole));
    at += whole;
  }
  return found.take();
}
