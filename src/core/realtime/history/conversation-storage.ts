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
import { overBudget } from './conversation-budget.js';
import { ownerOf, type ConversationChoice, type ConversationOwner } from './conversation-owner.js';
import { abandonedCalls, keyOf, readStored, type FoundConversation } from './stored-conversation.js';

export interface ConversationStorage {
  /** Under which it is kept; undefined while nothing of it is. */
  readonly id: string | undefined;
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

export interface ConversationStorageOptions {
  readonly storage: Storage;
  readonly identity: ConversationChoice;
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

/** Resolves when the conversation that was asked for is in the store, or the newest that no other page holds. Never rejects. */
export async function openConversationStorage(options: ConversationStorageOptions): Promise<ConversationStorage> {
  const { storage, store, listener } = options;
  const owner = ownerOf(options.identity);
  const lock = createConversationLock();
  const restored = await restore({ storage, owner, lock, wanted: options.identity.conversation }, listener.failed);
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
    get id() {
      return saver.id;
    },
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

interface Wanted {
  readonly storage: Storage;
  readonly owner: ConversationOwner;
  readonly lock: ConversationLock;
  readonly wanted: string | undefined;
}

async function restore(
  { storage, owner, lock, wanted }: Wanted,
  failed: (error: VoxreelError) => void,
): Promise<FoundConversation | undefined> {
  try {
    const now = Date.now();
    const records = await inTime(storage.all());
    const found = records.flatMap(({ record }) => readStored(record, owner, now) ?? []).sort((a, b) => b.savedAt - a.savedAt);
    // What is kept elsewhere too has its limits there.
    const tooOld = new Set(storage.forget ? [] : overBudget(found.filter(({ id }) => id !== wanted)));
    for (const id of tooOld) await storage.remove(keyOf(id));
    if (wanted === 'new') return undefined;
    const able = found.filter(({ id }) => !tooOld.has(id) && (wanted === undefined || id === wanted));
    for (const stored of able) if (await lock.take(keyOf(stored.id))) return stored;
    if (wanted !== undefined) failed(notToHave(able.length > 0));
  } catch (cause) {
    failed(toVoxreelError(cause, 'storage_unavailable'));
  }
  return undefined;
}

const notToHave = (isThere: boolean): VoxreelError =>
  isThere
    ? new VoxreelError('conversation_open', 'This conversation is open on another page. Close it there first.', { param: 'conversation' })
    : new VoxreelError('not_found', 'There is no such conversation.', { param: 'conversation' });

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
