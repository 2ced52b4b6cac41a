// The fold of what OpenAI has added to its protocol: live transcripts, sound on a track, MCP servers. They need no place in a page before it connects.
import { changeItem, changeUserItem, findCall } from './conversation-changes.js';
import { changePart, findItem, index, list, mergeItem, number, putItem, record, text, type Fields } from './conversation-items.js';
import type { ConversationError, ConversationItem, RateLimitState, ToolStatus, TranscriptSegment } from './conversation-state.js';
import { documentedHandlers, type Handler, type Handlers } from './conversation.js';
import { placeAfter } from './conversation-order.js';
import { copyItem, newItem, type Draft, type StateDraft } from './drafts.js';

const keptErrors = 50;

/** Events that say nothing about a conversation. A session still hands them on as `event`. */
const ignored = [
  // A key pressed on a telephone: no page is one, and a page that watches such a call decides what the key means.
  'input_audio_buffer.dtmf_event_received',
] as const;

/** Of every event. A session has them as soon as there is a wire on which the later ones may come. */
export const allHandlers: Handlers = /* @__PURE__ */ every();

function every(): Handlers {
  return new Map<unknown, Handler>([
    ...documentedHandlers,
    ['conversation.item.created', foldCreated],
    [
      'rate_limits.updated',
      (state, event) => {
        state.rateLimits = list(event['rate_limits']).flatMap(rateLimit);
      },
    ],
    [
      'error',
      (state, event) => {
        state.errors = [...state.errors, conversationError(record(event['error']) ?? {})].slice(-keptErrors);
      },
    ],

    ['conversation.item.input_audio_transcription.delta', foldHeardWords],
    ['conversation.item.input_audio_transcription.segment', foldSegment],
    ['conversation.item.retrieved', foldRetrieved],
    ['input_audio_buffer.timeout_triggered', foldSilence],
    [
      'output_audio_buffer.started',
      (state, event) => {
        state.soundingId = text(event['response_id']) ?? state.activeResponseId ?? '';
      },
    ],
    ['output_audio_buffer.stopped', stopSounding],
    ['output_audio_buffer.cleared', stopSounding],
    ['mcp_list_tools.in_progress', changeListing('in_progress')],
    ['mcp_list_tools.completed', changeListing('completed')],
    ['mcp_list_tools.failed', changeListing('failed')],
    [
      'response.mcp_call_arguments.delta',
      changeMcpCall((call, event) => {
        if (call.status === 'in_progress') call.arguments = (call.arguments ?? '') + (text(event['delta']) ?? '');
      }),
    ],
    ['response.mcp_call_arguments.done', changeMcpCall((call, event) => (call.arguments = text(event['arguments']) ?? call.arguments))],
    ['response.mcp_call.in_progress', changeMcpCall((call) => (call.toolStatus ??= 'running'))],
    ['response.mcp_call.completed', changeMcpCall((call) => (call.toolStatus = 'completed'))],
    ['response.mcp_call.failed', changeMcpCall((call) => (call.toolStatus = 'failed'))],
    ...ignored.map((type) => [type, () => {}] as const),
  ]);
}

/** What was understood so far of what the user is saying, or has just said. */
function foldHeardWords(state: StateDraft, event: Fields): void {
  changeUserItem(state, event, (item) => {
    changePart(item, index(event['content_index']), (part) => {
      if (part.done) return;
      part.type = 'audio';
      part.text += text(event['delta']) ?? '';
    });
    item.transcription ??= 'pending';
  });
}

function foldSegment(state: StateDraft, event: Fields): void {
  const id = text(event['id']);
  if (id === undefined) return;
  const segment = {
    id,
    speaker: text(event['speaker']) ?? '',
    text: text(event['text']) ?? '',
    startMs: (number(event['start']) ?? 0) * 1000,
    endMs: (number(event['end']) ?? 0) * 1000,
  };
  changeUserItem(state, event, (item) => {
    const { segments: before = [] } = item;
    const segments = [...before.filter((one) => one.id !== id), segment].sort((one, other) => one.startMs - other.startMs);
    changePart(item, index(event['content_index']), (part) => {
      part.type = 'audio';
      // Deltas, where a service sends them too, have said it already.
      if (!part.done && part.text === textOf(before)) part.text = textOf(segments);
    });
    item.segments = segments;
    item.transcription ??= 'pending';
  });
}

const textOf = (segments: readonly TranscriptSegment[]): string => segments.map((segment) => segment.text.trim()).join(' ');

/** An item as the server has it: what is known of it stays. */
function foldRetrieved(state: StateDraft, event: Fields): void {
  const raw = record(event['item']);
  const id = text(raw?.['id']);
  if (raw === undefined || id === undefined) return;
  const known = findItem(state, id);
  const item = mergeItem(known, raw, known ?? newItem(id, undefined), known?.status ?? 'completed');
  if (item !== known) putItem(state, item);
}

/** Nobody spoke for so long that the service did: it commits the silence as an item. */
function foldSilence(state: StateDraft, event: Fields): void {
  const lengthMs = (number(event['audio_end_ms']) ?? 0) - (number(event['audio_start_ms']) ?? 0);
  changeUserItem(state, event, (item) => (item.silentMs = Math.max(0, lengthMs)));
}

function stopSounding(state: StateDraft): void {
  state.soundingId = undefined;
}

function changeListing(status: string): Handler {
  return (state, event) =>
    changeItem(state, event, (item) => {
      item.type = 'mcp_list_tools';
      item.role = 'tool';
      if (item.status === 'in_progress') item.status = status;
    });
}

function changeMcpCall(change: (call: Draft<ConversationItem>, event: Fields) => void): Handler {
  return (state, event) =>
    changeItem(state, event, (item) => {
      item.type = 'mcp_call';
      item.callId ??= item.id;
      change(item, event);
    });
}

/** An answer to a request for approval says something of the request: it is no item of its own. */
function foldCreated(state: StateDraft, event: Fields): void {
  const response = record(event['item']);
  if (response?.['type'] !== 'mcp_approval_response') return documentedHandlers.get(event['type'])?.(state, event);
  const id = text(response['id']);
  const requestId = text(response['approval_request_id']);
  if (id !== undefined) placeAfter(state, id, text(event['previous_item_id']));
  const request = requestId === undefined ? undefined : findCall(state, requestId);
  if (request === undefined) return;
  const answered = copyItem(request);
  const toolStatus: ToolStatus = response['approve'] === true ? 'completed' : 'denied';
  answered.toolStatus = toolStatus;
  putItem(state, answered);
}

function rateLimit(raw: unknown): RateLimitState[] {
  const entry = record(raw) ?? {};
  const name = text(entry['name']);
  const limit = number(entry['limit']);
  const remaining = number(entry['remaining']);
  if (name === undefined || limit === undefined || remaining === undefined) return [];
  return [{ name, limit, remaining, resetSeconds: number(entry['reset_seconds']) ?? 0 }];
}

const conversationError = (error: Fields): ConversationError => ({
  type: text(error['type']) ?? 'server_error',
  code: text(error['code']) ?? '',
  message: text(error['message']) ?? '',
  param: text(error['param']),
  eventId: text(error['event_id']),
});
