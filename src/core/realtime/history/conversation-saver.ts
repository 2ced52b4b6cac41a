// Saves a conversation as it changes, and when the page may be left.
import { isRecord } from '../../../base/is-record.js';
import { toVoxreelError, type VoxreelError } from '../../errors.js';
import { createClock } from '../../clock.js';
import type { Storage } from '../../persistence/storage.js';
import { mergeRecords } from '../../stored-record.js';
import type { ConversationState } from '../../store/conversation-state.js';
import type { ReadableStore } from '../../store/store.js';
import type { PendingEvent } from '../events/send-queue.js';
import type { ConversationLock } from './conversation-lock.js';
import type { ConversationOwner } from './conversation-owner.js';
import { createSitting, type Sitting } from './sitting.js';
import { keyOf, readStored, storedConversation, type FoundConversation, type StoredConversation } from './stored-conversation.js';

export interface ConversationSource {
  readonly store: ReadableStore<ConversationState>;
  readonly owner: ConversationOwner;
  readonly pending: () => readonly PendingEvent[];
  readonly failed: (error: VoxreelError) => void;
}

const saveAfterMs = 500;

export class ConversationSaver {
  readonly #storage: Storage;
  readonly #lock: ConversationLock;
  readonly #source: ConversationSource;
  readonly #clock = createClock();
  readonly #sitting: Sitting;
  #id: string | undefined;
  #time: string | undefined;
  /** As it was restored; a storage that can change a record in one go keeps a later one. */
  #title: string | undefined;
  #writing: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saved: ConversationState['entries'];
  /** What the storage has said to have: what was said, what is unsent, and the record of both. */
  #stored: ConversationState['entries'];
  #storedPending: string;
  #record: StoredConversation | undefined;
  #seen: ConversationState['entries'] | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(storage: Storage, lock: ConversationLock, source: ConversationSource, restored: FoundConversation | undefined) {
    this.#storage = storage;
    this.#lock = lock;
    this.#source = source;
    this.#sitting = createSitting(restored);
    this.#id = restored?.id;
    this.#time = restored?.time;
    this.#title = restored?.title;
    this.#saved = this.#stored = source.store.get().entries;
    this.#storedPending = JSON.stringify(restored?.pending ?? []);
    this.open();
    // From 1.0.0: once it has an owner, no other session takes it.
    if (restored?.unowned) this.#save();
  }

  /** Under which it is kept; undefined while nothing of it is. */
  get id(): string | undefined {
    return this.#id;
  }

  open(): void {
    if (this.#id !== undefined && this.#unsubscribe === undefined) void this.#lock.take(keyOf(this.#id));
    this.#unsubscribe ??= this.#source.store.subscribe(({ entries }) => {
      if (entries === this.#saved) return;
      if (entries !== this.#seen) this.#sitting.changed();
      this.#seen = entries;
      this.#timer ??= setTimeout(this.#save, saveAfterMs);
    });
    // A page that is hidden may never be heard of again.
    page.addEventListener?.('pagehide', this.#leave);
    page.addEventListener?.('visibilitychange', this.#save);
  }

  /** Saves now. */
  close(): void {
    if (this.#unsubscribe === undefined) return;
    this.#stop();
    this.#save();
    this.#sitting.end();
  }

  async forget(): Promise<void> {
    this.#stop();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const key = this.#id === undefined ? undefined : keyOf(this.#id);
    this.#id = this.#time = this.#title = undefined;
    // What is being written would come after the removal.
    await this.#writing;
    if (key !== undefined) await this.#storage.remove(key);
  }

  #stop(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = undefined;
    page.removeEventListener?.('pagehide', this.#leave);
    page.removeEventListener?.('visibilitychange', this.#save);
  }

  readonly #save = (): void => this.#write(false);

  /** A page that is put aside hears no answer: it writes over what it knows to be stored. */
  readonly #leave = ({ persisted }: Partial<PageTransitionEvent>): void => this.#write(persisted === true);

  #write(blindly: boolean): void {
    const { store, owner, pending, failed } = this.#source;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const state = store.get();
    const unsent = pending();
    const unsentText = JSON.stringify(unsent);
    if (blindly && state.entries === this.#stored && unsentText === this.#storedPending) return;
    if (this.#id === undefined && state.firstId === undefined && unsent.length === 0) return;
    if (this.#id === undefined) {
      this.#id = state.sessionId ?? `page_${Math.random().toString(36).slice(2)}`;
      // A closed conversation is not locked: the next page could not open it.
      if (this.#unsubscribe !== undefined) void this.#lock.take(keyOf(this.#id));
    }
    this.#saved = state.entries;
    this.#time = this.#clock.tick(this.#time);
    const head = { ...owner, ...this.#sitting.times, title: this.#title, id: this.#id, time: this.#time, times: {}, savedAt: Date.now() };
    const conversation = storedConversation(state, head, unsent);
    const merged = (stored: unknown) => (this.#record = mergedWith(stored, conversation, owner));
    const key = keyOf(this.#id);
    const write = blindly ? undefined : this.#storage.update?.(key, merged);
    this.#writing = (write ?? this.#storage.put(key, merged(this.#record))).then(
      () => void ([this.#stored, this.#storedPending] = [state.entries, unsentText]),
      (cause: unknown) => failed(toVoxreelError(cause, 'storage_unavailable')),
    );
  }
}

const page: Partial<EventTarget> = globalThis;

/** Its name is another's to give: a list of conversations may be open elsewhere. */
const named = (conversation: StoredConversation, { title, time, times }: Readonly<Record<string, unknown>>): StoredConversation => {
  const given = isRecord(times) ? times['title'] : undefined;
  const stamp = [given, time].find((one) => typeof one === 'string') ?? '';
  return { ...conversation, title: typeof title === 'string' ? title : undefined, times: { ...conversation.times, title: stamp } };
};

function mergedWith(stored: unknown, conversation: StoredConversation, owner: ConversationOwner): StoredConversation {
  const known = isRecord(stored) && stored['version'] === 2 && readStored(stored, owner, Date.now());
  // Checked by `readStored`; its head is ours.
  return known ? mergeRecords(stored as unknown as StoredConversation, named(conversation, stored)) : conversation;
}
