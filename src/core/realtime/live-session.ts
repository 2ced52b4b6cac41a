// The heavy half of a session, loaded when it is first used: its parts made for each other. Each knows its own; this file only wires.
import type { HeardPart } from '../audio/playout-ledger.js';
import type { Emitter } from '../emitter.js';
import { VoxreelError } from '../errors.js';
import type { ConversationEvent, ConversationState } from '../store/conversation-state.js';
import type { Store } from '../store/store.js';
import { createCamera } from './camera.js';
import type { Connection } from './connection.js';
import type { EffectContext } from './effects/effect.js';
import { createInbox } from './inbox.js';
import { createLine } from './line.js';
import type { SessionMedia } from './media.js';
import type { PendingEvent } from './kept-conversation.js';
import { createMeters } from './meters.js';
import { createOutbox, type Outbox } from './outbox.js';
import { createPost, type Post } from './post.js';
import type { PreparedOptions } from './prepare-session.js';
import type { Phase, RealtimeSession, RealtimeSessionEvents } from './realtime-session.js';
import { canAskAgain } from './replay.js';
import { createRecorder, type Recorder } from './recorder.js';
import { createSessionConnection } from './session-connection.js';
import { createSessionMedia } from './session-media.js';
import { createSessionEffects, type SessionEffects } from './session-effects.js';
import { createSessionSettings } from './session-settings.js';
import { createSessionSpeech } from './session-speech.js';
import { createSessionVoice } from './session-voice.js';
import { createTurns, type Turns } from './turns.js';
import type { Voice } from './voice.js';

export interface LiveOptions {
  readonly options: PreparedOptions;
  readonly store: Store<ConversationState, ConversationEvent>;
  readonly emitter: Emitter<RealtimeSessionEvents>;
  readonly phase: (phase: Phase) => void;
  /** The context that was unlocked inside the user's gesture, before this half was loaded. */
  readonly audioContext: () => AudioContext | undefined;
  /** From an earlier page: what is in the store already, and what is still to be sent. */
  readonly restored: { readonly events: readonly ConversationEvent[]; readonly pending: readonly PendingEvent[] };
}

type Reads = 'transport' | 'error' | 'muted' | 'talking' | 'levels' | 'openedAt';

export interface LiveSession extends Omit<RealtimeSession, 'store' | 'ready' | 'on' | 'phase' | Reads | keyof SessionMedia> {
  readonly media: SessionMedia;
  readonly reads: Pick<RealtimeSession, Reads>;
  /** What no server has acknowledged, and the request whose answer is not whole. */
  readonly pending: readonly PendingEvent[];
}

/** From `connect` to `close`: whatever belongs to it ends with it. */
interface Life {
  readonly signal: AbortSignal;
  error: VoxreelError | undefined;
  begin(): void;
  end(): void;
}

interface Parts {
  readonly life: Life;
  readonly recorder: Recorder;
  readonly outbox: Outbox;
  readonly post: Post;
  readonly voice: Voice;
  readonly effects: SessionEffects;
  readonly turns: Turns;
  readonly media: SessionMedia;
  readonly connection: Connection;
  readonly wantsSound: () => boolean;
}

export function createLiveSession(live: LiveOptions): LiveSession {
  const parts = createParts(live);
  for (const event of live.restored.events) parts.recorder.add('page', event);
  for (const event of live.restored.pending) parts.outbox.add(event);
  const { life, post, voice, effects, turns, connection, recorder } = parts;
  return {
    ...turns,
    reads: readsOf(parts),
    get pending() {
      return pendingOf(live.store.get(), parts.outbox);
    },
    media: parts.media,
    async connect() {
      life.begin();
      if (parts.wantsSound()) voice.unlock();
      await connection.connect();
    },
    close() {
      if (connection.phase !== 'closed' && connection.phase !== 'failed') life.end();
      connection.close();
      effects.reconnect.forget();
    },
    send: post,
    respond: (overrides) => post(overrides === undefined ? { type: 'response.create' } : { type: 'response.create', response: overrides }),
    updateSession(patch) {
      post({ type: 'session.update', session: patch });
      if (patch.turn_detection !== undefined) voice.gate(patch.turn_detection !== null);
    },
    setMicrophone: voice.setMicrophone,
    mute: voice.mute,
    approveTool: effects.tools.approve,
    export: (kind) => recorder.export(kind, live.store.get()),
  };
}

