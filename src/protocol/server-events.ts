// The twenty-eight events a server sends. The document marks every field but `event_id` and `type` optional, and so do we; published irregular types are coerced.
import * as z from 'zod/mini';

import { contentPart, item, rateLimit, response } from './item.js';
import { conversationObject, sessionObject } from './session.js';
import { integerOrDigits, open, stringOrFirst } from './schema.js';
import { values } from './names.js';

const text = z.optional(z.string());
const index = z.optional(integerOrDigits);
const milliseconds = z.optional(z.int());

const event = <const T extends string, F extends Record<string, z.ZodMiniType>>(type: T, fields: F) =>
  z.looseObject({ event_id: stringOrFirst, type: z.literal(type), timestamp: z.optional(z.int()), ...fields });

const itemPart = { item_id: text, content_index: index };
const outputPart = { response_id: text, item_id: text, output_index: index, content_index: index };
const previous = z.optional(z.nullable(z.string()));

/** The schema of an error that the server reports. */
export const errorDetails = z.looseObject({
  type: z.optional(open(values.errorType)),
  code: z.optional(z.nullable(open(values.errorCode))),
  message: text,
  param: z.optional(z.nullable(z.string())),
  /** The client event that caused the error. */
  event_id: z.optional(z.nullable(z.string())),
});

const transcriptionFailed = 'conversation.item.input_audio_transcription.failed';

/** One schema for each event, by its type. */
export const serverEvents = {
  error: event('error', { error: z.optional(errorDetails) }),
  'conversation.item.input_audio_transcription.completed': event('conversation.item.input_audio_transcription.completed', {
    ...itemPart,
    transcript: text,
  }),
  // `type` of this one event is listed as an array of string.
  [transcriptionFailed]: z.looseObject({
    event_id: stringOrFirst,
    type: z.pipe(
      z.union([z.literal(transcriptionFailed), z.array(z.literal(transcriptionFailed)).check(z.minLength(1))]),
      z.transform((): typeof transcriptionFailed => transcriptionFailed),
    ),
    timestamp: z.optional(z.int()),
    ...itemPart,
    error: z.optional(errorDetails),
  }),
  'conversation.item.truncated': event('conversation.item.truncated', { ...itemPart, audio_end_ms: milliseconds }),
  'conversation.item.deleted': event('conversation.item.deleted', { item_id: text }),
  'input_audio_buffer.committed': event('input_audio_buffer.committed', { previous_item_id: previous, item_id: text }),
  'input_audio_buffer.cleared': event('input_audio_buffer.cleared', {}),
  'input_audio_buffer.speech_started': event('input_audio_buffer.speech_started', { audio_start_ms: milliseconds, item_id: text }),
  // The document says audio_start_ms here too; other makers say audio_end_ms.
  'input_audio_buffer.speech_stopped': event('input_audio_buffer.speech_stopped', {
    audio_start_ms: milliseconds,
    audio_end_ms: milliseconds,
    item_id: text,
  }),
  'response.created': event('response.created', { response: z.optional(response) }),
  'response.done': event('response.done', { response: z.optional(response) }),
  'response.output_item.added': event('response.output_item.added', { response_id: text, output_index: index, item: z.optional(item) }),
  'response.output_item.done': event('response.output_item.done', { response_id: text, output_index: index, item: z.optional(item) }),
  'response.content_part.added': event('response.content_part.added', { ...outputPart, part: z.optional(contentPart) }),
  'response.content_part.done': event('response.content_part.done', { ...outputPart, part: z.optional(contentPart) }),
  'response.text.delta': event('response.text.delta', { ...outputPart, delta: text }),
  // `delta` carries the final complete text; other makers put it in `text`.
  'response.text.done': event('response.text.done', { ...outputPart, delta: text, text }),
  'response.audio_transcript.delta': event('response.audio_transcript.delta', { ...outputPart, delta: text }),
  'response.audio_transcript.done': event('response.audio_transcript.done', { ...outputPart, transcript: text }),
  'response.audio.delta': event('response.audio.delta', { ...outputPart, delta: text }),
  'response.audio.done': event('response.audio.done', outputPart),
  'response.function_call_arguments.delta': event('response.function_call_arguments.delta', {
    response_id: text,
    item_id: text,
    output_index: index,
    call_id: text,
    delta: text,
  }),
  'response.function_call_arguments.done': event('response.function_call_arguments.done', {
    response_id: text,
    item_id: text,
    output_index: index,
    call_id: text,
    // Not in the document; one dialect sends it.
    name: text,
    arguments: text,
  }),
  'rate_limits.updated': event('rate_limits.updated', { rate_limits: z.optional(z.array(rateLimit)) }),
  'conversation.created': event('conversation.created', { conversation: z.optional(conversationObject) }),
  'conversation.item.created': event('conversation.item.created', { previous_item_id: previous, item: z.optional(item) }),
  'session.created': event('session.created', { session: z.optional(sessionObject) }),
  'session.updated': event('session.updated', { session: z.optional(sessionObject) }),
} as const;

