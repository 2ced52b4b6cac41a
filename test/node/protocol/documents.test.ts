// The service documents, written down once more as tables: a name, field, value, range or default that is missing or renamed fails by its name.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as z from 'zod/mini';

import * as protocol from '../../../src/protocol/index.js';

type Schema = z.ZodMiniType;
type Kind = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'strings' | 'any';

/** A value of each kind, and one that is not. */
const samples: Record<Kind, { good: unknown[]; bad: unknown[] }> = {
  string: { good: ['x'], bad: [7, {}, []] },
  integer: { good: [0, 3], bad: [1.5, {}, 'x'] },
  number: { good: [0, 0.5], bad: ['x', {}] },
  boolean: { good: [true, false], bad: ['true', 1] },
  array: { good: [[]], bad: ['x', {}] },
  strings: { good: [['x']], bad: [[1], 'x'] },
  object: { good: [{}], bad: ['x', 3] },
  any: { good: [], bad: [] },
};

const shapeOf = (schema: Schema): Record<string, Schema> => (schema as unknown as { shape: Record<string, Schema> }).shape;
const passes = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success;

function checkField(owner: string, schema: Schema, path: string, kind: Kind, required: boolean): void {
  const field = shapeOf(schema)[path];
  assert.ok(field, `${owner}: the field ${path} is missing`);
  for (const good of samples[kind].good) assert.ok(passes(field, good), `${owner}.${path} must take ${JSON.stringify(good)}`);
  for (const bad of samples[kind].bad) assert.ok(!passes(field, bad), `${owner}.${path} must refuse ${JSON.stringify(bad)}`);
  assert.equal(passes(field, undefined), !required, `${owner}.${path} must be ${required ? 'required' : 'optional'}`);
}

/** `name kind`, with `!` behind the kind of a required field. */
function checkFields(owner: string, schema: Schema, fields: readonly string[]): void {
  for (const field of fields) {
    const [name = '', kind = 'any'] = field.split(' ');
    checkField(owner, schema, name, kind.replace('!', '') as Kind, kind.endsWith('!'));
  }
}

const objects: readonly [string, Schema, readonly string[]][] = [
  [
    'video request',
    protocol.videoRequest,
    [
      'model string!',
      'prompt string!',
      'duration any',
      'fps any',
      'height any',
      'width any',
      'image string',
      'metadata object',
      'n any',
    ].concat(['response_format string', 'seed integer', 'user string', 'size any']),
  ],
  ['metadata of group A', protocol.metadataGroupA, ['seed integer', 'negative_prompt string', 'image_tail string']],
  ['metadata of group B', protocol.metadataGroupB, ['req_key string', 'image_urls strings', 'aspect_ratio any']],
  [
    'metadata of group C',
    protocol.metadataGroupC,
    ['duration number', 'seed integer', 'resolution any', 'movement_amplitude string', 'bgm boolean', 'payload string', 'callback_url any'],
  ],
  [
    'video task',
    protocol.videoTask,
    ['task_id string!', 'status string!', 'format string', 'url string', 'metadata object', 'error object'],
  ],
  ['result metadata', protocol.videoResultMetadata, ['duration number', 'fps integer', 'height integer', 'width integer', 'seed integer']],
  ['error body', protocol.errorBody, ['code string', 'message string!', 'param string', 'type string']],
  ['token request', protocol.tokenRequest, ['model string', 'voice string']],
  [
    'session configuration',
    protocol.sessionConfig,
    ['modalities any', 'instructions string', 'voice string', 'input_audio_format any', 'output_audio_format any'].concat([
      'input_audio_transcription object',
      'turn_detection any',
      'tools array',
      'tool_choice any',
      'temperature any',
      'max_output_tokens any',
    ]),
  ],
  ['turn_detection', protocol.turnDetection, ['type any!', 'threshold any', 'prefix_padding_ms any', 'silence_duration_ms any']],
  ['input_audio_transcription', protocol.inputAudioTranscription, ['model string']],
  [
    'session object',
    protocol.sessionObject,
    ['id string', 'object string', 'model string', 'modalities strings', 'status string', 'error object', 'metadata object'],
  ],
  ['conversation object', protocol.conversationObject, ['id string', 'object string']],
  [
    'conversation item',
    protocol.item,
    ['id string', 'object string', 'type string', 'status string', 'role string', 'content array', 'call_id string', 'name string'].concat([
      'arguments string',
      'output string',
    ]),
  ],
  [
    'content part',
    protocol.contentPart,
    ['type string', 'text string', 'audio string', 'transcript string', 'format string', 'encoding string'],
  ],
  ['response', protocol.response, ['id string', 'object string', 'status string', 'status_details object', 'output array', 'usage object']],
  ['usage', protocol.usage, ['total_tokens integer', 'input_tokens integer', 'output_tokens integer']],
  ['rate limit entry', protocol.rateLimit, ['name string!', 'limit integer!', 'remaining integer!', 'reset_seconds integer!']],
  ['tool', protocol.tool, ['type any!', 'name string!', 'description string', 'parameters any!']],
  ['audio parameters', protocol.audioParameters, ['sample_rate any', 'channels any', 'bits_per_sample any', 'encoding any']],
  ['transcription parameters', protocol.transcriptionParameters, ['enabled boolean', 'model string', 'language any', 'prompt string']],
  ['audio stream parameters', protocol.audioStreamParameters, ['chunk_size any', 'latency any', 'compression any']],
  ['WebRTC client configuration', protocol.webrtcClientConfig, ['ice_servers array', 'audio_constraints object', 'connection_timeout any']],
];

