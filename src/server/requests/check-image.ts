// A picture in a request: inline and of a fair size, or a public address. Knows no codec.
import type { AddressCheck } from './addresses.js';
import { invalid, type Refusal } from '../answers/answers.js';

const dataUrl = /^data:image\/(?!svg)[\w.+-]{1,40};base64,/i;
const longestHead = 64;
/** As long as the longest list that a service takes. */
const mostImages = 8;

export interface ImageRules {
  /** Counts what the base64 unpacks to. */
  readonly imageBytes: number;
  readonly checkAddress: AddressCheck;
}

/** An empty text is no picture, and harmless. */
export function checkImage(param: string, value: unknown, { imageBytes, checkAddress }: ImageRules): Refusal | undefined {
  const form = 'must be an http(s) address, a data URL of a picture or Base64.';
  if (typeof value !== 'string') return invalid(param, form, 'invalid_image');
  if (/^https?:/i.test(value)) return checkedAddress(param, value, checkAddress);
  const head = dataUrl.exec(value.slice(0, longestHead))?.[0].length ?? 0;
  if ((value.length - head) * 0.75 > imageBytes + 2) return invalid(param, `is larger than ${imageBytes} bytes.`, 'image_too_large');
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
  const reason = typeof value === 'string' ? checkAddress(value) : 'is no text.';
  return reason === undefined ? undefined : invalid(param, reason, 'address_not_allowed');
}
