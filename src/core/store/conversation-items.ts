// Items in the conversation state: found, written, and made of what the wire says. Knows no event names.
import { ensureEntry, setEntry } from './conversation-order.js';
import type { ConversationItem, ConversationPart, ConversationState } from './conversation-state.js';
import { getIn } from './persistent-map.js';

export const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const number = (value: unknown): number | undefined => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
export const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Parts an item may have: a wire index beyond is not believed. */
const maxParts = 64;
export const index = (value: unknown): number => {
  const at = number(value) ?? 0;
  return Number.isInteger(at) && at >= 0 && at < maxParts ? at : 0;
};

export function findItem(state: ConversationState, id: string): ConversationItem | undefined {
  for (const item of state.live) if (item.id === id) return item;
  return getIn(state.entries, id)?.item;
}

/** Writes an item to where its status puts it: in `live` while in progress, else in its entry. Deleted items stay deleted. */
export function putItem(state: ConversationState, item: ConversationItem): ConversationState {
  const at = state.live.findIndex((other) => other.id === item.id);
  if (item.status === 'in_progress') {
    if (at >= 0) return { ...state, live: state.live.with(at, item) };
    const next = ensureEntry(state, item.id);
    return getIn(next.entries, item.id)?.deleted === true ? state : { ...next, live: [...next.live, item] };
  }
  const next = ensureEntry(state, item.id);
  const entry = getIn(next.entries, item.id);
  if (entry === undefined || entry.deleted) return state;
  const settled = setEntry(next, item.id, { ...entry, item });
  return at < 0 ? settled : { ...settled, live: settled.live.filter((other) => other.id !== item.id) };
}

/** An item that the wire only named: an answer of the assistant, unless more is said. */
export const newItem = (id: string, fields: Partial<ConversationItem> = {}): ConversationItem => ({
  id,
  type: 'message',
  role: 'assistant',
  status: 'in_progress',
  parts: [],
  ...fields,
});

export const emptyPart: ConversationPart = { type: 'text', text: '', audioMs: 0, done: false };

/** `item` with its part at `at` changed; missing parts before it are made. */
export function withPart(item: ConversationItem, at: number, change: (part: ConversationPart) => ConversationPart): ConversationItem {
  const parts = item.parts.slice();
  while (parts.length <= at) parts.push(emptyPart);
  parts[at] = change(parts[at] ?? emptyPart);
  return { ...item, parts };
}

/** What a wire item adds to what is known. Known text is never replaced by nothing, an ended item never begins again. */
export function mergeItem(known: ConversationItem | undefined, raw: Readonly<Record<string, unknown>>, id: string): ConversationItem {
  const type = text(raw['type']) ?? known?.type ?? 'message';
  const ended = known !== undefined && known.status !== 'in_progress';
  const status = ended ? known.status : (text(raw['status']) ?? known?.status ?? 'completed');
  const base = known ?? newItem(id);
  return {
    ...base,
    type,
    role: text(raw['role']) ?? known?.role ?? roleOf(type),
    status,
    parts: mergeParts(base.parts, list(raw['content']), status !== 'in_progress'),
    callId: text(raw['call_id']) ?? base.callId,
    name: text(raw['name']) ?? base.name,
    arguments: nonEmpty(raw['arguments']) ?? base.arguments,
    output: text(raw['output']) ?? base.output,
  };
}

const roleOf = (type: string): string => (type === 'function_call_output' ? 'tool' : 'assistant');
const nonEmpty = (value: unknown): string | undefined => text(value) || undefined;

function mergeParts(known: readonly ConversationPart[], content: readonly unknown[], final: boolean): readonly ConversationPart[] {
  if (content.length === 0) return known;
  const parts = known.slice();
  content.slice(0, maxParts).forEach((raw, at) => {
    parts[at] = mergePart(parts[at], record(raw) ?? {}, final);
  });
  return parts;
}

export function mergePart(known: ConversationPart | undefined, raw: Readonly<Record<string, unknown>>, final: boolean): ConversationPart {
  const base = known ?? emptyPart;
  const said = textOfPart(raw);
  const takes = said !== '' && (final || base.text === '');
  return {
    type: partType(text(raw['type'])) ?? base.type,
    text: takes ? said : base.text,
    format: text(raw['format']) ?? base.format,
    audioMs: base.audioMs,
    done: base.done || (takes && final),
  };
}

/** Makers prefix the documents' words with a direction: `input_text`, `output_audio`. */
const partType = (type: string | undefined): string | undefined => type?.replace(/^(input|output)_/, '');

function textOfPart(raw: Readonly<Record<string, unknown>>): string {
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
