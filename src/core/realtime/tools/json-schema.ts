// The check of a tool's arguments against plain JSON Schema, by @cfworker/json-schema: it needs no `eval` and fetches no reference.
import { Validator, type OutputUnit, type Schema, type SchemaDraft } from '@cfworker/json-schema';

import { VoxreelError } from '../../errors.js';

/** What does not fit, or undefined when all does. A schema that cannot be applied fits nothing: `invalid_input` says why. */
export function schemaIssues(schema: Readonly<Record<string, unknown>>, value: unknown): string | undefined {
  try {
    const { valid, errors } = validatorOf(schema).validate(value);
    return valid ? undefined : wordsOf(errors);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new VoxreelError('invalid_input', `The tool's JSON Schema cannot be applied: ${reason}`, { param: 'parameters', cause });
  }
}

const validators = new WeakMap<object, Validator>();

function validatorOf(schema: Readonly<Record<string, unknown>>): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  // A copy: the validator writes into it.
  const copy = JSON.parse(JSON.stringify({ type: 'object', ...schema })) as Schema;
  const made = new Validator(copy, draftOf(schema['$schema']), false);
  validators.set(schema, made);
  return made;
}

function draftOf(named: unknown): SchemaDraft {
  const uri = typeof named === 'string' ? named : '';
  if (uri.includes('draft-04')) return '4';
  if (uri.includes('draft-06') || uri.includes('draft-07')) return '7';
  return uri.includes('2019-09') ? '2019-09' : '2020-12';
}

/** These only say that something further down does not fit, which is reported itself. */
const outer = new Set([
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  '$ref',
  '$dynamicRef',
  'allOf',
  'if',
  'dependentSchemas',
  'false',
]);
const most = 8;

function wordsOf(errors: readonly OutputUnit[]): string {
  const own = errors.filter(({ keyword }) => !outer.has(keyword));
  const problems = (own.length > 0 ? own : errors).map(({ instanceLocation, error }) => {
    const at = fieldOf(instanceLocation);
    return at === '' ? error : `${at}: ${error}`;
  });
  return [...new Set(problems)].slice(0, most).join(' ');
}

/** `#/places/0/name` as `places.0.name`. */
const fieldOf = (pointer: string): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
