// What each maker's wire makes of the rarer things a page says, and what comes late or never on it. The turns themselves are in `voices.test`.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { agent } from '@deepgram/sdk';
import type { ContextualUpdate, ConversationInitiation } from '@elevenlabs/types';
import type * as Live from 'openai/resources/live/live';
import type { ClientEvent, SessionConfig } from 'voxreel';
import type { Conversation } from 'voxreel/services';
import { wavOf } from 'voxreel/services/glm';
import { at } from 'voxreel/services';

import { assemblyAiVoice } from './assembly-ai-voice.js';
import { deepgramVoice } from './deepgram-voice.js';
import { elevenLabsVoice } from './eleven-labs-voice.js';
import { glmVoice, qwenVoice, xaiVoice } from './near-voices.js';
import { openaiLiveVoice } from './openai-live-voice.js';
import type { Frames, VoiceJudge } from './voice-judge.js';
import { voiceJudges } from './voice-judges.js';
import type { Said } from './voice-line.js';

const sound = Buffer.from(Uint8Array.from({ length: 64 }, (_, at) => at + 1)).toString('base64');

function opened(judge: VoiceJudge, session: SessionConfig = {}, model = judge.model): Conversation {
  const conversation = judge.service('http://127.0.0.1:9').realtime?.open?.({ model, session, audio: 'events' });
  assert.ok(conversation !== undefined);
  return conversation;
}

/** A codec that is ready. */
function ready(judge: VoiceJudge, session: SessionConfig = {}): Conversation {
  const conversation = opened(judge, session);
  hears(conversation, [...(judge.hello ?? []), ...judge.ready]);
  return conversation;
}

const hears = (conversation: Conversation, frames: Frames): readonly Said[] =>
  frames.flatMap((frame) => conversation.decode(frame instanceof Uint8Array ? frame : JSON.stringify(frame)).events as readonly Said[]);
const typesOf = (events: readonly Said[]): readonly unknown[] => events.map(({ type }) => type);
const sent = (conversation: Conversation, event: ClientEvent): readonly unknown[] => conversation.encode(event).send ?? [];
const told = (conversation: Conversation, event: ClientEvent): readonly Said[] =>
  (conversation.encode(event).events ?? []) as readonly Said[];
const wrote = (role: 'user' | 'assistant', text: string): ClientEvent => ({
  type: 'conversation.item.create',
  item: { type: 'message', role, content: [{ type: 'text', text }] },
});
const refusedWith = (events: readonly Said[]): unknown => at(events, '0.error.code');
const appended: ClientEvent = { type: 'input_audio_buffer.append', audio: sound };

describe('what was said before', () => {
  const histories: readonly (readonly [VoiceJudge, readonly unknown[]])[] = [
    [
      assemblyAiVoice,
      [
        { type: 'session.update', session: { system_prompt: 'The user has written: Hello' } },
        { type: 'session.update', session: { system_prompt: 'The user has written: Hello\nYou have said: Hi' } },
      ],
    ],
    [
      deepgramVoice,
      [
        { type: 'UpdatePrompt', prompt: 'Earlier the user said: Hello' } satisfies agent.AgentV1UpdatePrompt,
        { type: 'UpdatePrompt', prompt: 'Earlier you said: Hi' } satisfies agent.AgentV1UpdatePrompt,
      ],
    ],
    [
      elevenLabsVoice,
      [
        { type: 'contextual_update', text: 'Earlier the user said: Hello' } satisfies ContextualUpdate,
        { type: 'contextual_update', text: 'Earlier you said: Hi' } satisfies ContextualUpdate,
      ],
    ],
    [
      openaiLiveVoice,
      [
        {
          type: 'session.thinking.append',
          content: 'Earlier the user said: Hello',
          delegation_id: null,
        } satisfies Live.ThinkingAppendEvent,
        { type: 'session.thinking.append', content: 'Earlier I said: Hi', delegation_id: null } satisfies Live.ThinkingAppendEvent,
      ],
    ],
  ];
  for (const [judge, frames] of histories) {
    it(`is given back to ${judge.id}, and not answered`, () => {
      const conversation = ready(judge);
      assert.deepEqual(sent(conversation, wrote('user', 'Hello')), []);
      assert.deepEqual(sent(conversation, wrote('assistant', 'Hi')), frames);
    });
  }

  it('is sent before the sound that follows it', () => {
    const conversation = ready(elevenLabsVoice);
    sent(conversation, wrote('user', 'Hello'));
    assert.deepEqual(sent(conversation, appended), [
      { type: 'contextual_update', text: 'Earlier the user said: Hello' },
      { user_audio_chunk: sound },
    ]);
  });

  it('is sent to GLM, Qwen and xAI as items', () => {
    for (const judge of [glmVoice, qwenVoice, xaiVoice]) {
      const [item] = sent(ready(judge), wrote('assistant', 'Hi')) as readonly Said[];
      assert.equal(at(item, 'item.role'), 'assistant', judge.id);
    }
  });
});

