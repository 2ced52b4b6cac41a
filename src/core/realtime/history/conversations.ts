// The conversations that are kept of one service, model, agent and user: to list, find, name, delete, save and take along. Loads when first used.
import { lazy, lazyMethods } from '../../../base/lazy.js';
import type { Storage } from '../../persistence/storage.js';
import type { ConversationIdentity } from './conversation-owner.js';
import type { ConversationSummary } from './conversation-summary.js';

export interface ConversationsOptions extends Omit<ConversationIdentity, 'baseUrl'> {
  /** The same as the session's: `storage` of `createRealtimeSession`. */
  readonly storage: Storage;
  /** Absent: the page's own origin. */
  readonly baseUrl?: string | undefined;
  /** Characters that all of them together may have; the ones used longest ago make way. Default 32 million. */
  readonly budget?: number | undefined;
}

/** Each rejects with `storage_unavailable` where the storage fails. To go on with one, give its id to a session: `conversation`. */
export interface Conversations {
  /** The newest first. `search`: words that all have to be in it. */
  list(options?: { readonly search?: string | undefined }): Promise<readonly ConversationSummary[]>;
  /** An empty title is none: the first words take its place. Rejects with `not_found`. */
  rename(id: string, title: string): Promise<void>;
  /** Rejects with `conversation_open` while a session has it. */
  remove(id: string): Promise<void>;
  /** All of them as JSON, without what looks like a key. */
  export(): Promise<string>;
  /** What `export` gave, here or elsewhere: from now on this user's. What is here already stays as it is. Rejects with `invalid_input`. */
  import(text: string): Promise<{ readonly added: number; readonly skipped: number }>;
}

export function createConversations(options: ConversationsOptions): Conversations {
  const kept = lazy(async () => (await import('./kept-conversations.js')).keptConversations(options));
  return lazyMethods(kept, 'list', 'rename', 'remove', 'export', 'import');
}
