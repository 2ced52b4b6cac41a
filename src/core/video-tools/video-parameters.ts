// What a tool takes, as JSON Schema: the one list of video fields, bounded as the models bound them. With several models a field may have what any
// of them takes; which takes what is said of the model, and checked with each call.
import { imageFields, limitOf, numberFields, videoFields, type NumberField, type VideoField } from '../../protocol/video-fields.js';
import type { FormField } from '../drafts/metadata-fields.js';
import type { ProviderLimits } from '../providers/provider.js';
import type { KnownModel } from './known-models.js';

type Schema = Readonly<Record<string, unknown>>;

const words: Readonly<Record<NumberField, string>> = {
  duration: 'Length in seconds.',
  width: '',
  height: '',
  fps: 'Frames per second.',
  n: 'How many videos to make of it. Each costs as much.',
  seed: 'The same seed and fields make the same video.',
};

/** `prompt`: what it stands for in this tool. A tool that changes a video needs no field. */
export function videoParameters(models: readonly KnownModel[], prompt: string): Record<string, Schema> {
  const limits = models.map(({ provider }) => provider.limits ?? {});
  const found: readonly (readonly [string, Schema | undefined])[] = [
    ['prompt', promptSchema(limits, prompt)],
    ['model', modelSchema(models)],
    ...numberFields.map((name) => [name, numberSchema(name, limits)] as const),
    ['size', sizeSchema(limits)],
    ...imageFields.map((name, place) => [name, pictureSchema(limits, place + 1)] as const),
    ['metadata', metadataSchema(models)],
  ];
  return Object.fromEntries(found.filter((entry): entry is readonly [string, Schema] => entry[1] !== undefined));
}

function promptSchema(limits: readonly ProviderLimits[], description: string): Schema {
  const lengths = limits.map(({ promptLength = Infinity }) => promptLength);
  const longest = Math.max(0, ...lengths);
  return { type: 'string', minLength: 1, description, ...(longest > 0 && longest < Infinity ? { maxLength: longest } : {}) };
}

/** One model needs no name. */
function modelSchema(models: readonly KnownModel[]): Schema | undefined {
  const [first] = models;
  if (first === undefined) return { type: 'string', description: 'The name of the model.' };
  if (models.length === 1) return undefined;
  const each = models.map(({ id, provider }) => `${id}: ${limitsInWords(provider.limits ?? {})}`);
  return { type: 'string', enum: models.map(({ id }) => id), description: `Default ${first.id}. ${each.join(' ')}` };
}

function limitsInWords(limits: ProviderLimits): string {
  const bounds = numberFields.flatMap((name) => {
    const allowed = limitOf(name, limits);
    if (allowed === undefined) return [];
    return [`${name} ${'min' in allowed ? `${allowed.min} to ${allowed.max}` : allowed.join(', ')}`];
  });
  const ignored = limits.ignores?.length ? [`no ${limits.ignores.join(', ')}`] : [];
  const said = [...bounds, ...(limits.sizes ? [`size ${limits.sizes.join(', ')}`] : []), ...ignored];
  return said.length === 0 ? 'no known limits.' : `${said.join('; ')}.`;
}

const isIgnored = (limits: readonly ProviderLimits[], name: keyof typeof videoFields): boolean =>
  limits.length > 0 && limits.every(({ ignores = [] }) => ignores.includes(name));

function numberSchema(name: NumberField, limits: readonly ProviderLimits[]): Schema | undefined {
  // A size is one choice.
  if (name === 'width' || name === 'height' || isIgnored(limits, name)) return undefined;
  const { kind, above }: VideoField = videoFields[name];
  const base = { type: kind, description: words[name] };
  const allowed = limits.map((one) => limitOf(name, one));
  const known = allowed.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < allowed.length) return above === undefined ? base : { ...base, exclusiveMinimum: above };
  const ranges = known.filter((one) => 'min' in one);
  const listed = known.flatMap((one) => ('min' in one ? [] : one));
  if (ranges.length === 0) return { ...base, enum: [...new Set(listed)].toSorted((one, other) => one - other) };
  const ends = [...listed, ...ranges.flatMap(({ min, max }) => [min, max])];
  return { ...base, minimum: Math.min(...ends), maximum: Math.max(...ends) };
}

function sizeSchema(limits: readonly ProviderLimits[]): Schema | undefined {
  if (isIgnored(limits, 'width')) return undefined;
  const base = { type: 'string', description: 'Width and height in pixels, such as 1280x720.' };
  const isListed = limits.length > 0 && limits.every(({ sizes }) => sizes !== undefined);
  const sizes = new Set(limits.flatMap((one) => one.sizes ?? []));
  return isListed ? { ...base, enum: [...sizes] } : { ...base, pattern: '^[1-9][0-9]{0,4}x[1-9][0-9]{0,4}$' };
}

/** `place`: the first or the second picture of a video. */
function pictureSchema(limits: readonly ProviderLimits[], place: number): Schema | undefined {
  const name = imageFields[place - 1];
  const takes = limits.some(({ images, ignores = [] }) => (images?.max ?? 2) >= place && !ignores.some((one) => one === name));
  const what = place === 1 ? 'first' : 'last';
  return takes ? { type: 'string', format: 'uri', description: `Address of the picture that is the ${what} frame.` } : undefined;
}

function metadataSchema(models: readonly KnownModel[]): Schema | undefined {
  const fields = models.flatMap((model) => model.fields.map((field) => ({ field, model: model.id })));
  if (fields.length === 0) return undefined;
  const properties: Record<string, Schema> = {};
  for (const { field, model } of fields) properties[field.name] ??= fieldSchema(field, models.length > 1 ? model : undefined);
  return { type: 'object', description: 'More of what the model takes.', properties };
}

const types: Readonly<Record<string, Schema>> = {
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  image: { type: 'string', format: 'uri' },
  url: { type: 'string', format: 'uri' },
  images: { type: 'array', items: { type: 'string', format: 'uri' } },
  json: {},
};

function fieldSchema({ kind = 'text', label, description, choices, min, max, default: usual }: FormField, model?: string): Schema {
  const said = [label, description].filter((part) => part !== undefined && part !== '').join(': ');
  const entries = {
    ...(choices === undefined ? (types[kind] ?? { type: 'string' }) : { enum: choices }),
    description: model === undefined ? said : `${said} (${model})`,
    minimum: min,
    maximum: max,
    default: usual,
  };
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}
