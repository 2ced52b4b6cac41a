// A frame that was given, as pixels. The same in a worker and on a page; knows no video.
import { fromBase64 } from '../../base/base64.js';
import { VoxreelError } from '../errors.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** As large as a video of `size` makes use of. Throws `invalid_input` for what is no picture, `network` for an address that cannot be read. */
export async function pixelsOf(image: string | Blob, param: string, size: Size, signal: AbortSignal): Promise<ImageData> {
  const file = typeof image !== 'string' ? image : image.startsWith('data:') ? fileOf(image) : await fetched(image, param, signal);
  let bitmap: ImageBitmap;
  try {
    // Of a Blob in parts Firefox sees the first one only when it looks for the type.
    const inOnePart = new Blob([await file.arrayBuffer()], { type: file.type });
    bitmap = await createImageBitmap(inOnePart, { imageOrientation: 'from-image' });
  } catch (cause) {
    throw new VoxreelError('invalid_input', 'The picture cannot be read here, or it is damaged.', { param, cause });
  }
  try {
    return drawn(bitmap, size);
  } finally {
    bitmap.close();
  }
}

/** Not by fetch: a page's policy may forbid it for data URLs. */
function fileOf(url: string): Blob {
  const [, type = '', base64 = ''] = /^data:([^;,]*)[^,]*,([^]*)$/.exec(url) ?? [];
  return new Blob([fromBase64(base64)], { type });
}

async function fetched(url: string, param: string, signal: AbortSignal): Promise<Blob> {
  try {
    const answer = await fetch(url, { signal });
    if (answer.ok) return await answer.blob();
    await answer.body?.cancel();
    throw new VoxreelError('network', `The address of the picture answers ${answer.status}.`, { param });
  } catch (cause) {
    if (signal.aborted || cause instanceof VoxreelError) throw cause;
    throw new VoxreelError('network', 'The picture cannot be read from its address: its host must allow this page, or take the file.', {
      param,
      cause,
    });
  }
}

/** Over white, and at most twice the size it is shown in. */
function drawn(bitmap: ImageBitmap, { width, height }: Size): ImageData {
  const scale = Math.min(1, 2 * Math.max(width / bitmap.width, height / bitmap.height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  const canvas = new OffscreenCanvas(side(bitmap.width), side(bitmap.height));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new VoxreelError('unsupported', 'This browser has no canvas to read pictures with.');
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return pen.getImageData(0, 0, canvas.width, canvas.height);
}
