// Texts, numbers and sizes within bounds.
import { invalid, type Refusal } from '../answers/answers.js';

export type Bounds = readonly [min: number, max: number];

export function longText(param: string, value: unknown, most: number): Refusal | undefined {
  if (typeof value !== 'string') return invalid(param, 'must be a text.');
  return value.length <= most ? undefined : invalid(param, `is longer than ${most} characters.`);
}

/** Why a value is no number within its bounds, both of which it may be. */
export function outside(param: string, value: unknown, [min, max]: Bounds, integer: boolean): Refusal | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return invalid(param, 'must be a number.');
  if (integer && !Number.isSafeInteger(value)) return invalid(param, 'must be a whole number.');
  return value >= min && value <= max ? undefined : invalid(param, `must be between ${min} and ${max}.`);
}

/** The bound itself is refused: an inclusive range cannot say so. */
export const moreThan = (param: string, value: unknown, bound: number | undefined): Refusal | undefined =>
  bound !== undefined && value === bound ? invalid(param, `must be more than ${bound}.`) : undefined;

const tooManyPixels = (param: string, pixels: number): Refusal => invalid(param, `makes a picture of more than ${pixels} pixels.`);

/** `<width>x<height>` */
export function checkSize(param: string, value: unknown, pixels: number): Refusal | undefined {
  const [, width, height] = (typeof value === 'string' && /^(\d{1,5})x(\d{1,5})$/.exec(value)) || [];
  if (width === undefined || height === undefined) return invalid(param, 'must have the form <width>x<height>.');
  const area = Number(width) * Number(height);
  if (area === 0) return invalid(param, 'must be more than 0.');
  return area <= pixels ? undefined : tooManyPixels(param, pixels);
}

/** The picture that two sides make. One side alone counts as the longer one of 16:9. */
export function checkArea(prefix: string, { width, height }: Readonly<Record<string, unknown>>, pixels: number): Refusal | undefined {
  const wide = typeof width === 'number' ? width : 0;
  const high = typeof height === 'number' ? height : 0;
  const area = wide > 0 && high > 0 ? wide * high : ((wide + high) ** 2 * 9) / 16;
  return area <= pixels ? undefined : tooManyPixels(`${prefix}${wide > 0 ? 'width' : 'height'}`, pixels);
}
