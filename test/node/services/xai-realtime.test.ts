// xAI's voice agents: our session and its events are held to those of `@ai-sdk/xai`, which speaks to the maker itself.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createXai } from '@ai-sdk/xai';
import { xai } from 'voxreel/services/xai';

import { createOutside } from '../../../src/server/backends/outside.js';
import { xaiSession } from '../../../src/services/xai-realtime.js';
import { xaiVoice } from './near-voices.js';

const key = 'xai-key-0123456789';
const peer = createXai({ apiKey: key }).experimental_realtime('grok-voice-latest');
const tool = { type: 'function', name: 'weather', description: 'The weather.', parameters: { type: 'object', properties: {} } } as const;
const pcm = { type: 'audio/pcm', rate: 24_000 };

describe('the session', () => {
  it('is what @ai-sdk/xai makes of the same wishes', () => {
    const ours = xaiSession({
      model: 'grok-voice-latest',
      audio: 'events',
      session: {
        instructions: 'Be brief.',
        voice: 'eve',
        turn_detection: { type: 'server_vad', threshold: 0.6, silence_duration_ms: 400, prefix_padding_ms: 200 },
        tools: [tool],
      },
    });
    const theirs = peer.buildSessionConfig({
      instructions: 'Be brief.',
      voice: 'eve',
      inputAudioFormat: pcm,
      outputAudioFormat: pcm,
      turnDetection: { type: 'server-vad', threshold: 0.6, silenceDurationMs: 400, prefixPaddingMs: 200 },
      tools: [tool],
    });
    assert.deepEqual(ours, theirs);
  });

  it('has no turn detection where the page ends its turns itself', () => {
    const ours = xaiSession({ model: 'grok-voice-latest', audio: 'events', session: { turn_detection: null } });
    const theirs = peer.buildSessionConfig({ inputAudioFormat: pcm, outputAudioFormat: pcm, turnDetection: { type: 'disabled' } });
    assert.deepEqual(ours, theirs);
  });
});

describe('what a page says', () => {
  const conversation = xaiVoice
    .service('http://127.0.0.1:9')
    .realtime?.open?.({ model: 'grok-voice-latest', session: {}, audio: 'events' });
  assert.ok(conversation !== undefined);
  const sent = (event: Parameters<typeof conversation.encode>[0]): unknown => conversation.encode(event).send?.[0];

  it('is what @ai-sdk/xai sends', () => {
    const content = [{ type: 'text', text: 'Hello' }];
    assert.deepEqual(
      sent({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } }),
      peer.serializeClientEvent({ type: 'conversation-item-create', item: { type: 'text-message', role: 'user', text: 'Hello' } }),
    );
    assert.deepEqual(
      sent({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'call_1', output: '{}' } }),
      peer.serializeClientEvent({
        type: 'conversation-item-create',
        item: { type: 'function-call-output', callId: 'call_1', output: '{}' },
      }),
    );
    assert.deepEqual(
      sent({ type: 'input_audio_buffer.append', audio: 'AAAA' }),
      peer.serializeClientEvent({ type: 'input-audio-append', audio: 'AAAA' }),
    );
    assert.deepEqual(sent({ type: 'input_audio_buffer.commit' }), peer.serializeClientEvent({ type: 'input-audio-commit' }));
    assert.deepEqual(
      sent({ type: 'response.create', response: { instructions: 'Now.', modalities: ['text', 'audio'] } }),
      peer.serializeClientEvent({ type: 'response-create', options: { instructions: 'Now.', modalities: ['text', 'audio'] } }),
    );
    assert.deepEqual(sent({ type: 'response.cancel' }), peer.serializeClientEvent({ type: 'response-cancel' }));
    const cut = { type: 'conversation.item.truncate', item_id: 'item_1', content_index: 0, audio_end_ms: 20 } as const;
    assert.equal(sent(cut), undefined);
  });
});

describe('the stub', () => {
  it('says nothing that @ai-sdk/xai does not know', () => {
    const call = { id: 'call_1', name: 'weather', arguments: '{}' };
    const frames = [...xaiVoice.user('Hello'), ...xaiVoice.answers('Hello!', 'AAAA'), ...xaiVoice.calls(call)];
    const known = frames.flatMap((frame) => peer.parseServerEvent(frame)).map(({ type }) => type);
    assert.deepEqual(
      // It takes this one under its newer name alone, and so does ours.
      known.filter((type) => type === 'custom').length,
      1,
    );
    assert.ok(known.includes('audio-delta') && known.includes('function-call-arguments-done') && known.includes('response-done'));
  });
});

describe('a token', () => {
  it('is asked for as @ai-sdk/xai does', async () => {
    const asked: { readonly url: string; readonly body: unknown; readonly authorization: string | null }[] = [];
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const request = new Request(url, init);
      asked.push({ url: request.url, body: await request.json(), authorization: request.headers.get('authorization') });
      return Response.json({ value: 'token_1', expires_at: 1_800_000_000 });
    };
    const service = xai({ apiKey: key, fetch });
    const outside = createOutside(service, { userId: 'ann' }, {}, { timeoutMs: 60_000 });
    const token = await service.realtime?.mint?.({ model: 'grok-voice-latest', session: {} }, outside);
    assert.deepEqual(token, { value: 'token_1', expiresAt: 1_800_000_000 });
    await createXai({ apiKey: key, fetch }).experimental_realtime('grok-voice-latest').doCreateClientSecret?.({ expiresAfterSeconds: 60 });
    assert.deepEqual(asked[0], asked[1]);
  });
});
