// The fold: one server event and a state give the next state. Pure, complete, never throws; every field of the wire is checked where it is read.
import { changeItem, changeUserItem, endLive, findCall, grow, settleStream, spokenItem } from './conversation-changes.js';
import {
  changePart,
  draftOf,
  findItem,
  index,
  knownItem,
  list,
  mergeItem,
  mergePart,
  number,
  putItem,
  putPart,
  record,
  text,
  timeMs,
  type Fields,
} from './conversation-items.js';
import { changeEntry, ensureEntry, placeAfter } from './conversation-order.js';
import type { ConversationEvent, ConversationItem, ConversationState, ToolStatus, UsageState } from './conversation-state.js';
import { copyItem, copyState, isCopy, newItem, none, type Draft, type StateDraft } from './drafts.js';
import { emptyMap, getIn, setIn } from './persistent-map.js';

/** Writes what an event changes. */
export type Handler = (state: StateDraft, event: Fields) => void;

/** By the type of their event. */
export type Handlers = ReadonlyMap<unknown, Handler>;

/** The state of a conversation in which nothing was said: what `foldConversation` begins with. */
export const initialConversation: ConversationState = Object.freeze({
  stream: undefined,
  live: none,
  entries: emptyMap,
  speech: Object.freeze({ active: false, startedMs: undefined, stoppedMs: undefined }),
  activeResponseId: undefined,
  rateLimits: none,
  firstId: undefined,
  lastId: undefined,
  endedResponses: emptyMap,
  lastResponse: undefined,
  usage: Object.freeze({ totalTokens: 0, inputTokens: 0, outputTokens: 0, responses: 0 }),
  sessionId: undefined,
  session: undefined,
  conversationId: undefined,
  errors: none,
  soundingId: undefined,
  unknownEvents: 0,
  speaker: undefined,
});

/**
 * The state after `event`; `handlers`: which events are known. Never changes what it was given; returns the same object when the event changes nothing.
 * An unknown, repeated, incomplete or late event is safe, and so is a value that is no event.
 */
export function foldEvent(state: ConversationState, event: ConversationEvent, handlers = documentedHandlers): ConversationState {
  const fields = record(event);
  if (fields === undefined) return state;
  // One copy an event: the handlers write on it.
  const next = copyState(state);
  const handle = handlers.get(fields['type']) ?? countUnknown;
  handle(next, fields);
  return isCopy(next, state) ? state : next;
}

const countUnknown: Handler = (state) => (state.unknownEvents += 1);

