// The fields of a form, drawn from a provider's metadata schema and its `ui`. Loaded when a form is shown; knows no elements.
import { isRecord } from '../http.js';
import type { FieldUi, StandardSchema, VideoProvider } from './provider.js';

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
    return (await import('./zod-schema.js')).zodJsonSchema(schema);
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

function fieldOf(property: Readonly<Record<string, unknown>>): FieldUi {
  const { type, title, description, enum: listed, default: fallback } = property;
  const choices = Array.isArray(listed) ? listed.filter((choice) => typeof choice === 'string' || typeof choice === 'number') : [];
  const bound = (name: string) => {
    const value = property[name];
    // zod states the safe integers as the bounds of every integer: no bound for a person.
    return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined;
  };
  const given = {
    kind: kindOf(type, choices.length > 0, property),
    label: title,
    description,
    choices: choices.length > 0 ? choices : undefined,
    min: bound('minimum'),
    max: bound('maximum'),
    step: bound('multipleOf'),
    default: fallback,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function kindOf(type: unknown, choice: boolean, { format, items }: Readonly<Record<string, unknown>>): FieldUi['kind'] {
  if (choice) return 'choice';
  if (type === 'number' || type === 'integer' || type === 'boolean') return type;
  if (type === 'string') return format === 'uri' ? 'url' : 'text';
  return type === 'array' && isRecord(items) && items['type'] === 'string' && items['format'] === 'uri' ? 'images' : 'json';
}
