// The loose half of a video request. Services copy it over the fields beside it, so what is capped or checked there is capped and checked here.
import { isFields } from './fields.js';
import { invalid, type Refusal } from '../answers/answers.js';
import { checkArea, checkDuration, checkSide, checkSize, longText, outside } from './check-fields.js';
import { checkedAddress, checkImage, checkImages, type ImageRules } from './check-image.js';
import type { Limits } from '../gateway-options.js';

export interface VideoRules extends ImageRules {
  readonly limits: Pick<Limits, 'promptLength' | 'duration' | 'pixels' | 'n' | 'fps' | 'metadataBytes'>;
  readonly allowsModel: (model: unknown) => boolean;
  /** Keys that `metadata` may have; undefined for any. */
  readonly metadataKeys: readonly string[] | undefined;
  /** Further top-level fields that a service takes. */
  readonly extraFields: readonly string[];
}

type Check = (param: string, value: unknown, rules: VideoRules) => Refusal | undefined;

/** Objects and arrays in each other. */
const deepest = 8;

const model: Check = (param, value, { allowsModel }) =>
  allowsModel(value) ? undefined : { status: 403, code: 'model_not_allowed', message: 'This model is not allowed here.', param };
const address: Check = (param, value, { checkAddress }) => checkedAddress(param, value, checkAddress);
const prompt: Check = (param, value, { limits }) => longText(param, value, limits.promptLength);

/** Names of providers for what the documents name beside `metadata`, and the documents' own keys. */
const checks: Readonly<Record<string, Check>> = {
  model,
  model_name: model,
  req_key: model,
  prompt,
  negative_prompt: prompt,
  duration: (param, value, { limits }) => checkDuration(param, numeric(value), limits.duration),
  n: (param, value, { limits }) => outside(param, numeric(value), [1, limits.n], true),
  fps: (param, value, { limits }) => outside(param, numeric(value), [1, limits.fps], true),
  width: (param, value) => checkSide(param, numeric(value)),
  height: (param, value) => checkSide(param, numeric(value)),
  size: (param, value, { limits }) => checkSize(param, value, limits.pixels),
  resolution: (param, value, { limits }) => checkResolution(param, value, limits.pixels),
  seed: (param, value) => outside(param, numeric(value), [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER], true),
  image: checkImage,
  image_tail: checkImage,
  images: checkImages,
  image_urls: checkImages,
  callback_url: address,
};

/** Why the metadata is not sent on, or undefined. */
export function checkMetadata(value: unknown, rules: VideoRules): Refusal | undefined {
  if (!isFields(value)) return invalid('metadata', 'must be an object.');
  for (const [name, field] of Object.entries(value)) {
    const param = `metadata.${name.slice(0, 100)}`;
    if (rules.metadataKeys?.includes(name) === false) return invalid(param, 'is not allowed here.', 'unknown_field');
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    // Null and an empty text say nothing.
    const refusal = field === null || field === '' ? undefined : check?.(param, field, rules);
    if (refusal !== undefined) return refusal;
  }
  const area = checkArea('metadata.', { width: numeric(value['width']), height: numeric(value['height']) }, rules.limits.pixels);
  return area ?? checkLoose('metadata', value, rules);
}

/** Whatever a field holds: addresses in it are public, pictures of a fair size, and the rest is small and flat. */
export function checkLoose(param: string, value: unknown, rules: VideoRules): Refusal | undefined {
  let room = rules.limits.metadataBytes;
  const look = (name: string, one: unknown, depth: number): Refusal | undefined => {
    if (typeof one === 'number' && !Number.isFinite(one)) return invalid(name, 'must be a number that can be written.');
    if (typeof one === 'string') return lookAtText(name, one, depth);
    room -= 8;
    if (typeof one !== 'object' || one === null) return undefined;
    if (depth > deepest) return invalid(name, `is nested deeper than ${deepest} levels.`);
    for (const [key, inner] of Object.entries(one)) {
      room -= key.length;
      const refusal = look(`${name}.${key.slice(0, 100)}`, inner, depth + 1);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  };
  const lookAtText = (name: string, text: string, depth: number): Refusal | undefined => {
    if (/^\s*[a-z][a-z\d+.-]*:\/\//i.test(text)) return checkedAddress(name, text, rules.checkAddress);
    if (isPicture(name, text, depth)) return checkImage(name, text, rules);
    room -= text.length;
    return undefined;
  };
  const refusal = look(param, value, 1);
  if (refusal !== undefined) return refusal;
  return room >= 0 ? undefined : invalid(param, `is larger than ${rules.limits.metadataBytes} bytes.`);
}

/** Pictures do not count as metadata: they have a cap of their own. */
const isPicture = (name: string, text: string, depth: number): boolean =>
  /^data:/i.test(text) || (depth <= 3 && /^metadata\.(?:image|image_tail|images\.\d|image_urls\.\d)$/.test(name));

/** Services read a number out of a text too. */
const numeric = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && value.length < 40 ? Number(value) : value;

/** `1080p` is the shorter side. */
function checkResolution(param: string, value: unknown, pixels: number): Refusal | undefined {
  if (typeof value !== 'string') return invalid(param, 'must be a text.');
  const lines = Number(/^(\d{1,6})p$/i.exec(value)?.[1] ?? 0);
  return (lines ** 2 * 16) / 9 <= pixels
    ? checkedSize(param, value, pixels)
    : invalid(param, `makes a picture of more than ${pixels} pixels.`);
}

/** Some providers write the size where others write the resolution. */
const checkedSize = (param: string, value: string, pixels: number): Refusal | undefined =>
  /^\d+x\d+$/.test(value) ? checkSize(param, value, pixels) : undefined;
