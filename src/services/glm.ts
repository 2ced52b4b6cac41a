// GLM-Realtime, of Zhipu: OpenAI's earlier events with holes in them, sound that goes up as WAV files, and a heartbeat. Facts: the maker's `glm-realtime-sdk` (its document for
// language models, and the types of its page) and the AsyncAPI file of its documentation.
import { decodeBase64, toBase64 } from '../base/base64.js';
import { at, baseOf, modelsOf, numberAt, textAt } from './ask.js';
import { socketAddress, type Fields } from './replies.js';
import { given } from './request.js';
import type { Conversation, Opening, Service, ServiceModel, ServiceOptions } from './service.js';
import { voiceConversation, type Heard, type VoiceLine, type VoiceWire } from './voice-conversation.js';

const shared = { kind: 'realtime', formats: ['pcm16'] } as const;

const models: readonly ServiceModel[] = [
  { model: 'glm-realtime-flash', title: 'GLM Realtime Flash', ...shared },
  { model: 'glm-realtime-air', title: 'GLM Realtime Air', ...shared },
  { model: 'glm-realtime*', title: 'GLM Realtime', ...shared },
];

const rates = { input: 16_000, output: 24_000 };

/** Of a `session.update`. Detection and tools go together: without the one the other falls back. */
function glmSession({ model, session }: Opening): Fields {
  const { instructions, voice, tools, turn_detection } = session;
  return given({
    model,
    instructions,
    voice,
    input_audio_format: 'wav',
    output_audio_format: 'pcm',
    turn_detection: { type: turn_detection === null ? 'client_vad' : 'server_vad' },
    beta_fields: { chat_mode: 'audio', tts_source: 'e2e', auto_search: false },
    tools: tools?.map(({ type, name, description, parameters }) => given({ type, name, description, parameters })),
  });
}

/** A whole file in each message: the header of 44 bytes, and the samples. */
export function wavOf(audio: string): string {
  const bytes = new Uint8Array(44 + Math.ceil(audio.length / 4) * 3);
  const length = decodeBase64(audio, bytes.subarray(44));
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string): void => bytes.set(new TextEncoder().encode(text), at);
  word(0, 'RIFF');
  view.setUint32(4, 36 + length, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rates.input, true);
  view.setUint32(28, rates.input * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  word(36, 'data');
  view.setUint32(40, length, true);
  return toBase64(bytes.subarray(0, 44 + length));
}

const update = (opening: Opening): Fields => ({ type: 'session.update', session: glmSession(opening) });
const written = (role: 'user' | 'assistant', text: string): Fields => ({
  type: 'conversation.item.create',
  item: { type: 'message', object: 'realtime.item', role, content: [{ type: role === 'user' ? 'input_text' : 'text', text }] },
});

function usageOf(frame: Fields): Fields | undefined {
  const usage = at(frame, 'response.usage') ?? at(frame, 'usage');
  if (usage === undefined) return undefined;
  const count = (name: string) => numberAt(usage, name);
  return given({ total_tokens: count('total_tokens'), input_tokens: count('input_tokens'), output_tokens: count('output_tokens') });
}

class GlmWire implements VoiceWire {
  readonly opening: readonly Fields[] = [];
  readonly rates = rates;
  readonly #opening: Opening;
  readonly #line: VoiceLine;
  #isAsked = false;

  constructor(opening: Opening, line: VoiceLine) {
    this.#opening = opening;
    this.#line = line;
  }

  sound = (audio: string): readonly Fields[] => [{ type: 'input_audio_buffer.append', audio: wavOf(audio) }];
  commit = (): readonly Fields[] => [{ type: 'input_audio_buffer.commit' }, { type: 'response.create' }];
  ask = (words: string | undefined): readonly Fields[] => [
    ...(words === undefined ? [] : [written('user', words)]),
    { type: 'response.create' },
  ];
  remember = (role: 'user' | 'assistant', words: string): readonly Fields[] => [written(role, words)];
  result = ({ id }: { readonly id: string }, output: string): readonly Fields[] => [
    { type: 'conversation.item.create', item: { type: 'function_call_output', call_id: id, output } },
  ];
  proceed = (): readonly Fields[] => [{ type: 'response.create' }];
  update = (session: Opening['session']): readonly Fields[] => [update({ ...this.#opening, session })];

  hear(type: string, frame: Fields): Heard | undefined {
    const { turns, replies } = this.#line;
    switch (type) {
      case 'session.created':
        if (this.#isAsked) return {};
        this.#isAsked = true;
        return { send: [update(this.#opening)] };
      case 'session.updated':
        return { events: this.#isAsked ? this.#line.ready(textAt(frame, 'session.id')) : [] };
      case 'input_audio_buffer.speech_started':
        return { events: turns.isAnswering ? turns.interrupted() : turns.started() };
      case 'input_audio_buffer.speech_stopped':
        return { events: turns.stopped() };
      case 'input_audio_buffer.committed':
        return { events: turns.committed() };
      case 'conversation.item.input_audio_transcription.completed':
        return { events: turns.heard(textAt(frame, 'transcript') ?? '') };
      case 'response.created':
        return { events: turns.begin() };
      case 'response.audio.delta':
        return { events: turns.audio(textAt(frame, 'delta') ?? '') };
      case 'response.audio_transcript.delta':
        return { events: turns.words(textAt(frame, 'delta') ?? '') };
      case 'response.text.delta':
        return { events: turns.text(textAt(frame, 'delta') ?? '') };
      case 'response.function_call_arguments.done':
        return this.#called(frame);
      case 'response.done':
        return this.#ended(frame);
      case 'error':
        return { events: [replies.error(textAt(frame, 'error.code'), textAt(frame, 'error.message'))] };
      case 'heartbeat':
      case 'conversation.item.created':
      case 'response.text.done':
      case 'response.audio.done':
      case 'response.audio_transcript.done':
        return {};
      default:
        return undefined;
    }
  }

  #called(frame: Fields): Heard {
    const id = textAt(frame, 'call_id') ?? this.#line.replies.newId('call');
    const name = textAt(frame, 'name') ?? '';
    return { events: this.#line.turns.call({ id, name, arguments: textAt(frame, 'arguments') ?? '{}' }) };
  }

  /** Its own example says `in_progress` of an answer that begins, under the name of its end. */
  #ended(frame: Fields): Heard {
    const status = textAt(frame, 'response.status');
    if (status === 'in_progress') return { events: this.#line.turns.begin() };
    const how = status === 'cancelled' || status === 'failed' || status === 'incomplete' ? status : 'completed';
    return { events: this.#line.turns.end({ status: how, usage: usageOf(frame) }) };
  }
}

const glmVoice = (opening: Opening): Conversation => voiceConversation('GLM', opening, (line) => new GlmWire(opening, line));

/**
 * `baseUrl` stands with the version: `https://open.bigmodel.cn/api/paas/v4`.
 * @param options The key, and where to reach the maker.
 */
export function glm({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://open.bigmodel.cn/api/paas/v4');
  return {
    id: 'glm',
    title: 'GLM Realtime',
    models: modelsOf(options, models, 'realtime'),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'open.bigmodel.cn' : new URL(base).origin],
    fetch,
    realtime: {
      socket: () => ({ url: socketAddress(base, '/realtime'), headers: { authorization: `Bearer ${apiKey}` } }),
      open: glmVoice,
    },
  };
}
