// Conversation items, their content parts, responses and rate limits. Sets are open: this is what servers say, and they add words.
import * as z from 'zod/mini';

import { itemDetails, partDetails } from './item-fields.js';
import { open } from './schema.js';
import { values } from './names.js';

/** A text each, where it is said at all. */
const optionalTexts = <Details extends object>(details: Details) =>
  Object.fromEntries(Object.keys(details).map((name) => [name, z.optional(z.string())])) as {
    [Name in keyof Details]: z.ZodMiniOptional<z.ZodMiniString>;
  };

/** The schema of one part of a message. */
export const contentPart = z.looseObject({
  type: z.optional(open(values.partType)),
  text: z.optional(z.nullable(z.string())),
  /** Base64 */
  audio: z.optional(z.nullable(z.string())),
  transcript: z.optional(z.nullable(z.string())),
  encoding: z.optional(open(values.partEncoding)),
  ...optionalTexts(partDetails),
});

/** The schema of an item of a conversation. */
export const item = z.looseObject({
  id: z.optional(z.string()),
  object: z.optional(z.string()),
  type: z.optional(open(values.itemType)),
  status: z.optional(open(values.itemStatus)),
  role: z.optional(open(values.role)),
  content: z.optional(z.nullable(z.array(contentPart))),
  ...optionalTexts(itemDetails),
});

/** The schema of the tokens that an answer used. */
export const usage = z.looseObject({
  total_tokens: z.optional(z.int()),
  input_tokens: z.optional(z.int()),
  output_tokens: z.optional(z.int()),
});

/** The schema of an answer. */
export const response = z.looseObject({
  id: z.optional(z.string()),
  object: z.optional(z.string()),
  status: z.optional(open(values.responseStatus)),
  status_details: z.optional(z.nullable(z.looseObject({}))),
  output: z.optional(z.nullable(z.array(item))),
  usage: z.optional(z.nullable(usage)),
});

/** All four are required. */
export const rateLimit = z.looseObject({
  name: z.string(),
  limit: z.int(),
  remaining: z.int(),
  reset_seconds: z.int(),
});

/** One part of a message. */
export type ContentPart = z.infer<typeof contentPart>;

/** An item of a conversation: a message, a call or its result. */
export type Item = z.infer<typeof item>;

/** The tokens that an answer used. */
export type Usage = z.infer<typeof usage>;

/** An answer of the model. */
export type Response = z.infer<typeof response>;

/** What the service says is left of a limit. */
export type RateLimit = z.infer<typeof rateLimit>;
