// What a page may ask for in one video: the documents' fields, their types, and the site's bounds. Reads no request and sends nothing.
import { invalid, type Refusal } from '../answers/answers.js';
import { videoFields, wireNameOf, type VideoFieldName } from '../../protocol/video-fields.js';
import { checkArea, checkSize } from './check-fields.js';
import { checkImages } from './check-image.js';
import { checkReferences } from './check-references.js';
import { checkLoose, checkMetadata } from './check-metadata.js';
import { checkVideoField, type VideoRules } from './check-video-field.js';

type Check = (value: unknown, rules: VideoRules) => Refusal | undefined;

function checkOf(name: VideoFieldName, wire: string): Check {
  if (name === 'metadata') return checkMetadata;
  if (name === 'references') return (value, rules) => checkReferences(wire, value, rules);
  return (value, rules) => checkVideoField(name, wire, value, rules);
}

/** By their names in the body: those of the list, and two that say one of them once more. */
const checks: ReadonlyMap<string, Check> = new Map([
  ...(Object.keys(videoFields) as VideoFieldName[]).flatMap((name): [string, Check][] => {
    const wire = wireNameOf(name);
    return wire === undefined ? [] : [[wire, checkOf(name, wire)]];
  }),
  ['size', (value, { limits }) => checkSize('size', value, limits.pixels)],
  // Two provider groups take it beside `image`.
  ['images', (value, rules) => checkImages('images', value, rules)],
]);

/** Why the body is not sent on, or undefined. A field that is null is one that is not given. */
export function checkVideoRequest(body: Readonly<Record<string, unknown>>, rules: VideoRules): Refusal | undefined {
  for (const name of ['model', 'prompt']) {
    const value = body[name] ?? '';
    if (typeof value === 'string' && value.trim() === '') return invalid(name, 'is missing.', 'missing_field');
  }
  for (const [name, value] of Object.entries(body)) {
    const check = checks.get(name);
    if (check === undefined && !rules.extraFields.includes(name)) {
      return invalid(name.slice(0, 100), 'is not a field of this request.', 'unknown_field');
    }
    const refusal = value === null ? undefined : check === undefined ? checkLoose(name, value, rules) : check(value, rules);
    if (refusal !== undefined) return refusal;
  }
  return checkArea('', body, rules.limits.pixels);
}
