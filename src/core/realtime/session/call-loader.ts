// What a session loads when it is first needed: its call, and the storage of its conversation.
import { reportError, type Emitter } from '../../emitter.js';
import { toVoxreelError } from '../../errors.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import type { Handlers } from '../../store/conversation.js';
import type { Store } from '../../store/store.js';
import type { Call, CallEvents, CallHost } from '../call/call.js';
import type { ConversationStorage } from '../history/conversation-storage.js';
import type { RealtimeSessionOptions } from './session-options.js';

/** What a session holds before anything else is loaded. */
export interface SessionCore {
  readonly options: RealtimeSessionOptions;
  readonly store: Store<ConversationState, ConversationEvent>;
  readonly emitter: Emitter<CallEvents>;
  /** From now on these events are known. */
  readonly know: (handlers: Handlers) => void;
}

export interface CallLoader {
  /** Resolves when a stored conversation is in the store; never rejects. */
  readonly ready: Promise<void>;
  /** Undefined until it is loaded. */
  readonly call: Call | undefined;
  readonly storage: ConversationStorage | undefined;
  load(): Promise<Call>;
  /** Now when loaded, else as soon as it is, in the order of the calls. */
  act(action: (call: Call) => void): void;
  /** Call it inside a user's gesture. */
  unlock(): void;
  close(): void;
  /** The next call is a new one. */
  reset(): void;
}

/** `forgotten`: another page of this user forgets everything. */
export function createCallLoader(core: SessionCore, phase: CallHost['phase'], forgotten: () => void): CallLoader {
  let call: Call | undefined;
  let loading: Promise<Call> | undefined;
  let storage: ConversationStorage | undefined;
  /** Made inside a gesture, until the one who plays takes it and closes it. */
  let unlocked: AudioContext | undefined;

  const opening = openStorage(core, () => call?.pending ?? [], forgotten);
  const ready = opening.then((opened) => void (storage = opened), reportError);
  const takeContext = () => {
    const context = unlocked;
    unlocked = undefined;
    return context;
  };
  const load = () =>
    (loading ??= fetchParts(core.options, ready).then(
      ([{ openCall }, needs]) => {
        call = openCall(core.options, needs, { ...core, phase }, takeContext);
        call.takeUp(storage?.events ?? [], storage?.takePending() ?? []);
        return call;
      },
      (cause: unknown) => {
        loading = undefined;
        throw toVoxreelError(cause, 'network', { retryable: true });
      },
    ));
  return {
    ready,
    get call() {
      return call;
    },
    get storage() {
      return storage;
    },
    load,
    act(action) {
      if (call !== undefined) return action(call);
      load()
        .then(action)
        .catch((cause: unknown) => core.emitter.emit('error', toVoxreelError(cause, 'network')));
    },
    unlock() {
      // A page without a certificate has only the first of them: the conversation is text there.
      if (typeof AudioContext === 'undefined' || typeof AudioWorkletNode === 'undefined') return;
      if (call !== undefined) return call.unlock();
      unlocked ??= new AudioContext({ latencyHint: 'interactive' });
      unlocked.resume().catch(() => undefined);
    },
    close() {
      call?.close();
      takeContext()
        ?.close()
        .catch(() => undefined);
      storage?.close();
    },
    reset() {
      call = loading = undefined;
    },
  };
}

/** What connects, with its dialect and tools made ready: fetched side by side. */
const fetchParts = (options: RealtimeSessionOptions, ready: Promise<void>) =>
  Promise.all([import('./open-call.js'), import('./prepare-call.js').then(({ prepareCall }) => prepareCall(options)), ready]);

async function openStorage({ options, store, emitter }: SessionCore, pending: () => Call['pending'], forgotten: () => void) {
  const { storage } = options;
  if (storage === undefined) return undefined;
  const { openConversationStorage } = await import('../history/conversation-storage.js');
  const failed = (cause: CallEvents['error']) => void emitter.emit('error', cause);
  return openConversationStorage({ storage, identity: options, store, pending, listener: { failed, forgotten } });
}
