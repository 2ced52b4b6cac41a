// An exported conversation as a log and the state it folds to. Nothing in the text is trusted.
import { toServerEvent } from '../../wire/decode-event.js';
import { VoxreelError } from '../../errors.js';
import { readEventLog, type RecordedEvent, type RecordedFields } from '../../recorded-events.js';
import { parseJson } from '../../http.js';
import { isRecord } from '../../../base/is-record.js';
import { foldConversation } from '../../store/fold-conversation.js';
import { initialConversation } from '../../store/conversation.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import { wireItem, wirePart } from '../../store/wire-item.js';

/** A conversation that was read from a file. */
export interface ImportedConversation {
  /** What happened, in order: `createReplayTransport` plays it. Folding its server and page events gives `state`. */
  readonly log: readonly RecordedEvent[];
  readonly state: ConversationState;
}

/** Characters; a day of conversation has fewer. */
const longest = 200_000_000;

export function readConversation(text: string): ImportedConversation {
  if (typeof text !== 'string' || text.length > longest) throw unreadable();
  const json = text.trimStart().startsWith('{') ? parseJson(text) : undefined;
  const log = isRecord(json) && Array.isArray(json['items']) ? logOfItems(json['items'], json) : readEventLog(text);
  if (log.length === 0) throw unreadable();
  return { log, state: foldLog(log) };
}

const unreadable = () => new VoxreelError('invalid_input', 'This is no conversation exported as JSONL or JSON.', { param: 'text' });

/** The state that a log leads to. */
export const foldLog = (log: readonly RecordedEvent[]): ConversationState => log.reduce(foldRecorded, initialConversation);

/** The state after one more event of a log. What was sent changes nothing by itself, nor does what happened in a queue of videos. */
export const foldRecorded = (state: ConversationState, recorded: RecordedEvent): ConversationState =>
  recorded.from === 'client' || recorded.from === 'queue' ? state : foldConversation(state, eventOf(recorded));

/** Only the page says what happened on the page: the same words from a server are unknown ones. */
function eventOf({ from, event }: RecordedEvent): ConversationEvent {
  if (from === 'page' || event.type === 'unknown') return event as unknown as ConversationEvent;
  return toServerEvent({ ...event });
}

type Fields = Readonly<Record<string, unknown>>;

/** base64 characters of pcm16 at 24 kHz in a millisecond: what the fold counts by where no session says otherwise. */
const charactersPerMs = 64;
const mostResponses = 10_000;

/** The events that bring about the items of a JSON export. */
function logOfItems(items: readonly unknown[], { sessionId, usage }: Fields): readonly RecordedEvent[] {
  const log: RecordedEvent[] = [];
  const add = (from: RecordedEvent['from'], event: RecordedFields) => log.push({ at: 0, from, event });
  if (typeof sessionId === 'string') add('server', { type: 'session.created', session: { id: sessionId } });
  let previous: string | null = null;
  for (const item of items) {
    if (!isRecord(item) || typeof item['id'] !== 'string') continue;
    add('server', { type: 'conversation.item.created', previous_item_id: previous, item: wireItem(item, partsOf(item).map(wirePart)) });
    previous = item['id'];
    for (const event of soundOf(item)) add('server', event);
    for (const event of transcriptionOf(item)) add('server', event);
    for (const event of pageEventsOf(item)) add('page', event);
  }
  if (log.length > 0) for (const event of usageEvents(usage)) add('server', event);
  return log;
}

/** A JSON of another make may have the text alone. */
function partsOf({ parts, text, type, spoken }: Fields): readonly Fields[] {
  if (Array.isArray(parts)) return parts.map((part: unknown) => (isRecord(part) ? part : {}));
  const isMessage = type === undefined || type === 'message';
  return isMessage && typeof text === 'string' && text !== '' ? [{ type: spoken === true ? 'audio' : 'text', text }] : [];
}

function* soundOf(item: Fields): Generator<RecordedFields> {
  const { id, responseId, truncatedAtMs } = item;
  for (const [at, { audioMs }] of partsOf(item).entries()) {
    if (typeof audioMs !== 'number' || !(audioMs > 0)) continue;
    const place = { item_id: id, response_id: responseId, content_index: at };
    yield { type: 'response.audio.delta', ...place, delta: '', delta_length: audioMs * charactersPerMs };
  }
  if (typeof truncatedAtMs === 'number')
    yield { type: 'conversation.item.truncated', item_id: id, content_index: 0, audio_end_ms: truncatedAtMs };
}

function* transcriptionOf({ id, transcription, transcriptionError, text }: Fields): Generator<RecordedFields> {
  const type = 'conversation.item.input_audio_transcription';
  if (transcription === 'completed') yield { type: `${type}.completed`, item_id: id, content_index: 0, transcript: text };
  if (transcription === 'failed') yield { type: `${type}.failed`, item_id: id, content_index: 0, error: { message: transcriptionError } };
}

const toolStatuses: readonly unknown[] = ['awaiting_approval', 'running', 'completed', 'failed', 'denied'];

function* pageEventsOf({ id, heardMs, truncatedAtMs, callId, toolStatus }: Fields): Generator<RecordedFields> {
  if (typeof heardMs === 'number' && truncatedAtMs === undefined)
    yield { type: 'local.heard', item_id: id, content_index: 0, audio_end_ms: heardMs };
  if (toolStatuses.includes(toolStatus)) yield { type: 'local.tool', call_id: callId, status: toolStatus };
}

/** One response for all that was used, and empty ones for the count. */
function* usageEvents(usage: unknown): Generator<RecordedFields> {
  if (!isRecord(usage)) return;
  const { totalTokens: total_tokens, inputTokens: input_tokens, outputTokens: output_tokens, responses } = usage;
  const count = typeof responses === 'number' ? Math.min(mostResponses, responses) : 0;
  for (let nth = 0; nth < count; nth++) {
    const used = nth === 0 ? { total_tokens, input_tokens, output_tokens } : { total_tokens: 0 };
    yield { type: 'response.done', response: { id: `imported_${nth}`, status: 'completed', usage: used } };
  }
}
