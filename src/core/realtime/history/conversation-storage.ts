// Keeps a conversation in a storage and brings it back on the next page: restored once, saved as it changes.
import { toVoxreelError, VoxreelError } from '../../errors.js';
import { isRecord } from '../../../base/is-record.js';
import { delay } from '../../retry.js';
import { createClock } from '../../persistence/clock.js';
import type { Storage } from '../../persistence/storage.js';
import { mergeRecords } from '../../persistence/stored-record.js';
import { webLocks } from '../../persistence/web-locks.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import type { ReadableStore } from '../../store/store.js';
import { onForgotten, tellForgotten } from './forget-broadcast.js';
import type { RealtimeSessionOptions } from '../session/session-options.js';
import {
  abandonedCalls,
  keptConversation,
  readKept,
  type ConversationOwner,
  type FoundConversation,
  type KeptConversation,
  type PendingEvent,
} from './stored-conversation.js';

export interface ConversationKeeper {
  /** What was brought back, as it was folded. */
  readonly events: readonly ConversationEvent[];
  /** What an earlier page had not got through, to be sent on the first connection. Given once. */
  takePending(): readonly PendingEvent[];
  /** Goes on after a `close`. */
  open(): void;
  /** Saves now and lets go of the conversation: another page may take it up. */
  close(): void;
  /** Keeps nothing of it any more, here and in the user's other pages. The next conversation is a new one. */
  forget(): Promise<void>;
}

export interface ConversationKeeperOptions {
  readonly options: RealtimeSessionOptions;
  readonly storage: Storage;
  /** Another page of this user forgets everything. */
  readonly onForgotten: () => void;
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
export async function keepConversation(given: ConversationKeeperOptions): Promise<ConversationKeeper> {
  const { store, dispatch } = given;
  const options: Owned = { ...given, owner: ownerOf(given.options) };
  const hold = createHold();
  const restored = await restore(options, hold.take);
  for (const event of restored?.events ?? []) dispatch(event);
  const left = abandonedCalls(store.get());
  for (const event of left.events) dispatch(event);
  let events: readonly ConversationEvent[] = [...(restored?.events ?? []), ...left.events];
  let unsent: readonly PendingEvent[] = [
    ...left.pending,
    ...(restored?.pending ?? []),
    ...(left.pending.length > 0 ? [{ type: 'response.create' } as const] : []),
  ];
  const saver = createSaver(options, restored, hold.take, () => [...unsent, ...options.pending()]);
  const drop = () => {
    events = unsent = [];
    hold.release();
    return saver.forget();
  };
  const { user } = options.owner;
  const heard = () => {
    drop().catch(() => undefined);
    options.onForgotten();
  };
  onForgotten(user, heard);
  return {
    get events() {
      return events;
    },
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
    forget() {
      tellForgotten(user, heard);
      return drop();
    },
  };
}

interface Owned extends ConversationKeeperOptions {
  readonly owner: ConversationOwner;
}

/** The same service by whatever address a page names it. */
const ownerOf = ({ baseUrl, model, agent = '', user = '' }: RealtimeSessionOptions): ConversationOwner => {
  const base = typeof document === 'undefined' ? undefined : document.baseURI;
  // Without an address it is the page's own origin, on whatever page of the site.
  const address = baseUrl || '/';
  const service = URL.canParse(address, base) ? new URL(address, base).href : address;
  return { service: service.replace(/\/+$/, ''), model, agent, user };
};

async function restore({ storage, owner, failed }: Owned, take: (id: string) => Promise<boolean>): Promise<FoundConversation | undefined> {
  try {
    const now = Date.now();
    const records = await inTime(storage.all());
    const found = records.flatMap(({ record }) => readKept(record, owner, now) ?? []).sort((a, b) => b.savedAt - a.savedAt);
    for (const { id } of found.slice(mostConversations)) await storage.remove(keyOf(id));
    for (const kept of found) if (await take(kept.id)) return kept;
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

const keyOf = (id: string): string => `conversation:${id}`;

function createSaver(
  { storage, owner, store, failed }: Owned,
  restored: FoundConversation | undefined,
  take: (id: string) => Promise<boolean>,
  pending: () => readonly PendingEvent[],
): Pick<ConversationKeeper, 'open' | 'close' | 'forget'> {
  const clock = createClock();
  let id = restored?.id;
  let time = restored?.time;
  let writing: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saved = store.get().entries;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const state = store.get();
    if (id === undefined && state.firstId === undefined && pending().length === 0) return;
    if (id === undefined) {
      id = state.sessionId ?? `page_${Math.random().toString(36).slice(2)}`;
      // What is let go of is not taken first: the next page would be refused it meanwhile.
      if (undo !== undefined) void take(id);
    }
    saved = state.entries;
    time = clock.tick(time);
    const kept = keptConversation(state, { ...owner, id, time, times: {}, savedAt: Date.now() }, pending());
    writing = write(storage, kept, owner).catch((cause: unknown) => failed(toVoxreelError(cause, 'storage_unavailable')));
  };
  const page: Partial<EventTarget> = globalThis;
  let undo: (() => void) | undefined;
  const stop = () => {
    undo?.();
    undo = undefined;
    page.removeEventListener?.('pagehide', save);
    page.removeEventListener?.('visibilitychange', save);
  };
  const close = () => {
    if (undo === undefined) return;
    stop();
    save();
  };
  const open = () => {
    if (id !== undefined && undo === undefined) void take(id);
    undo ??= store.subscribe(({ entries }) => {
      if (entries !== saved) timer ??= setTimeout(save, saveAfterMs);
    });
    // A page that is hidden may never be heard of again.
    page.addEventListener?.('pagehide', save);
    page.addEventListener?.('visibilitychange', save);
  };
  open();
  // From 1.0.0: once it has an owner, no other session takes it.
  if (restored?.unowned) save();
  return {
    open,
    close,
    async forget() {
      stop();
      clearTimeout(timer);
      timer = undefined;
      const key = id === undefined ? undefined : keyOf(id);
      id = time = undefined;
      // What is being written would come after the removal.
      await writing;
      if (key !== undefined) await storage.remove(key);
    },
  };
}

async function write(storage: Storage, kept: KeptConversation, owner: ConversationOwner): Promise<void> {
  const merged = (stored: unknown) => {
    const known = isRecord(stored) && stored['version'] === 2 && readKept(stored, owner, Date.now());
    // Checked by `readKept`; its head is ours.
    return known ? mergeRecords(stored as unknown as KeptConversation, kept) : kept;
  };
  await (storage.update?.(keyOf(kept.id), merged) ?? storage.put(keyOf(kept.id), kept));
}

/** One page at a time has a conversation, where the browser has Web Locks: two would write over each other. */
function createHold(): { take(id: string): Promise<boolean>; release(): void } {
  const locks = webLocks();
  let release: (() => void) | undefined;
  /** Counts releases: a lock that is granted after one is not kept. */
  let turn = 0;
  return {
    take: (id) =>
      new Promise((resolve) => {
        if (locks === undefined || release !== undefined) return resolve(true);
        const current = turn;
        const whenHeld = (lock: Lock | null) => {
          resolve(lock !== null);
          return lock === null || current !== turn ? undefined : new Promise<void>((done) => (release = done));
        };
        locks.request(`voxreel:${keyOf(id)}`, { ifAvailable: true }, whenHeld).catch(() => resolve(true));
      }),
    release() {
      turn++;
      release?.();
      release = undefined;
    },
  };
}
