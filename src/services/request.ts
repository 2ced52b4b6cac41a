// Reads the documents' request for a service: its pictures in whichever form the maker takes, its size, its own options.
import { fromBase64 } from '../base/base64.js';
import { VoxreelError } from '../base/errors.js';
import { isRecord } from '../base/is-record.js';
import { closestResolution } from '../base/resolution.js';
import type { VideoRequest } from '../protocol/video.js';

/**
 * The maker's own options. A page has written them: what decides about money or address a service names itself.
 * @param request The request for a video.
 */
export const optionsOf = ({ metadata }: VideoRequest): Readonly<Record<string, unknown>> => (isRecord(metadata) ? metadata : {});

/** The same without those that a service does not leave to a page. */
export const optionsWithout = (request: VideoRequest, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(optionsOf(request)).filter(([name]) => !names.includes(name)));

/** Only the fields that are there: what is not given leaves the options beside it alone. */
export const given = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The first and last picture of a video. */
export interface Frames {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}

/** The frames of a request, wherever they stand: `image`, the list `images`, `metadata.image_tail`. */
export function framesOf(request: VideoRequest): Frames {
  const listed = Array.isArray(request['images']) ? request['images'].map(pictureOf) : [];
  const first = pictureOf(request.image) ?? listed[0];
  return { first, last: listed[1] ?? pictureOf(optionsOf(request)['image_tail']) };
}

const pictureOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Of `width` and `height`, or of `size`.
 * @param request The request for a video.
 */
export function sizeOf({ width, height, size }: VideoRequest): Size | undefined {
  if (width !== undefined && height !== undefined) return { width, height };
  const [, wide, high] = /^(\d+)x(\d+)$/.exec(size ?? '') ?? [];
  return wide === undefined || high === undefined ? undefined : { width: Number(wide), height: Number(high) };
}

/** The closest of `ratios` (`16:9`...) to the size of a request; undefined where it has none. */
export function ratioOf<const R extends string>(request: VideoRequest, ratios: readonly R[]): R | undefined {
  const size = sizeOf(request);
  if (size === undefined) return undefined;
  const distance = (ratio: string): number => {
    const [wide = 1, high = 1] = ratio.split(':').map(Number);
    return Math.abs(Math.log(size.width / size.height) - Math.log(wide / high));
  };
  return ratios.toSorted((one, other) => distance(one) - distance(other))[0];
}

/**
 * The closest of `steps` (`720p`, `4k`...) to the size of a request: in lines, which are its shorter side, or in pixels, for makers whose `720p` has as many of them in every ratio.
 * Undefined where it has no size.
 */
export function resolutionOf<const R extends string>(
  request: VideoRequest,
  steps: readonly R[],
  by: 'lines' | 'pixels' = 'lines',
): R | undefined {
  const size = sizeOf(request);
  if (size === undefined) return undefined;
  return closestResolution(by === 'lines' ? Math.min(size.width, size.height) : Math.sqrt((size.width * size.height * 9) / 16), steps);
}

/** The closest of `values` to `wanted`, such as the durations a maker takes. */
export const closest = (wanted: number, values: readonly [number, ...number[]]): number =>
  values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best));

/** A picture in a request, as Base64. */
export interface InlinePicture {
  /** MIME type. */
  readonly type: string;
  readonly base64: string;
}

/** How the Base64 of a picture begins, as the gateway lets it in. */
const starts: readonly (readonly [RegExp, string])[] = [
  [/^iVBORw0KGg/, 'image/png'],
  [/^[/_]9j[/_]/, 'image/jpeg'],
  [/^R0lGOD/, 'image/gif'],
  [/^UklGR/, 'image/webp'],
  [/^AAAA/, 'image/avif'],
  [/^Qk[\w+/-]{6}AAAA/, 'image/bmp'],
  [/^(?:SUkqA|TU0AK)/, 'image/tiff'],
];

/** A picture that stands in the request itself, as a data URL or as Base64; undefined for an address, and for a reference of the maker's own. */
export function inlineOf(picture: string): InlinePicture | undefined {
  const [head, named] = /^data:([\w.+-]+\/[\w.+-]+);base64,/i.exec(picture) ?? [''];
  const type = named?.toLowerCase() ?? starts.find(([start]) => start.test(picture))?.[1];
  if (type === undefined) return undefined;
  return { type, base64: picture.slice(head.length).replaceAll(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/') };
}

/** For makers that take an address or a data URL. A reference of their own stays as it is. */
export function asLink(picture: string): string {
  const inline = inlineOf(picture);
  return inline === undefined ? picture : `data:${inline.type};base64,${inline.base64}`;
}

/** For makers that take no address, which is not fetched here: throws `invalid_input` for one. */
export function mustBeInline(picture: string): InlinePicture {
  const inline = inlineOf(picture);
  if (inline !== undefined) return inline;
  throw new VoxreelError('invalid_input', 'This model takes a picture as a file, not as an address.', { param: 'image' });
}

/** For makers that take a part of a form. Throws `invalid_input` for an address. */
export function asFile(picture: string, name = 'image'): File {
  const { type, base64 } = mustBeInline(picture);
  return new File([fromBase64(base64)], `${name}.${type.split('/')[1] ?? 'bin'}`, { type });
}

/** Fields as a multipart form: files as parts, and what is nested under `outer[inner]`. */
export function asForm(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  const add = (name: string, value: unknown): void => {
    if (value instanceof Blob) form.append(name, value);
    else if (Array.isArray(value)) for (const one of value) add(`${name}[]`, one);
    else if (isRecord(value)) for (const [key, one] of Object.entries(value)) add(`${name}[${key}]`, one);
    else if (value !== undefined && value !== null) form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  };
  for (const [name, value] of Object.entries(fields)) add(name, value);
  return form;
}
