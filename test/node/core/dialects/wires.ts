// What each wire says and wants, beside the documents' own words: the fixtures of the dialects' one contract test.
import type { DialectFixtures } from 'voxreel/testing';

const config = {
  modalities: ['text' as const, 'audio' as const],
  instructions: 'Be brief.',
  voice: 'alloy',
  input_audio_format: 'pcm16' as const,
  output_audio_format: 'g711_ulaw' as const,
  input_audio_transcription: { model: 'whisper-1' },
  turn_detection: { type: 'server_vad' as const, threshold: 0.4 },
  tools: [{ type: 'function' as const, name: 'f', parameters: { type: 'object' } }],
  tool_choice: 'auto' as const,
  temperature: 0.2,
  max_output_tokens: 200,
};
const tool = config.tools;

const said = (content: object[], role = 'assistant') => ({ id: 'i', type: 'message', role, status: 'completed', content });
const userMessage = {
  type: 'conversation.item.create' as const,
  previous_item_id: 'h',
  item: {
    id: 'i',
    type: 'message',
    role: 'user',
    content: [
      { type: 'text', text: 'SGVsbG8u', encoding: 'base64' as const, format: 'plain' as const },
      { type: 'audio', audio: 'AAAA' },
      { type: 'transcript', transcript: 'as heard' },
    ],
  },
};
const answer = {
  type: 'conversation.item.create' as const,
  item: { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Fine.' }] },
};
const callOutput = { type: 'conversation.item.create' as const, item: { type: 'function_call_output', call_id: 'c', output: '7' } };
const truncate = { type: 'conversation.item.truncate' as const, item_id: 'i', content_index: 0, audio_end_ms: 700 };

/** The same everywhere. */
const plainEncodings: DialectFixtures['encodes'] = [
  { event: truncate, wire: truncate },
  { event: callOutput, wire: callOutput },
  { event: { type: 'conversation.item.delete', item_id: 'i' }, wire: { type: 'conversation.item.delete', item_id: 'i' } },
  { event: { type: 'input_audio_buffer.append', audio: 'AAAA' }, wire: { type: 'input_audio_buffer.append', audio: 'AAAA' } },
  { event: { type: 'input_audio_buffer.commit' }, wire: { type: 'input_audio_buffer.commit' } },
  { event: { type: 'input_audio_buffer.clear' }, wire: { type: 'input_audio_buffer.clear' } },
  { event: { type: 'response.create' }, wire: { type: 'response.create' } },
  { event: { type: 'response.cancel' }, wire: { type: 'response.cancel' } },
];

const place = { event_id: 'e', response_id: 'r', item_id: 'i', output_index: 0, content_index: 0 };
const call = { event_id: 'e', response_id: 'r', item_id: 'i', output_index: 0, call_id: 'c' };
/** Events that have the documents' words on every wire. */
const shared: readonly object[] = [
  {
    event_id: 'e',
    type: 'error',
    error: { type: 'invalid_request_error', code: 'invalid_event', message: 'No.', param: 'x', event_id: 'c1' },
  },
  { event_id: 'e', type: 'conversation.item.input_audio_transcription.completed', item_id: 'i', content_index: 0, transcript: 'Hello.' },
  { event_id: 'e', type: 'conversation.item.input_audio_transcription.failed', item_id: 'i', content_index: 0, error: { message: 'No.' } },
  { event_id: 'e', type: 'conversation.item.truncated', item_id: 'i', content_index: 0, audio_end_ms: 700 },
  { event_id: 'e', type: 'conversation.item.deleted', item_id: 'i' },
  { event_id: 'e', type: 'input_audio_buffer.committed', previous_item_id: null, item_id: 'i' },
  { event_id: 'e', type: 'input_audio_buffer.cleared' },
  { event_id: 'e', type: 'input_audio_buffer.speech_started', audio_start_ms: 5, item_id: 'i' },
  { type: 'response.function_call_arguments.delta', ...call, delta: '{"a"' },
  { type: 'response.function_call_arguments.done', ...call, arguments: '{"a":1}' },
  { event_id: 'e', type: 'rate_limits.updated', rate_limits: [{ name: 'tokens', limit: 10, remaining: 9, reset_seconds: 1 }] },
  { event_id: 'e', type: 'conversation.created', conversation: { id: 'v', object: 'realtime.conversation' } },
];
const asTheyAre = shared.map((event) => ({ wire: event, event }));

/** Irregular, as published: made regular on every wire. */
const irregular: DialectFixtures['decodes'] = [
  { wire: { event_id: ['e', 'f'], type: ['input_audio_buffer.cleared'] }, event: { event_id: 'e', type: 'input_audio_buffer.cleared' } },
  { wire: { type: 'response.audio.done', ...place, output_index: '2' }, event: { type: 'response.audio.done', output_index: 2 } },
];

const longAudio = 'QUJD'.repeat(4000);
const audioWith = (type: string) => ({
  wire: { type, ...place, delta: longAudio },
  event: { type: 'response.audio.delta', ...place, delta: longAudio },
});

const textOf = (part: string) => [{ type: part, text: 'Hi' }];
const heard = (part: string) => [{ type: part, transcript: 'Hi' }];

/** What the documents know, in the words of a wire: names of its parts and of its streams. */
function answers(text: string, audio: string, streams: { text: string; audio: string; words: string }, doneText: 'delta' | 'text') {
  const items = [...textOf(text), ...heard(audio)];
  const plain = [...textOf('text'), ...heard('audio')];
  const response = (content: object[]) => ({ id: 'r', status: 'completed', output: [said(content)], usage: { total_tokens: 3 } });
  return [
    { wire: { type: 'response.created', event_id: 'e', response: { id: 'r', output: [] } }, event: { response: { id: 'r', output: [] } } },
    { wire: { type: 'response.done', event_id: 'e', response: response(items) }, event: { response: response(plain) } },
    ...['response.output_item.added', 'response.output_item.done'].map((type) => ({
      wire: { type, event_id: 'e', response_id: 'r', output_index: 0, item: said(items) },
      event: { type, item: said(plain) },
    })),
    ...['response.content_part.added', 'response.content_part.done'].map((type) => ({
      wire: { type, ...place, part: items[1] },
      event: { type, part: plain[1] },
    })),
    { wire: { type: `${streams.text}.delta`, ...place, delta: 'H' }, event: { type: 'response.text.delta', ...place, delta: 'H' } },
    { wire: { type: `${streams.text}.done`, ...place, [doneText]: 'Hi' }, event: { type: 'response.text.done', ...place, delta: 'Hi' } },
    { wire: { type: `${streams.audio}.delta`, ...place, delta: 'AA==' }, event: { type: 'response.audio.delta', ...place, delta: 'AA==' } },
    audioWith(`${streams.audio}.delta`),
    { wire: { type: `${streams.audio}.done`, ...place }, event: { type: 'response.audio.done', ...place } },
    {
      wire: { type: `${streams.words}.delta`, ...place, delta: 'H' },
      event: { type: 'response.audio_transcript.delta', ...place, delta: 'H' },
    },
    {
      wire: { type: `${streams.words}.done`, ...place, transcript: 'Hi' },
      event: { type: 'response.audio_transcript.done', ...place, transcript: 'Hi' },
    },
  ];
}

const documented = { text: 'response.text', audio: 'response.audio', words: 'response.audio_transcript' };
const ofToday = { text: 'response.output_text', audio: 'response.output_audio', words: 'response.output_audio_transcript' };

const created = (type: string, text: string) => ({
  wire: { type, event_id: 'e', previous_item_id: 'h', item: said(textOf(text), 'user') },
  event: { type: 'conversation.item.created', previous_item_id: 'h', item: said(textOf('text'), 'user') },
});
const sessions = (wire: object, event: object) =>
  ['session.created', 'session.updated'].map((type) => ({
    wire: { type, event_id: 'e', session: { id: 's', ...wire } },
    event: { type, session: { id: 's', ...event } },
  }));

/** What MCP servers do, as the newest wire says it. */
const mcpItems: readonly (readonly [wire: object, plain: object])[] = [
  [
    { id: 'l', type: 'mcp_list_tools', server_label: 'shop', tools: [{ name: 'order', input_schema: {} }, { name: 'track' }] },
    {
      id: 'l',
      server_label: 'shop',
      tools: undefined,
      content: [
        { type: 'tool', text: 'order' },
        { type: 'tool', text: 'track' },
      ],
    },
  ],
  [
    { id: 'q', type: 'mcp_approval_request', server_label: 'shop', name: 'order', arguments: '{"n":1}' },
    { id: 'q', call_id: 'q', server_label: 'shop', name: 'order', arguments: '{"n":1}' },
  ],
  [
    { id: 'm', type: 'mcp_call', server_label: 'shop', name: 'order', error: { type: 'http_error', code: 500, message: 'Out of order.' } },
    { id: 'm', call_id: 'm', error: 'Out of order.' },
  ],
];
const mcp = mcpItems.flatMap(([wire, plain]) => [
  {
    wire: { type: 'conversation.item.added', event_id: 'e', item: wire },
    event: { type: 'conversation.item.created', item: { ...plain, status: 'in_progress' } },
  },
  {
    wire: { type: 'conversation.item.done', event_id: 'e', item: wire },
    event: { type: 'conversation.item.created', item: { ...plain, status: undefined } },
  },
  { wire: { type: 'conversation.item.retrieved', event_id: 'e', item: wire }, event: { type: 'conversation.item.retrieved', item: plain } },
]);
const picture = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };

