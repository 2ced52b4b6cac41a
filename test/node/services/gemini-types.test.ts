// Gemini Live: what is sent is what `@google/genai` would send, by its types; what comes is read as its types have it. And its client speaks to the same scripted wire.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { EndSensitivity, GoogleGenAI, Modality, TurnCompleteReason } from '@google/genai';
import type { CreateAuthTokenParameters, LiveClientMessage, LiveClientSetup, LiveServerMessage } from '@google/genai';
import type { ClientEvent, ServerEvent } from 'voxreel';
import { at } from 'voxreel/services';
import type { Opening } from 'voxreel';

import { geminiLive } from '../../../src/services/gemini-live.js';
import { tokenBody } from '../../../src/services/gemini-realtime.js';
import { scriptedWire } from './scripted-wire.js';

/** What a server says: a class with readers, whose fields are all that is on the wire. */
type OnWire = Omit<LiveServerMessage, 'text' | 'data'>;

const opened = (session: Opening['session'] = {}, more: Partial<Opening> = {}) =>
  geminiLive({ model: 'gemini-live', session, audio: 'events', ...more });
const sentBy = (conversation: ReturnType<typeof opened>, event: ClientEvent) => conversation.encode(event).send ?? [];
const heard = (conversation: ReturnType<typeof opened>, message: OnWire): readonly ServerEvent[] =>
  conversation.decode(JSON.stringify(message)).events;
const types = (events: readonly ServerEvent[]) => events.map(({ type }) => type);

describe('the setup of Gemini Live', () => {
  it('is that of its type, with all that the documents can say', () => {
    const setup = {
      model: 'models/gemini-live',
      generationConfig: {
        responseModalities: [Modality.AUDIO],
        temperature: 0.5,
        maxOutputTokens: 100,
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } },
      },
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      tools: [{ functionDeclarations: [{ name: 'f', description: 'd', parametersJsonSchema: { type: 'object', properties: {} } }] }],
      realtimeInputConfig: { automaticActivityDetection: { prefixPaddingMs: 100, silenceDurationMs: 500 } },
      inputAudioTranscription: {},
      outputAudioTranscription: {},
      sessionResumption: { handle: 'h' },
      contextWindowCompression: { slidingWindow: {} },
    } satisfies LiveClientSetup;
    const session: Opening['session'] = {
      modalities: ['text', 'audio'],
      temperature: 0.5,
      max_output_tokens: 100,
      voice: 'Kore',
      instructions: 'Be brief.',
      tools: [{ type: 'function', name: 'f', description: 'd', parameters: { type: 'object', properties: {} } }],
      turn_detection: { type: 'server_vad', prefix_padding_ms: 100, silence_duration_ms: 500 },
      input_audio_transcription: {},
    };
    assert.deepEqual(opened(session, { resume: 'h' }).opening, [{ setup }]);
    // Named here so that a rename of the maker's breaks this.
    assert.equal(EndSensitivity.END_SENSITIVITY_HIGH, 'END_SENSITIVITY_HIGH');
  });

  it('of a token locks what the site has set, and no more', () => {
    const body = tokenBody('gemini-live', { voice: 'Kore', instructions: 'Be brief.' }, Date.parse('2026-11-25T00:00:00Z'));
    const config = { uses: 1, newSessionExpireTime: '2026-11-25T00:01:00.000Z' } satisfies CreateAuthTokenParameters['config'];
    assert.deepEqual(body, {
      ...config,
      bidiGenerateContentSetup: {
        model: 'models/gemini-live',
        systemInstruction: { parts: [{ text: 'Be brief.' }] },
        generationConfig: { speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } } },
      },
      fieldMask: 'model,systemInstruction,generationConfig.speechConfig',
    });
  });
});