describe('the objects of the documents', () => {
  for (const [name, schema, fields] of objects) it(name, () => checkFields(name, schema, fields));

  it('client_secret.value is required in a token answer', () => {
    assert.ok(passes(protocol.tokenResponse, { client_secret: { value: 'abc' } }));
    assert.ok(!passes(protocol.tokenResponse, { client_secret: {} }));
    assert.ok(!passes(protocol.tokenResponse, { value: 'abc' }));
  });

  it('keeps fields it does not know', () => {
    assert.deepEqual(z.parse(protocol.item, { id: 'a', more: 1 }), { id: 'a', more: 1 });
  });
});

const closedValues: readonly [string, Schema, string, readonly unknown[]][] = [
  ['session configuration', protocol.sessionConfig, 'input_audio_format', ['pcm16', 'g711_ulaw', 'g711_alaw']],
  ['session configuration', protocol.sessionConfig, 'output_audio_format', ['pcm16', 'g711_ulaw', 'g711_alaw']],
  ['session configuration', protocol.sessionConfig, 'tool_choice', ['auto', 'none', 'required']],
  ['session configuration', protocol.sessionConfig, 'modalities', [['text'], ['audio'], ['text', 'audio']]],
  ['session configuration', protocol.sessionConfig, 'max_output_tokens', [1, 4096, 'inf']],
  ['turn_detection', protocol.turnDetection, 'type', ['server_vad']],
  ['tool', protocol.tool, 'type', ['function']],
  ['audio parameters', protocol.audioParameters, 'sample_rate', [8000, 16000, 24000, 44100, 48000]],
  ['audio parameters', protocol.audioParameters, 'channels', [1, 2]],
  ['audio parameters', protocol.audioParameters, 'bits_per_sample', [16, 8]],
  ['audio parameters', protocol.audioParameters, 'encoding', ['pcm16', 'g711_ulaw', 'g711_alaw']],
  ['transcription parameters', protocol.transcriptionParameters, 'language', ['en', 'zh', 'auto']],
  ['audio stream parameters', protocol.audioStreamParameters, 'chunk_size', [1024, 2048, 4096]],
  ['audio stream parameters', protocol.audioStreamParameters, 'latency', ['low', 'balanced', 'high']],
  ['audio stream parameters', protocol.audioStreamParameters, 'compression', ['none', 'opus', 'mp3']],
];