describe('an update of a session under way', () => {
  const update = (session: SessionConfig): ClientEvent => ({ type: 'session.update', event_id: 'event_1', session });

  it('reaches those that can change', () => {
    assert.deepEqual(sent(ready(deepgramVoice, { instructions: 'Be brief.' }), update({ voice: 'aura-2-thalia-en' })), [
      {
        type: 'UpdateThink',
        think: { provider: { type: 'open_ai', model: 'gpt-4.1-mini' }, prompt: 'Be brief.' },
      } satisfies agent.AgentV1UpdateThink,
      {
        type: 'UpdateSpeak',
        speak: { provider: { type: 'deepgram', version: 'v1', model: 'aura-2-thalia-en' } },
      } satisfies agent.AgentV1UpdateSpeak,
    ]);
    assert.deepEqual(sent(ready(openaiLiveVoice), update({ tool_choice: 'none' })), [
      {
        type: 'session.update',
        session: { delegation: { type: 'responses', responses: { tool_choice: 'none' } } },
      } satisfies Live.SessionUpdateEvent,
    ]);
    const qwen = ready(qwenVoice);
    assert.equal((sent(qwen, update({ voice: 'Cherry' }))[0] as { readonly session: { readonly voice: string } }).session.voice, 'Cherry');
    assert.deepEqual(typesOf(hears(qwen, qwenVoice.ready)), ['session.updated']);
  });

  it('is answered by those that take it as it is', () => {
    for (const judge of [assemblyAiVoice, deepgramVoice, glmVoice]) {
      const events = told(ready(judge), update({ instructions: 'Be long.' }));
      assert.deepEqual(typesOf(events), ['session.updated'], judge.id);
    }
  });

  it('is refused by those that cannot', () => {
    for (const [judge, session] of [
      [elevenLabsVoice, { instructions: 'Be long.' }],
      [openaiLiveVoice, { instructions: 'Be long.' }],
      [assemblyAiVoice, { voice: 'james' }],
      [deepgramVoice, { input_audio_format: 'g711_ulaw' }],
    ] as const) {
      const conversation = ready(judge);
      assert.equal(refusedWith(told(conversation, update(session))), 'session_fixed', judge.id);
      assert.deepEqual(sent(conversation, update(session)), []);
    }
  });
});

describe('an answer that the page cancels', () => {
  for (const judge of voiceJudges.filter(({ id }) => id !== 'qwen' && id !== 'xai')) {
    it(`is not heard any further from ${judge.id}, and the next one is`, () => {
      const conversation = ready(judge);
      hears(conversation, judge.begins('Once', sound));
      const events = told(conversation, { type: 'response.cancel' });
      assert.equal(at(events.at(-1), 'response.status'), 'cancelled');
      const rest = judge.begins('', sound).filter((frame) => frame instanceof Uint8Array || JSON.stringify(frame).includes(sound));
      assert.equal(rest.length, 1);
      assert.deepEqual(hears(conversation, rest), []);
      const next = typesOf(hears(conversation, [...judge.user('And?'), ...judge.answers('The end.', sound)]));
      assert.ok(next.includes('response.audio.delta'));
      assert.deepEqual(told(conversation, { type: 'response.cancel' }), []);
    });
  }
});

