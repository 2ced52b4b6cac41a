// Pictures beside the prompt: how many, what each is said to show, and the picture itself as any other.
import { isMentionName } from '../../base/mentions.js';
import { referenceRoles } from '../../protocol/video-fields.js';
import { invalid, type Refusal } from '../answers/answers.js';
import { checkImage, type ImageRules } from './check-image.js';
import { isFields } from './fields.js';

/** As many as the most that a service takes. */
const mostReferences = 10;

export function checkReferences(param: string, value: unknown, rules: ImageRules): Refusal | undefined {
  if (!Array.isArray(value) || value.length > mostReferences) {
    return invalid(param, `must be a list of at most ${mostReferences} references.`, 'invalid_image');
  }
  for (const [at, one] of value.entries()) {
    const refusal = checkReference(`${param}.${at}`, one, rules);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function checkReference(param: string, reference: unknown, rules: ImageRules): Refusal | undefined {
  if (!isFields(reference)) return invalid(param, 'must be an object with an image.', 'invalid_image');
  const { image, role, name, ...others } = reference;
  const [foreign] = Object.keys(others);
  if (foreign !== undefined) return invalid(`${param}.${foreign.slice(0, 100)}`, 'is not a field of a reference.', 'unknown_field');
  if (image === '') return invalid(`${param}.image`, 'is missing.', 'invalid_image');
  if (isGiven(role) && !referenceRoles.some((one) => one === role))
    return invalid(`${param}.role`, `must be one of ${referenceRoles.join(', ')}.`);
  if (isGiven(name) && !(typeof name === 'string' && isMentionName(name)))
    return invalid(`${param}.name`, 'takes letters, digits, hyphens and underscores, 40 at most.');
  return checkImage(`${param}.image`, image, rules);
}

/** A field that is null is one that is not given. */
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