export const wires: Readonly<Record<string, Required<DialectFixtures>>> = {
  vendor: {
    encodes: [
      ...plainEncodings,
      { event: { type: 'session.update', session: config }, wire: { type: 'session.update', session: config } },
      { event: { type: 'session.update', instructions: 'flat' }, wire: { session: { instructions: 'flat' } } },
      { event: userMessage, wire: userMessage },
      { event: answer, wire: answer },
      { event: { type: 'response.create', response: { temperature: 2 } }, wire: { response: { temperature: 2 } } },
    ],
    decodes: [
      ...asTheyAre,
      ...irregular,
      ...answers('text', 'audio', documented, 'delta'),
      created('conversation.item.created', 'text'),
      ...sessions(config, config),
      {
        wire: { event_id: 'e', type: 'input_audio_buffer.speech_stopped', audio_start_ms: 9, item_id: 'i' },
        event: { type: 'input_audio_buffer.speech_stopped', audio_start_ms: 9 },
      },
    ],
  },
  'openai-beta': {
    encodes: [
      ...plainEncodings,
      {
        event: { type: 'session.update', session: config },
        wire: {
          type: 'session.update',
          session: {
            modalities: ['text', 'audio'],
            input_audio_format: 'pcm16',
            voice: 'alloy',
            turn_detection: config.turn_detection,
            input_audio_transcription: { model: 'whisper-1' },
            max_response_output_tokens: 200,
            max_output_tokens: undefined,
            temperature: 0.6,
            tools: tool,
          },
        },
      },
      { event: { type: 'session.update', session: { modalities: ['audio'] } }, wire: { session: { modalities: ['text', 'audio'] } } },
      { event: { type: 'session.update', instructions: 'flat' }, wire: { session: { instructions: 'flat' }, instructions: undefined } },
      {
        event: { type: 'response.create', response: { temperature: 2, max_output_tokens: 'inf' } },
        wire: { response: { temperature: 1.2, max_response_output_tokens: 'inf', max_output_tokens: undefined } },
      },
      {
        event: userMessage,
        wire: {
          previous_item_id: 'h',
          item: {
            content: [
              { type: 'input_text', text: 'Hello.', encoding: undefined, format: undefined },
              { type: 'input_audio', audio: 'AAAA' },
              { type: 'input_text', text: 'as heard', transcript: undefined },
            ],
          },
        },
      },
      { event: answer, wire: { item: { role: 'assistant', content: [{ type: 'text', text: 'Fine.' }] } } },
    ],
    decodes: [
      ...asTheyAre,
      ...irregular,
      ...answers('text', 'audio', documented, 'text'),
      created('conversation.item.created', 'input_text'),
      ...sessions(
        { max_response_output_tokens: 9, voice: 'ash' },
        { max_output_tokens: 9, voice: 'ash', max_response_output_tokens: undefined },
      ),
      {
        wire: { event_id: 'e', type: 'input_audio_buffer.speech_stopped', audio_end_ms: 9, item_id: 'i' },
        event: { type: 'input_audio_buffer.speech_stopped', audio_start_ms: 9, audio_end_ms: undefined },
      },
    ],
  },
  'openai-ga': {
    encodes: [
      ...plainEncodings,
      {
        event: { type: 'session.update', session: config },
        wire: {
          type: 'session.update',
          session: {
            type: 'realtime',
            output_modalities: ['audio'],
            instructions: 'Be brief.',
            audio: {
              input: {
                format: { type: 'audio/pcm', rate: 24_000 },
                transcription: { model: 'whisper-1' },
                turn_detection: config.turn_detection,
              },
              output: { format: { type: 'audio/pcmu' }, voice: 'alloy' },
            },
            tools: tool,
            tool_choice: 'auto',
            max_output_tokens: 200,
            // One unknown field rejects the whole update.
            modalities: undefined,
            temperature: undefined,
            voice: undefined,
            input_audio_format: undefined,
            output_audio_format: undefined,
            turn_detection: undefined,
            input_audio_transcription: undefined,
          },
        },
      },
      {
        event: { type: 'session.update', session: { modalities: ['text'], turn_detection: null, of_the_documents_alone: 1 } },
        wire: { session: { output_modalities: ['text'], audio: { input: { turn_detection: null } }, of_the_documents_alone: undefined } },
      },
      { event: { type: 'session.update', instructions: 'flat' }, wire: { session: { instructions: 'flat' }, instructions: undefined } },
      {
        event: { type: 'response.create', response: { modalities: ['audio', 'text'], voice: 'ash', temperature: 1, max_output_tokens: 5 } },
        wire: {
          response: {
            output_modalities: ['audio'],
            audio: { output: { voice: 'ash' } },
            max_output_tokens: 5,
            type: undefined,
            temperature: undefined,
            modalities: undefined,
          },
        },
      },
      {
        event: userMessage,
        wire: {
          item: { content: [{ type: 'input_text', text: 'Hello.' }, { type: 'input_audio' }, { type: 'input_text', text: 'as heard' }] },
        },
      },
      { event: answer, wire: { item: { role: 'assistant', content: [{ type: 'output_text', text: 'Fine.' }] } } },
      {
        event: {
          type: 'conversation.item.create',
          item: { type: 'message', role: 'user', content: [{ type: 'image', image_url: picture.image_url }] },
        },
        wire: { item: { content: [picture] } },
      },
      {
        event: { type: 'conversation.item.create', item: { type: 'mcp_approval_response', approval_request_id: 'q', approve: false } },
        wire: { item: { type: 'mcp_approval_response', approval_request_id: 'q', approve: false } },
      },
      { event: { type: 'conversation.item.retrieve', item_id: 'i' }, wire: { type: 'conversation.item.retrieve', item_id: 'i' } },
    ],
    decodes: [
      ...asTheyAre,
      ...irregular,
      ...answers('output_text', 'output_audio', ofToday, 'text'),
      ...mcp,
      {
        wire: { type: 'conversation.item.added', event_id: 'e', item: said([picture], 'user') },
        event: { type: 'conversation.item.created', item: said([{ ...picture, type: 'image' }], 'user') },
      },
      created('conversation.item.added', 'input_text'),
      created('conversation.item.done', 'input_text'),
      ...sessions(
        {
          type: 'realtime',
          output_modalities: ['audio'],
          max_output_tokens: 'inf',
          audio: {
            input: { format: { type: 'audio/pcma' }, turn_detection: { type: 'server_vad' }, transcription: null },
            output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'ash' },
          },
        },
        {
          modalities: ['text', 'audio'],
          max_output_tokens: 'inf',
          input_audio_format: 'g711_alaw',
          output_audio_format: 'pcm16',
          turn_detection: { type: 'server_vad' },
          input_audio_transcription: null,
          voice: 'ash',
        },
      ),
      {
        wire: { type: 'response.function_call_arguments.done', ...call, name: 'f', arguments: '{}' },
        event: { type: 'response.function_call_arguments.done', name: 'f', arguments: '{}' },
      },
      {
        wire: { event_id: 'e', type: 'input_audio_buffer.speech_stopped', audio_end_ms: 9, item_id: 'i' },
        event: { type: 'input_audio_buffer.speech_stopped', audio_start_ms: 9 },
      },
    ],
  },
};
