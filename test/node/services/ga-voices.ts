// OpenAI's Realtime API and Azure's as stubs: every event as `openai` 7.59.0 types it. The page speaks their dialect, and the relay passes it on.
import type {
  ConversationItem,
  ConversationItemTruncateEvent,
  RealtimeClientEvent,
  RealtimeResponse,
  RealtimeServerEvent,
} from 'openai/resources/realtime/realtime';
import { azure } from 'voxreel/services/azure';
import { openai } from 'voxreel/services/openai';

import { sayFrames } from './makers-frames.js';
import type { PageVoice } from './page-voice.js';

let events = 0;
const event_id = '';
/** Typed as the maker's own, each with an id of its own. */
const said = (...some: RealtimeServerEvent[]) => some.map((event) => ({ ...event, event_id: `event_${(events += 1)}` }));

const response_id = 'resp_1';
const item = { event_id, response_id, item_id: 'item_2', output_index: 0, content_index: 0 };
const message: ConversationItem = { id: 'item_2', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
const call = { event_id, response_id, item_id: 'item_3', output_index: 0 };
const speaks = { type: 'input_audio_buffer.speech_started', event_id, audio_start_ms: 100, item_id: 'item_1' } as const;
const created = { type: 'response.created', event_id, response: { id: response_id, status: 'in_progress' } } as const;
const done = (status: RealtimeResponse['status']): RealtimeServerEvent => ({
  type: 'response.done',
  event_id,
  response: { id: response_id, ...(status === undefined ? {} : { status }) },
});
const begins: PageVoice['begins'] = (words, sound) =>
  said(
    created,
    { type: 'response.output_item.added', event_id, response_id, output_index: 0, item: message },
    { type: 'conversation.item.added', event_id, item: message },
    { type: 'response.content_part.added', ...item, part: { type: 'audio' } },
    { type: 'response.output_audio_transcript.delta', ...item, delta: words },
    { type: 'response.output_audio.delta', ...item, delta: sound },
  );

const ga: Omit<PageVoice, 'id' | 'key' | 'service'> = {
  model: 'gpt-realtime',
  hello: [{ type: 'session.created', event_id: 'event_0', session: { id: 'sess_1', type: 'realtime', model: 'gpt-realtime' } }],
  isOpening: (frame) => (frame as RealtimeClientEvent).type === 'session.update',
  ready: [{ type: 'session.updated', event_id: 'event_00', session: { id: 'sess_1', type: 'realtime', model: 'gpt-realtime' } }],
  soundIn: (frame) => {
    const event = frame as RealtimeClientEvent;
    return event.type === 'input_audio_buffer.append' ? event.audio : undefined;
  },
  user: (transcript) =>
    said(
      speaks,
      { type: 'input_audio_buffer.speech_stopped', event_id, audio_end_ms: 900, item_id: 'item_1' },
      { type: 'input_audio_buffer.committed', event_id, item_id: 'item_1' },
      {
        type: 'conversation.item.added',
        event_id,
        item: { id: 'item_1', type: 'message', role: 'user', status: 'completed', content: [{ type: 'input_audio' }] },
      },
      {
        type: 'conversation.item.input_audio_transcription.completed',
        event_id,
        item_id: 'item_1',
        content_index: 0,
        transcript,
        usage: { type: 'duration', seconds: 1 },
      },
    ),
  begins,
  answers: (words, sound) => [
    ...begins(words, sound),
    ...said(
      { type: 'response.output_audio.done', ...item },
      { type: 'response.output_audio_transcript.done', ...item, transcript: words },
      done('completed'),
    ),
  ],
  interrupts: said(speaks, done('cancelled')),
  async agrees(connection) {
    const isCut = (frame: unknown) => (frame as RealtimeClientEvent).type === 'conversation.item.truncate';
    const { item_id, content_index, audio_end_ms } = (await connection.hears(isCut)) as ConversationItemTruncateEvent;
    sayFrames(connection, said({ type: 'conversation.item.truncated', event_id, item_id, content_index, audio_end_ms }));
  },
  calls: ({ id: call_id, name, arguments: given }) => {
    const asked = { id: 'item_3', type: 'function_call', call_id, name, arguments: '', status: 'in_progress' } as const;
    return said(
      created,
      { type: 'response.output_item.added', event_id, response_id, output_index: 0, item: asked },
      { type: 'conversation.item.added', event_id, item: asked },
      { type: 'response.function_call_arguments.done', ...call, call_id, name, arguments: given },
      {
        type: 'response.output_item.done',
        event_id,
        response_id,
        output_index: 0,
        item: { ...asked, arguments: given, status: 'completed' },
      },
      done('completed'),
    );
  },
  result: ({ id: call_id }, output) =>
    ({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id, output } }) satisfies RealtimeClientEvent,
};

export const openaiVoice: PageVoice = {
  ...ga,
  id: 'openai',
  key: 'sk-openai-0123456789',
  service: (url) => openai({ apiKey: 'sk-openai-0123456789', baseUrl: `${url}/v1` }),
};

export const azureVoice: PageVoice = {
  ...ga,
  id: 'azure',
  key: 'azure-key-0123456789',
  service: (url) => azure({ apiKey: 'azure-key-0123456789', endpoint: url }),
};
