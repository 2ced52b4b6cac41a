// The fold of everything that is known, for those who have an event and a state.
import { foldEvent } from './conversation.js';
import type { ConversationEvent, ConversationState } from './conversation-state.js';
import { allHandlers } from './later-events.js';

/**
 * The state after `event`. Never changes what it was given; returns the same object when the event changes nothing.
 * An unknown, repeated, incomplete or late event is safe, and so is a value that is no event.
 */
export const foldConversation = (state: ConversationState, event: ConversationEvent): ConversationState =>
  foldEvent(state, event, allHandlers);
