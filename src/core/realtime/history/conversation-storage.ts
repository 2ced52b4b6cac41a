// Stores a session's conversation and brings it back on the next page: restored once, saved as it changes.
import { toVoxreelError, VoxreelError } from '../../errors.js';
import type { Storage } from '../../persistence/storage.js';
import { delay } from '../../retry.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import type { Store } from '../../store/store.js';
import type { PendingEvent } from '../events/send-queue.js';
import { createConversationLock, type ConversationLock } from './conversation-lock.js';
import { ConversationSaver, type ConversationSource } from './conversation-saver.js';
import { broadcastForget, onForgotten } from './forget-broadcast.js';
import { abandonedCalls, keyOf, readStored, type ConversationOwner, type FoundConversation } from './stored-conversation.js';

export interface ConversationStorage {
  /** What was brought back, as it was folded. */
  readonly events: readonly ConversationEvent[];
  /** What an earlier page could not deliver, to be sent on the first connection. Given once. */
  takePending(): readonly PendingEvent[];
  /** Resumes after a `close`. */
  open(): void;
  /** Saves now and releases the conversation: another page may take it over. */
  close(): void;
  /** Deletes it, here and in the user's other pages. The next conversation is a new one. */
  forget(): Promise<void>;
}

/** Whose conversation it is, as a page says it. */
export interface ConversationIdentity {
  readonly baseUrl: string;
  readonly model: string;
  readonly agent?: string | undefined;
  readonly user?: string | undefined;
}

export interface ConversationStorageOptions {
  readonly storage: Storage;
  readonly identity: ConversationIdentity;
  readonly store: Store<ConversationState, ConversationEvent>;
  readonly pending: () => readonly PendingEvent[];
  readonly listener: {
    readonly failed: (error: VoxreelError) => void;
    /** Another page of this user forgets everything. */
    readonly forgotten: () => void;
  };
}

/** A storage that does not answer must not hold up the conversation. */
const patienceMs = 3000;
/** Older conversations are forgotten. */
const mostConversations = 20;

/** Resolves when the newest conversation that no other page holds is in the store. Never rejects. */
export async function openConversationStorage(options: ConversationStorageOptions): Promise<ConversationStorage> {
  const { storage, store, listener } = options;
  const owner = ownerOf(options.identity);
  const lock = createConversationLock();
  const restored = await restore(storage, owner, lock, listener.failed);
  for (const event of restored?.events ?? []) store.dispatch(event);
  const left = abandonedCalls(store.get());
  for (const event of left.events) store.dispatch(event);
  let events: readonly ConversationEvent[] = [...(restored?.events ?? []), ...left.events];
  let unsent: readonly PendingEvent[] = [
    ...left.pending,
    ...(restored?.pending ?? []),
    ...(left.pending.length > 0 ? [{ type: 'response.create' } as const] : []),
  ];
  const source: ConversationSource = { store, owner, pending: () => [...unsent, ...options.pending()], failed: listener.failed };
  const saver = new ConversationSaver(storage, lock, source, restored);
  const drop = () => {
    events = unsent = [];
    lock.release();
    return saver.forget();
  };
  const heard = () => {
    drop().catch(() => undefined);
    listener.forgotten();
  };
  onForgotten(owner.user, heard);
  return {
    get events() {
      return events;
    },
    open: () => saver.open(),
    takePending() {
      const pending = unsent;
      unsent = [];
      return pending;
    },
    close() {
      saver.close();
      lock.release();
    },
    forget() {
      broadcastForget(owner.user, heard);
      return drop();
    },
  };
}

/** The same service by whatever address a page names it. */
function ownerOf({ baseUrl, model, agent = '', user = '' }: ConversationIdentity): ConversationOwner {
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  // Without an address it is the page's own origin, on whatever page of the site.
  const address = baseUrl || '/';
  const service = URL.canParse(address, base) ? new URL(address, base).href : address;
  return { service: service.replace(/\/+$/, ''), model, agent, user };
}

async function restore(
  storage: Storage,
  owner: ConversationOwner,
  lock: ConversationLock,
  failed: (error: VoxreelError) => void,
): Promise<FoundConversation | undefined> {
  try {
    const now = Date.now();
    const records = await inTime(storage.all());
    const found = records.flatMap(({ record }) => readStored(record, owner, now) ?? []).sort((a, b) => b.savedAt - a.savedAt);
    for (const { id } of found.slice(mostConversations)) await storage.remove(keyOf(id));
    for (const stored of found) if (await lock.take(keyOf(stored.id))) return stored;
  } catch (cause) {
    failed(toVoxreelError(cause, 'storage_unavailable'));
  }
  return undefined;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const stop = new AbortController();
  const late = delay(patienceMs, stop.signal).then(() => {
    throw new VoxreelError('storage_unavailable', 'The storage did not answer.');
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}