function pendingOf(state: ConversationState, outbox: Outbox): readonly PendingEvent[] {
  const { activeResponseId } = state;
  const asksAgain = activeResponseId !== undefined && canAskAgain(state, activeResponseId);
  return asksAgain ? [...outbox.pending, outbox.request ?? { type: 'response.create' }] : outbox.pending;
}

function readsOf({ connection, voice, life }: Parts): LiveSession['reads'] {
  return {
    levels: voice.levels,
    get transport() {
      return connection.transport?.id;
    },
    get error() {
      return life.error;
    },
    get muted() {
      return voice.muted;
    },
    get talking() {
      return voice.talking;
    },
    get openedAt() {
      return connection.openedAt;
    },
  };
}

function createParts({ options, store, emitter, phase, audioContext }: LiveOptions): Parts {
  const dialect = () => options.dialect;
  const failed = (error: VoxreelError) => emitter.emit('error', error);
  const wire = () => connection.wire;
  const audio = () => connection.transport?.audio ?? 'none';
  const recorded = () => connection.transport?.recorded === true;
  const wantsSound = () => settings.current.modalities?.includes('audio') === true || voice.stream !== undefined || audio() === 'track';

  const recorder = createRecorder();
  const dispatch = (event: ConversationEvent) => {
    recorder.add('page', event);
    store.dispatch(event);
  };
  const settings = createSessionSettings(options, store.get);
  const line = createLine({ dialect, wire, recorder, emitter });
  const outbox = createOutbox(line.transmit);
  const speech = createSessionSpeech({
    ...{ line, settings, get: store.get, failed },
    connection: () => connection,
    level: () => voice.levels.microphone,
    strained: () => void connection.giveUpSound(),
  });
  const post = createPost({ line, outbox, speech, settings, dispatch });
  const heard = (parts: readonly HeardPart[]) => meters.heard(parts);
  const voice = createSessionVoice({
    ...{ options, audioContext, settings, append: speech.append, dispatch, failed },
    heard,
    notice: (change) => emitter.emit('device', change),
  });
  const camera = createCamera(wire);
  const meters = createMeters({ emitter, wire, counts: () => voice.counts });
  const media = createSessionMedia({ voice, camera, meters, wire });
  const life = createLife(() => {
    speech.close();
    for (const effect of effects.all) effect.close?.();
    voice.close();
    camera.close();
  });
  const send: EffectContext['send'] = (event) => post({ ...event, event_id: line.newIdFor(event) });
  const context: EffectContext = {
    get: store.get,
    send,
    dispatch,
    get signal() {
      return life.signal;
    },
  };
  const effects = createSessionEffects({
    ...{ context, options, settings, emitter, dialect, line, outbox, voice, audio, wantsSound, heard, recorded },
  });
  const fatal = (error: VoxreelError) => connection.fail(error);
  const message = createInbox({ line, recorder, fold: store.dispatch, outbox, speech, effects, voice, emitter, fatal });
  const over = (error: VoxreelError) => {
    life.error = error;
    life.end();
    failed(error);
  };
  const enter = (next: Phase) => {
    if (next === 'open') life.error = undefined;
    phase(next);
  };
  const base = {
    options,
    dialect,
    settings,
    recorder,
    line,
    outbox,
    effects,
    speech,
    voice,
    camera,
    get: store.get,
    wantsSound,
    dispatch,
    message,
  };
  const connection = createSessionConnection({ ...base, phase: enter, failed: over, carried: (id) => emitter.emit('transport', id) });
  const turns = createTurns({ post, outbox, effects, voice, audio: () => speech.audio, wantsSound, failed });
  return { life, recorder, outbox, post, voice, effects, turns, media, connection, wantsSound };
}

function createLife(ended: () => void): Life {
  let controller = new AbortController();
  return {
    error: undefined,
    get signal() {
      return controller.signal;
    },
    begin() {
      if (controller.signal.aborted) controller = new AbortController();
    },
    end() {
      ended();
      controller.abort(new VoxreelError('closed', 'The session was closed.'));
    },
  };
}
