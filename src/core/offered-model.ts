// What a service offers, as `GET /v1/models` says. It comes from outside: whatever is not as documented is left out.
import { isRecord } from '../base/is-record.js';
import { fieldEntries, referenceRoles, type VideoFieldName } from '../protocol/video-fields.js';
import type { JsonSchema, ModelLimits, Price, Rate, TokenPrices } from '../services/service.js';

export type { JsonSchema, Price, Rate };

/** What a price depends on. */
export type Priced = Pick<OfferedModel, 'price' | 'fields' | 'limits'>;

/** One entry of the list: a model, or all that a glob names. */
export interface OfferedModel {
  /** A name or a glob (`fal-ai/*`). */
  readonly id: string;
  readonly kind: 'video' | 'realtime';
  /** The id of the service that makes it. */
  readonly service: string;
  readonly title?: string | undefined;
  /** As the service declares them. Of pictures nothing is left open. */
  readonly limits?:
    | (Omit<ModelLimits, 'images'> & {
        readonly images?:
          | (NonNullable<ModelLimits['images']> & { readonly encoding: 'data-url' | 'base64'; readonly maxBytes: number })
          | undefined;
      })
    | undefined;
  /** JSON Schema of `metadata`. */
  readonly fields?: JsonSchema | undefined;
  readonly price?: Price | undefined;
  readonly voices?: readonly string[] | undefined;
  readonly formats?: readonly string[] | undefined;
  /** A task can be cancelled. */
  readonly cancels?: boolean | undefined;
  /** Files can be uploaded before they are named in a request. */
  readonly uploads?: boolean | undefined;
  /** The id of the dialect that a page must speak with it; absent: `vendor`. */
  readonly dialect?: string | undefined;
}

/** The fields of a draft that a service ignores, by the names it has for them: those of the request. */
export const ignoredFields = (ignores: readonly string[]): readonly VideoFieldName[] =>
  fieldEntries.filter(([name, { wire = name }]) => ignores.includes(name) || ignores.includes(String(wire))).map(([name]) => name);

export interface ModelList {
  readonly models: readonly OfferedModel[];
  /** Entries that are not as documented, by name or place. */
  readonly malformed: readonly string[];
}

/** Gives the value as it should be, or undefined for one that is not. */
type Read<T> = (value: unknown) => T | undefined;

const most = { entries: 1000, list: 500, text: 300 };

/** Undefined for what is no such list. Entries without a `kind` belong to another interface and are passed over. */
export function readModelList(body: unknown): ModelList | undefined {
  const data = isRecord(body) ? body['data'] : undefined;
  if (!Array.isArray(data)) return undefined;
  const models: OfferedModel[] = [];
  const malformed: string[] = [];
  for (const [at, entry] of data.slice(0, most.entries).entries()) {
    if (isRecord(entry) && !kinds.some((kind) => kind === entry['kind'])) continue;
    const model = readModel(entry);
    if (model === undefined) malformed.push((isRecord(entry) && text(entry['id'])) || `#${at}`);
    else models.push(model);
  }
  return { models, malformed };
}

const text: Read<string> = (value) => (typeof value === 'string' && value.trim() !== '' && value.length <= most.text ? value : undefined);
const amount: Read<number> = (value) => (typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined);
const flag: Read<boolean> = (value) => (typeof value === 'boolean' ? value : undefined);

const matching =
  (pattern: RegExp): Read<string> =>
  (value) =>
    text(value) !== undefined && pattern.test(String(value)) ? String(value) : undefined;

const oneOf =
  <const T>(...allowed: readonly T[]): Read<T> =>
  (value) =>
    allowed.find((one) => one === value);

const either =
  <A, B>(one: Read<A>, other: Read<B>): Read<A | B> =>
  (value) =>
    one(value) ?? other(value);

const listOf =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > most.list) return undefined;
    const items = value.map(read).filter((item) => item !== undefined);
    return items.length === value.length ? items : undefined;
  };

