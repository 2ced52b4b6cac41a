// The nine events a client sends. Strict about values and ranges: what does not fit is refused before it is sent.
import * as z from 'zod/mini';

import { item } from './item.js';
import { responseConfig, sessionConfig } from './session.js';

const common = { event_id: z.optional(z.string()), timestamp: z.optional(z.int()) };

/** Flat or nested is not shown: `session` is what we send, the flat fields are accepted too. */
export const sessionUpdate = z.looseObject({
  ...common,
  type: z.literal('session.update'),
  session: z.optional(sessionConfig),
  ...sessionConfig.shape,
});

/** The event that sends a piece of the microphone's sound. */
export const inputAudioBufferAppend = z.looseObject({
  ...common,
  type: z.literal('input_audio_buffer.append'),
  /** Base64 */
  audio: z.string(),
});

/** The event that ends what the user says. */
export const inputAudioBufferCommit = z.looseObject({ ...common, type: z.literal('input_audio_buffer.commit') });

/** The event that drops sound that was not committed. */
export const inputAudioBufferClear = z.looseObject({ ...common, type: z.literal('input_audio_buffer.clear') });

/** The event that adds an item to the conversation. */
export const conversationItemCreate = z.looseObject({
  ...common,
  type: z.literal('conversation.item.create'),
  /** The new item goes after this one; null or absent appends. */
  previous_item_id: z.optional(z.nullable(z.string())),
  item,
});

/** The event that says how much of an answer was heard. */
export const conversationItemTruncate = z.looseObject({
  ...common,
  type: z.literal('conversation.item.truncate'),
  item_id: z.string(),
  content_index: z.int().check(z.gte(0)),
  audio_end_ms: z.int().check(z.gte(0)),
});

/** The event that removes an item. */
export const conversationItemDelete = z.looseObject({
  ...common,
  type: z.literal('conversation.item.delete'),
  item_id: z.string(),
});

/** The event that asks for an answer. */
export const responseCreate = z.looseObject({
  ...common,
  type: z.literal('response.create'),
  response: z.optional(responseConfig),
});

/** The event that stops an answer. */
export const responseCancel = z.looseObject({ ...common, type: z.literal('response.cancel') });

/** Asks for an item as the server has it; answered by `conversation.item.retrieved`. */
export const conversationItemRetrieve = z.looseObject({ ...common, type: z.literal('conversation.item.retrieve'), item_id: z.string() });

/** Silences what the server is still sending on a track. */
export const outputAudioBufferClear = z.looseObject({ ...common, type: z.literal('output_audio_buffer.clear') });

/** One schema for each event, by its type. */
export const clientEvents = {
  'session.update': sessionUpdate,
  'input_audio_buffer.append': inputAudioBufferAppend,
  'input_audio_buffer.commit': inputAudioBufferCommit,
  'input_audio_buffer.clear': inputAudioBufferClear,
  'conversation.item.create': conversationItemCreate,
  'conversation.item.truncate': conversationItemTruncate,
  'conversation.item.delete': conversationItemDelete,
  'response.create': responseCreate,
  'response.cancel': responseCancel,
} as const;

/** The schema of every event that a page sends. */
export const clientEvent = z.discriminatedUnion('type', [
  sessionUpdate,
  inputAudioBufferAppend,
  inputAudioBufferCommit,
  inputAudioBufferClear,
  conversationItemCreate,
  conversationItemTruncate,
  conversationItemDelete,
  responseCreate,
  responseCancel,
]);

/** What OpenAI's protocol takes beside the documents' nine, by its type. */
export const laterClientEvents = {
  'conversation.item.retrieve': conversationItemRetrieve,
  'output_audio_buffer.clear': outputAudioBufferClear,
} as const;

/** One of the documents' nine. */
export type DocumentedClientEvent = z.infer<typeof clientEvent>;

/** An event that a page sends in a conversation, in the words of the wire. */
export type ClientEvent = DocumentedClientEvent | z.infer<typeof conversationItemRetrieve> | z.infer<typeof outputAudioBufferClear>;
