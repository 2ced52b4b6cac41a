// AssemblyAI's voice agents: one WebSocket that listens, thinks and speaks. Facts: the AsyncAPI file and the events reference of its documentation (Voice Agent API 1.0.0).
import { baseOf, at, modelsOf, textAt } from './ask.js';
import { dollars } from './prices.js';
import { socketAddress, type Fields } from './replies.js';
import { given } from './request.js';
import type { Conversation, Opening, Service, ServiceModel, ServiceOptions } from './service.js';
import { voiceConversation, type Heard, type VoiceLine, type VoiceWire } from './voice-conversation.js';

/** The agent that a session describes. Any other name is the id of an agent that the maker keeps. */
const describedAgent = 'assemblyai-voice-agent';

const models: readonly ServiceModel[] = [
  {
    model: describedAgent,
    kind: 'realtime',
    title: 'AssemblyAI voice agent',
    voices:
      'ivy james tyler winter bella david kyle helen martha river emma victor eleanor arjun dmitri pierre giulia luca lucia mateo diego'.split(
        ' ',
      ),
    formats: ['pcm16', 'g711_ulaw', 'g711_alaw'],
    price: dollars('2026-10-07', 'https://www.assemblyai.com/pricing', { perMinute: 0.075 }),
  },
];

const encodings: Readonly<Record<string, string>> = { pcm16: 'audio/pcm', g711_ulaw: 'audio/pcmu', g711_alaw: 'audio/pcma' };
const encodingOf = (format = 'pcm16'): Fields => ({ encoding: encodings[format] ?? 'audio/pcm' });

/** What may change later: no voice, and no format. */
function changeable({ instructions, tools, turn_detection }: Opening['session'], history: string): Fields {
  const prompt = [instructions, history].filter((part) => part !== undefined && part !== '').join('\n\n');
  return given({
    system_prompt: prompt === '' ? undefined : prompt,
    tools: tools?.map(({ type, name, description, parameters }) => given({ type, name, description, parameters })),
    input: turn_detection?.threshold === undefined ? undefined : { turn_detection: { vad_threshold: turn_detection.threshold } },
  });
}

/** The first `session.update`. */
function assemblyAiSession({ model, session }: Opening): Fields {
  if (model !== describedAgent) return { agent_id: model };
  const { input, ...rest } = changeable(session, '');
  return {
    ...rest,
    input: { ...(input as Fields | undefined), format: encodingOf(session.input_audio_format) },
    output: given({ voice: session.voice, format: encodingOf(session.output_audio_format) }),
  };
}

const update = (session: Fields): Fields => ({ type: 'session.update', session });

const fixed = ['voice', 'input_audio_format', 'output_audio_format', 'modalities'];

class AssemblyAiWire implements VoiceWire {
  readonly opening: readonly Fields[];
  readonly #opening: Opening;
  readonly #line: VoiceLine;
  #session: Opening['session'];
  #sessionId: string | undefined;
  /** It has no words for what was written: that stands in the prompt. */
  readonly #history: string[] = [];
  #isTranscribed = false;

  constructor(opening: Opening, line: VoiceLine) {
    this.#opening = opening;
    this.#line = line;
    this.#session = opening.session;
    const { resume } = opening;
    this.opening = [resume === undefined ? update(assemblyAiSession(opening)) : { type: 'session.resume', session_id: resume }];
  }

  get resume(): string | undefined {
    return this.#sessionId;
  }

  sound = (audio: string): readonly Fields[] => [{ type: 'input.audio', audio }];

  ask(words: string | undefined, instructions: string | undefined): readonly Fields[] {
    const wish = instructions ?? (words === undefined ? undefined : `Answer this: ${words}`);
    return [...(words === undefined ? [] : this.remember('user', words)), given({ type: 'reply.create', instructions: wish })];
  }

  remember(role: 'user' | 'assistant', words: string): readonly Fields[] {
    this.#history.push(`${role === 'user' ? 'The user has written' : 'You have said'}: ${words}`);
    return [this.#changed()];
  }

  result = ({ id }: { readonly id: string }, output: string): readonly Fields[] => [{ type: 'tool.result', call_id: id, result: output }];

  update(session: Opening['session'], changed: Opening['session']): readonly Fields[] | undefined {
    if (this.#opening.model !== describedAgent || fixed.some((name) => changed[name] !== undefined)) return undefined;
    this.#session = session;
    return [this.#changed()];
  }

  #changed = (): Fields => update(changeable(this.#session, this.#history.join('\n')));

  hear(type: string, frame: Fields): Heard | undefined {
    const { turns, replies } = this.#line;
    switch (type) {
      case 'session.ready':
        this.#sessionId = textAt(frame, 'session_id') ?? this.#opening.resume;
        return { events: this.#line.ready(this.#sessionId) };
      case 'session.updated':
      case 'transcript.user.delta':
        return {};
      case 'session.ended':
        this.#sessionId = undefined;
        return {};
      case 'session.error':
        return { events: [replies.error(textAt(frame, 'code'), textAt(frame, 'message'))] };
      case 'input.speech.started':
        return { events: turns.started() };
      case 'input.speech.stopped':
        return { events: turns.stopped() };
      case 'transcript.user':
        return { events: [...turns.heard(textAt(frame, 'text') ?? ''), ...turns.committed()] };
      case 'reply.started':
        this.#isTranscribed = false;
        return { events: turns.begin() };
      case 'reply.audio':
        return { events: turns.audio(textAt(frame, 'data') ?? '') };
      case 'transcript.agent.delta':
        this.#isTranscribed = true;
        return { events: turns.words(textAt(frame, 'delta') ?? '') };
      case 'transcript.agent':
        return { events: this.#isTranscribed ? [] : turns.words(textAt(frame, 'text') ?? '') };
      case 'tool.call': {
        const id = textAt(frame, 'call_id') ?? replies.newId('call');
        const args = JSON.stringify(at(frame, 'arguments') ?? {});
        return { events: turns.call({ id, name: textAt(frame, 'name') ?? '', arguments: args }) };
      }
      case 'reply.done': {
        const isInterrupted = textAt(frame, 'status') === 'interrupted';
        if (isInterrupted) this.#line.forget();
        return { events: isInterrupted ? turns.interrupted() : turns.end() };
      }
      default:
        return undefined;
    }
  }
}

const assemblyAiVoice = (opening: Opening): Conversation =>
  voiceConversation('AssemblyAI', opening, (line) => new AssemblyAiWire(opening, line));

/**
 * `models`: the ids of agents that the maker keeps, beside or in place of the one that a session describes.
 * @param options The key, and where to reach the maker.
 */
export function assemblyAi({ apiKey, baseUrl, fetch, ...options }: ServiceOptions): Service {
  const base = baseOf({ baseUrl }, 'https://agents.assemblyai.com');
  return {
    id: 'assemblyai',
    title: 'AssemblyAI',
    models: modelsOf(options, models, 'realtime'),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'agents.assemblyai.com' : new URL(base).origin],
    fetch,
    realtime: {
      socket: () => ({ url: socketAddress(base, '/v1/ws'), headers: { authorization: `Bearer ${apiKey}` } }),
      open: assemblyAiVoice,
    },
  };
}