describe('a turn that the page ends itself', () => {
  const commit: ClientEvent = { type: 'input_audio_buffer.commit' };

  it('ends at Deepgram and GLM, and is answered', () => {
    const deepgram = ready(deepgramVoice);
    assert.deepEqual(sent(deepgram, commit), [{ type: 'ForceEndTurn' } satisfies agent.AgentV1ForceEndTurn]);
    assert.deepEqual(sent(deepgram, { type: 'response.create' }), []);
    assert.deepEqual(sent(ready(glmVoice), commit), [{ type: 'input_audio_buffer.commit' }, { type: 'response.create' }]);
  });

  it('is refused where the maker alone decides', () => {
    for (const judge of [assemblyAiVoice, elevenLabsVoice])
      assert.equal(refusedWith(told(ready(judge), commit)), 'turn_detection_fixed', judge.id);
  });
});

describe('a wish for an answer to nothing', () => {
  it('is refused where the maker speaks only when spoken to', () => {
    for (const judge of [deepgramVoice, elevenLabsVoice, openaiLiveVoice])
      assert.equal(refusedWith(told(ready(judge), { type: 'response.create' })), 'nothing_to_answer', judge.id);
  });

  it('is granted where it can be', () => {
    assert.deepEqual(sent(ready(assemblyAiVoice), { type: 'response.create', response: { instructions: 'Greet.' } }), [
      { type: 'reply.create', instructions: 'Greet.' },
    ]);
    assert.deepEqual(sent(ready(glmVoice), { type: 'response.create' }), [{ type: 'response.create' }]);
  });
});

describe('AssemblyAI', () => {
  it('binds a stored agent by its id, and nothing else', () => {
    assert.deepEqual(opened(assemblyAiVoice, { instructions: 'Be brief.' }, 'agent-1').opening, [
      { type: 'session.update', session: { agent_id: 'agent-1' } },
    ]);
  });

  it('keeps results to itself once the user has cut in', () => {
    const conversation = ready(assemblyAiVoice);
    hears(conversation, [
      { type: 'reply.started', reply_id: 'r' },
      { type: 'tool.call', call_id: 'call_1', name: 'weather', arguments: {} },
      { type: 'reply.done', status: 'interrupted' },
    ]);
    assert.deepEqual(
      sent(conversation, { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'call_1', output: '{}' } }),
      [],
    );
  });

  it('takes the words of an answer as they come, once', () => {
    const conversation = ready(assemblyAiVoice);
    const events = hears(conversation, [
      { type: 'reply.started', reply_id: 'r' },
      { type: 'transcript.agent.delta', delta: 'It is ', reply_id: 'r' },
      { type: 'transcript.agent.delta', delta: 'warm.', reply_id: 'r' },
      { type: 'transcript.agent', text: 'It is warm.', reply_id: 'r' },
      { type: 'reply.done' },
    ]);
    assert.equal(events.find(({ type }) => type === 'response.audio_transcript.done')?.['transcript'], 'It is warm.');
  });

  it('says what went wrong, and gives up its handle with the session', () => {
    const conversation = ready(assemblyAiVoice);
    assert.equal(conversation.resume, 'sess_abc123');
    const [error] = hears(conversation, [{ type: 'session.error', code: 'invalid_value', message: 'No such voice.' }]);
    assert.deepEqual([at(error, 'error.code'), at(error, 'error.message')], ['invalid_value', 'No such voice.']);
    hears(conversation, [{ type: 'session.ended' }]);
    assert.equal(conversation.resume, undefined);
  });
});

