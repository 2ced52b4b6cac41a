// Kind and size of an image from its first bytes, so that a bad one is refused before anything is decoded.

export type ImageType = 'png' | 'jpeg' | 'webp';

export interface ImageHeader {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
}

/** Undefined where the bytes begin like no PNG, JPEG or WebP. */
export function imageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47) return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) };
  if (bytes.length >= 30 && text(bytes, 0) === 'RIFF' && text(bytes, 8) === 'WEBP') return webpHeader(view, bytes);
  if (bytes.length >= 4 && view.getUint16(0) === 0xffd8) return jpegHeader(view);
  return undefined;
}

const text = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

function webpHeader(view: DataView, bytes: Uint8Array): ImageHeader | undefined {
  const kind = text(bytes, 12);
  if (kind === 'VP8 ') return { type: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { type: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8X') return undefined;
  const size = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1;
  return { type: 'webp', width: size(24), height: size(27) };
}

/** The size stands in the first start-of-frame segment. */
function jpegHeader(view: DataView): ImageHeader | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
