// One frame of a video file as a picture, from which or toward which another video can go.

/** The frame that is shown at this moment, in seconds from the beginning; the last one after the end. Undefined where nothing here decodes it. */
export async function frameAt(video: Blob, atS: number, signal: AbortSignal): Promise<Blob | undefined> {
  if (typeof VideoDecoder === 'undefined') return undefined;
  const { openPictures } = await import('./file-tracks.js');
  const pictures = await openPictures(video);
  if (pictures === undefined) return undefined;
  try {
    const frame = await pictures.frameAt(atS);
    signal.throwIfAborted();
    return frame && (await pictureOf(frame.canvas));
  } finally {
    pictures.close();
  }
}

export const lastFrame = (video: Blob, signal: AbortSignal): Promise<Blob | undefined> => frameAt(video, Number.MAX_SAFE_INTEGER, signal);

/** Every pixel of it: what follows has to fit. */
async function pictureOf(source: HTMLCanvasElement | OffscreenCanvas): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [source.width, source.height];
  canvas.getContext('2d')?.drawImage(source, 0, 0);
  return new Promise((resolve) => canvas.toBlob((picture) => resolve(picture ?? undefined), 'image/png'));
}