describe('allowed values', () => {
  for (const [owner, schema, name, allowed] of closedValues) {
    it(`${owner}.${name}`, () => {
      const field = shapeOf(schema)[name];
      assert.ok(field);
      for (const value of allowed) assert.ok(passes(field, value), `${name} must take ${JSON.stringify(value)}`);
      for (const value of ['other', ['video'], 1.5, 0]) assert.ok(!passes(field, value), `${name} must refuse ${JSON.stringify(value)}`);
    });
  }

  it('what the documents leave open stays open', () => {
    assert.ok(passes(protocol.sessionConfig, { voice: 'verse' }), 'voice');
    assert.ok(passes(protocol.rateLimit, { name: 'seconds', limit: 1, remaining: 1, reset_seconds: 1 }), 'rate limit name');
    assert.ok(passes(protocol.videoTask, { task_id: 't', status: 'queued' }), 'a status word of a gateway');
    assert.ok(passes(protocol.item, { type: 'mcp_call', status: 'searching', role: 'tool' }), 'item words of a server');
    assert.ok(passes(protocol.response, { status: 'queued' }), 'a response status of a server');
  });

  it('lists the values the documents name', () => {
    assert.deepEqual(protocol.values.taskStatus, ['processing', 'succeeded', 'failed']);
    assert.deepEqual(protocol.values.voice, ['alloy', 'echo', 'shimmer']);
    assert.deepEqual(protocol.values.sessionStatus, ['active', 'ended', 'error']);
    assert.deepEqual(protocol.values.itemType, ['message', 'function_call', 'function_call_output']);
    assert.deepEqual(protocol.values.itemStatus, ['completed', 'in_progress', 'incomplete']);
    assert.deepEqual(protocol.values.role, ['user', 'assistant', 'system']);
    assert.deepEqual(protocol.values.partType, ['text', 'audio', 'transcript']);
    assert.deepEqual(protocol.values.partFormat, ['plain', 'markdown', 'html']);
    assert.deepEqual(protocol.values.partEncoding, ['utf-8', 'base64']);
    assert.deepEqual(protocol.values.responseStatus, ['in_progress', 'completed', 'cancelled', 'failed', 'incomplete']);
    assert.deepEqual(protocol.values.errorType, ['invalid_request_error', 'server_error']);
    assert.deepEqual(protocol.values.errorCode, ['invalid_event']);
    assert.deepEqual(protocol.values.transcriptionErrorType, ['transcription_error']);
    assert.deepEqual(protocol.values.transcriptionErrorCode, ['audio_unintelligible']);
    assert.deepEqual(protocol.values.httpErrorStatus, [400, 401, 403, 500]);
  });
});

const rangesOfDocuments: readonly [string, Schema, string, number, number, number][] = [
  ['turn_detection', protocol.turnDetection, 'threshold', 0, 1, 0.01],
  ['turn_detection', protocol.turnDetection, 'prefix_padding_ms', 0, 5000, 1],
  ['turn_detection', protocol.turnDetection, 'silence_duration_ms', 100, 10_000, 1],
  ['session configuration', protocol.sessionConfig, 'temperature', 0, 2, 0.01],
  ['session configuration', protocol.sessionConfig, 'max_output_tokens', 1, 4096, 1],
  ['response', protocol.responseConfig, 'temperature', 0, 2, 0.01],
  ['response', protocol.responseConfig, 'max_output_tokens', 1, 4096, 1],
];

describe('ranges', () => {
  for (const [owner, schema, name, min, max, step] of rangesOfDocuments) {
    it(`${owner}.${name}: ${min} to ${max}`, () => {
      const field = shapeOf(schema)[name];
      assert.ok(field);
      assert.ok(passes(field, min) && passes(field, max));
      assert.ok(!passes(field, min - step) && !passes(field, max + step));
    });
  }
  for (const name of ['prefix_padding_ms', 'silence_duration_ms']) {
    it(`${name} is an integer`, () => assert.ok(!passes(shapeOf(protocol.turnDetection)[name] ?? z.never(), 250.5)));
  }
});

