// How an event changes the items it names: one item, the part that grows, all that is in progress.
import { changePart, findItem, index, isCall, putItem, text, type Fields } from './conversation-items.js';
import type { ConversationItem, ConversationState } from './conversation-state.js';
import { copyState, editItem, editState, newItem, type Draft } from './drafts.js';
import { getIn } from './persistent-map.js';

export const spokenItem = (id: string): ConversationItem =>
  editItem(newItem(id, undefined), (item) => {
    item.role = 'user';
    item.status = 'completed';
    item.parts = changePart([], 0, (part) => (part.type = 'audio'));
  });

type ItemChange = (item: Draft<ConversationItem>) => void;

/** Changes the item an event names; one not heard of yet is made. The same event twice in a row counts once. */
export function changeItem(state: ConversationState, event: Fields, change: ItemChange): ConversationState {
  const id = text(event['item_id']);
  if (id === undefined || getIn(state.entries, id)?.deleted === true) return state;
  const item = findItem(state, id) ?? newItem(id, text(event['response_id']));
  const eventId = text(event['event_id']);
  if (eventId !== undefined && eventId === item.lastEventId) return state;
  return putItem(
    state,
    editItem(item, (draft) => {
      change(draft);
      draft.lastEventId = eventId;
    }),
  );
}

export function changeUserItem(state: ConversationState, event: Fields, change: ItemChange): ConversationState {
  const id = text(event['item_id']);
  if (id === undefined) return state;
  return changeItem(findItem(state, id) === undefined ? putItem(state, spokenItem(id)) : state, event, change);
}

/** Adds to the part an event names. This is most of what happens, so it copies no item: see `stream`. */
export function grow(state: ConversationState, event: Fields, type: string, added: string, addedMs: number): ConversationState {
  const id = text(event['item_id']);
  const at = index(event['content_index']);
  const { stream } = state;
  if (stream === undefined || stream.id !== id || stream.at !== at || stream.type !== type) {
    return startStream(growItem(state, event, at, type, added, addedMs), id, at);
  }
  const lastEventId = text(event['event_id']);
  if (lastEventId !== undefined && lastEventId === stream.lastEventId) return state;
  const next = copyState(state);
  next.stream = { id: stream.id, at, type, text: stream.text + added, audioMs: stream.audioMs + addedMs, lastEventId };
  return next;
}

function growItem(state: ConversationState, event: Fields, at: number, type: string, added: string, addedMs: number): ConversationState {
  return changeItem(state, event, (item) => {
    item.parts = changePart(item.parts, at, (part) => {
      part.audioMs += addedMs;
      if (part.done) return;
      part.type = type;
      part.text += added;
    });
  });
}

/** From here on the part grows outside its item, if it is still in progress. */
function startStream(state: ConversationState, id: string | undefined, at: number): ConversationState {
  const settled = settleStream(state);
  const item = settled.live.find((other) => other.id === id);
  const part = item?.parts[at];
  if (item === undefined || part === undefined || part.done) return settled;
  const { type, text, audioMs } = part;
  return editState(settled, (draft) => (draft.stream = { id: item.id, at, type, text, audioMs, lastEventId: item.lastEventId }));
}

/** Writes the part that grew into its item. */
export function settleStream(state: ConversationState): ConversationState {
  const item = state.stream === undefined ? undefined : findItem(state, state.stream.id);
  return item === undefined ? state : putItem(state, item);
}

export function endLive(state: ConversationState, status: string, which: (item: ConversationItem) => boolean): ConversationState {
  return state.live.reduce(
    (next, item) =>
      which(item)
        ? putItem(
            next,
            editItem(item, (draft) => (draft.status = status)),
          )
        : next,
    state,
  );
}

/** A call is looked for among what streams, then backwards: it is always recent. */
export function findCall(state: ConversationState, callId: string): ConversationItem | undefined {
  const live = state.live.find((item) => item.callId === callId && isCall(item.type));
  if (live !== undefined) return findItem(state, live.id);
  for (let id = state.lastId; id !== undefined;) {
    const entry = getIn(state.entries, id);
    if (entry?.item?.callId === callId && isCall(entry.item.type)) return entry.item;
    id = entry?.previousId;
  }
  return undefined;
}
