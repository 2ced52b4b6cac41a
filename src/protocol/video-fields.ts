// The one list of what a request for a video may hold. Drafts, requests, limits, histories, the form, the gateway's checks and the testing kit
// are made of it; a field added here reaches them all. Plain data, without a schema.

/** A field of a draft, and what becomes of it. */
export interface VideoField {
  /** `number` and `integer` are numbers; an `image` is an address or a file; `references` are pictures with roles; an `object` is free. */
  readonly kind: 'text' | 'number' | 'integer' | 'image' | 'references' | 'object';
  /** In the request's body, where it has another name there than in a draft; false where each provider has a place of its own for it. */
  readonly wire?: string | false;
  readonly required?: true;
  readonly unit?: 'seconds' | 'frames per second' | 'pixels' | 'videos';
  /** Of a number: it must be greater. */
  readonly above?: number;
  /** Which of a provider's `limits` bounds it, and how that is written: one of some values or within a range, or only within a range. */
  readonly limit?: { readonly name: string; readonly as: 'values or range' | 'range' };
  /** What the gateway lets through at the most, in characters or as a number; or which of its `limits` says so. */
  readonly cap?: number | 'promptLength' | 'duration' | 'fps' | 'n';
  /** The service says of a video what it has come to be. */
  readonly reported?: true;
}

/** What a reference shows. */
export const referenceRoles = ['person', 'object', 'style'] as const;

/** What a reference picture shows: a person, an object or a style. */
export type ReferenceRole = (typeof referenceRoles)[number];

/** A picture of someone or something that a video is to show, or of how it is to look. It is no frame of the video. */
export interface VideoReference {
  /** A URL, a data URL, or a file. */
  readonly image: string | Blob;
  readonly role?: ReferenceRole | undefined;
  /** The prompt speaks of it as `@name`: letters, digits, hyphens and underscores, 40 characters at most. No two have the same. */
  readonly name?: string | undefined;
}

/** Every field of a request for a video: its kind, its unit, and the limit that caps it. */
export const videoFields = {
  model: { kind: 'text', required: true, cap: 200 },
  prompt: { kind: 'text', required: true, cap: 'promptLength' },
  /** Seconds. */
  duration: {
    kind: 'number',
    unit: 'seconds',
    above: 0,
    limit: { name: 'durations', as: 'values or range' },
    cap: 'duration',
    reported: true,
  },
  /** Pixels. No service has a side as long as the cap. */
  width: { kind: 'integer', unit: 'pixels', above: 0, cap: 16_384, reported: true },
  /** Pixels. */
  height: { kind: 'integer', unit: 'pixels', above: 0, cap: 16_384, reported: true },
  fps: {
    kind: 'integer',
    unit: 'frames per second',
    above: 0,
    limit: { name: 'fps', as: 'values or range' },
    cap: 'fps',
    reported: true,
  },
  /** How many videos. */
  n: { kind: 'integer', unit: 'videos', above: 0, limit: { name: 'n', as: 'range' }, cap: 'n' },
  seed: { kind: 'integer', reported: true },
  /** First frame: a URL, a data URL, or a file. */
  image: { kind: 'image' },
  /** Last frame, for providers that take one. */
  lastImage: { kind: 'image', wire: false },
  /** For models with `limits.references`. */
  references: { kind: 'references' },
  responseFormat: { kind: 'text', wire: 'response_format', cap: 64 },
  user: { kind: 'text', cap: 512 },
  /** Provider-specific; checked against the provider's `metadata` schema. */
  metadata: { kind: 'object' },
} as const satisfies Readonly<Record<string, VideoField>>;

type Fields = typeof videoFields;

/** The names of all fields of a request for a video. */
export type VideoFieldName = keyof Fields;
type Kind = VideoField['kind'];

/** The names of all fields of a kind, in a draft. */
export type FieldOf<K extends Kind> = { [N in VideoFieldName]: Fields[N]['kind'] extends K ? N : never }[VideoFieldName];

/** The names of fields that are numbers. */
export type NumberField = FieldOf<'number' | 'integer'>;
/** The numbers that a service reports of what it made. */
export type ReportedField = { [N in NumberField]: Fields[N] extends { reported: true } ? N : never }[NumberField];

type ValueOf<K extends Kind> = {
  text: string;
  number: number;
  integer: number;
  image: string | Blob;
  references: readonly VideoReference[];
  object: Readonly<Record<string, unknown>>;
}[K];

/** The fields that every request for a video has. */
export type NeededFields = {
  readonly [N in VideoFieldName as Fields[N] extends { required: true } ? N : never]: ValueOf<Fields[N]['kind']>;
};

/** The fields that a request for a video may have. */
export type OptionalFields = {
  readonly [N in VideoFieldName as Fields[N] extends { required: true } ? never : N]?: ValueOf<Fields[N]['kind']> | undefined;
};

/** The numbers that a service reports of a finished video. */
export type ReportedFields = { readonly [N in ReportedField]?: number | undefined };

/** Inclusive. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

type Limit = Extract<Fields[VideoFieldName], { limit: object }>['limit'];
/** What a provider may say of the fields, by the names its `limits` has for that. */
export type FieldLimits = {
  readonly [L in Limit as L['name']]?: L extends { as: 'range' } ? Range : readonly number[] | Range;
};

/** The numbers that a provider may bound. */
export type LimitedNumber = { [N in NumberField]: Fields[N] extends { limit: object } ? N : never }[NumberField];

/** Its name in the body of a request. */
export type WireName<N extends VideoFieldName> = Fields[N] extends { wire: infer W } ? Extract<W, string> : N;

const names = Object.keys(videoFields) as VideoFieldName[];

/** As the list has them, with what each may have. */
export const fieldEntries: readonly (readonly [VideoFieldName, VideoField])[] = names.map((name) => [name, videoFields[name]]);

/** In the order of the list. */
const namesOf = <K extends Kind>(...kinds: readonly K[]): readonly FieldOf<K>[] =>
  names.filter((name): name is FieldOf<K> => kinds.some((kind) => kind === videoFields[name].kind));

/** The names of fields that are numbers. */
export const numberFields: readonly NumberField[] = /* @__PURE__ */ namesOf('number', 'integer');

/** Whether a field is a number. */
export const isNumberField = (name: string): name is NumberField => numberFields.some((field) => field === name);

/** The names of fields that are texts. */
export const textFields: readonly FieldOf<'text'>[] = /* @__PURE__ */ namesOf('text');

/** The names of fields that are pictures. */
export const imageFields: readonly FieldOf<'image'>[] = /* @__PURE__ */ namesOf('image');

/** The names of the numbers that a service reports of a finished video. */
export const reportedFields: readonly ReportedField[] = /* @__PURE__ */ numberFields.filter(
  (name): name is ReportedField => 'reported' in videoFields[name],
);

/** Undefined for what has no one place in the body. */
export const wireNameOf = (name: VideoFieldName): string | undefined => {
  const { wire = name }: VideoField = videoFields[name];
  return wire === false ? undefined : wire;
};

/** Which of a provider's limits bounds this field. */
export const limitOf = (name: VideoFieldName, limits: FieldLimits): readonly number[] | Range | undefined => {
  const { limit }: VideoField = videoFields[name];
  return limit === undefined ? undefined : limits[limit.name as keyof FieldLimits];
};
