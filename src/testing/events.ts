// Events and texts that every codec is tried with, whichever wire it speaks.
import type { DocumentedClientEvent } from '../protocol/client-events.js';
import { laterServerEventTypes, serverEventTypes } from '../protocol/names.js';

/** Texts any wire may carry one day. */
export const strangeTexts: readonly string[] = [
  '',
  'null',
  '7',
  '"x"',
  '[]',
  '{}',
  '<html>',
  '{"type":',
  '{"type":null}',
  '{"type":["error"]}',
  '{"type":{}}',
  '{"type":"__proto__"}',
  '{"type":"constructor"}',
  '{"type":"session.created","session":[]}',
  ...[...serverEventTypes, ...laterServerEventTypes].flatMap((type) => [
    `{"type":"${type}"}`,
    `{"type":"${type}","item":null,"part":3,"response":"x","session":null,"delta":{},"error":[],"rate_limits":[null]}`,
    `{"type":"${type}","item":{"content":[null,7,{"type":[]}]},"response":{"output":[null,{"content":{}}]},"session":{"audio":7}}`,
  ]),
];

/** One of each, with fields of the right kind. */
export const sampleEvents: Readonly<Record<DocumentedClientEvent['type'], DocumentedClientEvent>> = {
  'session.update': { type: 'session.update', session: { instructions: 'Be brief.', modalities: ['text', 'audio'], temperature: 1 } },
  'input_audio_buffer.append': { type: 'input_audio_buffer.append', audio: 'AAAA' },
  'input_audio_buffer.commit': { type: 'input_audio_buffer.commit' },
  'input_audio_buffer.clear': { type: 'input_audio_buffer.clear' },
  'conversation.item.create': {
    type: 'conversation.item.create',
    item: { id: 'i', type: 'message', role: 'user', content: [{ type: 'text', text: 'Hello.' }] },
  },
  'conversation.item.truncate': { type: 'conversation.item.truncate', item_id: 'i', content_index: 0, audio_end_ms: 5 },
  'conversation.item.delete': { type: 'conversation.item.delete', item_id: 'i' },
  'response.create': { type: 'response.create', response: { instructions: 'Be brief.' } },
  'response.cancel': { type: 'response.cancel' },
};
