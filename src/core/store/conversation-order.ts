// The order of a conversation: entries linked by id. Knows nothing of what the items say.
import type { ConversationEntry, ConversationState } from './conversation-state.js';
import { getIn, setIn } from './persistent-map.js';

const bare: ConversationEntry = { item: undefined, deleted: false, previousId: undefined, nextId: undefined, follows: undefined };

/** The same state with a place for `id`, at the end when it is new. */
export function ensureEntry(state: ConversationState, id: string): ConversationState {
  return getIn(state.entries, id) === undefined ? append(state, id, bare) : state;
}

/**
 * Puts `id` right after `previousId`, with what is known to follow it. A predecessor not heard of yet gets a place at the end, so that
 * the order is the same whichever is heard of first. Null or undefined leaves it where it is: at the end when it is new.
 */
export function placeAfter(state: ConversationState, id: string, previousId: string | null | undefined): ConversationState {
  const entry = getIn(state.entries, id);
  if (previousId === null || previousId === undefined || previousId === id || entry?.follows === previousId) return ensureEntry(state, id);
  let next = ensureEntry(state, previousId);
  if (entry === undefined) return insertAfter(setEntry(next, id, { ...bare, follows: previousId }), id, id, previousId);
  next = setEntry(next, id, { ...entryOf(next, id), follows: previousId });
  if (entryOf(next, id).previousId === previousId) return next;
  const last = endOfRun(next, id);
  if (isWithin(next, id, last, previousId)) return next;
  return insertAfter(unlink(next, id, last), id, last, previousId);
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

export function setEntry(state: ConversationState, id: string, entry: ConversationEntry): ConversationState {
  return { ...state, entries: setIn(state.entries, id, entry) };
}

const entryOf = (state: ConversationState, id: string): ConversationEntry => getIn(state.entries, id) ?? bare;

function append(state: ConversationState, id: string, entry: ConversationEntry): ConversationState {
  const last = state.lastId;
  const next = setEntry(state, id, { ...entry, previousId: last, nextId: undefined });
  if (last === undefined) return { ...next, firstId: id, lastId: id };
  return { ...setEntry(next, last, { ...entryOf(next, last), nextId: id }), lastId: id };
}

/** The last of the entries that each declared to follow the one before them, beginning with `id`. */
function endOfRun(state: ConversationState, id: string): string {
  for (let at = id; ;) {
    const nextId = entryOf(state, at).nextId;
    if (nextId === undefined || entryOf(state, nextId).follows !== at) return at;
    at = nextId;
  }
}

function isWithin(state: ConversationState, first: string, last: string, wanted: string): boolean {
  for (let at: string | undefined = first; at !== undefined; at = entryOf(state, at).nextId) {
    if (at === wanted) return true;
    if (at === last) return false;
  }
  return false;
}

function unlink(state: ConversationState, first: string, last: string): ConversationState {
  const { previousId } = entryOf(state, first);
  const { nextId } = entryOf(state, last);
  return link(state, previousId, nextId);
}

function insertAfter(state: ConversationState, first: string, last: string, previousId: string): ConversationState {
  const { nextId } = entryOf(state, previousId);
  return link(link(state, previousId, first), last, nextId);
}

/** Makes two entries neighbours; an absent one is an end of the conversation. */
function link(state: ConversationState, before: string | undefined, after: string | undefined): ConversationState {
  let next = state;
  if (before === undefined) next = { ...next, firstId: after };
  else next = setEntry(next, before, { ...entryOf(next, before), nextId: after });
  if (after === undefined) return { ...next, lastId: before };
  return setEntry(next, after, { ...entryOf(next, after), previousId: before });
}
