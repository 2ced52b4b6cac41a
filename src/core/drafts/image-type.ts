// What the first bytes of a picture tell: its true type, and whether it lies on its side.

/** Enough to reach the EXIF part of any JPEG: at most one segment of 64 kB stands before it. */
export const headBytes = 131_072;

export interface PictureHead {
  /** MIME type; undefined for bytes that are no picture we know. */
  readonly type: string | undefined;
  /** EXIF orientation, 1 to 8; 1 is upright. */
  readonly orientation: number;
}

const signatures: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n/],
  ['image/gif', /^GIF8/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftypavi[fs]/],
  ['image/heic', /^[^]{4}ftyp(?:hei|hev|mif1|msf1)/],
  ['image/bmp', /^BM[^]{12}/],
  ['image/svg+xml', /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/],
];

export function readHead(bytes: Uint8Array): PictureHead {
  const text = String.fromCharCode(...bytes.subarray(0, 1024));
  const type = signatures.find(([, pattern]) => pattern.test(text))?.[0];
  return { type, orientation: type === 'image/jpeg' ? exifOrientation(bytes) : 1 };
}

const exifMarker = 0xffe1;
const startOfScan = 0xffda;
const orientationTag = 0x0112;

function exifOrientation(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 2; at + 18 <= view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at);
    if (marker === startOfScan || marker < 0xff00) break;
    // "Exif" and two zeros, then a TIFF header.
    if (marker === exifMarker && view.getUint32(at + 4) === 0x45786966) return tiffOrientation(view, at + 10);
  }
  return 1;
}

function tiffOrientation(view: DataView, start: number): number {
  const little = view.getUint16(start) === 0x4949;
  const directory = start + view.getUint32(start + 4, little);
  const count = directory + 2 <= view.byteLength ? view.getUint16(directory, little) : 0;
  for (let at = directory + 2; at < directory + 2 + count * 12 && at + 10 <= view.byteLength; at += 12) {
    if (view.getUint16(at, little) !== orientationTag) continue;
    const value = view.getUint16(at + 8, little);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}
