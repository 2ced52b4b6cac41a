// The video generation document as schemas.
import * as z from 'zod/mini';

import { open } from './schema.js';
import { values } from './names.js';
import {
  fieldEntries,
  reportedFields,
  videoFields,
  wireNameOf,
  type ReportedField,
  type VideoField,
  type VideoFieldName,
  type WireName,
} from './video-fields.js';

// A strict page forbids `new Function`, and reports even the attempt: providers bring these schemas into pages.
z.config({ jitless: true });

/** Metadata keys of provider group A. */
export const metadataGroupA = z.looseObject({
  seed: z.optional(z.int()),
  negative_prompt: z.optional(z.string()),
  /** Image URL of the last frame. */
  image_tail: z.optional(z.string()),
});

/** Metadata keys of provider group B. */
export const metadataGroupB = z.looseObject({
  req_key: z.optional(z.string()),
  /** Image URLs. */
  image_urls: z.optional(z.array(z.string())),
  /** `<w>:<h>` */
  aspect_ratio: z.optional(z.string().check(z.regex(/^\d+:\d+$/, 'aspect_ratio must have the form <w>:<h>'))),
});

/** Metadata keys of provider group C. */
export const metadataGroupC = z.looseObject({
  /** Seconds. */
  duration: z.optional(z.number()),
  seed: z.optional(z.int()),
  /** `<n>p` */
  resolution: z.optional(z.string().check(z.regex(/^\d+p$/, 'resolution must have the form <n>p'))),
  movement_amplitude: z.optional(z.string()),
  bgm: z.optional(z.boolean()),
  payload: z.optional(z.string()),
  callback_url: z.optional(z.url()),
});

/** A reference as a request has it: an address, a data URL, Base64 or the id of an uploaded file. */
const reference = z.looseObject({ image: z.string(), role: z.optional(z.string()), name: z.optional(z.string()) });

const kinds = {
  text: z.string(),
  number: z.number(),
  integer: z.int(),
  image: z.string(),
  references: z.array(reference),
  object: z.looseObject({}),
};

type SchemaOf<F extends VideoField> = F extends { required: true }
  ? (typeof kinds)[F['kind']]
  : z.ZodMiniOptional<(typeof kinds)[F['kind']]>;

function schemaOf({ kind, required, above }: VideoField): z.ZodMiniType {
  if (required) return kinds.text.check(z.minLength(1));
  if (kind === 'number' || kind === 'integer') return z.optional(above === undefined ? kinds[kind] : kinds[kind].check(z.gt(above)));
  return z.optional(kinds[kind]);
}

/** The fields that have a place in the body, by their names there. */
type RequestShape = {
  -readonly [N in VideoFieldName as WireName<N>]: SchemaOf<(typeof videoFields)[N]>;
};
const requestFields = Object.fromEntries(
  fieldEntries.flatMap(([name, field]) => {
    const wire = wireNameOf(name);
    return wire === undefined ? [] : [[wire, schemaOf(field)]];
  }),
  // One for each field of the list, by its kind.
) as unknown as RequestShape;

/** Body of `POST /v1/video/generations`. */
export const videoRequest = z.looseObject({
  ...requestFields,
  /** `<width>x<height>` */
  size: z.optional(z.string().check(z.regex(/^\d+x\d+$/, 'size must have the form <width>x<height>'))),
});

type ReportedShape = { -readonly [N in ReportedField]: z.ZodMiniOptional<(typeof kinds)[(typeof videoFields)[N]['kind']]> };

/** What was made: seconds, frames a second, pixels. */
export const videoResultMetadata = z.looseObject(
  Object.fromEntries(reportedFields.map((name) => [name, z.optional(kinds[videoFields[name].kind])])) as unknown as ReportedShape,
);

/** Error body of both video endpoints. `code` is null in the shape the document gives. */
export const errorBody = z.looseObject({
  code: z.optional(z.nullable(z.string())),
  message: z.string(),
  param: z.optional(z.nullable(z.string())),
  type: z.optional(z.string()),
});

/** Body of `GET /v1/video/generations/{task_id}`. */
export const videoTask = z.looseObject({
  task_id: z.string(),
  status: open(values.taskStatus),
  format: z.optional(z.string()),
  /** Present when the task succeeded. */
  url: z.optional(z.string()),
  metadata: z.optional(videoResultMetadata),
  /** Null when the task succeeded; its fields are not shown: ours are those of the error body. */
  error: z.optional(z.nullable(z.looseObject({}))),
});

/** A request for a video, in the words of the wire. */
export type VideoRequest = z.infer<typeof videoRequest>;

/** A task as the service reports it. */
export type VideoTaskBody = z.infer<typeof videoTask>;

/** What the service reports of a finished video. */
export type VideoResultMetadata = z.infer<typeof videoResultMetadata>;

/** The body of a refusal. */
export type ErrorBody = z.infer<typeof errorBody>;
