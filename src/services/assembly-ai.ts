// AssemblyAI's voice agents: one WebSocket that listens, thinks and speaks. Facts: the AsyncAPI file and the events reference of its documentation (Voice Agent API 1.0.0).
import { baseOf, at, modelsOf, textAt } from './ask.js';
import { socketAddress, type Fields } from './replies.js';
import { given } from './request.js';
import type { Conversation, Opening, Service, ServiceModel, ServiceOptions } from './service.js';
import { voiceConversation, type VoiceLine, type VoiceWire } from './voice-conversation.js';

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
    price: { unit: 'USD', perMinute: 0.075, asOf: '2026-10-07', source: 'https://www.assemblyai.com/pricing' },
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
export function assemblyAiSession({ model, session }: Opening): Fields {
  if (model !== describedAgent) return { agent_id: model };
  const { input, ...rest } = changeable(session, '');
  return {
    ...rest,
    input: { ...(input as Fields | undefined), format: encodingOf(session.input_audio_format) },
    output: given({ voice: session.voice, format: encodingOf(session.output_audio_format) }),
  };
}

const update = (session: Fields): Fields => ({ type: 'session.update', session });

function createWire(opening: Opening, { turns, replies, ready, forget }: VoiceLine): VoiceWire {
  let { session } = opening;
  let sessionId: string | undefined;
  /** It has no words for what was written: that stands in the prompt. */
  const history: string[] = [];
  let isTranscribed = false;

  const remember = (role: 'user' | 'assistant', words: string): readonly Fields[] => {
    history.push(`${role === 'user' ? 'The user has written' : 'You have said'}: ${words}`);
    return [update(changeable(session, history.join('\n')))];
  };

  return {
    opening: [opening.resume === undefined ? update(assemblyAiSession(opening)) : { type: 'session.resume', session_id: opening.resume }],
    get resume() {
      return sessionId;
    },
    sound: (audio) => ({ type: 'input.audio', audio }),
    ask: (words, instructions) => [
      ...(words === undefined ? [] : remember('user', words)),
      given({ type: 'reply.create', instructions: instructions ?? (words === undefined ? undefined : `Answer this: ${words}`) }),
    ],
    remember,
    result: ({ id }, output) => [{ type: 'tool.result', call_id: id, result: output }],
    update(next, changed) {
      const isFixed = ['voice', 'input_audio_format', 'output_audio_format', 'modalities'].some((name) => changed[name] !== undefined);
      if (isFixed || opening.model !== describedAgent) return undefined;
      session = next;
      return [update(changeable(session, history.join('\n')))];
    },
    hear(type, frame) {
      switch (type) {
        case 'session.ready':
          sessionId = textAt(frame, 'session_id') ?? opening.resume;
          return { events: ready(sessionId) };
        case 'session.updated':
        case 'transcript.user.delta':
          return {};
        case 'session.ended':
          sessionId = undefined;
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
          isTranscribed = false;
          return { events: turns.begin() };
        case 'reply.audio':
          return { events: turns.audio(textAt(frame, 'data') ?? '') };
        case 'transcript.agent.delta':
          isTranscribed = true;
          return { events: turns.words(textAt(frame, 'delta') ?? '') };
        case 'transcript.agent':
          return { events: isTranscribed ? [] : turns.words(textAt(frame, 'text') ?? '') };
        case 'tool.call': {
          const id = textAt(frame, 'call_id') ?? replies.newId('call');
          const args = JSON.stringify(at(frame, 'arguments') ?? {});
          return { events: turns.call({ id, name: textAt(frame, 'name') ?? '', arguments: args }) };
        }
        case 'reply.done': {
          const isInterrupted = textAt(frame, 'status') === 'interrupted';
          if (isInterrupted) forget();
          return { events: isInterrupted ? turns.interrupted() : turns.end() };
        }
        default:
          return undefined;
      }
    },
  };
}

export const assemblyAiVoice = (opening: Opening): Conversation =>
  voiceConversation('AssemblyAI', opening, (line) => createWire(opening, line));

/** `models`: the ids of agents that the maker keeps, beside or in place of the one that a session describes. */
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
