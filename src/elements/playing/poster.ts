// A small picture of a video: its first frame that is not black. Loaded when there is one to draw.
import type { VideoSource } from '../../core/video/files/video-results.js';
import type { FilePictures } from './file-tracks.js';

/** Pixels. */
const maxWidth = 640;
/** A card shows it some hundred pixels wide. */
const maxBytes = 40_000;
const qualities = [0.8, 0.6, 0.4, 0.2];
const timeoutMs = 6000;
/** Seconds: many videos begin with a black frame, some with a long fade. */
const moments = [0.1, 0.5, 1.5];
/** A page stands still for tens of milliseconds while a player takes in a large file. */
const head = { bytes: 1_048_576, timeoutMs: 2000, moments: [0.1] };
/** Mean of the brightest channel, 0 to 255, below which a frame counts as black. */
const blackBelow = 12;

/** Undefined where nothing here can show the video. */
export async function posterOf(video: VideoSource, signal: AbortSignal): Promise<Blob | undefined> {
  if (typeof document === 'undefined') return undefined;
  if (video.type.startsWith('image/')) return pictureOf(await ofPicture(await beginningOf(video, video.size)));
  // A strict page lets no element play a file, and reports even the attempt: decoders are asked first.
  // A player is only a fallback for kept files: without it a card has no picture, with it a strict page would report every card.
  const here = video instanceof Blob ? video : undefined;
  const canvas = (await decoded(video).catch(() => undefined)) ?? (here && ((await begun(here, signal)) ?? (await played(here, signal))));
  signal.throwIfAborted();
  return canvas && pictureOf(canvas);
}

const beginningOf = async (video: VideoSource, bytes: number): Promise<Blob> =>
  video instanceof Blob ? video.slice(0, bytes, video.type) : new Blob([await video.slice(0, bytes).arrayBuffer()], { type: video.type });

/** Of its beginning alone; undefined where that is not enough, or is black. */
async function begun(file: Blob, signal: AbortSignal): Promise<HTMLCanvasElement | undefined> {
  if (file.size <= head.bytes) return undefined;
  const canvas = await played(file.slice(0, head.bytes, file.type), signal, head);
  return canvas && !isBlack(canvas) ? canvas : undefined;
}

async function ofPicture(file: Blob): Promise<HTMLCanvasElement> {
  const bitmap = await createImageBitmap(file);
  const canvas = drawn(bitmap, bitmap.width, bitmap.height);
  bitmap.close();
  return canvas;
}

/** By an element of the page: it reads whatever plays here. Undefined where it refuses. */
async function played(file: Blob, caller: AbortSignal, within = { timeoutMs, moments }): Promise<HTMLCanvasElement | undefined> {
  const signal = AbortSignal.any([caller, AbortSignal.timeout(within.timeoutMs)]);
  const url = URL.createObjectURL(file);
  try {
    return await firstOf(framesOf(url, within.moments, signal));
  } catch {
    caller.throwIfAborted();
    return undefined;
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function* framesOf(url: string, moments: readonly number[], signal: AbortSignal): AsyncGenerator<HTMLCanvasElement> {
  const video = document.createElement('video');
  try {
    Object.assign(video, { muted: true, playsInline: true, preload: 'auto', src: url });
    await happened(video, 'loadeddata', signal);
    for (const moment of moments) {
      video.currentTime = Math.min(moment, video.duration / 2);
      await happened(video, 'seeked', signal);
      yield drawn(video, video.videoWidth, video.videoHeight);
      if (moment >= video.duration) return;
    }
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

/** Undefined where nothing here decodes it. */
async function decoded(video: VideoSource): Promise<HTMLCanvasElement | undefined> {
  if (typeof VideoDecoder === 'undefined') return undefined;
  const { openPictures } = await import('./file-tracks.js');
  const pictures = await openPictures(video);
  if (pictures === undefined) return undefined;
  try {
    return await firstOf(framesAt(pictures, moments));
  } finally {
    pictures.close();
  }
}

async function* framesAt({ frameAt }: FilePictures, moments: readonly number[]): AsyncGenerator<HTMLCanvasElement> {
  let lastS: number | undefined;
  for (const moment of moments) {
    const frame = await frameAt(moment);
    if (frame === undefined || frame.atS === lastS) return;
    lastS = frame.atS;
    yield drawn(frame.canvas, frame.canvas.width, frame.canvas.height);
  }
}

/** The first that is not black, else the last that there was. Rejects where there was none. */
async function firstOf(frames: AsyncIterable<HTMLCanvasElement>): Promise<HTMLCanvasElement | undefined> {
  let last: HTMLCanvasElement | undefined;
  try {
    for await (const canvas of frames) {
      last = canvas;
      if (!isBlack(canvas)) break;
    }
  } catch (error) {
    // Of a file that is read in parts the rest may be out of reach.
    if (last === undefined) throw error;
  }
  return last;
}

/** Rejects with an error of the element, or when stopped. */
const happened = (video: HTMLVideoElement, name: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted();
    const over = new AbortController();
    const end = (settle: () => void) => () => {
      over.abort();
      settle();
    };
    video.addEventListener(name, end(resolve), { signal: over.signal });
    video.addEventListener(
      'error',
      end(() => reject(new Error(video.error?.message ?? 'The video cannot be shown.'))),
      { signal: over.signal },
    );
    signal.addEventListener(
      'abort',
      end(() => reject(new Error('Stopped.'))),
      { signal: over.signal },
    );
  });

function drawn(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(maxWidth, width);
  canvas.height = Math.max(1, Math.round((height * canvas.width) / width));
  canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function isBlack(canvas: HTMLCanvasElement): boolean {
  const small = document.createElement('canvas');
  small.width = small.height = 16;
  const context = small.getContext('2d');
  context?.drawImage(canvas, 0, 0, 16, 16);
  const pixels = context?.getImageData(0, 0, 16, 16).data ?? new Uint8ClampedArray();
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 4) sum += Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
  return sum / (pixels.length / 4) < blackBelow;
}

/** The best that is small enough; where there is no WebP to write a browser gives a PNG, larger than the picture is worth. */
async function pictureOf(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  const as = (type: string, quality: number) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  let picture: Blob | null = null;
  for (const quality of qualities) {
    picture = await as('image/webp', quality);
    if (picture?.type !== 'image/webp') picture = await as('image/jpeg', quality);
    if (picture === null || picture.size <= maxBytes) break;
  }
  return picture ?? undefined;
}