describe('Deepgram', () => {
  it('hears and speaks G.711 where the page does, and names the makers of models that think', () => {
    const { opening = [] } = opened(
      deepgramVoice,
      { input_audio_format: 'g711_ulaw', output_audio_format: 'g711_alaw' },
      'deepgram/claude-sonnet-4-20250514',
    );
    assert.deepEqual(opening, [
      {
        type: 'Settings',
        audio: {
          input: { encoding: 'mulaw', sample_rate: 8000 },
          output: { encoding: 'alaw', sample_rate: 8000, container: 'none' },
        },
        agent: { think: { provider: { type: 'anthropic', model: 'claude-sonnet-4-20250514' } } },
      } satisfies agent.AgentV1Settings,
    ]);
  });

  it('leaves out calls that run at the maker, and results that are no longer wanted', () => {
    const conversation = ready(deepgramVoice);
    const here = { id: 'call_1', name: 'weather', arguments: '{}', client_side: true };
    const there = { id: 'call_2', name: 'search', arguments: '{}', client_side: false };
    const events = hears(conversation, [
      { type: 'FunctionCallRequest', functions: [here, there] } satisfies agent.AgentV1FunctionCallRequest,
    ]);
    assert.deepEqual(
      events.filter(({ type }) => type === 'response.function_call_arguments.done').map(({ call_id: id }) => id),
      ['call_1'],
    );
    hears(conversation, [
      { type: 'FunctionCallCancelled', functions: [{ id: 'call_1', name: 'weather' }] } satisfies agent.AgentV1FunctionCallCancelled,
    ]);
    assert.deepEqual(
      sent(conversation, { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: 'call_1', output: '{}' } }),
      [],
    );
  });

  it('puts the sentences of an answer together', () => {
    const conversation = ready(deepgramVoice);
    const text = (content: string) => ({ type: 'ConversationText', role: 'assistant', content }) satisfies agent.AgentV1ConversationText;
    const events = hears(conversation, [text('It is warm.'), text('Take a hat.'), { type: 'AgentAudioDone' }]);
    assert.equal(events.find(({ type }) => type === 'response.audio_transcript.done')?.['transcript'], 'It is warm. Take a hat.');
  });

  it('keeps the line open, and says what went wrong', () => {
    const conversation = ready(deepgramVoice);
    assert.deepEqual(conversation.heartbeat, { everyMs: 8000, frame: { type: 'KeepAlive' } satisfies agent.AgentV1KeepAlive });
    const events = hears(conversation, [
      { type: 'Error', code: 'FAILED_TO_THINK', description: 'No answer.' } satisfies agent.AgentV1Error,
    ]);
    assert.equal(refusedWith(events), 'FAILED_TO_THINK');
  });
});

describe('ElevenLabs', () => {
  it('asks for nothing that the page has not asked for', () => {
    assert.deepEqual(opened(elevenLabsVoice).opening, [{ type: 'conversation_initiation_client_data' } satisfies ConversationInitiation]);
  });

  it('answers each ping, and ends an answer once nothing of it came between two', () => {
    const conversation = ready(elevenLabsVoice);
    const ping = (id: number) => JSON.stringify({ type: 'ping', ping_event: { event_id: id } });
    hears(conversation, elevenLabsVoice.begins('It is warm.', sound));
    const first = conversation.decode(ping(7));
    assert.deepEqual([first.send, first.events], [[{ type: 'pong', event_id: 7 }], []]);
    hears(conversation, [{ type: 'audio', audio_event: { audio_base_64: sound, event_id: 3 } }]);
    assert.deepEqual(conversation.decode(ping(8)).events, []);
    assert.ok(typesOf(conversation.decode(ping(9)).events as readonly Said[]).includes('response.done'));
  });

  it('drops sound that comes after it was interrupted', () => {
    const conversation = ready(elevenLabsVoice);
    hears(conversation, [...elevenLabsVoice.begins('Once', sound), ...elevenLabsVoice.interrupts]);
    assert.deepEqual(hears(conversation, [{ type: 'audio', audio_event: { audio_base_64: sound, event_id: 3 } }]), []);
  });

  it('speaks at the rate of its agent, and refuses one without pcm', () => {
    const conversation = opened(elevenLabsVoice);
    const begins = (input: string, output: string): Frames => [
      {
        type: 'conversation_initiation_metadata',
        conversation_initiation_metadata_event: { conversation_id: 'c', agent_output_audio_format: output, user_input_audio_format: input },
      },
    ];
    assert.equal(refusedWith(hears(conversation, begins('ulaw_8000', 'ulaw_8000'))), 'unsupported_audio_format');
    hears(conversation, begins('pcm_16000', 'pcm_44100'));
    assert.deepEqual(conversation.rates, { input: 16_000, output: 44_100 });
  });

  it('writes where the page wants no sound', () => {
    const conversation = ready(elevenLabsVoice, { modalities: ['text'] });
    const part = (type: string, text: string) => ({ type: 'agent_chat_response_part', text_response_part: { type, text, event_id: 1 } });
    const events = hears(conversation, [part('start', ''), part('delta', 'It is '), part('delta', 'warm.'), part('stop', '')]);
    assert.equal(events.find(({ type }) => type === 'response.text.done')?.['text'], 'It is warm.');
    assert.ok(typesOf(events).includes('response.done'));
    assert.deepEqual(
      hears(conversation, [{ type: 'agent_response', agent_response_event: { agent_response: 'It is warm.', event_id: 1 } }]),
      [],
    );
  });
});

