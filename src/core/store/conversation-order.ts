// The order of a conversation: entries linked by id.
import type { ConversationEntry, ConversationItem, ConversationState } from './conversation-state.js';
import { editEntry, editState, type Draft } from './drafts.js';
import { getIn, setIn } from './persistent-map.js';

const bare: ConversationEntry = { item: undefined, deleted: false, previousId: undefined, nextId: undefined, follows: undefined };

/** The same state with a place for `id`, at the end when it is new. */
export function ensureEntry(state: ConversationState, id: string): ConversationState {
  return getIn(state.entries, id) === undefined ? append(state, id, () => {}) : state;
}

/**
 * Puts `id` right after `previousId`, with what is known to follow it. A predecessor not heard of yet gets a place at the end, so that
 * the order is the same whichever is heard of first. Undefined leaves it where it is: at the end when it is new.
 */
export function placeAfter(state: ConversationState, id: string, previousId: string | undefined): ConversationState {
  const entry = getIn(state.entries, id);
  if (previousId === undefined || previousId === id || entry?.follows === previousId) return ensureEntry(state, id);
  if (entry === undefined && state.lastId === previousId) return append(state, id, (draft) => (draft.follows = previousId));
  let next = ensureEntry(state, previousId);
  if (entry === undefined) {
    next = editState(
      next,
      (draft) =>
        (draft.entries = setIn(
          draft.entries,
          id,
          editEntry(bare, (added) => (added.follows = previousId)),
        )),
    );
    return insertAfter(next, id, id, previousId);
  }
  next = changeEntry(next, id, (draft) => (draft.follows = previousId));
  if (entry.previousId === previousId) return next;
  const last = endOfRun(next, id);
  return isWithin(next, id, last, previousId) ? next : insertAfter(unlink(next, id, last), id, last, previousId);
}

/** Writes an item into its entry. */
export function setItem(entries: ConversationState['entries'], item: ConversationItem): ConversationState['entries'] {
  return setIn(
    entries,
    item.id,
    editEntry(getIn(entries, item.id) ?? bare, (draft) => (draft.item = item)),
  );
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

export function changeEntry(state: ConversationState, id: string, change: (draft: Draft<ConversationEntry>) => void): ConversationState {
  return editState(state, (draft) => (draft.entries = setIn(draft.entries, id, editEntry(entryOf(state, id), change))));
}

const entryOf = (state: ConversationState, id: string): ConversationEntry => getIn(state.entries, id) ?? bare;

function append(state: ConversationState, id: string, change: (draft: Draft<ConversationEntry>) => void): ConversationState {
  const last = state.lastId;
  const entry = editEntry(bare, (draft) => {
    draft.previousId = last;
    change(draft);
  });
  return editState(state, (draft) => {
    draft.entries = setIn(state.entries, id, entry);
    draft.lastId = id;
    if (last === undefined) draft.firstId = id;
    else
      draft.entries = setIn(
        draft.entries,
        last,
        editEntry(entryOf(state, last), (before) => (before.nextId = id)),
      );
  });
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
  return connect(state, entryOf(state, first).previousId, entryOf(state, last).nextId);
}

function insertAfter(state: ConversationState, first: string, last: string, previousId: string): ConversationState {
  const { nextId } = entryOf(state, previousId);
  return connect(connect(state, previousId, first), last, nextId);
}

/** Makes two entries neighbours; an absent one is an end of the conversation. */
function connect(state: ConversationState, before: string | undefined, after: string | undefined): ConversationState {
  return editState(state, (draft) => {
    if (before === undefined) draft.firstId = after;
    else
      draft.entries = setIn(
        draft.entries,
        before,
        editEntry(getIn(draft.entries, before) ?? bare, (entry) => (entry.nextId = after)),
      );
    if (after === undefined) draft.lastId = before;
    else
      draft.entries = setIn(
        draft.entries,
        after,
        editEntry(getIn(draft.entries, after) ?? bare, (entry) => (entry.previousId = before)),
      );
  });
}
