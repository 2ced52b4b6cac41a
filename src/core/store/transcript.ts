// What a conversation looks like: entries in order, and what it has used. Reads the state, never writes it.
import { findItem, isCall, withStream } from './conversation-items.js';
import type { ItemDetails } from '../../protocol/item-fields.js';
import { itemNames } from './item-details.js';
import { getIn } from './persistent-map.js';
import type { ConversationEntry, ConversationItem, ConversationState, TranscriptEntry, UsageState } from './conversation-state.js';

/** Every item in conversation order, in the wire's terms but camelCase: for what `transcript` does not show, such as the response it belongs to. */
export function items(state: ConversationState): readonly ConversationItem[] {
  const found: ConversationItem[] = [];
  for (const [id] of entriesInOrder(state)) {
    const item = findItem(state, id);
    if (item !== undefined) found.push(item);
  }
  return found;
}

/** Every item in conversation order. The same item gives the same entry, so that views can compare by identity. */
export function transcript(state: ConversationState): readonly TranscriptEntry[] {
  return items(state).map(entryOf);
}

/** One entry, or undefined when there is no such item. */
export function transcriptEntry(state: ConversationState, id: string): TranscriptEntry | undefined {
  const item = findItem(state, id);
  return item === undefined ? undefined : entryOf(item);
}

/** What is being written or said right now: few entries, however long the conversation. */
export const liveTranscript = (state: ConversationState): readonly TranscriptEntry[] => entriesOf(state.live, state);

/** Of these, what is written and not said: for what is said nothing is made. */
export const liveWriting = (state: ConversationState): readonly TranscriptEntry[] =>
  entriesOf(
    state.live.filter((item) => !isSaid(item, state.stream)),
    state,
  );

const entriesOf = (live: readonly ConversationItem[], { stream }: ConversationState): readonly TranscriptEntry[] =>
  live.map((item) => entryOf(withStream(item, stream)));

const isSaid = ({ id, parts }: ConversationItem, stream: ConversationState['stream']): boolean =>
  (stream?.id === id && stream.type === 'audio') || parts.some(({ type }) => type === 'audio');

/** Tokens used by all responses of the conversation. */
export const usage = (state: ConversationState): UsageState => state.usage;

/** Entries of items, which never change: kept as long as their item. */
const known = new WeakMap<ConversationItem, TranscriptEntry>();

function entryOf(item: ConversationItem): TranscriptEntry {
  const before = known.get(item);
  if (before !== undefined) return before;
  const entry = makeEntry(item);
  known.set(item, entry);
  return entry;
}

function makeEntry(item: ConversationItem): TranscriptEntry {
  const text = textOf(item);
  return {
    id: item.id,
    role: item.role,
    type: item.type,
    status: item.status,
    text,
    heardLength: heardLength(item, text),
    cut: item.truncatedAtMs !== undefined,
    spoken: item.parts.some((part) => part.type === 'audio'),
    parts: item.parts,
    format: item.parts.find((part) => part.format !== undefined)?.format,
    ...itemDetailsOf(item),
    toolStatus: item.toolStatus,
    transcription: item.transcription,
    transcriptionError: item.transcriptionError,
    segments: item.segments,
    silentMs: item.silentMs,
  };
}

function textOf(item: ConversationItem): string {
  if (isCall(item.type)) return `${item.name ?? ''}(${item.arguments ?? ''})`;
  if (item.type === 'function_call_output') return item.output ?? '';
  return item.parts
    .map((part) => part.text)
    .filter((text) => text !== '')
    .join('\n');
}

/** White space, and characters of scripts that are written without it (Thai to Khmer, kana, Chinese): each of them is a word's end. */
const between = /[\s\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff65]/;
const longestWord = 64;

/** Characters that were heard: in proportion to the audio received, up to the end of a word. */
function heardLength(item: ConversationItem, text: string): number | undefined {
  if (item.heardMs === undefined || item.role !== 'assistant') return undefined;
  const totalMs = item.parts.reduce((sum, part) => sum + part.audioMs, 0);
  if (totalMs === 0) return undefined;
  // The last report may come a block before the end.
  if (item.heardMs >= totalMs - 25) return text.length;
  const at = Math.round(text.length * (item.heardMs / totalMs));
  const end = text.slice(at, at + longestWord).search(between);
  let start = at;
  while (start > Math.max(0, at - longestWord) && !between.test(text.charAt(start - 1))) start -= 1;
  return end >= 0 && end < at - start ? at + end : start;
}

/** Entries from `firstId` on, in order. */
export function* entriesInOrder(state: ConversationState): Generator<readonly [string, ConversationEntry]> {
  for (let id = state.firstId; id !== undefined;) {
    const entry = getIn(state.entries, id);
    if (entry === undefined) return;
    yield [id, entry];
    id = entry.nextId;
  }
}

/** Only the details. */
function itemDetailsOf(item: ItemDetails): ItemDetails {
  const copy: Record<string, unknown> = {};
  for (const [, name] of itemNames) copy[name] = (item as unknown as Readonly<Record<string, unknown>>)[name];
  return copy as unknown as ItemDetails;
}
