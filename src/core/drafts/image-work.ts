// The work on one picture file, the same in a worker and on a page: passed as it is, or redrawn until it fits.
import { toBase64 } from '../../base/base64.js';

export interface ImageJob {
  readonly file: Blob;
  /** Its true type, where its bytes tell. */
  readonly type: string | undefined;
  /** Nothing is wrong with it: its bytes go as they are. */
  readonly asItIs: boolean;
  /** What it may become. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Pixels. */
  readonly longEdge: number;
}

export interface ImageMeasure {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

export type ImageOutcome =
  | { readonly base64: string; readonly type: string; readonly from?: ImageMeasure; readonly to?: ImageMeasure }
  | { readonly problem: 'unreadable' | 'too_large' };

/** Canvases of iOS end here, in pixels. */
const largestArea = 16_777_216;
/** A picture below this is no frame for a video. */
const smallestEdge = 64;
const qualities = [0.92, 0.82, 0.7, 0.55];

/** Never throws. */
export async function workOnImage(job: ImageJob): Promise<ImageOutcome> {
  try {
    return job.asItIs ? { base64: await base64Of(job.file), type: job.type ?? job.file.type } : await remake(job);
  } catch {
    return { problem: 'unreadable' };
  }
}

const base64Of = async (file: Blob): Promise<string> => toBase64(new Uint8Array(await file.arrayBuffer()));

async function remake({ file, type, types, maxBytes, longEdge }: ImageJob): Promise<ImageOutcome> {
  // Of a Blob in parts Firefox sees the first one only when it looks for the type.
  const inOnePart = new Blob([await file.arrayBuffer()], { type: file.type });
  const bitmap = await createImageBitmap(inOnePart, { imageOrientation: 'from-image' });
  const { width, height } = bitmap;
  try {
    const long = Math.max(width, height);
    const fits = file.size <= maxBytes && width * height <= largestArea;
    for (let edge = fits ? long : Math.min(long, longEdge); edge >= Math.min(long, smallestEdge); edge = shorter(edge, longEdge)) {
      const made = await fitted(draw(bitmap, edge / long), { types, maxBytes, opaque: type === 'image/jpeg' || type === 'image/bmp' });
      if (made === undefined) continue;
      const { blob, canvas } = made;
      const to = { width: canvas.width, height: canvas.height, bytes: blob.size };
      return { base64: await base64Of(blob), type: blob.type, from: { width, height, bytes: file.size }, to };
    }
    return { problem: 'too_large' };
  } finally {
    bitmap.close();
  }
}

const shorter = (edge: number, longEdge: number): number => (edge > longEdge ? longEdge : edge * 0.75);

function draw(bitmap: ImageBitmap, scale: number): OffscreenCanvas {
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const canvas = new OffscreenCanvas(side(bitmap.width), side(bitmap.height));
  const pen = penOf(canvas);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function penOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (pen === null) throw new TypeError('No canvas can be drawn on.');
  return pen;
}

interface Fit {
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly opaque: boolean;
}

/** The best the canvas gives within `maxBytes`, with its transparency where any of the types has one. */
async function fitted(
  canvas: OffscreenCanvas,
  { types, maxBytes, opaque }: Fit,
): Promise<{ blob: Blob; canvas: OffscreenCanvas } | undefined> {
  const clear = !opaque && isTransparent(canvas);
  // Services do not say whether they count a file or its base64: what is made here fits either way.
  const most = (maxBytes * 3) / 4;
  for (const type of clear ? ['image/png', 'image/webp'] : ['image/jpeg', 'image/webp', 'image/png']) {
    if (!types.includes(type)) continue;
    for (const quality of type === 'image/png' ? [1] : qualities) {
      const blob = await canvas.convertToBlob({ type, quality });
      // A browser that cannot write a type gives PNG.
      if (blob.type === type && blob.size <= most) return { blob, canvas };
    }
  }
  return undefined;
}

function isTransparent(canvas: OffscreenCanvas): boolean {
  const { data } = penOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}