describe('OpenAI Live', () => {
  const audio = (delta: string) => ({ type: 'session.output_audio.delta', delta });

  it('begins no answer with silence', () => {
    const conversation = ready(openaiLiveVoice);
    assert.deepEqual(hears(conversation, [audio(Buffer.alloc(960).toString('base64'))]), []);
    assert.ok(typesOf(hears(conversation, [audio(sound)])).includes('response.audio.delta'));
  });

  it('says why the maker has closed it', () => {
    const closed = (reason: string): Frames => [{ type: 'session.closed', reason, event_id: 'e' }];
    assert.equal(refusedWith(hears(ready(openaiLiveVoice), closed('expired'))), 'expired');
    assert.deepEqual(hears(ready(openaiLiveVoice), closed('close_requested')), []);
  });

  it('passes on an error with the maker’s words', () => {
    const error = { code: 'unknown_parameter', message: 'No such field.', type: 'invalid_request_error' };
    const events = hears(ready(openaiLiveVoice), [{ type: 'error', event_id: 'e', error } satisfies Live.ErrorEvent]);
    assert.equal(refusedWith(events), 'unknown_parameter');
  });
});

describe('GLM', () => {
  it('is sent a WAV file in each message', () => {
    const file = Buffer.from(wavOf(sound), 'base64');
    assert.equal(file.toString('latin1', 0, 4) + file.toString('latin1', 8, 16), 'RIFFWAVEfmt ');
    assert.deepEqual(
      [
        file.readUInt32LE(4),
        file.readUInt16LE(20),
        file.readUInt16LE(22),
        file.readUInt32LE(24),
        file.readUInt16LE(34),
        file.readUInt32LE(40),
      ],
      [36 + 64, 1, 1, 16_000, 16, 64],
    );
    assert.equal(file.subarray(44).toString('base64'), sound);
  });

  it('begins an answer even under the name of its end', () => {
    const events = hears(ready(glmVoice), [{ type: 'response.done', response: { id: 'r', status: 'in_progress' } }]);
    assert.deepEqual(typesOf(events), ['response.created']);
  });
});

describe('Qwen and xAI', () => {
  it('do not hear twice of an item that the page has made', () => {
    for (const judge of [qwenVoice, xaiVoice]) {
      const conversation = ready(judge);
      const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hello' }] };
      const echo = { type: 'conversation.item.created', event_id: 'e', item: { id: 'other', ...item } };
      assert.deepEqual(typesOf(told(conversation, wrote('user', 'Hello'))), ['conversation.item.created']);
      assert.deepEqual(hears(conversation, [echo]), []);
      assert.deepEqual(typesOf(hears(conversation, [echo])), ['conversation.item.created']);
    }
  });

  it('write in the documents’ words', () => {
    const conversation = ready(xaiVoice);
    const place = { response_id: 'r', item_id: 'i', output_index: 0, content_index: 0 };
    const [part, done] = hears(conversation, [
      { type: 'response.content_part.added', ...place, part: { type: 'output_text', text: '' } },
      { type: 'response.output_text.done', ...place, text: 'It is warm.' },
    ]);
    assert.equal(at(part, 'part.type'), 'text');
    assert.deepEqual([done?.['type'], done?.['delta']], ['response.text.done', 'It is warm.']);
    assert.equal(typeof done?.['event_id'], 'string');
  });

  it('wait for the session that was asked for', () => {
    const conversation = opened(qwenVoice);
    assert.deepEqual(hears(conversation, [{ type: 'session.created', event_id: 'e', session: { id: 's' } }]), []);
    const error = { type: 'error', event_id: 'e', error: { type: 'invalid_request_error', code: 'invalid_value', message: 'No.' } };
    assert.equal(refusedWith(hears(conversation, [error])), 'invalid_value');
  });
});
