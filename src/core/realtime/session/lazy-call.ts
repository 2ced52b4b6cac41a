// The call of a session, loaded when it is first needed, and what is true of the session until then.
import { lazy, type Lazy } from '../../../base/lazy.js';
import { reportError, type Emitter } from '../../emitter.js';
import { VoxreelError, toVoxreelError } from '../../errors.js';
import type { Storage } from '../../persistence/storage.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import type { Store } from '../../store/store.js';
import type { Call, CallEvents } from '../call/call.js';
import type { Phase } from '../connection/connection.js';
import type { ConversationStorage } from '../history/conversation-storage.js';
import type { ForgetOptions } from '../history/forget-conversations.js';
import { checkAudioParameters, checkSessionConfig } from './check-client-event.js';
import type { RealtimeSessionOptions } from './session-options.js';

export class LazyCall {
  readonly ready: Promise<void>;
  readonly #options: RealtimeSessionOptions;
  readonly #store: Store<ConversationState, ConversationEvent>;
  readonly #emitter: Emitter<CallEvents>;
  #call: Lazy<Call> = lazy(() => this.#open());
  #storage: ConversationStorage | undefined;
  /** Made inside a gesture, until the one who plays takes it and closes it. */
  #unlocked: AudioContext | undefined;
  #phase: Phase = 'idle';
  #error: VoxreelError | undefined;
  /** Counts `connect` and `close`: one that finds another number after loading was overtaken. */
  #turn = 0;

  constructor(options: RealtimeSessionOptions, store: Store<ConversationState, ConversationEvent>, emitter: Emitter<CallEvents>) {
    this.#options = options;
    this.#store = store;
    this.#emitter = emitter;
    this.ready = options.storage === undefined ? Promise.resolve() : this.#openStorage(options.storage).catch(reportError);
  }

  /** Undefined until it is loaded. */
  get current(): Call | undefined {
    return this.#call.loaded;
  }

  get phase(): Phase {
    return this.#phase;
  }

  get error(): VoxreelError | undefined {
    return this.current?.error ?? this.#error;
  }

  async load(): Promise<Call> {
    const loading = this.#call;
    const call = await loading.get();
    if (loading !== this.#call) throw new VoxreelError('aborted', 'The session was emptied.');
    return call;
  }

  /** Now when loaded, else as soon as it is, in the order of the calls. */
  act(action: (call: Call) => void): void {
    const { current } = this;
    if (current !== undefined) return action(current);
    this.load()
      .then(action)
      .catch((cause: unknown) => this.#emitter.emit('error', toVoxreelError(cause, 'network')));
  }

  /** Throws `closed` when the session is over. */
  requireOpen(): void {
    if (this.#phase === 'closed' || this.#phase === 'failed') throw new VoxreelError('closed', 'The session is closed.');
  }

  /** Call it inside a user's gesture. */
  unlock(): void {
    // A page without a certificate has the first of them alone, and goes on in words.
    if (typeof AudioContext === 'undefined' || typeof AudioWorkletNode === 'undefined') return;
    if (this.current !== undefined) return this.current.unlock();
    this.#unlocked ??= new AudioContext({ latencyHint: 'interactive' });
    this.#unlocked.resume().catch(() => undefined);
  }

  async connect(): Promise<void> {
    const { session, modalities, audio = {} } = this.#options;
    const turn = ++this.#turn;
    this.#error = undefined;
    try {
      checkSessionConfig({ ...session, ...(modalities === undefined ? {} : { modalities }) });
      checkAudioParameters(audio);
      if ((modalities ?? session?.modalities)?.includes('audio') === true) this.unlock();
      if (this.#phase !== 'open' && this.#phase !== 'reconnecting') this.#enter('connecting');
      const call = await this.load();
      this.#storage?.open();
      if (turn !== this.#turn && this.#phase !== 'connecting') throw new VoxreelError('aborted', 'The session was closed.');
      await call.connect();
    } catch (cause) {
      this.#error = toVoxreelError(cause, 'connection_failed');
      if (turn === this.#turn && this.#phase === 'connecting') this.#enter('failed');
      throw this.#error;
    }
  }

  close(): void {
    this.#turn++;
    this.current?.close();
    this.#takeContext()
      ?.close()
      .catch(() => undefined);
    this.#storage?.close();
    if (this.#phase !== 'idle' && this.#phase !== 'failed') this.#enter('closed');
  }

  async forget(options: ForgetOptions | undefined): Promise<void> {
    await this.ready;
    const { forgetSession } = await import('../history/forget-conversations.js');
    await forgetSession(this.#options, options, this.current?.pending, async () => {
      const dropped = this.#storage?.forget();
      this.#empty();
      await dropped;
    });
  }

  #enter(next: Phase): void {
    if (this.#phase === next) return;
    this.#phase = next;
    this.#emitter.emit('phase', next);
  }

  /** Nothing is left of the conversation: neither in the state, nor in what was loaded for it. */
  #empty(): void {
    this.close();
    this.#call = lazy(() => this.#open());
    this.#error = undefined;
    this.#store.dispatch({ type: 'local.forgotten' });
  }

  readonly #takeContext = (): AudioContext | undefined => {
    const taken = this.#unlocked;
    this.#unlocked = undefined;
    return taken;
  };

  async #open(): Promise<Call> {
    const [{ openCall }, needs] = await fetchParts(this.#options, this.ready);
    const host = { store: this.#store, emitter: this.#emitter, phase: (phase: Phase) => this.#enter(phase) };
    const call = openCall(this.#options, needs, host, this.#takeContext);
    call.takeUp(this.#storage?.events ?? [], this.#storage?.takePending() ?? []);
    return call;
  }

  async #openStorage(storage: Storage): Promise<void> {
    const { openConversationStorage } = await import('../history/conversation-storage.js');
    this.#storage = await openConversationStorage({
      storage,
      identity: this.#options,
      store: this.#store,
      pending: () => this.current?.pending ?? [],
      listener: { failed: (cause) => this.#emitter.emit('error', cause), forgotten: () => this.#empty() },
    });
  }
}

/** What connects, with its dialect and tools made ready: fetched side by side. */
async function fetchParts(options: RealtimeSessionOptions, ready: Promise<void>) {
  try {
    const needs = import('./prepare-call.js').then(({ prepareCall }) => prepareCall(options));
    return await Promise.all([import('./open-call.js'), needs, ready]);
  } catch (cause) {
    throw toVoxreelError(cause, 'network', { retryable: true });
  }
}
