// A conversation as it is stored between pages: its items as events that fold to them again, as text, bounded.
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';
import { isRecord } from '../../../base/is-record.js';
import { belongsTo, type StoredRecord } from '../../stored-record.js';
import type { ConversationOwner } from './conversation-owner.js';
import type { KnownTimes } from './sitting.js';
import type {
  ConversationEvent,
  ConversationPart,
  ConversationState,
  LocalEvent,
  TranscriptEntry,
} from '../../store/conversation-state.js';
import { isCall } from '../../store/conversation-items.js';
import { wireItem, wirePart } from '../../store/wire-item.js';
import { transcript } from '../../store/transcript.js';
import type { PendingEvent } from '../events/send-queue.js';

export interface StoredConversation extends StoredRecord, ConversationOwner, KnownTimes {
  readonly kind: 'conversation';
  readonly version: 2;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly events: readonly ConversationEvent[];
  /** Not yet acknowledged by a server. */
  readonly pending: readonly PendingEvent[];
  /** Given by a person. */
  readonly title?: string | undefined;
  /** Characters of `events`. */
  readonly size?: number | undefined;
}

/** Its key in the storage. */
export const keyOf = (id: string): string => `conversation:${id}`;

/** The newest items that fit: a longer conversation is kept from its end. */
const mostItems = 500;
const mostCharacters = 1_000_000;
const mostPictureCharacters = 200_000;
/** An answer that was asked for so long ago is no longer waited for. */
const requestsKeptMs = 600_000;

type ItemCreated = Extract<ServerEvent, { type: 'conversation.item.created' }>;

export function storedConversation(
  state: ConversationState,
  head: Omit<StoredConversation, 'kind' | 'version' | 'events' | 'pending' | 'size'>,
  pending: readonly PendingEvent[],
): StoredConversation {
  const events: ConversationEvent[][] = [];
  let size = 0;
  for (const entry of transcript(state).toReversed()) {
    const kept = eventsOf(entry);
    const length = JSON.stringify(kept).length;
    if (events.length >= mostItems || size + length > mostCharacters) break;
    size += length;
    // What still streams is not complete: it is asked for again, if at all.
    if (entry.status !== 'in_progress' || entry.toolStatus !== undefined) events.push(kept);
  }
  return { ...head, kind: 'conversation', version: 2, events: events.toReversed().flat(), pending, size };
}

function eventsOf(entry: TranscriptEntry): ConversationEvent[] {
  const { id, type, callId: call_id, toolStatus } = entry;
  const status = entry.status === 'in_progress' ? 'incomplete' : entry.status;
  const parts = partsOf(entry).map(wirePart);
  const item = wireItem({ ...entry, status }, parts.length > 0 || type === 'message' ? parts : undefined);
  const created = { type: 'conversation.item.created', event_id: `kept_${id}`, item } as unknown as ItemCreated;
  const more: ConversationEvent[] = [];
  if (entry.cut) more.push({ type: 'conversation.item.truncated', event_id: `cut_${id}`, item_id: id, content_index: 0, audio_end_ms: 0 });
  if (toolStatus !== undefined && call_id !== undefined) more.push({ type: 'local.tool', call_id, status: toolStatus });
  return [created, ...more];
}

/** Of an answer that was cut only what was heard is left, as for a server. */
const partsOf = ({ parts = [], cut, spoken, text, heardLength, format }: TranscriptEntry) =>
  cut ? [{ type: spoken ? 'audio' : 'text', text: text.slice(0, heardLength), format }] : parts.map(smallPart);

/** Of a picture that would take the room of a conversation only its place is kept. */
const smallPart = (part: ConversationPart): ConversationPart =>
  (part.imageUrl?.length ?? 0) <= mostPictureCharacters ? part : { ...part, imageUrl: undefined };

const storedTypes: ReadonlySet<unknown> = new Set(['conversation.item.created', 'conversation.item.truncated', 'local.tool']);
const pendingTypes: ReadonlySet<unknown> = new Set<ClientEvent['type']>(['conversation.item.create', 'response.create']);

/** What is read of a stored conversation, by the one it belongs to. */
export interface FoundConversation
  extends Pick<StoredConversation, 'id' | 'time' | 'savedAt' | 'events' | 'pending' | 'title'>, KnownTimes {
  /** Characters of its events. */
  readonly size: number;
  /** 1.0.0 stored it without an owner. */
  readonly unowned: boolean;
}

/** 1.0.0 did not say whose a conversation is: the session of nobody, with no agent's name, inherits it. */
const isFor = (record: Readonly<Record<string, unknown>>, { service, model, agent, user }: ConversationOwner): boolean =>
  record['version'] === 1
    ? user === '' && agent === ''
    : belongsTo(record, user) && record['agent'] === agent && record['service'] === service && record['model'] === model;

/** Undefined for a record of another owner, or of none of ours. What is in its events is checked by the fold. */
export function readStored(record: unknown, owner: ConversationOwner, now: number): FoundConversation | undefined {
  if (!isRecord(record) || (record['version'] !== 1 && record['version'] !== 2) || !isFor(record, owner)) return undefined;
  const { savedAt, events, pending, time } = record;
  const unowned = record['version'] === 1;
  const id = unowned ? record['sessionId'] : record['id'];
  if (typeof id !== 'string' || typeof savedAt !== 'number' || !Array.isArray(events) || !Array.isArray(pending)) return undefined;
  const isFresh = now - savedAt < requestsKeptMs;
  return {
    id,
    savedAt,
    unowned,
    time: textIn(time),
    title: textIn(record['title']),
    startedAt: numberIn(record['startedAt']),
    changedAt: numberIn(record['changedAt']),
    durationMs: numberIn(record['durationMs']),
    size: numberIn(record['size']) ?? JSON.stringify(events).length,
    events: events.filter((event) => isRecord(event) && storedTypes.has(event['type'])) as ConversationEvent[],
    pending: pending.filter((event) => isPending(event) && (isFresh || event.type !== 'response.create')),
  };
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);
const numberIn = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

const isPending = (event: unknown): event is PendingEvent =>
  isRecord(event) &&
  pendingTypes.has(event['type']) &&
  (event['type'] === 'response.create' || (isRecord(event['item']) && typeof event['item']['id'] === 'string'));

/** Calls that were under way when the page was left: nobody will answer them, so the model is informed. */
export function abandonedCalls(state: ConversationState): { readonly events: LocalEvent[]; readonly pending: PendingEvent[] } {
  const entries = transcript(state);
  const answered = new Set(entries.filter(({ type }) => type === 'function_call_output').map(({ callId }) => callId));
  const open = entries.flatMap(({ type, callId, toolStatus }) => {
    // An MCP server's calls have their answers in themselves.
    const isOpen = type === 'function_call' ? toolStatus !== undefined : toolStatus === 'running' || toolStatus === 'awaiting_approval';
    return isCall(type) && callId !== undefined && isOpen && !answered.has(callId) ? [{ type, callId }] : [];
  });
  const ours = open.flatMap(({ type, callId }) => (type === 'function_call' ? [callId] : []));
  return {
    events: open.map(({ callId: call_id }) => ({ type: 'local.tool', call_id, status: 'failed' })),
    pending: ours.map((call_id) => ({ type: 'conversation.item.create', item: { ...unanswered, id: `item_left_${call_id}`, call_id } })),
  };
}

const unanswered = { type: 'function_call_output', output: '{"error":"The page was left before this call ended."}' } as const;