describe('what a page says to Gemini Live', () => {
  it('is a turn only when an answer is wanted, and is acknowledged at once', () => {
    const conversation = opened();
    const say = (id: string, role: 'user' | 'assistant', text: string): ClientEvent => ({
      type: 'conversation.item.create',
      item: { id, type: 'message', role, content: [{ type: 'text', text }] },
    });
    for (const event of [say('i1', 'user', 'Hi'), say('i2', 'assistant', 'Hello'), say('i3', 'user', 'Go on')]) {
      const { send = [], events = [] } = conversation.encode(event);
      assert.deepEqual([send, types(events)], [[], ['conversation.item.created']]);
    }
    const message = {
      clientContent: {
        turns: [
          { role: 'user', parts: [{ text: 'Hi' }] },
          { role: 'model', parts: [{ text: 'Hello' }] },
          { role: 'user', parts: [{ text: 'Go on' }] },
        ],
        turnComplete: true,
      },
    } satisfies LiveClientMessage;
    assert.deepEqual(sentBy(conversation, { type: 'response.create' }), [message]);
  });

  it('is a past it begins with, before the first sound', () => {
    const conversation = opened();
    conversation.encode({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    });
    const [past, sound] = sentBy(conversation, { type: 'input_audio_buffer.append', audio: 'AAAA' });
    assert.deepEqual(past, {
      clientContent: { turns: [{ role: 'user', parts: [{ text: 'Hi' }] }], turnComplete: false },
    } satisfies LiveClientMessage);
    assert.deepEqual(sound, { realtimeInput: { audio: { data: 'AAAA', mimeType: 'audio/pcm;rate=16000' } } } satisfies LiveClientMessage);
  });

  it('is a turn that ends by hand', () => {
    const conversation = opened({ turn_detection: null });
    assert.deepEqual(at(conversation.opening?.[0], 'setup.realtimeInputConfig.automaticActivityDetection'), { disabled: true });
    const [start, sound] = sentBy(conversation, { type: 'input_audio_buffer.append', audio: 'AAAA' });
    assert.deepEqual(
      [start, Object.keys(Object(sound) as object)],
      [{ realtimeInput: { activityStart: {} } } satisfies LiveClientMessage, ['realtimeInput']],
    );
    const { send, events = [] } = conversation.encode({ type: 'input_audio_buffer.commit' });
    assert.deepEqual(send, [{ realtimeInput: { activityEnd: {} } } satisfies LiveClientMessage]);
    assert.deepEqual(types(events), ['input_audio_buffer.committed', 'conversation.item.created']);
    assert.deepEqual(sentBy(conversation, { type: 'response.create' }), [], 'it answers by itself');
    assert.deepEqual(types(heard(conversation, { serverContent: { modelTurn: { parts: [{ text: 'Yes' }] } } }))[0], 'response.created');
  });

  it('is a cancellation, after which nothing of that answer is heard', () => {
    const conversation = opened();
    heard(conversation, { serverContent: { modelTurn: { parts: [{ text: 'One' }] } } });
    const { send, events = [] } = conversation.encode({ type: 'response.cancel' });
    assert.deepEqual(send, [{ clientContent: { turns: [], turnComplete: false } } satisfies LiveClientMessage]);
    assert.equal(at(events.at(-1), 'response.status'), 'cancelled');
    assert.deepEqual(heard(conversation, { serverContent: { modelTurn: { parts: [{ text: ' two' }] } } }), []);
    assert.deepEqual(heard(conversation, { serverContent: { interrupted: true } }), [], 'nobody has spoken');
    assert.deepEqual(types(heard(conversation, { serverContent: { modelTurn: { parts: [{ text: 'New' }] } } }))[0], 'response.created');
  });
});

