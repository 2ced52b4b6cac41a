// Deepgram's voice agents: sound as binary messages, everything else as JSON, settings first. Facts: the types of `@deepgram/sdk` 5.13.0 (`agent.v1`); the rhythm of `KeepAlive`
// and what an error means, from its documentation.
import { fromBase64, toBase64 } from '../base/base64.js';
import type { ServerEvent } from '../protocol/server-events.js';
import { at, baseOf, listAt, modelsOf, textAt } from './ask.js';
import { dollars } from './prices.js';
import { socketAddress, type Fields } from './replies.js';
import { given } from './request.js';
import type { Conversation, Opening, Service, ServiceModel, ServiceOptions } from './service.js';
import { voiceConversation, type Heard, type VoiceLine, type VoiceWire } from './voice-conversation.js';

/** Names are `deepgram/<model that thinks>`: the makers of those, by how their models' names begin. */
const thinkers: readonly (readonly [RegExp, string])[] = [
  [/^claude-/, 'anthropic'],
  [/^gemini-/, 'google'],
];
const prefix = 'deepgram/';

const shared = {
  kind: 'realtime',
  voices: ['flux-kit-en', 'flux-alexis-en', 'flux-bruce-en', 'flux-priya-en', 'aura-2-thalia-en', 'aura-2-apollo-en', 'aura-2-celeste-es'],
  formats: ['pcm16', 'g711_ulaw', 'g711_alaw'],
  // With the maker's own speech and a model that thinks of its standard tier.
  price: dollars('2026-10-20', 'https://deepgram.com/pricing', { perMinute: 0.075 }),
} as const;

const models: readonly ServiceModel[] = [
  { model: 'deepgram/gpt-4.1-mini', title: 'Deepgram with GPT-4.1 mini', ...shared },
  { model: 'deepgram/gpt-5-mini', title: 'Deepgram with GPT-5 mini', ...shared },
  { model: 'deepgram/gemini-2.5-flash', title: 'Deepgram with Gemini 2.5 Flash', ...shared },
  { model: 'deepgram/*', title: 'Deepgram', ...shared },
];

const encodings: Readonly<Record<string, Fields>> = {
  pcm16: { encoding: 'linear16', sample_rate: 24_000 },
  g711_ulaw: { encoding: 'mulaw', sample_rate: 8000 },
  g711_alaw: { encoding: 'alaw', sample_rate: 8000 },
};
const encodingOf = (format = 'pcm16'): Fields | undefined => encodings[format];

function think({ model, session }: Pick<Opening, 'model' | 'session'>): Fields {
  const name = model.startsWith(prefix) ? model.slice(prefix.length) : model;
  const [, type = 'open_ai'] = thinkers.find(([begins]) => begins.test(name)) ?? [];
  const functions = session.tool_choice === 'none' ? undefined : session.tools;
  return given({
    provider: given({ type, model: name, temperature: session.temperature }),
    prompt: session.instructions,
    functions: functions?.map(({ name: called, description, parameters }) => given({ name: called, description, parameters })),
  });
}

const speak = (voice: string): Fields => ({
  provider: { type: 'deepgram', version: voice.startsWith('flux-') ? 'v2' : 'v1', model: voice },
});

/** The first message of a connection. */
const deepgramSettings = (opening: Opening): Fields => ({
  type: 'Settings',
  audio: {
    input: encodingOf(opening.session.input_audio_format),
    output: { ...encodingOf(opening.session.output_audio_format), container: 'none' },
  },
  agent: given({ think: think(opening), speak: opening.session.voice === undefined ? undefined : speak(opening.session.voice) }),
});

const fixed = ['input_audio_format', 'output_audio_format', 'modalities', 'turn_detection'];

class DeepgramWire implements VoiceWire {
  readonly opening: readonly Fields[];
  readonly heartbeat = { everyMs: 8000, frame: { type: 'KeepAlive' } };
  readonly #model: string;
  readonly #line: VoiceLine;
  /** Texts of the answer come a sentence at a time. */
  #isSpoken = false;

  constructor(opening: Opening, line: VoiceLine) {
    this.#model = opening.model;
    this.#line = line;
    this.opening = [deepgramSettings(opening)];
  }

  sound = (audio: string): readonly Uint8Array[] => [fromBase64(audio)];

