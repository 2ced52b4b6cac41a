// The words of the wires spoken here, a table each: the engine speaks the documents' (`vendor`).
import { isRecord } from '../../base/is-record.js';
import type { SessionConfig } from '../../protocol/index.js';
import { fromGaEvent, fromGaSession, gaSession, gaResponse, gaItem } from './dialect-ga.js';
import { wordOf } from './client-event.js';
import type { Refusal } from './refusal.js';
import { withToolChoice } from './tool-words.js';
import { briefTurns, servedDetection, toldDetection, withBriefTurns } from './turn-words.js';

export type WireObject = Record<string, unknown>;

export interface ServedDialect {
  readonly id: DialectId;
  /** What a session begins with beyond the documents' defaults. */
  readonly initial: SessionConfig;
  /** True where the server itself cuts what the user interrupts on a track. */
  readonly truncatesTrack: boolean;
  /** True where a client may ask for an item. */
  readonly retrieves: boolean;
  /** A client's event in the documents' words, or why it has none. */
  decode(event: WireObject): WireObject | Refusal;
  /** The session asked for with a token, in the documents' words. */
  decodeSession(body: WireObject): WireObject | Refusal;
  /** A server event of the documents as this wire's events. */
  encode(event: WireObject): WireObject[];
  encodeSession(session: WireObject): WireObject;
}

export type DialectId = 'vendor' | 'openai-beta' | 'openai-ga';

type Change = (event: WireObject) => WireObject;

const spoken: SessionConfig = {
  modalities: ['text', 'audio'],
  turn_detection: { type: 'server_vad', ...briefTurns },
};

const vendor: ServedDialect = {
  id: 'vendor',
  initial: {},
  // The document knows truncation by the client only.
  truncatesTrack: false,
  retrieves: false,
  decode: fromAnyMaker,
  decodeSession: withKnownWords,
  encode: changed({
    'response.done': (event) => inside(event, 'response', documentedUsage),
    'response.function_call_arguments.done': (event) => without(event, 'name'),
  }),
  encodeSession: (session) => session,
};

const openaiBeta: ServedDialect = {
  id: 'openai-beta',
  initial: spoken,
  truncatesTrack: true,
  retrieves: true,
  decode: (event) => inside(fromAnyMaker(event), 'session', briefly),
  decodeSession: (body) => briefly(withKnownWords(body)),
  encode: changed({
    'session.created': (event) => inside(event, 'session', betaSession),
    'session.updated': (event) => inside(event, 'session', betaSession),
    'input_audio_buffer.speech_stopped': endOfSpeech,
    'response.text.done': finalText,
    'response.function_call_arguments.done': (event) => without(event, 'name'),
    'conversation.item.created': (event) => inside(event, 'item', betaItem),
    'conversation.item.retrieved': (event) => inside(event, 'item', betaItem),
  }),
  encodeSession: betaSession,
};

const openaiGa: ServedDialect = {
  id: 'openai-ga',
  initial: spoken,
  truncatesTrack: true,
  retrieves: true,
  decode: (event) => fromGaEvent(event, fromAnyMaker),
  decodeSession: fromGaSession,
  encode: encodeGa,
  encodeSession: gaSession,
};

export const servedDialects: Readonly<Record<DialectId, ServedDialect>> = {
  vendor,
  'openai-beta': openaiBeta,
  'openai-ga': openaiGa,
};

/** Content part names of other makers are understood on every wire. */
const partWords: Readonly<Record<string, string>> = {
  input_text: 'text',
  output_text: 'text',
  input_audio: 'audio',
  input_image: 'image',
  output_audio: 'audio',
};

function fromAnyMaker(event: WireObject): WireObject {
  let known = event;
  if (isRecord(event['session'])) known = { ...known, session: withKnownWords(event['session']) };
  if (isRecord(event['response'])) known = { ...known, response: withKnownWords(event['response']) };
  if (event['type'] === 'session.update' && event['session'] === undefined) known = withKnownWords(known);
  if (isRecord(event['item']) && Array.isArray(event['item']['content']))
    known = { ...known, item: { ...event['item'], content: event['item']['content'].map(knownPart) } };
  return known;
}

