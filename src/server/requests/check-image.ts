// A picture in a request: inline and of a fair size, or a public address.
import { isAddressLike, type AddressCheck } from './addresses.js';
import { invalid, type Refusal } from '../answers/answers.js';

const dataUrl = /^data:image\/(?!svg)[\w.+-]{1,40};base64,/i;
const longestHead = 64;
/** How the Base64 of PNG, JPEG, GIF, WebP, AVIF or HEIC, BMP and TIFF begins. A path or a file name, made of the same letters, does not. */
const pictureStart = /^(?:iVBORw0KGg|[/_]9j[/_]|R0lGOD|UklGR|AAAA|Qk[\w+/-]{6}AAAA|SUkqA|TU0AK)/;
/** As long as the longest list that a service takes. */
const mostImages = 8;

export interface ImageRules {
  /** Counts what the base64 unpacks to. */
  readonly imageBytes: number;
  readonly checkAddress: AddressCheck;
}

/** What stands for an uploaded file: whose it is, and whether it exists, is looked at before anything is sent. */
export const fileId = (sealed: string): string => `file_${sealed}`;
export const isFileId = (text: string): boolean => /^file_[\w-]{40,4000}$/.test(text);

/** An empty text is no picture, and harmless. */
export function checkImage(param: string, value: unknown, { imageBytes, checkAddress }: ImageRules): Refusal | undefined {
  const form = 'must be an http(s) address, a data URL of a picture or Base64.';
  if (typeof value !== 'string') return invalid(param, form, 'invalid_image');
  if (isFileId(value)) return undefined;
  if (isAddressLike(value, /^(?:https?:|[\\/]{2})/i)) return checkedAddress(param, value, checkAddress);
  const head = dataUrl.exec(value.slice(0, longestHead))?.[0].length ?? 0;
  if ((value.length - head) * 0.75 > imageBytes + 2) return invalid(param, `is larger than ${imageBytes} bytes.`, 'image_too_large');
  if (value !== '' && head === 0 && !pictureStart.test(value)) return invalid(param, form, 'invalid_image');
  return /^[\w+/\s-]*={0,2}$/.test(value.slice(head)) ? undefined : invalid(param, form, 'invalid_image');
}

export function checkImages(param: string, value: unknown, rules: ImageRules): Refusal | undefined {
  if (!Array.isArray(value) || value.length > mostImages) {
    return invalid(param, `must be a list of at most ${mostImages} pictures.`, 'invalid_image');
  }
  for (const [at, one] of value.entries()) {
    const refusal = checkImage(`${param}.${at}`, one, rules);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** An address that somebody else is made to call. */
export function checkedAddress(param: string, value: unknown, checkAddress: AddressCheck): Refusal | undefined {
  if (typeof value === 'string' && isFileId(value)) return undefined;
  const reason = typeof value === 'string' ? checkAddress(value) : 'is no text.';
  return reason === undefined ? undefined : invalid(param, reason, 'address_not_allowed');
}
