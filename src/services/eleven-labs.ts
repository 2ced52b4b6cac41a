// ElevenLabs Agents: an agent that its maker keeps, spoken to over a signed address. Facts: `@elevenlabs/types` 0.23.0 (its AsyncAPI file), the source of `@elevenlabs/client` 1.25.0,
// and `@elevenlabs/elevenlabs-js` 2.73.0 for the address.
import { VoxreelError } from '../base/errors.js';
import { askJson, at, baseOf, modelsOf, numberAt, textAt } from './ask.js';
import type { Fields } from './replies.js';
import { given } from './request.js';
import type { Conversation, Opening, Service, ServiceModel, ServiceOptions } from './service.js';
import { voiceConversation, type Heard, type VoiceLine, type VoiceWire } from './voice-conversation.js';

const models: readonly ServiceModel[] = [{ model: 'agent_*', kind: 'realtime', title: 'ElevenLabs agent', formats: ['pcm16'] }];

const filled = (fields: Record<string, unknown>): Fields | undefined => (Object.keys(fields).length === 0 ? undefined : fields);

/** What a page may change of an agent, where the agent's own settings allow it. */
function elevenLabsInitiation({ session }: Opening): Fields {
  const { instructions, voice, modalities } = session;
  const override = filled(
    given({
      agent: instructions === undefined ? undefined : { prompt: { prompt: instructions } },
      tts: voice === undefined ? undefined : { voice_id: voice },
      conversation: modalities?.includes('audio') === false ? { text_only: true } : undefined,
    }),
  );
  return given({ type: 'conversation_initiation_client_data', conversation_config_override: override });
}

const usualRate = 16_000;
/** `pcm_16000`; undefined for anything but pcm. */
const rateOf = (format: string | undefined): number | undefined => {
  const [, rate] = /^pcm_(\d+)$/.exec(format ?? '') ?? [];
  return rate === undefined ? undefined : Number(rate);
};

class ElevenLabsWire implements VoiceWire {
  readonly opening: readonly Fields[];
  /** Those of its agent, once it has said hello. */
  rates = { input: usualRate, output: usualRate };
  readonly #line: VoiceLine;
  readonly #isWritten: boolean;
  /** Of the last sound; what belongs to an earlier turn than `interruptedId` comes late. */
  #heardId = 0;
  #interruptedId = 0;
  #hasParts = false;
  /** Nothing says where an answer ends: it has, once nothing of it came between two pings. */
  #isQuiet = false;

  constructor(opening: Opening, line: VoiceLine) {
    this.#line = line;
    this.opening = [elevenLabsInitiation(opening)];
    this.#isWritten = opening.session.modalities?.includes('audio') === false;
  }

  sound = (audio: string): readonly Fields[] => [{ user_audio_chunk: audio }];

  ask(words: string | undefined, instructions: string | undefined): readonly Fields[] | undefined {
    const aside = instructions === undefined ? [] : [{ type: 'contextual_update', text: instructions }];
    return words === undefined ? undefined : [...aside, { type: 'user_message', text: words }];
  }

  remember = (role: 'user' | 'assistant', words: string): readonly Fields[] => [
    { type: 'contextual_update', text: `${role === 'user' ? 'Earlier the user said' : 'Earlier you said'}: ${words}` },
  ];

  result = ({ id }: { readonly id: string }, output: string): readonly Fields[] => [
    { type: 'client_tool_result', tool_call_id: id, result: output, is_error: false },
  ];

