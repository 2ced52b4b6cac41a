// `importConversation`: what `export('jsonl')` or `export('json')` wrote, read back. The reader loads when it is first used.
import type { RecordedEvent } from '../../event-log.js';
import type { ConversationState } from '../../store/conversation-state.js';

export interface ImportedConversation {
  /** What happened, in order: `createReplayTransport` plays it. Folding its server and page events gives `state`. */
  readonly log: readonly RecordedEvent[];
  readonly state: ConversationState;
}

/** Throws `invalid_input` for a text that holds no conversation. Whatever else the text holds is safe: it is folded, never run. */
export const importConversation = async (text: string): Promise<ImportedConversation> =>
  (await import('./read-conversation.js')).readConversation(text);
