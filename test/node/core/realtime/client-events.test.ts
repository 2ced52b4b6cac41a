// What a session refuses to send: each value outside of the documents, by the name of its field.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createRealtimeSession } from 'voxreel';
import type { ClientEvent, RealtimeSessionOptions, SessionConfig } from 'voxreel';

import { scriptedTransport } from './scripted-transport.js';

const sessionOf = (more: Partial<RealtimeSessionOptions> = {}) => {
  const transport = scriptedTransport();
  const options = { baseUrl: 'http://service.test', model: 'm', getToken: async () => 't', transports: [transport] };
  return { session: createRealtimeSession({ ...options, ...more }), transport };
};
const tool = { type: 'function', name: 'clock', parameters: { type: 'object' } };

/** By field: what is refused, and what is not. */
const config: Readonly<Record<string, readonly [refused: readonly unknown[], accepted: readonly unknown[]]>> = {
  modalities: [
    ['text', [], ['smell'], ['text', 'smell']],
    [['text'], ['audio'], ['text', 'audio']],
  ],
  instructions: [
    [7, null],
    ['', 'Be brief.'],
  ],
  voice: [[7, null], ['alloy']],
  input_audio_format: [
    ['mp3', 7],
    ['pcm16', 'g711_ulaw', 'g711_alaw'],
  ],
  output_audio_format: [
    ['mp3', 7],
    ['pcm16', 'g711_ulaw', 'g711_alaw'],
  ],
  tools: [
    [
      'clock',
      ['clock'],
      [{ ...tool, type: 'file_search' }],
      [{ ...tool, name: '' }],
      [{ ...tool, name: 7 }],
      [{ ...tool, parameters: '{}' }],
      [tool, {}],
    ],
    [[], [tool, tool]],
  ],
  tool_choice: [
    ['clock', 7],
    ['auto', 'none', 'required'],
  ],
  temperature: [
    [-0.1, 2.1, '1'],
    [0, 2, 0.7],
  ],
  max_output_tokens: [
    [0, 4097, 1.5, 'all', '7'],
    [1, 4096, 'inf'],
  ],
  turn_detection: [
    ['server_vad', 7],
    [null, {}, { type: 'server_vad' }],
  ],
};

const detection: Readonly<Record<string, readonly [refused: readonly unknown[], accepted: readonly unknown[]]>> = {
  type: [['client_vad', 7], ['server_vad']],
  threshold: [
    [-0.1, 1.1, '0.5'],
    [0, 1],
  ],
  prefix_padding_ms: [[-1, 1.5, '300'], [300]],
  silence_duration_ms: [[99, 200.5, '200'], [200]],
};

const updates = Object.entries(config).map(([name, [refused, accepted]]) => {
  const patch = (value: unknown) => ({ [name]: value }) as SessionConfig;
  return { name, refused: refused.map(patch), accepted: accepted.map(patch) };
});
const detections = Object.entries(detection).map(([name, [refused, accepted]]) => {
  const patch = (value: unknown) => ({ turn_detection: { [name]: value } }) as SessionConfig;
  return { name: `turn_detection.${name}`, refused: refused.map(patch), accepted: accepted.map(patch) };
});

describe('a configuration is refused', () => {
  for (const { name, refused, accepted } of [...updates, ...detections])
    it(`where its ${name} is outside of the documents, and only there`, async () => {
      const { session, transport } = sessionOf();
      await session.connect();
      const say = (event: object) => session.send(event as ClientEvent);
      for (const patch of refused) {
        const error = (path: string) => ({ code: 'invalid_input', param: path + name });
        assert.throws(() => session.updateSession(patch), error('session.'), JSON.stringify(patch));
        assert.throws(() => say({ type: 'session.update', session: patch }), error('session.'));
        assert.throws(() => say({ type: 'session.update', ...patch }), error(''));
        if (name !== 'modalities' || Array.isArray(patch.modalities)) assert.throws(() => session.respond(patch), error('response.'));
        const other = sessionOf({ session: patch });
        await assert.rejects(other.session.connect(), error('session.'));
        assert.deepEqual([other.session.phase, other.session.error?.code], ['idle', 'invalid_input']);
      }
      assert.deepEqual(transport.connections[0]?.sent, []);
      for (const patch of accepted) {
        session.updateSession(patch);
        const sent: object = transport.connections[0]?.sent.at(-1) ?? {};
        assert.deepEqual({ ...sent, event_id: '' }, { type: 'session.update', event_id: '', session: patch });
      }
      session.close();
    });

  it('where the modalities of the page are none of the documents’', async () => {
    for (const modalities of [['smell'], []]) {
      const { session } = sessionOf({ modalities: modalities as never });
      await assert.rejects(session.connect(), { code: 'invalid_input', param: 'session.modalities' });
    }
  });

  it('where it is none', async () => {
    const { session } = sessionOf();
    for (const [event, param] of [
      [{ type: 'session.update', session: 'x' }, 'session'],
      [{ type: 'response.create', response: 'x' }, 'response'],
    ] as const)
      assert.throws(() => session.send(event as unknown as ClientEvent), { code: 'invalid_input', param });
  });
});