describe('what Gemini Live says', () => {
  it('keeps late words with the turn they were spoken in', () => {
    const conversation = opened({ input_audio_transcription: {} });
    conversation.encode({ type: 'input_audio_buffer.append', audio: 'AAAA' });
    const begun = heard(conversation, { serverContent: { modelTurn: { parts: [{ text: 'Yes' }] } } });
    assert.deepEqual(types(begun).slice(0, 3), ['input_audio_buffer.committed', 'conversation.item.created', 'response.created']);
    const late = ['What ', 'time?'].flatMap((text) => heard(conversation, { serverContent: { inputTranscription: { text } } }));
    assert.deepEqual(types(late), Array(2).fill('conversation.item.input_audio_transcription.completed'), 'and nobody is interrupted');
    assert.deepEqual([at(late[1], 'transcript'), at(late[1], 'item_id')], ['What time?', at(begun[0], 'item_id')]);
  });

  it('has no item of silence beside a written turn', () => {
    const conversation = opened();
    conversation.encode({ type: 'input_audio_buffer.append', audio: 'AAAA' });
    conversation.encode({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'text', text: 'Hi' }] },
    });
    conversation.encode({ type: 'response.create' });
    assert.equal(types(heard(conversation, { serverContent: { modelTurn: { parts: [{ text: 'Yes' }] } } }))[0], 'response.created');
  });

  const ends: readonly (readonly [TurnCompleteReason | undefined, string])[] = [
    [undefined, 'completed'],
    [TurnCompleteReason.NEED_MORE_INPUT, 'completed'],
    [TurnCompleteReason.RESPONSE_REJECTED, 'incomplete'],
    [TurnCompleteReason.PROHIBITED_INPUT_CONTENT, 'incomplete'],
    [TurnCompleteReason.GENERATED_AUDIO_SAFETY, 'incomplete'],
    [TurnCompleteReason.MALFORMED_FUNCTION_CALL, 'failed'],
  ];
  for (const [reason, status] of ends)
    it(`ends a turn as ${status} for ${reason ?? 'no reason'}`, () => {
      const conversation = opened();
      heard(conversation, { serverContent: { modelTurn: { parts: [{ text: 'One' }] } } });
      const serverContent = { turnComplete: true, ...(reason === undefined ? {} : { turnCompleteReason: reason }) };
      assert.equal(at(heard(conversation, { serverContent }).at(-1), 'response.status'), status);
    });

  it('says nothing of its thoughts', () => {
    assert.deepEqual(heard(opened(), { serverContent: { modelTurn: { parts: [{ text: 'Hm', thought: true }] } } }), []);
  });

  it('is resumable only while nothing would be lost', () => {
    const conversation = opened();
    const update = (newHandle: string, resumable = true) => heard(conversation, { sessionResumptionUpdate: { newHandle, resumable } });
    update('h1');
    assert.equal(conversation.resume, 'h1');
    conversation.encode({ type: 'response.create' });
    assert.equal(conversation.resume, undefined, 'a turn was sent');
    update('h2');
    heard(conversation, { serverContent: { modelTurn: { parts: [{ text: 'One' }] } } });
    update('h3');
    assert.equal(conversation.resume, undefined, 'an answer is being made');
    heard(conversation, { serverContent: { turnComplete: true } });
    update('h4', false);
    assert.equal(conversation.resume, undefined);
    update('h5');
    heard(conversation, { serverContent: { inputTranscription: { text: 'Wait' } } });
    assert.equal(conversation.resume, undefined, 'somebody speaks');
    heard(conversation, { goAway: { timeLeft: '12.5s' } });
    assert.equal(conversation.closesInMs, 12_500);
  });

  it('drops a call that it takes back', () => {
    const conversation = opened();
    heard(conversation, {
      toolCall: {
        functionCalls: [
          { id: 'c1', name: 'f', args: {} },
          { id: 'c2', name: 'f', args: {} },
        ],
      },
    });
    conversation.encode({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'c1', output: '1' } });
    heard(conversation, { toolCallCancellation: { ids: ['c1'] } });
    conversation.encode({ type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'c2', output: 'no json' } });
    const toolResponse = { functionResponses: [{ id: 'c2', name: 'f', response: { output: 'no json' } }] };
    assert.deepEqual(sentBy(conversation, { type: 'response.create' }), [{ toolResponse }]);
  });
});

describe('the client of @google/genai, at the same scripted wire', { timeout: 120_000 }, () => {
  it('connects where we do, and begins with the same setup', async () => {
    const maker = await scriptedWire();
    const client = new GoogleGenAI({ apiKey: 'a-key-of-sixteen', httpOptions: { baseUrl: maker.url, apiVersion: 'v1beta' } });
    const live = client.live.connect({
      model: 'gemini-live',
      config: { responseModalities: [Modality.TEXT], systemInstruction: 'Be brief.', sessionResumption: {} },
      callbacks: { onmessage: () => {} },
    });
    const connection = await maker.connection(0);
    const frame = await connection.hears((one) => at(one, 'setup') !== undefined);
    connection.say({ setupComplete: {} });
    (await live).close();
    assert.match(
      connection.url,
      /^\/\/?ws\/google\.ai\.generativelanguage\.v1beta\.GenerativeService\.BidiGenerateContent\?key=a-key-of-sixteen$/,
    );
    const [ours] = opened({ modalities: ['text'], instructions: 'Be brief.' }).opening ?? [];
    for (const name of ['model', 'generationConfig', 'sessionResumption', 'systemInstruction.parts'])
      assert.deepEqual(at(ours, `setup.${name}`), at(frame, `setup.${name}`), name);
    await maker.close();
  });
});
