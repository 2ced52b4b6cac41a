// `importConversation`: what `export('jsonl')` or `export('json')` wrote, read back. The reader loads when it is first used.
import type { ImportedConversation } from './read-conversation.js';

/** Throws `invalid_input` for a text that holds no conversation. Whatever else the text holds is safe: it is folded, never run. */
export const importConversation = async (text: string): Promise<ImportedConversation> =>
  (await import('./read-conversation.js')).readConversation(text);
