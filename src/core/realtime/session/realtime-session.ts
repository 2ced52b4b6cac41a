// `createRealtimeSession`: the light half. It holds the store, refuses what the documents do not allow, unlocks sound inside the gesture,
// and loads the half that connects when that is first needed.
import type { ClientEvent } from '../../dialects/dialect.js';
import { createEmitter, reportError } from '../../emitter.js';
import { VoxreelError, toVoxreelError } from '../../errors.js';
import { foldConversation, initialConversation } from '../../store/conversation.js';
import type { ConversationEvent, ConversationState } from '../../store/conversation-state.js';
import { createStore } from '../../store/store.js';
import type { Storage } from '../../persistence/storage.js';
import { checkAudioParameters, checkClientEvent, checkSessionConfig } from './check-client-event.js';
import type { ConversationKeeper } from '../history/conversation-storage.js';
import { waitingMedia, withMedia, type SessionMedia } from './media.js';
import type { LiveSession } from '../call.js';
import type { Phase, RealtimeSession, RealtimeSessionEvents, RealtimeSessionOptions } from './session-options.js';

export function createRealtimeSession(options: RealtimeSessionOptions): RealtimeSession {
  const emitter = createEmitter<RealtimeSessionEvents>();
  const store = createStore<ConversationState, ConversationEvent>(initialConversation, foldConversation);
  let live: LiveSession | undefined;
  let loading: Promise<LiveSession> | undefined;
  /** Made inside a gesture, until whoever plays takes it and closes it. */
  let unlocked: AudioContext | undefined;
  let phase: Phase = 'idle';
  let error: VoxreelError | undefined;
  let muted = false;
  /** Counts `connect` and `close`: one that finds another number after loading was overtaken. */
  let turn = 0;

  const enter = (next: Phase) => {
    if (phase === next) return;
    phase = next;
    emitter.emit('phase', next);
  };
  let keeper: ConversationKeeper | undefined;
  const keep = async (storage: Storage): Promise<void> => {
    const { keepConversation } = await import('../history/conversation-storage.js');
    const failed = (cause: VoxreelError) => emitter.emit('error', cause);
    keeper = await keepConversation({
      ...{ options, storage, store, failed },
      dispatch: store.dispatch,
      pending: () => live?.pending ?? [],
      onForgotten: empty,
    });
  };
  const ready = options.storage === undefined ? Promise.resolve() : keep(options.storage).catch(reportError);
  const close = () => {
    turn++;
    live?.close();
    takeContext()
      ?.close()
      .catch(() => undefined);
    keeper?.close();
    if (phase !== 'idle' && phase !== 'failed') enter('closed');
  };
  /** Nothing is left of the conversation: neither in the state, nor in the halves that were loaded for it. */
  const empty = () => {
    close();
    live = loading = error = undefined;
    store.dispatch({ type: 'local.forgotten' });
  };
  const takeContext = () => {
    const taken = unlocked;
    unlocked = undefined;
    return taken;
  };
  const load = (): Promise<LiveSession> => {
    loading ??= Promise.all([openHeavyHalf(options), ready]).then(
      ([[{ createLiveSession }, prepared]]) =>
        (live = createLiveSession({
          ...{ options: prepared, store, emitter, phase: enter, takeContext },
          restored: { events: keeper?.events ?? [], pending: keeper?.takePending() ?? [] },
        })),
      (cause: unknown) => {
        loading = undefined;
        throw toVoxreelError(cause, 'network', { retryable: true });
      },
    );
    return loading;
  };

  /** Now when loaded, else as soon as it is, in the order of the calls. */
  const act = (action: (session: LiveSession) => void) => {
    if (live !== undefined) return action(live);
    load()
      .then(action)
      .catch((cause: unknown) => emitter.emit('error', toVoxreelError(cause, 'network')));
  };

  const refuseWhenOver = () => {
    if (phase === 'closed' || phase === 'failed') throw new VoxreelError('closed', 'The session is closed.');
  };

  const unlock = () => {
    // A page without a certificate has the first of them alone, and goes on in words.
    if (typeof AudioContext === 'undefined' || typeof AudioWorkletNode === 'undefined') return;
    if (live !== undefined) return live.unlock();
    unlocked ??= new AudioContext({ latencyHint: 'interactive' });
    unlocked.resume().catch(() => undefined);
  };
  /** Asked anew after an await. */
  const isConnecting = () => phase === 'connecting';
  const speaks = () => (options.modalities ?? options.session?.modalities)?.includes('audio') === true;

  const connect = async (): Promise<void> => {
    const current = ++turn;
    error = undefined;
    try {
      checkSessionConfig({ ...options.session, ...(options.modalities === undefined ? {} : { modalities: options.modalities }) });
      checkAudioParameters(options.audio ?? {});
      if (speaks()) unlock();
      if (phase !== 'open' && phase !== 'reconnecting') enter('connecting');
      const session = await load();
      keeper?.open();
      if (current !== turn && !isConnecting()) throw new VoxreelError('aborted', 'The session was closed.');
      await session.connect();
    } catch (cause) {
      error = toVoxreelError(cause, 'connection_failed');
      if (current === turn && isConnecting()) enter('failed');
      throw error;
    }
  };

  const post = (event: ClientEvent) => {
    checkClientEvent(event);
    refuseWhenOver();
    act((session) => session.send(event));
  };

  const session: Omit<RealtimeSession, keyof SessionMedia> = {
    store,
    ready,
    get phase() {
      return phase;
    },
    get transport() {
      return live?.reads.transport;
    },
    get error() {
      return live?.reads.error ?? error;
    },
    get muted() {
      return live?.reads.muted ?? muted;
    },
    get talking() {
      return live?.reads.talking ?? false;
    },
    levels: {
      get microphone() {
        return live?.reads.levels.microphone ?? 0;
      },
      get speaker() {
        return live?.reads.levels.speaker ?? 0;
      },
    },
    get openedAt() {
      return live?.reads.openedAt;
    },
    get retry() {
      return live?.reads.retry;
    },
    connect,
    close,
    async forget(forgetOptions) {
      await ready;
      const { forgetSession } = await import('../history/forget-conversations.js');
      await forgetSession(options, forgetOptions, live?.pending, async () => {
        const dropped = keeper?.forget();
        empty();
        await dropped;
      });
    },
    send: post,
    sendText(text) {
      refuseWhenOver();
      act((session) => session.sendText(text));
    },
    respond: (overrides) => post(overrides === undefined ? { type: 'response.create' } : { type: 'response.create', response: overrides }),
    interrupt: () => live?.interrupt(),
    updateSession(patch) {
      checkSessionConfig(patch);
      act((session) => session.updateSession(patch));
    },
    async setMicrophone(source) {
      if (source !== false) unlock();
      await (await load()).setMicrophone(source);
    },
    mute(next) {
      muted = next;
      act((session) => session.mute(next));
    },
    startTalking() {
      unlock();
      act((session) => session.startTalking());
    },
    stopTalking: () => act((session) => session.stopTalking()),
    approveTool: (callId, allowed) => live?.approveTool(callId, allowed),
    export: (format) => live?.export(format) ?? '',
    on: emitter.on,
  };
  return withMedia(
    session,
    waitingMedia(
      () => live?.media,
      async () => (await load()).media,
    ),
  );
}

/** What connects, with its dialect and tools made ready: fetched side by side. */
const openHeavyHalf = (options: RealtimeSessionOptions) =>
  Promise.all([import('../call.js'), import('./prepare-call.js').then(({ prepareSession }) => prepareSession(options))]);