function knownPart(part: unknown): unknown {
  return isRecord(part) ? { ...part, type: wordOf(partWords, part['type']) ?? part['type'] } : part;
}

function withKnownWords(config: WireObject): WireObject {
  const { max_response_output_tokens: most, ...rest } = config;
  const known: WireObject = most === undefined ? rest : { ...rest, max_output_tokens: most };
  if ('turn_detection' in known) known['turn_detection'] = servedDetection(known['turn_detection']);
  return withToolChoice(known);
}

function changed(changes: Readonly<Record<string, Change>>): (event: WireObject) => WireObject[] {
  return (event) => [changes[String(event['type'])]?.(event) ?? event];
}

function inside(event: WireObject, key: string, change: Change): WireObject {
  const value = event[key];
  return isRecord(value) ? { ...event, [key]: change(value) } : event;
}

function documentedUsage(response: WireObject): WireObject {
  const usage = response['usage'];
  if (!isRecord(usage)) return response;
  const { total_tokens, input_tokens, output_tokens } = usage;
  return { ...response, usage: { total_tokens, input_tokens, output_tokens } };
}

const briefly: Change = (session) =>
  'turn_detection' in session ? { ...session, turn_detection: withBriefTurns(session['turn_detection']) } : session;

function betaSession({ max_output_tokens: most, ...session }: WireObject): WireObject {
  return { ...without(session, 'status'), turn_detection: toldDetection(session['turn_detection']), max_response_output_tokens: most };
}

function without(event: WireObject, key: string): WireObject {
  return Object.fromEntries(Object.entries(event).filter(([name]) => name !== key));
}

function betaItem(item: WireObject): WireObject {
  if (item['role'] === 'assistant' || !Array.isArray(item['content'])) return item;
  return {
    ...item,
    content: item['content'].map((part: unknown) => (isRecord(part) ? { ...part, type: `input_${String(part['type'])}` } : part)),
  };
}

function endOfSpeech({ audio_start_ms: ms, ...event }: WireObject): WireObject {
  return { ...event, audio_end_ms: ms };
}

function finalText({ delta, ...event }: WireObject): WireObject {
  return { ...event, text: delta };
}

const gaChanges: Readonly<Record<string, Change>> = {
  'session.created': (event) => inside(event, 'session', gaSession),
  'session.updated': (event) => inside(event, 'session', gaSession),
  'input_audio_buffer.speech_stopped': endOfSpeech,
  'response.created': (event) => inside(event, 'response', gaResponse),
  'response.done': (event) => inside(event, 'response', gaResponse),
  'conversation.item.retrieved': (event) => inside(event, 'item', gaItem),
  'response.output_item.added': (event) => inside(event, 'item', gaItem),
  'response.output_item.done': (event) => inside(event, 'item', gaItem),
  'response.text.done': finalText,
};

const gaPrefixes = [
  ['response.text.', 'response.output_text.'],
  ['response.audio_transcript.', 'response.output_audio_transcript.'],
  ['response.audio.', 'response.output_audio.'],
] as const;

function encodeGa(event: WireObject): WireObject[] {
  const type = String(event['type']);
  const known = gaChanges[type]?.(event) ?? event;
  const prefix = gaPrefixes.find(([ours]) => type.startsWith(ours));
  if (prefix !== undefined) return [{ ...known, type: prefix[1] + type.slice(prefix[0].length) }];
  if (type === 'conversation.item.created') return gaItemEvents(inside(known, 'item', gaItem));
  if (type !== 'response.output_item.done') return [known];
  // Its place was told when it was added.
  return [known, { type: 'conversation.item.done', event_id: doneId(event), item: known['item'] }];
}

function gaItemEvents(event: WireObject): WireObject[] {
  const added = { ...event, type: 'conversation.item.added' };
  const isDone = isRecord(event['item']) && event['item']['status'] !== 'in_progress';
  return isDone ? [added, { ...event, event_id: doneId(event), type: 'conversation.item.done' }] : [added];
}

const doneId = (event: WireObject): string => `${String(event['event_id'])}_done`;
