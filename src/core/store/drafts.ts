// New items and parts, and copies to write on while the original stays as it is. Spelt out field by field: the spread of objects this size takes V8 twenty times as long.
import type { ConversationEntry, ConversationItem, ConversationPart, ConversationState } from './conversation-state.js';

export type Draft<T> = { -readonly [K in keyof T]: T[K] };

export type StateDraft = Draft<ConversationState>;

export function copyState(state: ConversationState): StateDraft {
  return {
    stream: state.stream,
    live: state.live,
    entries: state.entries,
    speech: state.speech,
    activeResponseId: state.activeResponseId,
    rateLimits: state.rateLimits,
    firstId: state.firstId,
    lastId: state.lastId,
    endedResponses: state.endedResponses,
    lastResponse: state.lastResponse,
    usage: state.usage,
    sessionId: state.sessionId,
    session: state.session,
    conversationId: state.conversationId,
    errors: state.errors,
    soundingId: state.soundingId,
    unknownEvents: state.unknownEvents,
    speaker: state.speaker,
  };
}

/** Whether nothing was written on a copy. What changes most comes first. */
export const isCopy = (draft: ConversationState, state: ConversationState): boolean =>
  draft.stream === state.stream &&
  draft.live === state.live &&
  draft.entries === state.entries &&
  draft.speech === state.speech &&
  draft.activeResponseId === state.activeResponseId &&
  draft.rateLimits === state.rateLimits &&
  draft.firstId === state.firstId &&
  draft.lastId === state.lastId &&
  draft.endedResponses === state.endedResponses &&
  draft.lastResponse === state.lastResponse &&
  draft.usage === state.usage &&
  draft.sessionId === state.sessionId &&
  draft.session === state.session &&
  draft.conversationId === state.conversationId &&
  draft.errors === state.errors &&
  draft.soundingId === state.soundingId &&
  draft.unknownEvents === state.unknownEvents &&
  draft.speaker === state.speaker;

/** An item that the wire only named: an answer of the assistant, unless more is said. */
export function newItem(id: string, responseId: string | undefined): Draft<ConversationItem> {
  return {
    id,
    type: 'message',
    role: 'assistant',
    status: 'in_progress',
    parts: none,
    responseId,
    callId: undefined,
    name: undefined,
    arguments: undefined,
    output: undefined,
    serverLabel: undefined,
    approvalRequestId: undefined,
    error: undefined,
    toolStatus: undefined,
    transcription: undefined,
    transcriptionError: undefined,
    segments: undefined,
    silentMs: undefined,
    heardMs: undefined,
    truncatedAtMs: undefined,
    lastEventId: undefined,
  };
}

/** The one empty list of a state. */
export const none: readonly never[] = Object.freeze([]);

export function copyItem(item: ConversationItem): Draft<ConversationItem> {
  return {
    id: item.id,
    type: item.type,
    role: item.role,
    status: item.status,
    parts: item.parts,
    responseId: item.responseId,
    callId: item.callId,
    name: item.name,
    arguments: item.arguments,
    output: item.output,
    serverLabel: item.serverLabel,
    approvalRequestId: item.approvalRequestId,
    error: item.error,
    toolStatus: item.toolStatus,
    transcription: item.transcription,
    transcriptionError: item.transcriptionError,
    segments: item.segments,
    silentMs: item.silentMs,
    heardMs: item.heardMs,
    truncatedAtMs: item.truncatedAtMs,
    lastEventId: item.lastEventId,
  };
}

export const emptyPart: ConversationPart = { type: 'text', text: '', format: undefined, imageUrl: undefined, audioMs: 0, done: false };

export const copyPart = ({ type, text, format, imageUrl, audioMs, done }: ConversationPart): Draft<ConversationPart> => ({
  type,
  text,
  format,
  imageUrl,
  audioMs,
  done,
});

export const copyEntry = ({ item, deleted, previousId, nextId, follows }: ConversationEntry): Draft<ConversationEntry> => ({
  item,
  deleted,
  previousId,
  nextId,
  follows,
});