describe('an event is refused', () => {
  const item = { type: 'message', role: 'user', content: [] };
  const truncate = { type: 'conversation.item.truncate', item_id: 'i', content_index: 0, audio_end_ms: 0 };
  const events: readonly (readonly [event: object, param: string | undefined])[] = [
    [{ type: 'response.destroy' }, 'type'],
    [{}, 'type'],
    [{ type: 'input_audio_buffer.append' }, 'audio'],
    [{ type: 'input_audio_buffer.append', audio: 7 }, 'audio'],
    [{ type: 'input_audio_buffer.append', audio: '' }, undefined],
    [{ type: 'conversation.item.create' }, 'item'],
    [{ type: 'conversation.item.create', item: [] }, 'item'],
    [{ type: 'conversation.item.create', item }, undefined],
    [{ ...truncate, item_id: 7 }, 'item_id'],
    [{ ...truncate, item_id: undefined }, 'item_id'],
    [{ ...truncate, content_index: -1 }, 'content_index'],
    [{ ...truncate, content_index: undefined }, 'content_index'],
    [{ ...truncate, audio_end_ms: 0.5 }, 'audio_end_ms'],
    [{ ...truncate, audio_end_ms: '7' }, 'audio_end_ms'],
    [truncate, undefined],
    [{ type: 'conversation.item.delete' }, 'item_id'],
    [{ type: 'conversation.item.delete', item_id: 'i' }, undefined],
    [{ type: 'response.cancel' }, undefined],
    [{ type: 'response.cancel', response: 7, session: 7 }, undefined],
    [{ type: 'response.create' }, undefined],
    [{ type: 'response.create', response: {} }, undefined],
    [{ type: 'input_audio_buffer.commit' }, undefined],
    [{ type: 'input_audio_buffer.clear' }, undefined],
    [{ type: 'session.update' }, undefined],
  ];
  for (const [event, param] of events)
    it(`${JSON.stringify(event)}: ${param ?? 'no, it is sent'}`, async () => {
      const { session } = sessionOf();
      await session.connect();
      const send = () => session.send(event as ClientEvent);
      if (param === undefined) send();
      else
        assert.throws(send, ({ code, param: named, message }) => {
          assert.deepEqual([code, named], ['invalid_input', param]);
          assert.match(message, new RegExp(`^${param} `));
          return true;
        });
      session.close();
    });
});

describe('an option is refused', () => {
  const options: readonly (readonly [name: string, refused: readonly unknown[], accepted: readonly unknown[]])[] = [
    ['audio.sampleRate', [11_025, '24000'], [8000, 16_000, 24_000, 44_100, 48_000]],
    ['audio.channels', [0, 3], [1, 2]],
    ['audio.chunkSize', [1000, '2048'], [1024, 2048, 4096]],
    ['audio.latency', ['least', 7], ['low', 'balanced', 'high']],
    ['audio.compression', ['opus', 'mp3'], ['none']],
    ['audio.chunk_size', [2048], []],
    ['webrtc.iceServers', [{}, 'stun:x'], [[]]],
    ['webrtc.audioConstraints', [true, 'loud'], [{}]],
    ['webrtc.connectionTimeoutMs', [0, -1, '5'], [1]],
    ['webrtc.connection_timeout', [5], []],
  ];
  for (const [path, refused, accepted] of options)
    it(`where ${path} is none of the documents', and only there`, async () => {
      const [group = '', name = ''] = path.split('.');
      const connecting = (value: unknown) => {
        const { session } = sessionOf({ [group]: { [name]: value } });
        return session.connect().finally(() => session.close());
      };
      for (const value of refused) await assert.rejects(connecting(value), { code: 'invalid_input', param: path }, String(value));
      for (const value of accepted) await connecting(value);
    });
});
