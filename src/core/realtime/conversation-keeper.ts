// Keeps a conversation in a storage and brings it back on the next page: restored once, saved as it changes. Knows no connection.
import { toVoxreelError, VoxreelError } from '../errors.js';
import { delay } from '../retry.js';
import type { Storage } from '../persistence/storage.js';
import type { ConversationEvent, ConversationState } from '../store/conversation-state.js';
import type { ReadableStore } from '../store/store.js';
import { abandonedCalls, keptConversation, readKept, type KeptConversation, type PendingEvent } from './kept-conversation.js';

export interface ConversationKeeper {
  /** What was brought back, as it was folded. */
  readonly events: readonly ConversationEvent[];
  /** What an earlier page had not got through, to be sent on the first connection. Given once. */
  takePending(): readonly PendingEvent[];
  /** Goes on after a `close`. */
  open(): void;
  /** Saves now and lets go of the conversation: another page may take it up. */
  close(): void;
}

export interface ConversationKeeperOptions {
  readonly storage: Storage;
  readonly store: ReadableStore<ConversationState>;
  readonly dispatch: (event: ConversationEvent) => void;
  readonly pending: () => readonly PendingEvent[];
  readonly failed: (error: VoxreelError) => void;
}

const saveAfterMs = 500;
/** A storage that does not answer must not hold up the conversation. */
const patienceMs = 3000;
/** Older conversations are forgotten. */
const mostConversations = 20;

/** Resolves when the newest conversation that no other page holds is in the store. Never rejects. */
export async function keepConversation(options: ConversationKeeperOptions): Promise<ConversationKeeper> {
  const { store, dispatch } = options;
  const hold = createHold();
  const restored = await restore(options, hold.take);
  for (const event of restored?.events ?? []) dispatch(event);
  const left = abandonedCalls(store.get());
  for (const event of left.events) dispatch(event);
  const events = [...(restored?.events ?? []), ...left.events];
  let unsent: readonly PendingEvent[] = [
    ...left.pending,
    ...(restored?.pending ?? []),
    ...(left.pending.length > 0 ? [{ type: 'response.create' } as const] : []),
  ];
  const saver = createSaver(options, restored?.sessionId, hold.take, () => [...unsent, ...options.pending()]);
  return {
    events,
    open: saver.open,
    takePending() {
      const taken = unsent;
      unsent = [];
      return taken;
    },
    close() {
      saver.close();
      hold.release();
    },
  };
}

async function restore(
  { storage, failed }: ConversationKeeperOptions,
  take: (sessionId: string) => Promise<boolean>,
): Promise<KeptConversation | undefined> {
  try {
    const now = Date.now();
    const found = (await inTime(storage.all())).flatMap(({ record }) => readKept(record, now) ?? []).sort((a, b) => b.savedAt - a.savedAt);
    for (const { sessionId } of found.slice(mostConversations)) await storage.remove(keyOf(sessionId));
    for (const kept of found) if (await take(kept.sessionId)) return kept;
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

const keyOf = (sessionId: string): string => `conversation:${sessionId}`;

function createSaver(
  { storage, store, failed }: ConversationKeeperOptions,
  restoredId: string | undefined,
  take: (sessionId: string) => Promise<boolean>,
  pending: () => readonly PendingEvent[],
): Pick<ConversationKeeper, 'open' | 'close'> {
  let sessionId = restoredId;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved = store.get().entries;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const state = store.get();
    if (sessionId === undefined && state.firstId === undefined && pending().length === 0) return;
    if (sessionId === undefined) {
      sessionId = state.sessionId ?? `page_${Math.random().toString(36).slice(2)}`;
      // What is let go of is not taken first: the next page would be refused it meanwhile.
      if (undo !== undefined) void take(sessionId);
    }
    saved = state.entries;
    const kept = keptConversation(state, sessionId, pending(), Date.now());
    storage.put(keyOf(sessionId), kept).catch((cause: unknown) => failed(toVoxreelError(cause, 'storage_unavailable')));
  };
  const page: Partial<EventTarget> = globalThis;
  let undo: (() => void) | undefined;
  const close = () => {
    if (undo === undefined) return;
    undo();
    undo = undefined;
    save();
    page.removeEventListener?.('pagehide', save);
    page.removeEventListener?.('visibilitychange', save);
  };
  const open = () => {
    if (sessionId !== undefined && undo === undefined) void take(sessionId);
    undo ??= store.subscribe(({ entries }) => {
      if (entries !== saved) timer ??= setTimeout(save, saveAfterMs);
    });
    // A page that is hidden may never be heard of again.
    page.addEventListener?.('pagehide', save);
    page.addEventListener?.('visibilitychange', save);
  };
  open();
  return { open, close };
}

/** One page at a time has a conversation, where the browser has Web Locks: two would write over each other. */
function createHold(): { take(sessionId: string): Promise<boolean>; release(): void } {
  const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
  let release: (() => void) | undefined;
  /** Counts releases: a lock that is granted after one is not kept. */
  let turn = 0;
  return {
    take: (sessionId) =>
      new Promise((resolve) => {
        if (locks === undefined || release !== undefined) return resolve(true);
        const current = turn;
        const whenHeld = (lock: Lock | null) => {
          resolve(lock !== null);
          return lock === null || current !== turn ? undefined : new Promise<void>((done) => (release = done));
        };
        locks.request(`voxreel:${keyOf(sessionId)}`, { ifAvailable: true }, whenHeld).catch(() => resolve(true));
      }),
    release() {
      turn++;
      release?.();
      release = undefined;
    },
  };
}