describe('forms', () => {
  it('size is <width>x<height>, aspect_ratio <w>:<h>, resolution <n>p, callback_url a URL', () => {
    const has = (schema: Schema, name: string, value: string) => passes(shapeOf(schema)[name] ?? z.never(), value);
    assert.ok(has(protocol.videoRequest, 'size', '1280x720') && !has(protocol.videoRequest, 'size', '1280'));
    assert.ok(has(protocol.metadataGroupB, 'aspect_ratio', '16:9') && !has(protocol.metadataGroupB, 'aspect_ratio', '16x9'));
    assert.ok(has(protocol.metadataGroupC, 'resolution', '1080p') && !has(protocol.metadataGroupC, 'resolution', '1080'));
    assert.ok(has(protocol.metadataGroupC, 'callback_url', 'https://a.example/x') && !has(protocol.metadataGroupC, 'callback_url', 'x'));
  });
});

describe('defaults and limits', () => {
  it('session configuration', () =>
    assert.deepEqual(protocol.sessionDefaults, { modalities: ['text'], voice: 'alloy', temperature: 1, max_output_tokens: 'inf' }));
  it('turn detection', () =>
    assert.deepEqual(protocol.turnDetectionDefaults, { threshold: 0.5, prefix_padding_ms: 500, silence_duration_ms: 1000 }));
  it('token validity of one minute, WebRTC connection timeout of 30000 ms', () =>
    assert.deepEqual(protocol.limits, { tokenLifetimeMs: 60_000, webrtcConnectionTimeoutMs: 30_000 }));
});

describe('names', () => {
  it('paths', () => {
    assert.equal(protocol.paths.videoGenerations, '/v1/video/generations');
    assert.equal(protocol.paths.realtimeSessions, '/v1/realtime/sessions');
    assert.equal(protocol.paths.realtime, '/v1/realtime');
    assert.equal(protocol.videoGenerationPath('a/b'), '/v1/video/generations/a%2Fb');
  });
  it('header, data channel and subprotocols carry the maker word', () => {
    const names = protocol.vendorNames('acme');
    assert.equal(names.betaHeader, 'Acme-Beta');
    assert.equal(names.betaHeaderValue, 'realtime=v1');
    assert.equal(names.dataChannel, 'acme-events');
    assert.equal(protocol.realtimeSubprotocol, 'realtime');
    assert.equal(names.apiKeySubprotocol('K'), 'acme-insecure-api-key.K');
    assert.equal(names.organizationSubprotocol('O'), 'acme-organization.O');
    assert.equal(names.projectSubprotocol('P'), 'acme-project.P');
    assert.equal(names.betaSubprotocol, 'acme-beta.realtime-v1');
    assert.equal(protocol.vendorNames().dataChannel, 'vendor-events');
  });
});

const sessionFields =
  'modalities instructions voice input_audio_format output_audio_format input_audio_transcription turn_detection tools tool_choice temperature max_output_tokens';
const clientEvents: Readonly<Record<string, { fields: string; example: object }>> = {
  'session.update': { fields: `event_id type session ${sessionFields}`, example: { session: { voice: 'alloy' } } },
  'input_audio_buffer.append': { fields: 'event_id type audio', example: { audio: 'AAAA' } },
  'input_audio_buffer.commit': { fields: 'event_id type', example: {} },
  'input_audio_buffer.clear': { fields: 'event_id type', example: {} },
  'conversation.item.create': { fields: 'event_id type previous_item_id item', example: { item: { type: 'message', role: 'user' } } },
  'conversation.item.truncate': {
    fields: 'event_id type item_id content_index audio_end_ms',
    example: { item_id: 'i', content_index: 0, audio_end_ms: 100 },
  },
  'conversation.item.delete': { fields: 'event_id type item_id', example: { item_id: 'i' } },
  'response.create': { fields: 'event_id type response', example: { response: { modalities: ['text'] } } },
  'response.cancel': { fields: 'event_id type', example: {} },
};