  commit = (): readonly Fields[] => [{ type: 'ForceEndTurn' }];

  ask(words: string | undefined, instructions: string | undefined): readonly Fields[] | undefined {
    const content = words ?? instructions;
    return content === undefined ? undefined : [{ type: 'InjectUserMessage', content }];
  }

  /** It is added to the prompt. */
  remember = (role: 'user' | 'assistant', words: string): readonly Fields[] => [
    { type: 'UpdatePrompt', prompt: `${role === 'user' ? 'Earlier the user said' : 'Earlier you said'}: ${words}` },
  ];

  result = ({ id, name }: { readonly id: string; readonly name: string }, content: string): readonly Fields[] => [
    { type: 'FunctionCallResponse', id, name, content },
  ];

  update(session: Opening['session'], changed: Opening['session']): readonly Fields[] | undefined {
    if (fixed.some((name) => changed[name] !== undefined)) return undefined;
    return [
      { type: 'UpdateThink', think: think({ model: this.#model, session }) },
      ...(changed.voice === undefined ? [] : [{ type: 'UpdateSpeak', speak: speak(changed.voice) }]),
    ];
  }

  hearBytes = (bytes: Uint8Array): Heard => ({ events: this.#line.turns.audio(toBase64(bytes)) });

  hear(type: string, frame: Fields): Heard | undefined {
    const { turns, replies } = this.#line;
    switch (type) {
      case 'SettingsApplied':
        return { events: this.#line.ready() };
      case 'UserStartedSpeaking':
        return { events: turns.isAnswering ? turns.interrupted() : turns.started() };
      case 'ConversationText':
        return this.#spoken(frame);
      case 'AgentStartedSpeaking':
        return { events: turns.begin() };
      case 'AgentAudioDone':
        return { events: this.#ended() };
      case 'FunctionCallRequest':
        return this.#called(frame);
      case 'FunctionCallCancelled':
        this.#line.forget(listAt(frame, 'functions').map((call) => textAt(call, 'id') ?? ''));
        return {};
      case 'Error':
        return { events: [replies.error(textAt(frame, 'code'), textAt(frame, 'description'))] };
      case 'InjectionRefused':
        return { events: [replies.error('injection_refused', textAt(frame, 'message'))] };
      case 'Welcome':
      case 'AgentThinking':
      case 'History':
      case 'LatencyReport':
      case 'PromptUpdated':
      case 'ThinkUpdated':
      case 'SpeakUpdated':
        return {};
      default:
        return undefined;
    }
  }

  #spoken(frame: Fields): Heard {
    const { turns } = this.#line;
    const words = textAt(frame, 'content') ?? '';
    if (textAt(frame, 'role') === 'user') return { events: [...turns.heard(words), ...turns.committed()] };
    const delta = this.#isSpoken && turns.isAnswering ? ` ${words}` : words;
    this.#isSpoken = true;
    return { events: turns.words(delta) };
  }

  /** Those that run at Deepgram are none of the page's. */
  #called(frame: Fields): Heard {
    const { turns, replies } = this.#line;
    const calls = listAt(frame, 'functions').filter((call) => at(call, 'client_side') === true);
    const events = calls.flatMap((call) => {
      const id = textAt(call, 'id') ?? replies.newId('call');
      return turns.call({ id, name: textAt(call, 'name') ?? '', arguments: textAt(call, 'arguments') ?? '{}' });
    });
    return { events: calls.length === 0 ? [] : [...events, ...this.#ended()] };
  }

  #ended(): readonly ServerEvent[] {
    this.#isSpoken = false;
    return this.#line.turns.end();
  }
}

const deepgramVoice = (opening: Opening): Conversation => voiceConversation('Deepgram', opening, (line) => new DeepgramWire(opening, line));

/**
 * Deepgram's voice agents.
 * @param options The key, and where to reach the maker.
 */
export function deepgram({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://agent.deepgram.com');
  return {
    id: 'deepgram',
    title: 'Deepgram',
    models: modelsOf(options, models, 'realtime'),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'agent.deepgram.com' : new URL(base).origin],
    fetch,
    realtime: {
      socket: () => ({ url: socketAddress(base, '/v1/agent/converse'), headers: { authorization: `Token ${apiKey}` } }),
      open: deepgramVoice,
    },
  };
}
