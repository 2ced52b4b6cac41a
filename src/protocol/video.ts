// The video generation document as schemas. Knows nothing of providers beyond the metadata keys the document lists.
import * as z from 'zod/mini';

import { open } from './schema.js';
import { values } from './names.js';

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

/** Body of `POST /v1/video/generations`. */
export const videoRequest = z.looseObject({
  model: z.string().check(z.minLength(1)),
  prompt: z.string().check(z.minLength(1)),
  /** Seconds. */
  duration: z.optional(z.number().check(z.positive())),
  fps: z.optional(z.int().check(z.positive())),
  height: z.optional(z.int().check(z.positive())),
  width: z.optional(z.int().check(z.positive())),
  /** URL or Base64 data. */
  image: z.optional(z.string()),
  metadata: z.optional(z.looseObject({})),
  n: z.optional(z.int().check(z.positive())),
  response_format: z.optional(z.string()),
  seed: z.optional(z.int()),
  user: z.optional(z.string()),
  /** `<width>x<height>` */
  size: z.optional(z.string().check(z.regex(/^\d+x\d+$/, 'size must have the form <width>x<height>'))),
});

/** What was made: seconds, frames a second, pixels. */
export const videoResultMetadata = z.looseObject({
  duration: z.optional(z.number()),
  fps: z.optional(z.int()),
  height: z.optional(z.int()),
  width: z.optional(z.int()),
  seed: z.optional(z.int()),
});

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

export type VideoRequest = z.infer<typeof videoRequest>;
export type VideoTaskBody = z.infer<typeof videoTask>;
export type VideoResultMetadata = z.infer<typeof videoResultMetadata>;
export type ErrorBody = z.infer<typeof errorBody>;
