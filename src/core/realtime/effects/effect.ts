// The contract of an effect: something a session does because of an event. It sends or dispatches; it never writes state.
import type { ClientEvent, ServerEvent } from '../../dialects/dialect.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';

export interface EffectContext {
  readonly get: () => ConversationState;
  /** Sends a documented client event. */
  readonly send: (event: ClientEvent) => void;
  /** Folds a local event (for example what was heard) into the state. */
  readonly dispatch: (event: ConversationEvent) => void;
  readonly signal: AbortSignal;
}

export interface Effect {
  /** After the event was folded. */
  event?(event: ServerEvent, context: EffectContext): void;
  /** Once, when the session ends. */
  close?(): void;
}
