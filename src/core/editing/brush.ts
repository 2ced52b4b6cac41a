// Puts frames of a video on a canvas.
import type { VideoSample } from 'mediabunny';

import { VoxreelError } from '../errors.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

type Pen = OffscreenCanvasRenderingContext2D;

/** What is in `from` of the frame fills `to` of the canvas. */
export type Brush = (frame: VideoSample, from: Box, to: Box) => Promise<void>;

/** Its pixels are the picture: upright, square, opaque, and eight bits each. */
const isPlain = ({ rotation, flip, format, visibleRect, squarePixelWidth, squarePixelHeight }: VideoSample): boolean =>
  rotation === 0 &&
  !flip &&
  (format === 'I420' || format === 'NV12') &&
  squarePixelWidth === visibleRect.width &&
  squarePixelHeight === visibleRect.height;

/** Its pixels as a canvas has them; undefined where the browser converts none: it refuses, or copies each plane as it is. */
async function copyPixels(frame: VideoSample, into: ImageData | undefined): Promise<ImageData | undefined> {
  if (!isPlain(frame)) return undefined;
  const { width, height } = frame.visibleRect;
  const pixels = into?.width === width && into.height === height ? into : new ImageData(width, height);
  const planes = await frame.copyTo(pixels.data, { format: 'RGBA' }).catch(() => []);
  return planes.length === 1 ? pixels : undefined;
}

/** May go to an encoder as it is. WebKit, which converts none, encodes decoded frames worse than drawn ones. */
export const isEncodable = async (frame: VideoSample): Promise<boolean> => (await copyPixels(frame, undefined)) !== undefined;

/**
 * Pixels are copied where the browser converts them: without a graphics card Chromium draws a frame of 1280x720 in 18 ms, and copies it in 1.
 */
export function createBrush(pen: Pen): Brush {
  let pixels: ImageData | undefined;
  let whole: Pen | undefined;
  let copies = true;
  return async (frame, from, to) => {
    const image = copies ? await copyPixels(frame, pixels) : undefined;
    copies = image !== undefined;
    pixels = image;
    if (image !== undefined && from.width === to.width && from.height === to.height)
      return pen.putImageData(image, to.x - from.x, to.y - from.y, from.x, from.y, from.width, from.height);
    // Of a frame WebKit draws no part but the left upper one: of a canvas it does.
    const size = { width: frame.displayWidth, height: frame.displayHeight };
    if (whole?.canvas.width !== size.width || whole.canvas.height !== size.height) whole = penOf(size);
    if (image === undefined) frame.draw(whole, 0, 0, size.width, size.height);
    else whole.putImageData(image, 0, 0);
    pen.drawImage(whole.canvas, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
  };
}

/** Of a canvas whose pixels are read all the time. Throws `unsupported` where there is none. */
export function penOf({ width, height }: Pick<Box, 'width' | 'height'>): Pen {
  const pen = new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true });
  if (pen === null) throw new VoxreelError('unsupported', 'This browser has no canvas to draw videos on.');
  return pen;
}
