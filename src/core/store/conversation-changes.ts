// How an event changes the items it names: one item, the part that grows, all that is in progress.
import { changePart, draftOf, findItem, index, isCall, knownItem, putItem, text, type Fields } from './conversation-items.js';
import type { ConversationItem, ConversationState } from './conversation-state.js';
import { copyItem, newItem, type Draft, type StateDraft } from './drafts.js';
import { getIn } from './persistent-map.js';

export function spokenItem(id: string): Draft<ConversationItem> {
  const item = newItem(id, undefined);
  item.role = 'user';
  item.status = 'completed';
  changePart(item, 0, (part) => (part.type = 'audio'));
  return item;
}

type ItemChange = (item: Draft<ConversationItem>) => void;

/** Changes the item an event names; one not heard of yet is made. The same event twice in a row counts once. */
export function changeItem(state: StateDraft, event: Fields, change: ItemChange, make = newItem): void {
  const id = text(event['item_id']);
  if (id === undefined) return;
  const known = knownItem(state, id);
  const item = known === undefined ? make(id, text(event['response_id'])) : draftOf(known, state.stream);
  const eventId = text(event['event_id']);
  if (eventId !== undefined && eventId === item.lastEventId) return;
  change(item);
  item.lastEventId = eventId;
  putItem(state, item);
}

export const changeUserItem = (state: StateDraft, event: Fields, change: ItemChange): void => changeItem(state, event, change, spokenItem);

/** Adds to the part an event names. This is most of what happens, so it copies no item: see `stream`. */
export function grow(state: StateDraft, event: Fields, type: string, added: string, addedMs: number): void {
  const id = text(event['item_id']);
  const at = index(event['content_index']);
  const { stream } = state;
  if (stream === undefined || stream.id !== id || stream.at !== at || stream.type !== type) {
    growItem(state, event, at, type, added, addedMs);
    return startStream(state, id, at);
  }
  const lastEventId = text(event['event_id']);
  if (lastEventId !== undefined && lastEventId === stream.lastEventId) return;
  state.stream = { id: stream.id, at, type, text: stream.text + added, audioMs: stream.audioMs + addedMs, lastEventId };
}

function growItem(state: StateDraft, event: Fields, at: number, type: string, added: string, addedMs: number): void {
  changeItem(state, event, (item) =>
    changePart(item, at, (part) => {
      part.audioMs += addedMs;
      if (part.done) return;
      part.type = type;
      part.text += added;
    }),
  );
}

/** From here on the part grows outside its item, if it is still in progress. */
function startStream(state: StateDraft, id: string | undefined, at: number): void {
  settleStream(state);
  const item = state.live.find((other) => other.id === id);
  const part = item?.parts[at];
  if (item === undefined || part === undefined || part.done) return;
  const { type, text, audioMs } = part;
  state.stream = { id: item.id, at, type, text, audioMs, lastEventId: item.lastEventId };
}

/** Writes the part that grew into its item. */
export function settleStream(state: StateDraft): void {
  const item = state.stream === undefined ? undefined : findItem(state, state.stream.id);
  if (item !== undefined) putItem(state, item);
}

export function endLive(state: StateDraft, status: string, which: (item: ConversationItem) => boolean): void {
  for (const item of state.live) {
    if (!which(item)) continue;
    const ended = copyItem(item);
    ended.status = status;
    putItem(state, ended);
  }
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
