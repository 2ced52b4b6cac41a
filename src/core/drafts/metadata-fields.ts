// The fields of a form, drawn from a provider's metadata schema and its `ui`. Loaded when a form is shown; knows no elements.
import { isRecord } from '../../base/is-record.js';
import type { FieldUi, VideoProvider } from '../providers/provider.js';
import type { StandardSchema } from '../standard-schema.js';

export type FormField = FieldUi & { readonly name: string };

/** In the schema's order, then what only `ui` names. `ui` wins over the schema. */
export async function fieldsOf(provider: VideoProvider): Promise<readonly FormField[]> {
  const drawn = provider.metadata === undefined ? {} : fieldsOfSchema(await jsonSchemaOf(provider.metadata));
  const names = new Set([...Object.keys(drawn), ...Object.keys(provider.ui ?? {})]);
  return [...names].map((name) => ({ kind: 'text', label: titled(name), ...drawn[name], ...provider.ui?.[name], name }));
}

/** `negative_prompt` -> `Negative prompt` */
const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** By the schema's own power to tell (Standard JSON Schema), or by zod for a schema of zod's; else nothing is known. */
async function jsonSchemaOf(schema: StandardSchema): Promise<unknown> {
  const standard: StandardSchema['~standard'] & { readonly jsonSchema?: { input?(options: { target: string }): unknown } } =
    schema['~standard'];
  try {
    if (standard.jsonSchema?.input) return standard.jsonSchema.input({ target: 'draft-2020-12' });
    if (standard.vendor !== 'zod') return undefined;
    return (await import('../zod-schema.js')).zodJsonSchema(schema);
  } catch {
    // A schema that cannot be told as JSON Schema still checks; its form is what `ui` says.
    return undefined;
  }
}

function fieldsOfSchema(schema: unknown): Readonly<Record<string, FieldUi>> {
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  if (!isRecord(properties)) return {};
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, isRecord(property) ? fieldOf(property) : {}]));
}

type Property = Readonly<Record<string, unknown>>;

/** A value that may also be null is asked for as the value; a choice of constants is a choice. */
function plain(property: Property): Property {
  const { anyOf, oneOf = anyOf, ...rest } = property;
  if (!Array.isArray(oneOf)) return property;
  const ways = oneOf.filter((way): way is Property => isRecord(way) && way['type'] !== 'null');
  const [way] = ways;
  if (way !== undefined && ways.length === 1) return { ...way, ...rest };
  return ways.length > 0 && ways.every((each) => 'const' in each) ? { ...rest, enum: ways.map((each) => each['const']) } : property;
}

function fieldOf(given: Property): FieldUi {
  const property = plain(given);
  const listed = 'const' in property ? [property['const']] : property['enum'];
  const type = Array.isArray(property['type']) ? property['type'].find((name) => name !== 'null') : property['type'];
  const choices = Array.isArray(listed) ? listed.filter((choice) => typeof choice === 'string' || typeof choice === 'number') : [];
  const words = (name: string) => (typeof property[name] === 'string' ? property[name] : undefined);
  const bound = (name: string) => {
    const value = property[name];
    // zod states the safe integers as the bounds of every integer: no bound for a person.
    return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
  };
  // "Above 0" is "from 1" for whole numbers; for others the schema itself refuses the bound.
  const beyond = (name: string, step: number) => {
    const value = bound(name);
    return value === undefined || type !== 'integer' ? value : value + step;
  };
  const field = {
    kind: kindOf(type, choices.length > 0, property),
    label: words('title'),
    description: words('description'),
    choices: choices.length > 0 ? choices : undefined,
    min: bound('minimum') ?? beyond('exclusiveMinimum', 1),
    max: bound('maximum') ?? beyond('exclusiveMaximum', -1),
    step: bound('multipleOf'),
    default: property['default'],
  };
  return Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined));
}

function kindOf(type: unknown, choice: boolean, { format, items }: Property): FieldUi['kind'] {
  if (choice) return 'choice';
  if (type === 'number' || type === 'integer' || type === 'boolean') return type;
  if (type === 'string') return format === 'uri' ? 'url' : 'text';
  return type === 'array' && isRecord(items) && items['type'] === 'string' && items['format'] === 'uri' ? 'images' : 'json';
}