type Readers<T> = { readonly [K in keyof T]-?: Read<NonNullable<T[K]>> };

/** Fields that are not named are left out; of the others all but `needed` may be missing. */
const recordOf =
  <T extends object>(readers: Readers<T>, ...needed: readonly (keyof T & string)[]): Read<T> =>
  (value) => {
    if (!isRecord(value)) return undefined;
    const read: Record<string, unknown> = {};
    for (const [name, field] of Object.entries<Read<unknown>>(readers)) {
      const given = value[name];
      if (given !== undefined && given !== null) read[name] = field(given);
      else if (!needed.some((one) => one === name)) continue;
      if (read[name] === undefined) return undefined;
    }
    // Each field was read by its own reader.
    return read as T;
  };

const bounds: Read<{ readonly min: number; readonly max: number }> = (value) => {
  const read = recordOf<{ min: number; max: number }>({ min: amount, max: amount }, 'min', 'max')(value);
  return read !== undefined && read.min <= read.max ? read : undefined;
};

const numbers = either((value) => (Array.isArray(value) && value.length > 0 ? listOf(amount)(value) : undefined), bounds);

const images = recordOf<NonNullable<ModelLimits['images']>>(
  { encoding: oneOf('data-url', 'base64'), max: oneOf(0, 1, 2), maxBytes: amount, types: listOf(matching(/^image\/[\w.+-]+$/)) },
  'max',
);

const limits = recordOf<NonNullable<OfferedModel['limits']>>({
  ignores: listOf(text),
  durations: numbers,
  sizes: listOf(matching(/^[1-9]\d{0,4}x[1-9]\d{0,4}$/)),
  fps: numbers,
  n: bounds,
  promptLength: amount,
  images: (value) => {
    const read = images(value);
    return read && { ...read, encoding: read.encoding ?? 'data-url', maxBytes: read.maxBytes ?? Infinity };
  },
  references: recordOf<NonNullable<ModelLimits['references']>>(
    { max: amount, roles: listOf(oneOf(...referenceRoles)), alone: flag, durations: numbers },
    'max',
  ),
});

const properties: Read<JsonSchema['properties']> = (value) => {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value);
  const isForm = entries.length <= most.list && entries.every(([name, field]) => text(name) !== undefined && isRecord(field));
  return isForm ? (value as JsonSchema['properties']) : undefined;
};

const when: Read<Rate['when']> = (value) => {
  if (!isRecord(value)) return undefined;
  const isGood = Object.values(value).every((choice) => ['string', 'number', 'boolean'].includes(typeof choice));
  return isGood ? (value as Rate['when']) : undefined;
};

/** Undefined for what is no price, or has no date or source. */
export const readPrice = recordOf<Price>(
  {
    unit: text,
    perSecond: amount,
    perVideo: amount,
    rates: listOf(recordOf<Rate>({ when, perSecond: amount, perVideo: amount }, 'when')),
    perMinute: amount,
    perMillionTokens: recordOf<TokenPrices>({
      textInput: amount,
      cachedTextInput: amount,
      textOutput: amount,
      audioInput: amount,
      cachedAudioInput: amount,
      audioOutput: amount,
      imageInput: amount,
      cachedImageInput: amount,
    }),
    asOf: matching(/^\d{4}-\d\d-\d\d$/),
    source: text,
  },
  'unit',
  'asOf',
  'source',
);

const kinds = ['video', 'realtime'] as const;

const readModel = recordOf<OfferedModel>(
  {
    id: text,
    kind: oneOf(...kinds),
    service: text,
    title: text,
    limits,
    fields: recordOf<JsonSchema>({ type: oneOf('object'), properties, required: listOf(text) }, 'type', 'properties'),
    price: readPrice,
    voices: listOf(text),
    formats: listOf(text),
    cancels: flag,
    uploads: flag,
    dialect: text,
  },
  'id',
  'kind',
  'service',
);