/** Of the documents' events but for two, which like all later ones only a connection brings, and of what happens on the page. */
export const documentedHandlers: Handlers = new Map<unknown, Handler>([
  ['session.created', foldSession],
  ['session.updated', foldSession],
  [
    'conversation.created',
    (state, event) => {
      state.conversationId = text(record(event['conversation'])?.['id']) ?? state.conversationId;
    },
  ],
  [
    'conversation.item.created',
    (state, event) => {
      const raw = record(event['item']);
      const id = text(raw?.['id']);
      if (raw === undefined || id === undefined) return;
      placeAfter(state, id, text(event['previous_item_id']));
      const known = findItem(state, id);
      const item = expectTranscript(state, mergeItem(known, raw, known ?? begunItem(state, raw, id, undefined), 'completed'));
      if (item !== known) putItem(state, item);
      if (known === undefined && item.type === 'handover') state.speaker = { role: item.role, name: item.name };
    },
  ],
  ['conversation.item.deleted', foldDeleted],
  [
    'conversation.item.truncated',
    (state, event) =>
      changeItem(state, event, (item) => {
        item.truncatedAtMs = timeMs(event['audio_end_ms']) ?? item.heardMs ?? 0;
        item.heardMs = item.truncatedAtMs;
      }),
  ],
  [
    'conversation.item.input_audio_transcription.completed',
    (state, event) =>
      changeUserItem(state, event, (item) => {
        changePart(item, index(event['content_index']), (part) => {
          part.type = 'audio';
          part.text = text(event['transcript']) ?? '';
          part.done = true;
        });
        item.transcription = 'completed';
        item.transcriptionError = undefined;
      }),
  ],
  [
    'conversation.item.input_audio_transcription.failed',
    (state, event) =>
      changeUserItem(state, event, (item) => {
        const error = record(event['error']);
        item.transcription = 'failed';
        item.transcriptionError = text(error?.['message']) ?? text(error?.['code']) ?? '';
      }),
  ],
  [
    'input_audio_buffer.committed',
    (state, event) => {
      const id = text(event['item_id']);
      if (id === undefined) return;
      placeAfter(state, id, text(event['previous_item_id']));
      if (knownItem(state, id) === undefined) putItem(state, expectTranscript(state, spokenItem(id)));
    },
  ],
  ['input_audio_buffer.cleared', stopSpeech],
  [
    'input_audio_buffer.speech_started',
    (state, event) => {
      state.speech = { active: true, startedMs: number(event['audio_start_ms']), stoppedMs: undefined };
    },
  ],
  [
    'input_audio_buffer.speech_stopped',
    (state, event) => {
      const stoppedMs = number(event['audio_start_ms']) ?? number(event['audio_end_ms']);
      state.speech = { active: false, startedMs: state.speech.startedMs, stoppedMs };
    },
  ],
  [
    'response.created',
    (state, event) => {
      const id = text(record(event['response'])?.['id']);
      if (id !== undefined && getIn(state.endedResponses, id) !== true) state.activeResponseId = id;
    },
  ],
  ['response.done', foldResponseDone],
  ['response.output_item.added', foldOutputItem('in_progress')],
  ['response.output_item.done', foldOutputItem('completed')],
  ['response.content_part.added', foldContentPart(false)],
  ['response.content_part.done', foldContentPart(true)],
  ['response.text.delta', (state, event) => grow(state, event, 'text', text(event['delta']) ?? '', 0)],
  ['response.text.done', foldFinalText('text')],
  ['response.audio_transcript.delta', (state, event) => grow(state, event, 'audio', text(event['delta']) ?? '', 0)],
  ['response.audio_transcript.done', foldFinalText('audio')],
  ['response.audio.delta', (state, event) => grow(state, event, 'audio', '', (audioLength(event) * 0.75) / bytesPerMs(state))],
  // The audio itself is not kept, so its end says nothing that `output_item.done` does not.
  ['response.audio.done', () => {}],
  [
    'response.function_call_arguments.delta',
    (state, event) =>
      changeItem(state, event, (item) => {
        nameCall(item, event);
        if (item.status === 'in_progress') item.arguments = (item.arguments ?? '') + (text(event['delta']) ?? '');
      }),
  ],
  [
    'response.function_call_arguments.done',
    (state, event) =>
      changeItem(state, event, (item) => {
        nameCall(item, event);
        item.arguments = text(event['arguments']) ?? item.arguments;
      }),
  ],
  ['local.forgotten', (state) => void Object.assign(state, initialConversation)],
  ['local.heard', foldHeard],
  [
    'local.tool',
    (state, event) => {
      const callId = text(event['call_id']);
      const toolStatus = text(event['status']) as ToolStatus | undefined;
      const item = callId === undefined ? undefined : findCall(state, callId);
      if (item === undefined || toolStatus === undefined) return;
      const draft = copyItem(item);
      draft.toolStatus = toolStatus;
      putItem(state, draft);
    },
  ],
  [
    'local.disconnected',
    (state) => {
      settleStream(state);
      endLive(state, 'incomplete', () => true);
      stopSpeech(state);
      state.activeResponseId = undefined;
      state.soundingId = undefined;
    },
  ],
]);

function foldSession(state: StateDraft, event: Fields): void {
  const session = record(event['session']);
  if (session === undefined) return;
  state.session = { ...state.session, ...session };
  state.sessionId = text(session['id']) ?? state.sessionId;
}

function stopSpeech(state: StateDraft): void {
  if (state.speech.active) state.speech = { active: false, startedMs: state.speech.startedMs, stoppedMs: undefined };
}

function foldDeleted(state: StateDraft, event: Fields): void {
  const id = text(event['item_id']);
  if (id === undefined || getIn(state.entries, id)?.deleted === true) return;
  ensureEntry(state, id);
  changeEntry(state, id, (entry) => {
    entry.item = undefined;
    entry.deleted = true;
  });
  state.live = state.live.filter((item) => item.id !== id);
  if (state.stream?.id === id) state.stream = undefined;
}

function foldHeard(state: StateDraft, event: Fields): void {
  const id = text(event['item_id']);
  const item = id === undefined ? undefined : knownItem(state, id);
  const heardMs = timeMs(event['audio_end_ms']);
  // A cut is final: what was still reported on the way changes nothing.
  if (item === undefined || heardMs === undefined || item.truncatedAtMs !== undefined || heardMs === item.heardMs) return;
  const draft = draftOf(item, state.stream);
  draft.heardMs = heardMs;
  putItem(state, draft);
}

