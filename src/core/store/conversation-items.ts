// Items in the conversation state: found, written, and built from what the wire says.
import { isRecord } from '../../base/is-record.js';
import { ensureEntry, setItem } from './conversation-order.js';
import type { ConversationItem, ConversationPart, ConversationState } from './conversation-state.js';
import { editItem, editPart, editState, emptyPart, newItem, type Draft } from './drafts.js';
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
  for (const item of state.live) if (item.id === id) return withStream(item, state.stream);
  return getIn(state.entries, id)?.item;
}

export function withStream(item: ConversationItem, stream: ConversationState['stream']): ConversationItem {
  if (stream?.id !== item.id) return item;
  return editItem(item, (draft) => {
    draft.parts = changePart(item.parts, stream.at, (part) => {
      part.type = stream.type;
      part.text = stream.text;
      part.audioMs = stream.audioMs;
    });
    draft.lastEventId = stream.lastEventId;
  });
}

/** Writes an item to where its status puts it: in `live` while in progress, else in its entry. Deleted items stay deleted. */
export function putItem(state: ConversationState, item: ConversationItem): ConversationState {
  const at = liveIndex(state.live, item.id);
  const entry = getIn(state.entries, item.id);
  if (entry?.deleted === true) return state;
  const inProgress = item.status === 'in_progress';
  return editState(entry === undefined ? ensureEntry(state, item.id) : state, (draft) => {
    if (draft.stream?.id === item.id) draft.stream = undefined;
    if (!inProgress) draft.entries = setItem(draft.entries, item);
    if (!inProgress && at < 0) return;
    const live = draft.live.slice();
    if (!inProgress) live.splice(at, 1);
    else live[at < 0 ? live.length : at] = item;
    draft.live = live;
  });
}

const liveIndex = (live: readonly ConversationItem[], id: string): number => live.findIndex((item) => item.id === id);

/** `parts` with the one at `at` changed; missing ones before it are made. */
export function changePart(
  parts: readonly ConversationPart[],
  at: number,
  change: (draft: Draft<ConversationPart>) => void,
): readonly ConversationPart[] {
  return putPart(parts, at, editPart(parts[at] ?? emptyPart, change));
}

export function putPart(parts: readonly ConversationPart[], at: number, part: ConversationPart): readonly ConversationPart[] {
  const next = parts.slice();
  while (next.length < at) next.push(emptyPart);
  next[at] = part;
  return next;
}

/** What a wire item adds to what is known: `known` itself when nothing. Known text is never replaced by nothing, an ended item never begins again. */
export function mergeItem(known: ConversationItem | undefined, raw: Fields, id: string, unsaidStatus: string): ConversationItem {
  const base = known ?? newItem(id, undefined);
  const type = text(raw['type']) ?? base.type;
  const role = text(raw['role']) ?? known?.role ?? roleOf(type);
  const ended = known !== undefined && known.status !== 'in_progress';
  const status = ended ? known.status : (text(raw['status']) ?? (known === undefined ? unsaidStatus : laterOf(known.status, unsaidStatus)));
  const parts = mergeParts(base.parts, list(raw['content']), status !== 'in_progress');
  const details = newItemDetails(raw, base);
  if (type === base.type && role === base.role && status === base.status && parts === base.parts && details === undefined) return base;
  return editItem(base, (draft) => {
    draft.type = type;
    draft.role = role;
    draft.status = status;
    draft.parts = parts;
    Object.assign(draft, details);
  });
}

const laterOf = (known: string, said: string): string => (known === 'in_progress' ? said : known);
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
  return editPart(base, (draft) => {
    draft.type = type;
    if (takes) draft.text = said;
    draft.done = done;
    Object.assign(draft, details);
  });
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
