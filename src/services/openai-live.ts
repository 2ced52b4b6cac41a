// OpenAI's Live API: a model that listens and speaks at once, and leaves work and tools to a second one. Facts: the types of `openai` 7.59.0 (`resources/live`). Its wire has no turns:
// an answer is over when the user speaks, and when nothing of it came between two reports of usage.
import type { ServerEvent } from '../protocol/server-events.js';
import { at, baseOf, modelsOf, textAt } from './ask.js';
import { gaFormats } from './openai.js';
import { dollars } from './prices.js';
import { socketAddress, type Fields } from './replies.js';
import { given } from './request.js';
import type { Conversation, Opening, Service, ServiceModel, ServiceOptions } from './service.js';
import { voiceConversation, type Heard, type VoiceLine, type VoiceWire } from './voice-conversation.js';

/** What `openaiLive` is made of. */
export interface OpenAiLiveOptions extends ServiceOptions {
  /** The model that the Live model leaves work to, tools among it. Default `gpt-5.6-luna`. */
  readonly backend?: string | undefined;
}

const voices =
  'alloy ash ballad beacon bossa cedar cinder coral delta echo gleam marin meridian quartz ripple sage shida shimmer stone tempo verse vesper willow'.split(
    ' ',
  );

/** Without what the second model costs. */
const price = dollars('2026-10-31', 'https://developers.openai.com/api/docs/models/gpt-live-1', { perMinute: 0.05 });

const models: readonly ServiceModel[] = [
  { model: 'gpt-live-1', kind: 'realtime', title: 'GPT Live', voices, formats: gaFormats, price },
  { model: 'gpt-live*', kind: 'realtime', title: 'GPT Live', voices, formats: gaFormats },
];

/** One format serves both directions. */
const rates = { input: 24_000, output: 24_000 };

const toolsOf = ({ tools, tool_choice, max_output_tokens: most }: Opening['session']): Fields =>
  given({
    tools: tools?.map(({ name, description, parameters }) => given({ type: 'function', name, description, parameters })),
    tool_choice,
    max_output_tokens: typeof most === 'number' ? most : undefined,
  });

/** The first message: what is not said now can never be. */
function openaiLiveSession({ model, session, userId }: Opening, backend: string): Fields {
  const { instructions, voice } = session;
  return given({
    model,
    instructions,
    safety_identifier: userId,
    audio: given({ format: { type: 'audio/pcm', rate: rates.input }, output: voice === undefined ? undefined : { voice } }),
    delegation: { type: 'responses', responses: given({ model: backend, instructions, ...toolsOf(session) }) },
  });
}

/** Samples without a sound: between its answers it may send nothing else. */
const isSilence = (audio: string): boolean => /^A*=*$/.test(audio);
const changeable: ReadonlySet<string> = new Set(['tools', 'tool_choice', 'max_output_tokens']);

class OpenAiLiveWire implements VoiceWire {
  readonly rates = rates;
  readonly opening: readonly Fields[];
  readonly #line: VoiceLine;
  #isQuiet = false;

  constructor(opening: Opening, backend: string, line: VoiceLine) {
    this.#line = line;
    this.opening = [{ type: 'session.start', session: openaiLiveSession(opening, backend) }];
  }

  sound = (audio: string): readonly Fields[] => [{ type: 'session.input_audio.append', audio }];
  /** It is never waiting for the end of a turn. */
  commit = (): readonly Fields[] => [];

  ask(words: string | undefined, instructions: string | undefined): readonly Fields[] | undefined {
    const said = [instructions, words === undefined ? undefined : `The user has written this, answer it: ${words}`];
    const lines = said.filter((line) => line !== undefined);
    if (lines.length === 0) return undefined;
    return [{ type: 'session.instructions.append', content: lines.join('\n'), delegation_id: null }];
  }

  remember(role: 'user' | 'assistant', words: string): readonly Fields[] {
    const content = `${role === 'user' ? 'Earlier the user said' : 'Earlier I said'}: ${words}`;
    return [{ type: 'session.thinking.append', content, delegation_id: null }];
  }

  result = ({ id }: { readonly id: string }, output: string): readonly Fields[] => [
    { type: 'response.item.create', item: { type: 'function_call_output', call_id: id, output } },
  ];
  proceed = (): readonly Fields[] => [{ type: 'response.create' }];

