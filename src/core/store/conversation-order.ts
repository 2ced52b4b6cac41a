// The order of a conversation: entries linked by id.
import type { ConversationEntry, ConversationState } from './conversation-state.js';
import { copyEntry, type Draft, type StateDraft } from './drafts.js';
import { getIn, setIn } from './persistent-map.js';

const bare: ConversationEntry = { item: undefined, deleted: false, previousId: undefined, nextId: undefined, follows: undefined };

/** Makes a place for `id`, at the end when it is new. */
export function ensureEntry(state: StateDraft, id: string): void {
  if (getIn(state.entries, id) === undefined) append(state, id, undefined);
}

/**
 * Puts `id` right after `previousId`, with what is known to follow it. A predecessor not heard of yet gets a place at the end, so that
 * the order is the same whichever is heard of first. Undefined leaves it where it is: at the end when it is new.
 */
export function placeAfter(state: StateDraft, id: string, previousId: string | undefined): void {
  const entry = getIn(state.entries, id);
  if (previousId === undefined || previousId === id || entry?.follows === previousId) return ensureEntry(state, id);
  if (entry === undefined && state.lastId === previousId) return append(state, id, previousId);
  ensureEntry(state, previousId);
  changeEntry(state, id, (draft) => (draft.follows = previousId));
  if (entry === undefined) return insertAfter(state, id, id, previousId);
  if (entry.previousId === previousId) return;
  const last = endOfRun(state, id);
  if (isWithin(state, id, last, previousId)) return;
  unlink(state, id, last);
  insertAfter(state, id, last, previousId);
}

export function changeEntry(state: StateDraft, id: string, change: (draft: Draft<ConversationEntry>) => void): void {
  const draft = copyEntry(entryOf(state, id));
  change(draft);
  state.entries = setIn(state.entries, id, draft);
}

const entryOf = (state: ConversationState, id: string): ConversationEntry => getIn(state.entries, id) ?? bare;

function append(state: StateDraft, id: string, follows: string | undefined): void {
  const last = state.lastId;
  const entry = copyEntry(bare);
  entry.previousId = last;
  entry.follows = follows;
  state.entries = setIn(state.entries, id, entry);
  state.lastId = id;
  if (last === undefined) state.firstId = id;
  else changeEntry(state, last, (before) => (before.nextId = id));
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

function unlink(state: StateDraft, first: string, last: string): void {
  connect(state, entryOf(state, first).previousId, entryOf(state, last).nextId);
}

function insertAfter(state: StateDraft, first: string, last: string, previousId: string): void {
  const { nextId } = entryOf(state, previousId);
  connect(state, previousId, first);
  connect(state, last, nextId);
}

/** Makes two entries neighbors; an absent one is an end of the conversation. */
function connect(state: StateDraft, before: string | undefined, after: string | undefined): void {
  if (before === undefined) state.firstId = after;
  else changeEntry(state, before, (entry) => (entry.nextId = after));
  if (after === undefined) state.lastId = before;
  else changeEntry(state, after, (entry) => (entry.previousId = before));
}
