// Puts frames of a video on a canvas.
import type { VideoSample } from 'mediabunny';

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
export const isPlain = ({ rotation, flip, format, visibleRect, squarePixelWidth, squarePixelHeight }: VideoSample): boolean =>
  rotation === 0 &&
  !flip &&
  (format === 'I420' || format === 'NV12') &&
  squarePixelWidth === visibleRect.width &&
  squarePixelHeight === visibleRect.height;

/**
 * Pixels are copied where the browser converts them: without a graphics card Chromium draws a frame of 1280x720 in 18 ms, and copies it in 1.
 */
export function createBrush(pen: Pen): Brush {
  let pixels: ImageData | undefined;
  let whole: Pen | undefined;
  let converts = true;
  const pixelsOf = async (frame: VideoSample): Promise<ImageData | undefined> => {
    const { width, height } = frame.visibleRect;
    if (pixels?.width !== width || pixels.height !== height) pixels = new ImageData(width, height);
    // A browser that knows no conversion refuses, or copies each plane as it is.
    const planes = await frame.copyTo(pixels.data, { format: 'RGBA' }).catch(() => []);
    converts = planes.length === 1;
    return converts ? pixels : undefined;
  };
  return async (frame, from, to) => {
    const image = converts && isPlain(frame) ? await pixelsOf(frame) : undefined;
    if (image === undefined) return frame.draw(pen, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
    if (from.width === to.width && from.height === to.height)
      return pen.putImageData(image, to.x - from.x, to.y - from.y, from.x, from.y, from.width, from.height);
    if (whole?.canvas.width !== image.width || whole.canvas.height !== image.height) whole = penOf(image);
    whole?.putImageData(image, 0, 0);
    if (whole) pen.drawImage(whole.canvas, from.x, from.y, from.width, from.height, to.x, to.y, to.width, to.height);
  };
}

/** Of a canvas whose pixels are read all the time. */
export const penOf = ({ width, height }: Pick<Box, 'width' | 'height'>): Pen | undefined =>
  new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true }) ?? undefined;