  update(session: Opening['session'], changed: Opening['session']): readonly Fields[] | undefined {
    if (Object.keys(changed).some((name) => !changeable.has(name))) return undefined;
    return [{ type: 'session.update', session: { delegation: { type: 'responses', responses: toolsOf(session) } } }];
  }

  hear(type: string, frame: Fields): Heard | undefined {
    const { turns, replies } = this.#line;
    switch (type) {
      case 'session.started':
        return { events: this.#line.ready(textAt(frame, 'session.id')) };
      case 'session.input_transcript.delta':
        return this.#heard(frame);
      case 'session.output_transcript.delta':
        return this.#spoken(turns.words, textAt(frame, 'delta') ?? '');
      case 'session.output_audio.delta': {
        const sound = textAt(frame, 'delta') ?? '';
        return !turns.isAnswering && isSilence(sound) ? {} : this.#spoken(turns.audio, sound);
      }
      case 'response.event':
        return this.#worked(at(frame, 'event'));
      case 'session.usage.updated':
        return this.#reported();
      case 'session.closed':
        return this.#closed(frame);
      case 'error':
        return { events: [replies.error(textAt(frame, 'error.code'), textAt(frame, 'error.message'))] };
      case 'session.updated':
      case 'session.delegation.created':
      case 'session.instructions.appended':
      case 'session.thinking.appended':
      case 'info':
        return {};
      default:
        return undefined;
    }
  }

  #spoken(write: (delta: string) => readonly ServerEvent[], delta: string): Heard {
    this.#isQuiet = false;
    return { events: write(delta) };
  }

  #heard(frame: Fields): Heard {
    const { turns } = this.#line;
    const begun = turns.isAnswering ? turns.interrupted() : turns.started();
    return { events: [...begun, ...turns.heard(textAt(frame, 'delta') ?? '')] };
  }

  #reported(): Heard {
    const wasQuiet = this.#isQuiet;
    this.#isQuiet = true;
    return { events: wasQuiet ? this.#line.turns.end() : [] };
  }

  /** What the second model does. Its words reach the user through the first one. */
  #worked(event: unknown): Heard {
    const { turns, replies } = this.#line;
    switch (textAt(event, 'type')) {
      case 'response.output_item.done': {
        if (textAt(event, 'item.type') !== 'function_call') return {};
        const id = textAt(event, 'item.call_id') ?? replies.newId('call');
        return { events: turns.call({ id, name: textAt(event, 'item.name') ?? '', arguments: textAt(event, 'item.arguments') ?? '{}' }) };
      }
      // The page runs what was called once the answer has ended; the voice goes on in another.
      case 'response.completed':
      case 'response.incomplete':
        return { events: turns.end() };
      case 'response.failed':
        return { events: [replies.error(textAt(event, 'response.error.code'), textAt(event, 'response.error.message'))] };
      default:
        return {};
    }
  }

  #closed(frame: Fields): Heard {
    const { turns, replies } = this.#line;
    const reason = textAt(frame, 'reason') ?? 'connection_lost';
    const isWanted = reason === 'close_requested' || reason === 'remote_hangup';
    return { events: [...turns.end(), ...(isWanted ? [] : [replies.error(reason, `OpenAI has closed the session: ${reason}.`)])] };
  }
}

const openaiLiveVoice = (opening: Opening, backend: string): Conversation =>
  voiceConversation('OpenAI Live', opening, (line) => new OpenAiLiveWire(opening, backend, line));

/**
 * `baseUrl` stands with the version: `https://api.openai.com/v1`.
 * @param options The key, the model behind, and where to reach the maker.
 */
export function openaiLive({ apiKey, baseUrl, fetch, backend = 'gpt-5.6-luna', ...options }: OpenAiLiveOptions): Service {
  const base = baseOf({ baseUrl }, 'https://api.openai.com/v1');
  return {
    id: 'openai-live',
    title: 'OpenAI Live',
    models: modelsOf(options, models, 'realtime'),
    secrets: [apiKey],
    hosts: [baseUrl === undefined ? 'api.openai.com' : new URL(base).origin],
    fetch,
    realtime: {
      socket: () => ({ url: socketAddress(base, '/live/sessions'), headers: { authorization: `Bearer ${apiKey}` } }),
      open: (opening) => openaiLiveVoice(opening, backend),
    },
  };
}
