// What a page may ask for in one video: the documents' fields, their types, and the site's bounds. Reads no request and sends nothing.
import { invalid, type Refusal } from '../answers/answers.js';
import { checkArea, checkDuration, checkSide, checkSize, longText, outside } from './check-fields.js';
import { checkImage, checkImages } from './check-image.js';
import { checkLoose, checkMetadata, type VideoRules } from './check-metadata.js';

type Check = (value: unknown, rules: VideoRules) => Refusal | undefined;

/** The documents' list, and `images`, which two provider groups take beside `image`. */
const checks: Readonly<Record<string, Check>> = {
  model: (value) => longText('model', value, 200),
  prompt: (value, { limits }) => longText('prompt', value, limits.promptLength),
  duration: (value, { limits }) => checkDuration('duration', value, limits.duration),
  fps: (value, { limits }) => outside('fps', value, [1, limits.fps], true),
  height: (value) => checkSide('height', value),
  width: (value) => checkSide('width', value),
  size: (value, { limits }) => checkSize('size', value, limits.pixels),
  n: (value, { limits }) => outside('n', value, [1, limits.n], true),
  seed: (value) => outside('seed', value, [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER], true),
  image: (value, rules) => checkImage('image', value, rules),
  images: (value, rules) => checkImages('images', value, rules),
  response_format: (value) => longText('response_format', value, 64),
  user: (value) => longText('user', value, 512),
  metadata: checkMetadata,
};

/** Why the body is not sent on, or undefined. A field that is null is one that is not given. */
export function checkVideoRequest(body: Readonly<Record<string, unknown>>, rules: VideoRules): Refusal | undefined {
  for (const name of ['model', 'prompt']) {
    const value = body[name] ?? '';
    if (typeof value === 'string' && value.trim() === '') return invalid(name, 'is missing.', 'missing_field');
  }
  for (const [name, value] of Object.entries(body)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined && !rules.extraFields.includes(name)) {
      return invalid(name.slice(0, 100), 'is not a field of this request.', 'unknown_field');
    }
    const refusal = value === null ? undefined : check === undefined ? checkLoose(name, value, rules) : check(value, rules);
    if (refusal !== undefined) return refusal;
  }
  return checkArea('', body, rules.limits.pixels);
}
