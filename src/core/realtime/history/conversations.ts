// The conversations that are kept of one service, model, agent and user: to list, find, name, delete, save and take along. Loads when first used.
import { lazy, lazyMethods } from '../../../base/lazy.js';
import type { Conversations, ConversationsOptions } from './kept-conversations.js';

export type { Conversations, ConversationsOptions };

/** The conversations that sessions keep in a storage: lists, renames and deletes them. */
export function createConversations(options: ConversationsOptions): Conversations {
  const kept = lazy(async () => (await import('./kept-conversations.js')).keptConversations(options));
  return lazyMethods(kept, 'list', 'rename', 'remove', 'lines', 'export', 'import');
}