  hear(type: string, frame: Fields): Heard | undefined {
    switch (type) {
      case 'conversation_initiation_metadata':
        return this.#begins(frame);
      case 'user_transcript':
        return this.#heard(frame);
      case 'agent_response':
        return this.#says(frame);
      case 'agent_chat_response_part':
        return this.#writes(frame);
      case 'audio':
        return this.#sounds(frame);
      case 'interruption':
        return this.#interrupted(frame);
      case 'client_tool_call':
        return this.#called(frame);
      case 'ping':
        return this.#pinged(frame);
      case 'error':
        return { events: [this.#line.replies.error(textAt(frame, 'error_event.error_type'), textAt(frame, 'error_event.message'))] };
      // The page keeps what was heard of an answer itself.
      case 'agent_response_correction':
      case 'tentative_user_transcript':
      case 'internal_tentative_agent_response':
      case 'vad_score':
        return {};
      default:
        return undefined;
    }
  }

  #begins(frame: Fields): Heard {
    const said = at(frame, 'conversation_initiation_metadata_event');
    const [input, output] = [rateOf(textAt(said, 'user_input_audio_format')), rateOf(textAt(said, 'agent_output_audio_format'))];
    if (input === undefined || output === undefined)
      return {
        events: [this.#line.replies.error('unsupported_audio_format', 'This agent speaks or hears no pcm: change its audio format.')],
      };
    this.rates = { input, output };
    return { events: this.#line.ready(textAt(said, 'conversation_id')) };
  }

  #sounds(frame: Fields): Heard {
    const id = numberAt(frame, 'audio_event.event_id') ?? this.#heardId;
    if (id < this.#interruptedId) return {};
    this.#heardId = id;
    this.#isQuiet = false;
    return { events: this.#line.turns.audio(textAt(frame, 'audio_event.audio_base_64') ?? '') };
  }

  #writes(frame: Fields): Heard {
    if (!this.#isWritten) return {};
    const part = at(frame, 'text_response_part');
    this.#hasParts = true;
    this.#isQuiet = false;
    return { events: textAt(part, 'type') === 'stop' ? this.#line.turns.end() : this.#line.turns.text(textAt(part, 'text') ?? '') };
  }

  #says(frame: Fields): Heard {
    this.#isQuiet = false;
    const words = textAt(frame, 'agent_response_event.agent_response') ?? '';
    if (!this.#isWritten) return { events: this.#line.turns.words(words) };
    return { events: this.#hasParts ? [] : [...this.#line.turns.text(words), ...this.#line.turns.end()] };
  }

  #pinged(frame: Fields): Heard {
    const wasQuiet = this.#isQuiet;
    this.#isQuiet = true;
    return {
      send: [{ type: 'pong', event_id: numberAt(frame, 'ping_event.event_id') ?? 0 }],
      events: wasQuiet ? this.#line.turns.end() : [],
    };
  }

  #interrupted(frame: Fields): Heard {
    this.#interruptedId = numberAt(frame, 'interruption_event.event_id') ?? this.#heardId + 1;
    return { events: this.#line.turns.isAnswering ? this.#line.turns.interrupted() : this.#line.turns.started() };
  }

  #called(frame: Fields): Heard {
    const call = at(frame, 'client_tool_call');
    const id = textAt(call, 'tool_call_id') ?? this.#line.replies.newId('call');
    const args = JSON.stringify(at(call, 'parameters') ?? {});
    return {
      events: [...this.#line.turns.call({ id, name: textAt(call, 'tool_name') ?? '', arguments: args }), ...this.#line.turns.end()],
    };
  }

  #heard(frame: Fields): Heard {
    const words = textAt(frame, 'user_transcription_event.user_transcript') ?? '';
    return { events: [...this.#line.turns.end(), ...this.#line.turns.heard(words), ...this.#line.turns.committed()] };
  }
}

const elevenLabsVoice = (opening: Opening): Conversation =>
  voiceConversation('ElevenLabs', opening, (line) => new ElevenLabsWire(opening, line));

/**
 * `models` are the ids of your agents. Their tools run on the page where the agent has them as client tools.
 * @param options The key, and where to reach the maker.
 */
export function elevenLabs({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://api.elevenlabs.io');
  return {
    id: 'elevenlabs',
    title: 'ElevenLabs',
    models: modelsOf(options, models, 'realtime'),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'api.elevenlabs.io' : new URL(base).origin],
    fetch,
    realtime: {
      async socket({ model }, outside) {
        const query = new URLSearchParams({ agent_id: model });
        const headers = { 'xi-api-key': apiKey };
        const body = await askJson(outside, `${base}/v1/convai/conversation/get-signed-url?${query}`, { headers });
        const url = textAt(body, 'signed_url');
        if (url === undefined) throw new VoxreelError('bad_response', 'The service answered without an address.');
        return { url, protocols: ['convai'] };
      },
      open: elevenLabsVoice,
    },
  };
}
