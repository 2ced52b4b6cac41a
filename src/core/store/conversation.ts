// The fold: one server event and a state give the next state. Pure, complete, never throws; every field of the wire is checked where it is read.
import { changeItem, changeUserItem, endLive, findCall, grow, settleStream, spokenItem } from './conversation-changes.js';
import {
  changePart,
  findItem,
  index,
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
import { editItem, editState, type Draft } from './drafts.js';
import { emptyMap, getIn, setIn } from './persistent-map.js';

export type Handler = (state: ConversationState, event: Fields) => ConversationState;

/** By the type of their event. */
export type Handlers = ReadonlyMap<unknown, Handler>;

export const initialConversation: ConversationState = Object.freeze({
  sessionId: undefined,
  session: undefined,
  conversationId: undefined,
  entries: emptyMap,
  firstId: undefined,
  lastId: undefined,
  live: Object.freeze([]),
  stream: undefined,
  activeResponseId: undefined,
  endedResponses: emptyMap,
  lastResponse: undefined,
  usage: Object.freeze({ totalTokens: 0, inputTokens: 0, outputTokens: 0, responses: 0 }),
  rateLimits: Object.freeze([]),
  errors: Object.freeze([]),
  speech: Object.freeze({ active: false, startedMs: undefined, stoppedMs: undefined }),
  soundingId: undefined,
  unknownEvents: 0,
});

/**
 * The state after `event`; `handlers`: which events are known. Never changes what it was given; returns the same object when the event changes nothing.
 * An unknown, repeated, incomplete or late event is safe, and so is a value that is no event.
 */
export function foldEvent(state: ConversationState, event: ConversationEvent, handlers = documentedHandlers): ConversationState {
  const fields = record(event);
  if (fields === undefined) return state;
  const handler = handlers.get(fields['type']);
  return handler === undefined ? editState(state, (draft) => (draft.unknownEvents += 1)) : handler(state, fields);
}

/** Of the documents' events but for two, which like all later ones only a connection brings, and of what happens on the page. */
export const documentedHandlers: Handlers = new Map<unknown, Handler>([
  ['session.created', foldSession],
  ['session.updated', foldSession],
  [
    'conversation.created',
    (state, event) => {
      const id = text(record(event['conversation'])?.['id']);
      return id === undefined ? state : editState(state, (draft) => (draft.conversationId = id));
    },
  ],
  [
    'conversation.item.created',
    (state, event) => {
      const raw = record(event['item']);
      const id = text(raw?.['id']);
      if (raw === undefined || id === undefined) return state;
      const placed = placeAfter(state, id, text(event['previous_item_id']));
      const known = findItem(placed, id);
      const item = expectTranscript(placed, mergeItem(known, raw, id, 'completed'));
      return item === known ? placed : putItem(placed, item);
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
        item.parts = changePart(item.parts, index(event['content_index']), (part) => {
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
      if (id === undefined) return state;
      const placed = placeAfter(state, id, text(event['previous_item_id']));
      return findItem(placed, id) === undefined ? putItem(placed, expectTranscript(placed, spokenItem(id))) : placed;
    },
  ],
  ['input_audio_buffer.cleared', stopSpeech],
  [
    'input_audio_buffer.speech_started',
    (state, event) =>
      editState(state, (draft) => {
        draft.speech = { active: true, startedMs: number(event['audio_start_ms']), stoppedMs: undefined };
      }),
  ],
  [
    'input_audio_buffer.speech_stopped',
    (state, event) =>
      editState(state, (draft) => {
        const stoppedMs = number(event['audio_start_ms']) ?? number(event['audio_end_ms']);
        draft.speech = { active: false, startedMs: state.speech.startedMs, stoppedMs };
      }),
  ],
  [
    'response.created',
    (state, event) => {
      const id = text(record(event['response'])?.['id']);
      if (id === undefined || getIn(state.endedResponses, id) === true) return state;
      return editState(state, (draft) => (draft.activeResponseId = id));
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
  ['response.audio.done', (state) => state],
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
  ['local.forgotten', () => initialConversation],
  ['local.heard', foldHeard],
  [
    'local.tool',
    (state, event) => {
      const callId = text(event['call_id']);
      const toolStatus = text(event['status']) as ToolStatus | undefined;
      const item = callId === undefined ? undefined : findCall(state, callId);
      if (item === undefined || toolStatus === undefined) return state;
      return putItem(
        state,
        editItem(item, (draft) => (draft.toolStatus = toolStatus)),
      );
    },
  ],
  [
    'local.disconnected',
    (state) => {
      const ended = endLive(settleStream(state), 'incomplete', () => true);
      return stopSpeech(
        editState(ended, (draft) => {
          draft.activeResponseId = undefined;
          draft.soundingId = undefined;
        }),
      );
    },
  ],
]);

function foldSession(state: ConversationState, event: Fields): ConversationState {
  const session = record(event['session']);
  if (session === undefined) return state;
  return editState(state, (draft) => {
    draft.session = { ...state.session, ...session };
    draft.sessionId = text(session['id']) ?? state.sessionId;
  });
}

function stopSpeech(state: ConversationState): ConversationState {
  if (!state.speech.active) return state;
  return editState(state, (draft) => (draft.speech = { active: false, startedMs: state.speech.startedMs, stoppedMs: undefined }));
}

function foldDeleted(state: ConversationState, event: Fields): ConversationState {
  const id = text(event['item_id']);
  if (id === undefined || getIn(state.entries, id)?.deleted === true) return state;
  const emptied = changeEntry(ensureEntry(state, id), id, (entry) => {
    entry.item = undefined;
    entry.deleted = true;
  });
  return editState(emptied, (draft) => {
    draft.live = draft.live.filter((item) => item.id !== id);
    if (draft.stream?.id === id) draft.stream = undefined;
  });
}

function foldHeard(state: ConversationState, event: Fields): ConversationState {
  const id = text(event['item_id']);
  const item = id === undefined ? undefined : findItem(state, id);
  const heardMs = timeMs(event['audio_end_ms']);
  // A cut is final: what was still reported on the way changes nothing.
  if (item === undefined || heardMs === undefined || item.truncatedAtMs !== undefined || heardMs === item.heardMs) return state;
  return putItem(
    state,
    editItem(item, (draft) => (draft.heardMs = heardMs)),
  );
}

/** Marks a user's speech whose transcription the session has asked for. */
function expectTranscript(state: ConversationState, item: ConversationItem): ConversationItem {
  const spoken = item.role === 'user' && item.parts.some((part) => part.type === 'audio' && part.text === '');
  const asked = spoken && item.transcription === undefined && record(state.session?.['input_audio_transcription']) !== undefined;
  return asked ? editItem(item, (draft) => (draft.transcription = 'pending')) : item;
}

function nameCall(item: Draft<ConversationItem>, event: Fields): void {
  item.type = 'function_call';
  item.callId = text(event['call_id']) ?? item.callId;
  item.name = text(event['name']) ?? item.name;
}

function foldOutputItem(unsaidStatus: string): Handler {
  return (state, event) => {
    const raw = record(event['item']);
    const id = text(raw?.['id']);
    if (raw === undefined || id === undefined) return state;
    const known = findItem(state, id);
    const item = mergeItem(known, raw, id, unsaidStatus);
    const responseId = text(event['response_id']) ?? item.responseId;
    if (responseId === item.responseId) return item === known ? state : putItem(state, item);
    return putItem(
      state,
      editItem(item, (draft) => (draft.responseId = responseId)),
    );
  };
}

function foldContentPart(final: boolean): Handler {
  return (state, event) =>
    changeItem(state, event, (item) => {
      const at = index(event['content_index']);
      const part = item.parts[at];
      if (part?.done !== true) item.parts = putPart(item.parts, at, mergePart(part, record(event['part']), final));
    });
}

/** Text: the documents put the final text in `delta`, other makers in `text`. */
function foldFinalText(type: string): Handler {
  return (state, event) => {
    const final = type === 'text' ? (text(event['delta']) ?? text(event['text'])) : text(event['transcript']);
    return changeItem(state, event, (item) => {
      item.parts = changePart(item.parts, index(event['content_index']), (part) => {
        part.type = type;
        part.text = final || part.text;
        part.done = true;
      });
    });
  };
}

function foldResponseDone(state: ConversationState, event: Fields): ConversationState {
  const response = record(event['response']) ?? {};
  const id = text(response['id']) ?? state.activeResponseId;
  const status = text(response['status']) ?? 'completed';
  const itemStatus = status === 'completed' ? 'completed' : 'incomplete';
  const foldOutput = foldOutputItem(itemStatus);
  const merged = list(response['output']).reduce<ConversationState>(
    (next, item) => foldOutput(next, { item, response_id: id }),
    settleStream(state),
  );
  const ours = (item: ConversationItem) => (item.responseId === undefined ? item.role === 'assistant' : item.responseId === id);
  const settled = endLive(merged, itemStatus, ours);
  if (id === undefined || getIn(state.endedResponses, id) === true) return settled;
  return editState(settled, (draft) => {
    if (draft.activeResponseId === id) draft.activeResponseId = undefined;
    draft.endedResponses = setIn(draft.endedResponses, id, true);
    draft.lastResponse = { id, status, reason: reasonOf(record(response['status_details'])) };
    draft.usage = addUsage(draft.usage, record(response['usage']));
  });
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
