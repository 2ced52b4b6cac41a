// Items in the conversation state: found, written, and built from what the wire says.
import { isRecord } from '../../base/is-record.js';
import { changeEntry, ensureEntry } from './conversation-order.js';
import type { ConversationItem, ConversationPart, ConversationState } from './conversation-state.js';
import { copyItem, copyPart, emptyPart, type Draft, type StateDraft } from './drafts.js';
import { newItemDetails, newPartDetails } from './item-details.js';
import { getIn } from './persistent-map.js';

/** Fields as the wire has them: each is checked where it is read. */
export type Fields = Readonly<Record<string, unknown>>;

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const number = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
/** A time on the wire: nothing was heard before its beginning. */
export const timeMs = (value: unknown): number | undefined => {
  const ms = number(value);
  return ms === undefined ? undefined : Math.max(0, ms);
};
export const record = (value: unknown): Fields | undefined => (isRecord(value) ? value : undefined);
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Parts an item may have: a wire index beyond is not believed. */
const maxParts = 64;
export const index = (value: unknown): number => {
  const at = number(value) ?? 0;
  return Number.isInteger(at) && at >= 0 && at < maxParts ? at : 0;
};

/** The item as it is now: with the part that grows. */
export function findItem(state: ConversationState, id: string): ConversationItem | undefined {
  const item = knownItem(state, id);
  return item && withStream(item, state.stream);
}

/** The item without the part that grows. */
export function knownItem(state: ConversationState, id: string): ConversationItem | undefined {
  for (const item of state.live) if (item.id === id) return item;
  return getIn(state.entries, id)?.item;
}

export const withStream = (item: ConversationItem, stream: ConversationState['stream']): ConversationItem =>
  stream?.id === item.id ? draftOf(item, stream) : item;

/** A copy of the item as it is now, to write on. */
export function draftOf(item: ConversationItem, stream: ConversationState['stream']): Draft<ConversationItem> {
  const draft = copyItem(item);
  if (stream?.id !== item.id) return draft;
  changePart(draft, stream.at, (part) => {
    part.type = stream.type;
    part.text = stream.text;
    part.audioMs = stream.audioMs;
  });
  draft.lastEventId = stream.lastEventId;
  return draft;
}

/** Writes an item to where its status puts it: in `live` while in progress, else in its entry. Deleted items stay deleted. */
export function putItem(state: StateDraft, item: ConversationItem): void {
  const inProgress = item.status === 'in_progress';
  const at = state.live.findIndex(({ id }) => id === item.id);
  if (at < 0 || !inProgress) {
    if (getIn(state.entries, item.id)?.deleted === true) return;
    ensureEntry(state, item.id);
    if (!inProgress) changeEntry(state, item.id, (entry) => (entry.item = item));
  }
  if (state.stream?.id === item.id) state.stream = undefined;
  if (at >= 0 || inProgress) state.live = inProgress ? put(state.live, at < 0 ? state.live.length : at, item) : state.live.toSpliced(at, 1);
}

function put<T>(list: readonly T[], at: number, value: T): readonly T[] {
  const next = list.slice();
  next[at] = value;
  return next;
}

/** Changes the part at `at`; missing ones before it are made. */
export function changePart(item: Draft<ConversationItem>, at: number, change: (draft: Draft<ConversationPart>) => void): void {
  const part = copyPart(item.parts[at] ?? emptyPart);
  change(part);
  putPart(item, at, part);
}

export function putPart(item: Draft<ConversationItem>, at: number, part: ConversationPart): void {
  const parts = item.parts.slice();
  while (parts.length < at) parts.push(emptyPart);
  parts[at] = part;
  item.parts = parts;
}

/**
 * What a wire item adds to `base`: what is known of it, or a new item. `base` itself when nothing. Known text is never replaced by nothing,
 * an ended item never begins again.
 */
export function mergeItem(
  known: ConversationItem | undefined,
  raw: Fields,
  base: ConversationItem,
  unsaidStatus: string,
): ConversationItem {
  const type = text(raw['type']) ?? base.type;
  const role = text(raw['role']) ?? known?.role ?? roleOf(type);
  const ended = known !== undefined && known.status !== 'in_progress';
  const status = ended ? known.status : (text(raw['status']) ?? unsaidStatus);
  const parts = mergeParts(base.parts, list(raw['content']), status !== 'in_progress');
  const details = newItemDetails(raw, base);
  if (type === base.type && role === base.role && status === base.status && parts === base.parts && details === undefined) return base;
  const draft = copyItem(base);
  draft.type = type;
  draft.role = role;
  draft.status = status;
  draft.parts = parts;
  return Object.assign(draft, details);
}

const roleOf = (type: string): string => (type === 'function_call_output' || type === 'mcp_list_tools' ? 'tool' : 'assistant');

const callTypes: ReadonlySet<string> = new Set(['function_call', 'mcp_call', 'mcp_approval_request']);

/** An item with a name and arguments: a call that runs here, one that an MCP server runs, or the request to allow one. */
export const isCall = (type: string): boolean => callTypes.has(type);

function mergeParts(known: readonly ConversationPart[], content: readonly unknown[], final: boolean): readonly ConversationPart[] {
  let parts: ConversationPart[] | undefined;
  for (let at = 0; at < content.length && at < maxParts; at++) {
    const merged = mergePart(known[at], record(content[at]), final);
    if (merged === known[at]) continue;
    parts ??= known.slice();
    parts[at] = merged;
  }
  return parts ?? known;
}

/** `known` itself when nothing is new. */
export function mergePart(known: ConversationPart | undefined, raw: Fields | undefined, final: boolean): ConversationPart {
  const base = known ?? emptyPart;
  const said = raw === undefined ? '' : textOfPart(raw);
  const takes = said !== '' && (final || base.text === '');
  const type = partType(text(raw?.['type'])) ?? base.type;
  const done = base.done || (takes && final);
  const details = raw && newPartDetails(raw, base);
  const isSame = type === base.type && done === base.done && (!takes || said === base.text) && details === undefined;
  if (known !== undefined && isSame) return known;
  const draft = copyPart(base);
  draft.type = type;
  if (takes) draft.text = said;
  draft.done = done;
  return Object.assign(draft, details);
}

/** Makers prefix the documents' words with a direction: `input_text`, `output_audio`. */
const partType = (type: string | undefined): string | undefined =>
  type === undefined || type === 'text' || type === 'audio' ? type : type.replace(/^(input|output)_/, '');

function textOfPart(raw: Fields): string {
  const said = text(raw['text']) || text(raw['transcript']) || '';
  return raw['encoding'] === 'base64' && said !== '' ? fromBase64(said) : said;
}

function fromBase64(encoded: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
  } catch {
    return encoded;
  }
}
