// The loose half of a video request. Services copy it over the fields beside it, so what is capped or checked there is capped and checked here.
import { invalid, type Refusal } from '../answers/answers.js';
import { isNumberField, type NumberField } from '../../protocol/video-fields.js';
import { isAddressLike } from './addresses.js';
import { cappedKind, type CappedKind } from './capped-names.js';
import { checkArea, checkSize, outside } from './check-fields.js';
import { checkedAddress, checkImage, checkImages } from './check-image.js';
import { checkVideoField, type VideoRules } from './check-video-field.js';
import { isFields, type Fields } from './fields.js';

type Check = (param: string, value: unknown, rules: VideoRules) => Refusal | undefined;

/** Objects and arrays in each other. */
const deepest = 8;
/** A duration in frames, where nothing says how many a second has. */
const usualFps = 24;

const checks: Readonly<Record<Exclude<CappedKind, NumberField>, Check>> = {
  model: (param, value, { allowsModel }) =>
    allowsModel(value) ? undefined : { status: 403, code: 'model_not_allowed', message: 'This model is not allowed here.', param },
  prompt: (param, value, rules) => checkVideoField('prompt', param, value, rules),
  milliseconds: (param, value, { limits: { duration } }) =>
    outside(param, numeric(value), [Math.max(1, duration.min * 1000), duration.max * 1000], false),
  frames: (param, value, { limits: { duration } }) => outside(param, numeric(value), [1, Math.ceil(duration.max * usualFps)], true),
  size: (param, value, { limits }) => checkResolution(param, String(value), limits.pixels),
  image: checkImage,
  // A word alone is a name that the service knows, such as `frame: 'wide'`.
  picture: (param, value, rules) => (/^\w[\w -]{0,63}$/.test(String(value)) ? undefined : checkImage(param, value, rules)),
  images: checkImages,
  address: (param, value, { checkAddress }) => checkedAddress(param, value, checkAddress),
};

const checkAs = (kind: CappedKind, param: string, value: unknown, rules: VideoRules): Refusal | undefined =>
  isNumberField(kind) ? checkVideoField(kind, param, numeric(value), rules) : checks[kind](param, value, rules);

/** Why the metadata is not sent on, or undefined. */
export function checkMetadata(value: unknown, rules: VideoRules): Refusal | undefined {
  if (!isFields(value)) return invalid('metadata', 'must be an object.');
  const foreign = Object.keys(value).find((name) => rules.metadataKeys?.includes(name) === false);
  if (foreign !== undefined) return invalid(`metadata.${foreign.slice(0, 100)}`, 'is not allowed here.', 'unknown_field');
  return checkLoose('metadata', value, rules);
}

/**
 * Whatever a field holds, at every depth and in every spelling of a name: what is capped keeps its cap, addresses are public, pictures are of a fair
 * size, and the rest is small and flat.
 */
export function checkLoose(param: string, value: unknown, rules: VideoRules): Refusal | undefined {
  let room = rules.limits.metadataBytes;
  const look = (path: string, one: unknown, depth: number, kind: CappedKind | undefined): Refusal | undefined => {
    if (typeof one === 'number' && !Number.isFinite(one)) return invalid(path, 'must be a number that can be written.');
    // Null and an empty text say nothing.
    const capped =
      kind !== undefined && one !== null && one !== '' && isJudged(kind, one, depth) ? checkAs(kind, path, one, rules) : undefined;
    if (capped !== undefined) return capped;
    if (typeof one === 'string') return lookAtText(path, one, kind);
    room -= 8;
    if (typeof one !== 'object' || one === null) return undefined;
    if (depth > deepest) return invalid(path, `is nested deeper than ${deepest} levels.`);
    for (const [key, inner] of Object.entries(one)) {
      room -= key.length;
      const refusal = look(`${path}.${key.slice(0, 100)}`, inner, depth + 1, Array.isArray(one) ? kindInList(kind) : cappedKind(key));
      if (refusal !== undefined) return refusal;
    }
    return isFields(one) ? checkArea(`${path}.`, sidesOf(one), rules.limits.pixels) : undefined;
  };
  const lookAtText = (path: string, text: string, kind: CappedKind | undefined): Refusal | undefined => {
    // Pictures do not count as metadata: they have a cap of their own.
    if (isPicture(kind)) return undefined;
    if (/^data:/i.test(text)) return checkImage(path, text, rules);
    if (kind !== 'prompt' && isAddressLike(text)) return checkedAddress(path, text, rules.checkAddress);
    room -= text.length;
    return undefined;
  };
  const refusal = look(param, value, 1, cappedKind(param));
  if (refusal !== undefined) return refusal;
  return room >= 0 ? undefined : invalid(param, `is larger than ${rules.limits.metadataBytes} bytes.`);
}

/** What cannot be read as what its name says decides nothing: a group of fields, or `font: { size: 12 }`. A group is looked into. */
function isJudged(kind: CappedKind, value: unknown, depth: number): boolean {
  switch (kind) {
    case 'image':
    case 'images':
      return depth <= 2 || typeof value === 'string';
    case 'picture':
    case 'address':
    case 'prompt':
    case 'size':
      return typeof value === 'string';
    case 'model':
      return typeof value !== 'object';
    default:
      return typeof value === 'number' || (typeof value === 'string' && !Number.isNaN(Number.parseFloat(value)));
  }
}

/** Each entry of a list of durations is one. */
const kindInList = (kind: CappedKind | undefined): CappedKind | undefined => (kind === 'images' ? 'image' : kind);
const isPicture = (kind: CappedKind | undefined): boolean => kind === 'image' || kind === 'picture';

/** The largest width and height among all spellings. */
function sidesOf(fields: Fields): { readonly width: number; readonly height: number } {
  const sides = { width: 0, height: 0 };
  for (const [name, value] of Object.entries(fields)) {
    const kind = cappedKind(name);
    if (kind !== 'width' && kind !== 'height') continue;
    const side = numeric(value);
    if (typeof side === 'number') sides[kind] = Math.max(sides[kind], side);
  }
  return sides;
}

/** Services read a number out of a text too. */
const numeric = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && value.length < 40 ? Number(value) : value;

/** `1080p` is the shorter side; `1280x720` and `1280*720` are both. Other words, such as `hd`, are the service's own. */
function checkResolution(param: string, value: string, pixels: number): Refusal | undefined {
  const lines = Number(/^\s*(\d+)p\s*$/i.exec(value)?.[1] ?? 0);
  if ((lines ** 2 * 16) / 9 > pixels) return invalid(param, `makes a picture of more than ${pixels} pixels.`);
  const [, width, height] = /^\s*(\d+)\s*[x*×]\s*(\d+)\s*$/i.exec(value) ?? [];
  return width === undefined ? undefined : checkSize(param, `${width}x${height ?? ''}`, pixels);
}