const callPart = { response_id: text, item_id: text, output_index: index };

/** What OpenAI's protocol sends beside the documents' twenty-eight, by its type. Source: `openai` 7.59.0, where most fields are required. */
export const laterServerEvents = {
  'conversation.item.input_audio_transcription.delta': event('conversation.item.input_audio_transcription.delta', {
    ...itemPart,
    delta: text,
  }),
  // One stretch of one speaker. Times in seconds.
  'conversation.item.input_audio_transcription.segment': event('conversation.item.input_audio_transcription.segment', {
    ...itemPart,
    id: text,
    speaker: text,
    text,
    start: z.optional(z.number()),
    end: z.optional(z.number()),
  }),
  'conversation.item.retrieved': event('conversation.item.retrieved', { item: z.optional(item) }),
  // The only event without an id. `event` is the key that was pressed, `received_at` seconds since 1970.
  'input_audio_buffer.dtmf_event_received': z.looseObject({
    event_id: z.optional(stringOrFirst),
    type: z.literal('input_audio_buffer.dtmf_event_received'),
    event: text,
    received_at: z.optional(z.number()),
  }),
  'input_audio_buffer.timeout_triggered': event('input_audio_buffer.timeout_triggered', {
    audio_start_ms: milliseconds,
    audio_end_ms: milliseconds,
    item_id: text,
  }),
  'mcp_list_tools.completed': event('mcp_list_tools.completed', { item_id: text }),
  'mcp_list_tools.failed': event('mcp_list_tools.failed', { item_id: text }),
  'mcp_list_tools.in_progress': event('mcp_list_tools.in_progress', { item_id: text }),
  'output_audio_buffer.cleared': event('output_audio_buffer.cleared', { response_id: text }),
  'output_audio_buffer.started': event('output_audio_buffer.started', { response_id: text }),
  'output_audio_buffer.stopped': event('output_audio_buffer.stopped', { response_id: text }),
  'response.mcp_call.completed': event('response.mcp_call.completed', callPart),
  'response.mcp_call.failed': event('response.mcp_call.failed', callPart),
  'response.mcp_call.in_progress': event('response.mcp_call.in_progress', callPart),
  'response.mcp_call_arguments.delta': event('response.mcp_call_arguments.delta', { ...callPart, delta: text }),
  'response.mcp_call_arguments.done': event('response.mcp_call_arguments.done', { ...callPart, arguments: text }),
} as const;

const all = Object.values(serverEvents) as unknown as readonly [z.ZodMiniType<DocumentedServerEvent>];

/** Any of the twenty-eight. */
export const serverEvent = z.union(all);

/** Every schema, by the type of its event. */
export const knownServerEvents = { ...serverEvents, ...laterServerEvents };

type Inferred<Schemas extends Readonly<Record<string, z.ZodMiniType>>> = { [T in keyof Schemas]: z.infer<Schemas[T]> }[keyof Schemas];

/** One of the documents' twenty-eight. */
export type DocumentedServerEvent = Inferred<typeof serverEvents>;

/** An event of the server whose type is known. */
export type KnownServerEvent = DocumentedServerEvent | Inferred<typeof laterServerEvents>;

/** An error that the server reports. */
export type ErrorDetails = z.infer<typeof errorDetails>;

/** An event whose type the documents do not know: kept, counted, shown in the log. */
export interface UnknownServerEvent {
  readonly type: 'unknown';
  readonly event_id?: string | undefined;
  /** The type it came with, or an empty string. */
  readonly unknownType: string;
  readonly raw: unknown;
}

/** One decoded server event. Fields beyond `type` may be missing or of another kind than documented: the fold checks each. */
export type ServerEvent = KnownServerEvent | UnknownServerEvent;