describe('client events', () => {
  it('are the nine of the documents', () => assert.deepEqual([...protocol.clientEventTypes].sort(), Object.keys(clientEvents).sort()));
  for (const [type, { fields, example }] of Object.entries(clientEvents)) {
    it(type, () => {
      assert.ok(passes(protocol.clientEvent, { type, ...example }), `${type} must be taken`);
      const shape = shapeOf((protocol.clientEvents as Record<string, Schema>)[type] ?? z.never());
      for (const field of fields.split(' ')) assert.ok(field in shape, `${type}: the field ${field} is missing`);
    });
  }
  it('session.update is taken flat too', () =>
    assert.ok(passes(protocol.clientEvent, { type: 'session.update', voice: 'echo', temperature: 2 })));
  it('an unknown type is refused', () => assert.ok(!passes(protocol.clientEvent, { type: 'session.delete' })));
});

const outputPart = 'response_id item_id output_index content_index';
const serverEvents: Readonly<Record<string, string>> = {
  error: 'error',
  'conversation.item.input_audio_transcription.completed': 'item_id content_index transcript',
  'conversation.item.input_audio_transcription.failed': 'item_id content_index error',
  'conversation.item.truncated': 'item_id content_index audio_end_ms',
  'conversation.item.deleted': 'item_id',
  'input_audio_buffer.committed': 'previous_item_id item_id',
  'input_audio_buffer.cleared': '',
  'input_audio_buffer.speech_started': 'audio_start_ms item_id',
  'input_audio_buffer.speech_stopped': 'audio_start_ms item_id',
  'response.created': 'response',
  'response.done': 'response',
  'response.output_item.added': 'response_id output_index item',
  'response.output_item.done': 'response_id output_index item',
  'response.content_part.added': `${outputPart} part`,
  'response.content_part.done': `${outputPart} part`,
  'response.text.delta': `${outputPart} delta`,
  'response.text.done': `${outputPart} delta`,
  'response.audio_transcript.delta': `${outputPart} delta`,
  'response.audio_transcript.done': `${outputPart} transcript`,
  'response.audio.delta': `${outputPart} delta`,
  'response.audio.done': outputPart,
  'response.function_call_arguments.delta': 'response_id item_id output_index call_id delta',
  'response.function_call_arguments.done': 'response_id item_id output_index call_id arguments',
  'rate_limits.updated': 'rate_limits',
  'conversation.created': 'conversation',
  'conversation.item.created': 'previous_item_id item',
  'session.created': 'session',
  'session.updated': 'session',
};

describe('server events', () => {
  it('are the twenty-eight of the documents', () => {
    assert.equal(Object.keys(serverEvents).length, 28);
    assert.deepEqual([...protocol.serverEventTypes].sort(), Object.keys(serverEvents).sort());
    assert.deepEqual(Object.keys(protocol.serverEvents).sort(), Object.keys(serverEvents).sort());
  });
  for (const [type, fields] of Object.entries(serverEvents)) {
    it(type, () => {
      const schema = (protocol.serverEvents as Record<string, Schema>)[type] ?? z.never();
      const shape = shapeOf(schema);
      for (const field of ['event_id', 'type', 'timestamp', ...fields.split(' ').filter(Boolean)]) {
        assert.ok(field in shape, `${type}: the field ${field} is missing`);
      }
      assert.ok(passes(schema, { event_id: 'e', type }), `${type}: every field but event_id and type is optional`);
      assert.ok(!passes(schema, { event_id: 'e', type: 'x' }));
      assert.ok(passes(protocol.serverEvent, { event_id: 'e', type }));
    });
  }
  it('the error event carries type, code, message, param and event_id', () =>
    checkFields('error', protocol.errorDetails, ['type string', 'code string', 'message string', 'param string', 'event_id string']));
});

describe('irregular types as published', () => {
  const read = (event: object) => z.parse(protocol.serverEvent, event) as Record<string, unknown>;
  it('event_id of error as an array', () => assert.equal(read({ type: 'error', event_id: ['e1'] })['event_id'], 'e1'));
  it('type of transcription failed as an array', () => {
    const type = 'conversation.item.input_audio_transcription.failed';
    assert.equal(read({ type: [type], event_id: 'e' })['type'], type);
  });
  it('output_index as a string', () =>
    assert.equal(read({ type: 'response.output_item.added', event_id: 'e', output_index: '2' })['output_index'], 2));
});
