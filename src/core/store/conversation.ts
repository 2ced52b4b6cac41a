// The fold: one server event and a state give the next state. Pure, complete, never throws; every field of the wire is checked where it is read.
import {
  emptyPart,
  findItem,
  index,
  list,
  mergeItem,
  mergePart,
  newItem,
  number,
  putItem,
  record,
  text,
  withPart,
} from './conversation-items.js';
import { placeAfter, setEntry } from './conversation-order.js';
import type {
  ConversationError,
  ConversationEvent,
  ConversationItem,
  ConversationPart,
  ConversationState,
  RateLimitState,
  ToolStatus,
} from './conversation-state.js';
import { emptyMap, getIn, setIn } from './persistent-map.js';

type Fields = Readonly<Record<string, unknown>>;
type Handler = (state: ConversationState, event: Fields) => ConversationState;

const keptErrors = 50;

export const initialConversation: ConversationState = Object.freeze({
  sessionId: undefined,
  session: undefined,
  conversationId: undefined,
  entries: emptyMap,
  firstId: undefined,
  lastId: undefined,
  live: Object.freeze([]),
  activeResponseId: undefined,
  endedResponses: emptyMap,
  lastResponse: undefined,
  usage: Object.freeze({ totalTokens: 0, inputTokens: 0, outputTokens: 0, responses: 0 }),
  rateLimits: Object.freeze([]),
  errors: Object.freeze([]),
  speech: Object.freeze({ active: false, startedMs: undefined, stoppedMs: undefined }),
  unknownEvents: 0,
});

/**
 * The state after `event`. Never changes what it was given; returns the same object when the event changes nothing.
 * An unknown, repeated, incomplete or late event is safe.
 */
export function foldConversation(state: ConversationState, event: ConversationEvent): ConversationState {
  const fields = event as unknown as Fields;
  const type = text(fields['type']);
  const handler = type !== undefined && Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  return handler === undefined ? { ...state, unknownEvents: state.unknownEvents + 1 } : handler(state, fields);
}

