// The names and ranges that a page checks before it sends: apart from the others, which its first load does without.

/** The types of the documented events that a page sends. */
export const clientEventTypes = [
  'session.update',
  'input_audio_buffer.append',
  'input_audio_buffer.commit',
  'input_audio_buffer.clear',
  'conversation.item.create',
  'conversation.item.truncate',
  'conversation.item.delete',
  'response.create',
  'response.cancel',
] as const;

/** The type of a documented event that a page sends. */
export type ClientEventType = (typeof clientEventTypes)[number];

/** What OpenAI's protocol takes besides. Source: `RealtimeClientEvent` of `openai` 7.59.0. */
export const laterClientEventTypes = ['conversation.item.retrieve', 'output_audio_buffer.clear'] as const;

/** The type of an event that OpenAI has added since. */
export type LaterClientEventType = (typeof laterClientEventTypes)[number];

export const modality = ['text', 'audio'] as const;
export const audioFormat = ['pcm16', 'g711_ulaw', 'g711_alaw'] as const;
export const turnDetectionType = ['server_vad'] as const;
export const toolChoice = ['auto', 'none', 'required'] as const;

/** Inclusive ranges of the documents. */
export const ranges = {
  turnDetectionThreshold: { min: 0, max: 1 },
  prefixPaddingMs: { min: 0, max: 5000 },
  silenceDurationMs: { min: 100, max: 10_000 },
  temperature: { min: 0, max: 2 },
  maxOutputTokens: { min: 1, max: 4096 },
} as const;
