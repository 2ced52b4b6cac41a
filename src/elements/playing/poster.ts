// A small picture of a video file: its first frame that is not black. Loaded when a file was kept.
import type { FileTracks } from './file-tracks.js';

/** Pixels. */
const maxWidth = 640;
const timeoutMs = 6000;
/** Seconds: many videos begin with a black frame, some with a long fade. */
const moments = [0.1, 0.5, 1.5];
/** A page stands still for tens of milliseconds while a player takes in a large file. */
const head = { bytes: 1_048_576, timeoutMs: 2000, moments: [0.1] };
/** Mean of the brightest channel, 0 to 255, below which a frame counts as black. */
const blackBelow = 12;

/** Undefined where nothing here can show the file. */
export async function posterOf(file: Blob, signal: AbortSignal): Promise<Blob | undefined> {
  if (typeof document === 'undefined') return undefined;
  if (file.type.startsWith('image/')) return pictureOf(await ofPicture(file));
  // A strict page lets no element play a file, and reports even the attempt: decoders are asked first.
  const canvas = (await decoded(file).catch(() => undefined)) ?? (await begun(file, signal)) ?? (await played(file, signal));
  signal.throwIfAborted();
  return canvas && pictureOf(canvas);
}

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
async function decoded(file: Blob): Promise<HTMLCanvasElement | undefined> {
  if (typeof VideoDecoder === 'undefined') return undefined;
  const { openTracks } = await import('./file-tracks.js');
  const tracks = await openTracks(file);
  if (tracks === undefined) return undefined;
  try {
    return await firstOf(framesAt(tracks, moments));
  } finally {
    tracks.close();
  }
}

async function* framesAt({ frames, durationS }: FileTracks, moments: readonly number[]): AsyncGenerator<HTMLCanvasElement> {
  for (const moment of moments) {
    for await (const { canvas } of frames(Math.min(moment, durationS / 2))) {
      yield drawn(canvas, canvas.width, canvas.height);
      break;
    }
    if (moment >= durationS) return;
  }
}

/** The first that is not black, else the last. */
async function firstOf(frames: AsyncIterable<HTMLCanvasElement>): Promise<HTMLCanvasElement | undefined> {
  let last: HTMLCanvasElement | undefined;
  for await (const canvas of frames) {
    last = canvas;
    if (!isBlack(canvas)) break;
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

/** Where there is no WebP to write a browser gives a PNG, larger than the picture is worth. */
async function pictureOf(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  const as = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.8));
  const picture = await as('image/webp');
  return (picture?.type === 'image/webp' ? picture : await as('image/jpeg')) ?? undefined;
}
