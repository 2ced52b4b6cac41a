// Whether a conversation is at rest, so that nobody notices a change of wire, and when the server will end it.
import type { ConversationState } from '../../store/conversation-state.js';
import { getIn } from '../../store/persistent-map.js';

/** A call that still runs is among the last items. */
const recentItems = 16;

/** Nobody speaks, nothing is being answered, and no function runs. */
export const isQuiet = (state: ConversationState): boolean =>
  !state.speech.active && state.activeResponseId === undefined && state.live.length === 0 && !hasRunningCall(state);

function hasRunningCall(state: ConversationState): boolean {
  let id = state.lastId;
  for (let count = 0; id !== undefined && count < recentItems; count++) {
    const entry = getIn(state.entries, id);
    const status = entry?.item?.toolStatus;
    if (status === 'running' || status === 'awaiting_approval') return true;
    id = entry?.previousId;
  }
  return false;
}

/** Milliseconds since 1970 at which the server ends its session, where it says so. Some makers give it in milliseconds. */
export function endOfSession({ session }: ConversationState): number | undefined {
  const value: unknown = session?.['expires_at'];
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
  return value < 1e11 ? value * 1000 : value;
}