const handlers: Readonly<Record<string, Handler>> = {
  'session.created': foldSession,
  'session.updated': foldSession,
  'conversation.created': (state, event) => ({
    ...state,
    conversationId: text(record(event['conversation'])?.['id']) ?? state.conversationId,
  }),
  'conversation.item.created': (state, event) => {
    const raw = record(event['item']);
    const id = text(raw?.['id']);
    if (raw === undefined || id === undefined) return state;
    const placed = placeAfter(state, id, text(event['previous_item_id']));
    return putItem(placed, expectTranscript(placed, mergeItem(findItem(placed, id), raw, id)));
  },
  'conversation.item.deleted': (state, event) => {
    const id = text(event['item_id']);
    if (id === undefined) return state;
    const placed = placeAfter(state, id, undefined);
    const entry = getIn(placed.entries, id);
    if (entry === undefined || entry.deleted) return state;
    const live = placed.live.filter((item) => item.id !== id);
    return { ...setEntry(placed, id, { ...entry, item: undefined, deleted: true }), live };
  },
  'conversation.item.truncated': (state, event) =>
    changeItem(state, event, (item) => {
      const cutMs = number(event['audio_end_ms']) ?? item.heardMs ?? 0;
      return { ...item, truncatedAtMs: cutMs, heardMs: cutMs };
    }),
  'conversation.item.input_audio_transcription.completed': (state, event) =>
    changeUserItem(state, event, (item) => {
      const transcript = text(event['transcript']) ?? '';
      return {
        ...withPart(item, index(event['content_index']), (part) => ({ ...part, type: 'audio', text: transcript, done: true })),
        transcription: 'completed',
        transcriptionError: undefined,
      };
    }),
  'conversation.item.input_audio_transcription.failed': (state, event) =>
    changeUserItem(state, event, (item) => {
      const error = record(event['error']);
      return { ...item, transcription: 'failed', transcriptionError: text(error?.['message']) ?? text(error?.['code']) ?? '' };
    }),
  'input_audio_buffer.committed': (state, event) => {
    const id = text(event['item_id']);
    if (id === undefined) return state;
    const placed = placeAfter(state, id, text(event['previous_item_id']));
    return findItem(placed, id) === undefined ? putItem(placed, expectTranscript(placed, spokenItem(id))) : placed;
  },
  'input_audio_buffer.cleared': stopSpeech,
  'input_audio_buffer.speech_started': (state, event) => ({
    ...state,
    speech: { active: true, startedMs: number(event['audio_start_ms']), stoppedMs: undefined },
  }),
  'input_audio_buffer.speech_stopped': (state, event) => ({
    ...state,
    speech: { ...state.speech, active: false, stoppedMs: number(event['audio_start_ms']) ?? number(event['audio_end_ms']) },
  }),
  'response.created': (state, event) => {
    const id = text(record(event['response'])?.['id']);
    if (id === undefined || getIn(state.endedResponses, id) === true) return state;
    return { ...state, activeResponseId: id };
  },
  'response.done': foldResponseDone,
  'response.output_item.added': foldOutputItem('in_progress'),
  'response.output_item.done': foldOutputItem('completed'),
  'response.content_part.added': foldContentPart(false),
  'response.content_part.done': foldContentPart(true),
  'response.text.delta': foldDelta('text'),
  'response.text.done': foldFinalText('text'),
  'response.audio_transcript.delta': foldDelta('audio'),
  'response.audio_transcript.done': foldFinalText('audio'),
  'response.audio.delta': (state, event) => {
    const delta = text(event['delta']);
    if (delta === undefined) return state;
    const ms = (delta.length * 0.75) / bytesPerMs(state);
    return changeItem(state, event, (item) =>
      withPart(item, index(event['content_index']), (part) => ({ ...part, type: 'audio', audioMs: part.audioMs + ms })),
    );
  },
  // The audio itself is not kept, so its end says nothing that `output_item.done` does not.
  'response.audio.done': (state) => state,
  'response.function_call_arguments.delta': (state, event) => {
    const delta = text(event['delta']);
    if (delta === undefined) return state;
    return changeItem(state, event, (item) =>
      item.status === 'in_progress' ? { ...asCall(item, event), arguments: (item.arguments ?? '') + delta } : item,
    );
  },
  'response.function_call_arguments.done': (state, event) =>
    changeItem(state, event, (item) => ({ ...asCall(item, event), arguments: text(event['arguments']) ?? item.arguments })),
  'rate_limits.updated': (state, event) => ({ ...state, rateLimits: list(event['rate_limits']).flatMap(rateLimit) }),
  error: (state, event) => ({ ...state, errors: [...state.errors, conversationError(record(event['error']) ?? {})].slice(-keptErrors) }),
  'local.heard': (state, event) => {
    const id = text(event['item_id']);
    const item = id === undefined ? undefined : findItem(state, id);
    const heardMs = number(event['audio_end_ms']);
    // A cut is final: what was still reported on the way changes nothing.
    if (item === undefined || heardMs === undefined || item.truncatedAtMs !== undefined || heardMs === item.heardMs) return state;
    return putItem(state, { ...item, heardMs });
  },
  'local.tool': (state, event) => {
    const callId = text(event['call_id']);
    const toolStatus = text(event['status']) as ToolStatus | undefined;
    const item = callId === undefined ? undefined : findCall(state, callId);
    return item === undefined || toolStatus === undefined ? state : putItem(state, { ...item, toolStatus });
  },
  'local.disconnected': (state) => {
    const settled = state.live.reduce((next, item) => putItem(next, { ...item, status: 'incomplete' }), state);
    return stopSpeech({ ...settled, activeResponseId: undefined });
  },
};

function foldSession(state: ConversationState, event: Fields): ConversationState {
  const session = record(event['session']);
  if (session === undefined) return state;
  return { ...state, session: { ...state.session, ...session }, sessionId: text(session['id']) ?? state.sessionId };
}

function stopSpeech(state: ConversationState): ConversationState {
  return state.speech.active ? { ...state, speech: { ...state.speech, active: false } } : state;
}

const spokenItem = (id: string): ConversationItem =>
  newItem(id, { role: 'user', status: 'completed', parts: [{ ...emptyPart, type: 'audio' }] });

/** Marks a user's speech whose transcription the session has asked for. */
function expectTranscript(state: ConversationState, item: ConversationItem): ConversationItem {
  const spoken = item.role === 'user' && item.parts.some((part) => part.type === 'audio' && part.text === '');
  const asked = spoken && item.transcription === undefined && record(state.session?.['input_audio_transcription']) !== undefined;
  return asked ? { ...item, transcription: 'pending' } : item;
}

/** Changes the item an event names; one not heard of yet is made. The same event twice in a row is taken once. */
function changeItem(state: ConversationState, event: Fields, change: (item: ConversationItem) => ConversationItem): ConversationState {
  const id = text(event['item_id']);
  if (id === undefined || getIn(state.entries, id)?.deleted === true) return state;
  const item = findItem(state, id) ?? newItem(id, { responseId: text(event['response_id']) });
  const eventId = text(event['event_id']);
  if (eventId !== undefined && eventId === item.lastEventId) return state;
  return putItem(state, { ...change(item), lastEventId: eventId });
}

function changeUserItem(state: ConversationState, event: Fields, change: (item: ConversationItem) => ConversationItem): ConversationState {
  const id = text(event['item_id']);
  if (id === undefined) return state;
  return changeItem(findItem(state, id) === undefined ? putItem(state, spokenItem(id)) : state, event, change);
}