/** Marks a user's speech whose transcription the session has asked for. */
function expectTranscript(state: ConversationState, item: ConversationItem): ConversationItem {
  const spoken = item.role === 'user' && item.parts.some((part) => part.type === 'audio' && part.text === '');
  const asked = spoken && item.transcription === undefined && record(state.session?.['input_audio_transcription']) !== undefined;
  if (!asked) return item;
  const draft = copyItem(item);
  draft.transcription = 'pending';
  return draft;
}

function nameCall(item: Draft<ConversationItem>, event: Fields): void {
  item.type = 'function_call';
  item.callId = text(event['call_id']) ?? item.callId;
  item.name = text(event['name']) ?? item.name;
}

function foldOutputItem(unsaidStatus: string): Handler {
  return (state, event) => mergeOutput(state, record(event['item']), text(event['response_id']), unsaidStatus);
}

function mergeOutput(state: StateDraft, raw: Fields | undefined, responseId: string | undefined, unsaidStatus: string): void {
  const id = text(raw?.['id']);
  if (raw === undefined || id === undefined) return;
  const known = findItem(state, id);
  const item = mergeItem(known, raw, known ?? begunItem(state, raw, id, responseId), unsaidStatus);
  if (responseId === undefined || responseId === item.responseId) {
    if (item !== known) putItem(state, item);
    return;
  }
  const draft = copyItem(item);
  draft.responseId = responseId;
  putItem(state, draft);
}

/** An answer that begins is of the one who speaks now. */
function begunItem({ speaker }: ConversationState, raw: Fields, id: string, responseId: string | undefined): ConversationItem {
  const item = newItem(id, responseId);
  if (raw['type'] === 'message' && raw['role'] === speaker?.role) item.name = speaker?.name;
  return item;
}

function foldContentPart(final: boolean): Handler {
  return (state, event) =>
    changeItem(state, event, (item) => {
      const at = index(event['content_index']);
      const part = item.parts[at];
      if (part?.done !== true) putPart(item, at, mergePart(part, record(event['part']), final));
    });
}

/** Text: the documents put the final text in `delta`, other makers in `text`. */
function foldFinalText(type: string): Handler {
  return (state, event) => {
    const final = type === 'text' ? (text(event['delta']) ?? text(event['text'])) : text(event['transcript']);
    changeItem(state, event, (item) =>
      changePart(item, index(event['content_index']), (part) => {
        part.type = type;
        part.text = final || part.text;
        part.done = true;
      }),
    );
  };
}

function foldResponseDone(state: StateDraft, event: Fields): void {
  const response = record(event['response']) ?? {};
  const id = text(response['id']) ?? state.activeResponseId;
  const status = text(response['status']) ?? 'completed';
  const itemStatus = status === 'completed' ? 'completed' : 'incomplete';
  settleStream(state);
  for (const item of list(response['output'])) mergeOutput(state, record(item), id, itemStatus);
  endLive(state, itemStatus, (item) => (item.responseId === undefined ? item.role === 'assistant' : item.responseId === id));
  if (id === undefined || getIn(state.endedResponses, id) === true) return;
  if (state.activeResponseId === id) state.activeResponseId = undefined;
  state.endedResponses = setIn(state.endedResponses, id, true);
  state.lastResponse = { id, status, reason: reasonOf(record(response['status_details'])) };
  state.usage = addUsage(state.usage, record(response['usage']));
}

const reasonOf = (details: Fields | undefined): string | undefined =>
  text(record(details?.['error'])?.['message']) ?? text(details?.['reason']) ?? text(details?.['message']);

function addUsage(usage: UsageState, added: Fields | undefined): UsageState {
  const input = number(added?.['input_tokens']) ?? 0;
  const output = number(added?.['output_tokens']) ?? 0;
  return {
    totalTokens: usage.totalTokens + (number(added?.['total_tokens']) ?? input + output),
    inputTokens: usage.inputTokens + input,
    outputTokens: usage.outputTokens + output,
    responses: usage.responses + 1,
  };
}

/** base64 characters of a delta; a recorded one has kept their number only. */
function audioLength(event: Fields): number {
  const delta = text(event['delta']);
  return delta === undefined || delta === '' ? Math.max(0, number(event['delta_length']) ?? 0) : delta.length;
}

/** Decoded bytes of output audio in a millisecond: pcm16 at 24 kHz, or g711 at 8 kHz. */
function bytesPerMs(state: ConversationState): number {
  const format = text(state.session?.['output_audio_format']);
  return format !== undefined && format.startsWith('g711') ? 8 : 48;
}
