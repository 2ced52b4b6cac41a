// The phases of a session, from the page's side: what `connect`, `close` and `forget` do, whether or not the call is loaded.
import { VoxreelError, toVoxreelError } from '../../errors.js';
import type { Phase } from '../connection/connection.js';
import type { ForgetOptions } from '../../persistence/storage.js';
import { createCallLoader, type CallLoader, type SessionCore } from './call-loader.js';
import { checkSessionConfig } from './check-client-event.js';
import type { RealtimeSessionOptions } from './session-options.js';

/** How `connect` is called. */
export interface ConnectOptions {
  /** Closes the session when it fires before the connection first opened. Afterwards it changes nothing. */
  readonly signal?: AbortSignal | undefined;
}

export interface Lifecycle {
  readonly loader: CallLoader;
  readonly phase: Phase;
  readonly error: VoxreelError | undefined;
  /** Throws `closed` when the session is over, and no person has the conversation. */
  requireOpen(): void;
  connect(options?: ConnectOptions): Promise<void>;
  close(): void;
  forget(options?: ForgetOptions): Promise<void>;
}

export function createLifecycle(core: SessionCore): Lifecycle {
  const { options, store, emitter } = core;
  const phase = createPhase(emitter);
  let error: VoxreelError | undefined;
  /** Counts `connect` and `close`: one that finds another number after loading was overtaken. */
  let turn = 0;
  const close = () => {
    turn++;
    loader.close();
    if (phase.now !== 'idle' && phase.now !== 'failed') phase.enter('closed');
  };
  /** Nothing is left of the conversation: neither in the state, nor in what was loaded for it. */
  const empty = () => {
    close();
    loader.reset();
    error = undefined;
    store.dispatch({ type: 'local.forgotten' });
  };
  const loader = createCallLoader(core, phase.enter, empty);

  return {
    loader,
    get phase() {
      return phase.now;
    },
    get error() {
      return loader.call?.error ?? error;
    },
    requireOpen() {
      const isOver = phase.now === 'closed' || phase.now === 'failed';
      if (isOver && store.get().speaker?.role !== 'person') throw new VoxreelError('closed', 'The session is closed.');
    },
    async connect({ signal } = {}) {
      const current = ++turn;
      error = undefined;
      try {
        if (checkOptions(options)) loader.unlock();
        if (phase.now !== 'open' && phase.now !== 'reconnecting') phase.enter('connecting');
        const call = await loader.load();
        loader.storage?.open();
        if (current !== turn && phase.now !== 'connecting') throw new VoxreelError('aborted', 'The session was closed.');
        await call.connect(signal);
      } catch (cause) {
        error = toVoxreelError(cause, 'connection_failed');
        const isOurs = current === turn && phase.now === 'connecting';
        if (isOurs && signal?.aborted) close();
        else if (isOurs) phase.enter('failed');
        throw error;
      }
    },
    close,
    forget: (forgetOptions) => forget(options, loader, forgetOptions, empty),
  };
}

/** What the session is doing, announced at each change. */
function createPhase(emitter: SessionCore['emitter']) {
  let now: Phase = 'idle';
  return {
    get now(): Phase {
      return now;
    },
    enter(next: Phase) {
      if (now === next) return;
      now = next;
      emitter.emit('phase', next);
    },
  };
}

async function forget(
  options: RealtimeSessionOptions,
  loader: CallLoader,
  forgetOptions: ForgetOptions | undefined,
  empty: () => void,
): Promise<void> {
  await loader.ready;
  const { forgetSession } = await import('../history/forget-conversations.js');
  await forgetSession(options, forgetOptions, loader.call?.pending, async () => {
    const dropped = loader.storage?.forget();
    empty();
    await dropped;
  });
}

/** True when sound is asked for. Throws `invalid_input` naming the field. */
function checkOptions({ session, modalities = session?.modalities }: RealtimeSessionOptions): boolean {
  checkSessionConfig({ ...session, ...(modalities === undefined ? {} : { modalities }) });
  return modalities?.includes('audio') === true;
}