const asCall = (item: ConversationItem, event: Fields): ConversationItem => ({
  ...item,
  type: 'function_call',
  callId: text(event['call_id']) ?? item.callId,
  name: text(event['name']) ?? item.name,
});

function foldOutputItem(status: string): Handler {
  return (state, event) => {
    const raw = record(event['item']);
    const id = text(raw?.['id']);
    if (raw === undefined || id === undefined) return state;
    const item = mergeItem(findItem(state, id), { status, ...raw }, id);
    return putItem(state, { ...item, responseId: text(event['response_id']) ?? item.responseId });
  };
}

function foldContentPart(final: boolean): Handler {
  return (state, event) =>
    changeItem(state, event, (item) => {
      const at = index(event['content_index']);
      return withPart(item, at, (part) => (part.done ? part : mergePart(item.parts[at], record(event['part']) ?? {}, final)));
    });
}

function foldDelta(type: string): Handler {
  return (state, event) => {
    const delta = text(event['delta']);
    if (delta === undefined) return state;
    return changeItem(state, event, (item) =>
      withPart(item, index(event['content_index']), (part) => (part.done ? part : { ...part, type, text: part.text + delta })),
    );
  };
}

/** Text: the documents put the final text in `delta`, other makers in `text`. */
function foldFinalText(type: string): Handler {
  return (state, event) => {
    const final = type === 'text' ? (text(event['delta']) ?? text(event['text'])) : text(event['transcript']);
    return changeItem(state, event, (item) =>
      withPart(item, index(event['content_index']), (part): ConversationPart => ({ ...part, type, text: final || part.text, done: true })),
    );
  };
}

function foldResponseDone(state: ConversationState, event: Fields): ConversationState {
  const response = record(event['response']) ?? {};
  const id = text(response['id']) ?? state.activeResponseId;
  const status = text(response['status']) ?? 'completed';
  const merged = list(response['output']).reduce<ConversationState>((next, raw) => {
    const item = record(raw) ?? {};
    return foldOutputItem(status === 'completed' ? 'completed' : 'incomplete')(next, { item, response_id: id });
  }, state);
  const settled = merged.live.reduce((next, item) => {
    const ours = item.responseId === id || (item.responseId === undefined && item.role === 'assistant');
    return ours ? putItem(next, { ...item, status: status === 'completed' ? 'completed' : 'incomplete' }) : next;
  }, merged);
  if (id === undefined || getIn(state.endedResponses, id) === true) return settled;
  return {
    ...settled,
    activeResponseId: settled.activeResponseId === id ? undefined : settled.activeResponseId,
    endedResponses: setIn(settled.endedResponses, id, true),
    lastResponse: { id, status, reason: reasonOf(record(response['status_details'])) },
    usage: addUsage(settled, record(response['usage'])),
  };
}

const reasonOf = (details: Fields | undefined): string | undefined =>
  text(record(details?.['error'])?.['message']) ?? text(details?.['reason']) ?? text(details?.['message']);

function addUsage({ usage }: ConversationState, added: Fields | undefined): ConversationState['usage'] {
  const input = number(added?.['input_tokens']) ?? 0;
  const output = number(added?.['output_tokens']) ?? 0;
  return {
    totalTokens: usage.totalTokens + (number(added?.['total_tokens']) ?? input + output),
    inputTokens: usage.inputTokens + input,
    outputTokens: usage.outputTokens + output,
    responses: usage.responses + 1,
  };
}

function rateLimit(raw: unknown): RateLimitState[] {
  const entry = record(raw);
  const name = text(entry?.['name']);
  const limit = number(entry?.['limit']);
  const remaining = number(entry?.['remaining']);
  if (name === undefined || limit === undefined || remaining === undefined) return [];
  return [{ name, limit, remaining, resetSeconds: number(entry?.['reset_seconds']) ?? 0 }];
}

const conversationError = (error: Fields): ConversationError => ({
  type: text(error['type']) ?? 'server_error',
  code: text(error['code']) ?? '',
  message: text(error['message']) ?? '',
  param: text(error['param']),
  eventId: text(error['event_id']),
});

/** A call is looked for among what streams, then backwards: it is always recent. */
function findCall(state: ConversationState, callId: string): ConversationItem | undefined {
  const live = state.live.find((item) => item.callId === callId && item.type === 'function_call');
  if (live !== undefined) return live;
  for (let id = state.lastId; id !== undefined;) {
    const entry = getIn(state.entries, id);
    if (entry?.item?.callId === callId && entry.item.type === 'function_call') return entry.item;
    id = entry?.previousId;
  }
  return undefined;
}

/** Decoded bytes of output audio in a millisecond: pcm16 at 24 kHz, or g711 at 8 kHz. */
function bytesPerMs(state: ConversationState): number {
  const format = text(state.session?.['output_audio_format']);
  return format !== undefined && format.startsWith('g711') ? 8 : 48;
}
