// New items and parts, and copies to write on while the original stays as it is. Spelt out field by field: the spread of objects this size takes V8 twenty times as long.
import type { ConversationEntry, ConversationItem, ConversationPart, ConversationState } from './conversation-state.js';

export type Draft<T> = { -readonly [K in keyof T]: T[K] };

export function editState(state: ConversationState, change: (draft: Draft<ConversationState>) => void): ConversationState {
  const draft = copyState(state);
  change(draft);
  return draft;
}

export function copyState(state: ConversationState): Draft<ConversationState> {
  return {
    sessionId: state.sessionId,
    session: state.session,
    conversationId: state.conversationId,
    entries: state.entries,
    firstId: state.firstId,
    lastId: state.lastId,
    live: state.live,
    stream: state.stream,
    activeResponseId: state.activeResponseId,
    endedResponses: state.endedResponses,
    lastResponse: state.lastResponse,
    usage: state.usage,
    rateLimits: state.rateLimits,
    errors: state.errors,
    speech: state.speech,
    soundingId: state.soundingId,
    unknownEvents: state.unknownEvents,
  };
}

/** An item that the wire only named: an answer of the assistant, unless more is said. */
export function newItem(id: string, responseId: string | undefined): ConversationItem {
  return {
    id,
    type: 'message',
    role: 'assistant',
    status: 'in_progress',
    parts: noParts,
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

const noParts: readonly ConversationPart[] = Object.freeze([]);

export function editItem(item: ConversationItem, change: (draft: Draft<ConversationItem>) => void): ConversationItem {
  const draft: Draft<ConversationItem> = {
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
  change(draft);
  return draft;
}

export const emptyPart: ConversationPart = { type: 'text', text: '', format: undefined, imageUrl: undefined, audioMs: 0, done: false };

export function editPart(part: ConversationPart, change: (draft: Draft<ConversationPart>) => void): ConversationPart {
  const draft: Draft<ConversationPart> = {
    type: part.type,
    text: part.text,
    format: part.format,
    imageUrl: part.imageUrl,
    audioMs: part.audioMs,
    done: part.done,
  };
  change(draft);
  return draft;
}

export function editEntry(entry: ConversationEntry, change: (draft: Draft<ConversationEntry>) => void): ConversationEntry {
  const { item, deleted, previousId, nextId, follows } = entry;
  const draft: Draft<ConversationEntry> = { item, deleted, previousId, nextId, follows };
  change(draft);
  return draft;
}
