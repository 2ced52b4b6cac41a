// A picture as a request carries it: a URL as it is, a file as text. The work on files is loaded with the first file.
import { isUrl } from '../../base/is-url.js';
import { toVoxreelError } from '../errors.js';
import type { EncodedImage, ImageLimits, ImageOptions } from './image-file.js';

/** How the base64 of a JPEG, PNG, GIF, WebP, BMP, AVIF or HEIC begins. */
const pictureBase64 = /^(?:\/9j\/|iVBORw0KGgo|R0lGOD|UklGR|Qk[0-3]|AAAA.GZ0eX)/;

/** True for what is a picture itself and not the address of one: a file, a data URL, or its base64. */
export const isPicture = (value: unknown): value is string | Blob =>
  value instanceof Blob ||
  (typeof value === 'string' && (/^data:image\//i.test(value) || (value.length > 256 && pictureBase64.test(value))));

/**
 * A file that is upright, of a type the provider takes and within its `maxBytes` goes byte for byte; any other is redrawn where the browser
 * can read it. Throws `invalid_input` naming `param` where it cannot, `aborted`, or `network` (the code for files could not be loaded).
 */
export async function encodeImage(
  image: string | Blob,
  limits: ImageLimits,
  param: string,
  options: ImageOptions = {},
): Promise<EncodedImage> {
  if (isUrl(image)) return { text: image };
  const { encodeFile } = await import('./image-file.js').catch((cause: unknown) => {
    throw toVoxreelError(cause, 'network', { retryable: true });
  });
  return encodeFile(image, limits, param, options);
}
