// The parts of a session, made for each other: each knows its own, this file only wires. Some are made after those that will ask for them.
import type { HeardPart } from '../audio/playout-ledger.js';
import type { Emitter } from '../emitter.js';
import { VoxreelError } from '../errors.js';
import type { ConversationEvent, ConversationState } from '../store/conversation-state.js';
import type { Store } from '../store/store.js';
import { createCamera } from './speech/camera.js';
import type { Connection } from './connection/connection.js';
import type { EffectContext } from './effects/effect.js';
import { createInbox } from './events/receive-event.js';
import { createLine, type Line } from './events/send-event.js';
import type { SessionMedia } from './session/media.js';
import { createMeters } from './events/meters.js';
import { createOutbox, type Outbox } from './events/send-queue.js';
import { createPost, type Post } from './events/route-event.js';
import type { PreparedOptions } from './session/prepare-call.js';
import type { Phase, RealtimeSessionEvents } from './session/session-options.js';
import { createRecorder, type Recorder } from './history/call-log.js';
import { createSessionConnection } from './session-connection.js';
import { createSessionEffects, type SessionEffects } from './session-effects.js';
import { createSessionMedia } from './session-media.js';
import { createSessionSettings, type SessionSettings } from './session/session-settings.js';
import { createSessionSpeech, type SessionSpeech } from './speech/speech-delivery.js';
import { createSessionVoice } from './session-voice.js';
import { createTurns, type Turns } from './speech/push-to-talk.js';
import type { Voice } from './speech/voice.js';

export interface SessionPartsOptions {
  readonly options: PreparedOptions;
  readonly store: Store<ConversationState, ConversationEvent>;
  readonly emitter: Emitter<RealtimeSessionEvents>;
  readonly phase: (phase: Phase) => void;
  /** The context that was unlocked inside the user's gesture, before this half was loaded; whoever takes it closes it. */
  readonly takeContext: () => AudioContext | undefined;
}

/** From `connect` to `close`: whatever belongs to it ends with it. */
interface Life {
  readonly signal: AbortSignal;
  error: VoxreelError | undefined;
  begin(): void;
  end(): void;
}

export interface SessionParts {
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

/** What the parts ask of those that are made after them. */
interface Later {
  readonly connection: () => Connection;
  readonly voice: () => Voice;
}

export function createSessionParts(made: SessionPartsOptions): SessionParts {
  const { options, store, emitter } = made;
  const later: Later = { connection: () => connection, voice: () => sound.voice };
  const audio = () => connection.transport?.audio ?? 'none';
  const wantsSound = () =>
    settings.current.modalities?.includes('audio') === true || sound.voice.stream !== undefined || audio() === 'track';
  const dialect = () => options.dialect;
  const recorded = () => connection.transport?.recorded === true;

  const outward = createOutward(made, later);
  const { recorder, dispatch, failed, settings, line, outbox, speech, post } = outward;
  const sound = createSound(made, outward, later);
  const { voice, camera, heard, media } = sound;
  const life = createLife(() => {
    speech.close();
    for (const effect of effects.all) effect.close?.();
    voice.close();
    camera.close();
  });
  const context = createContext(store, outward, life);
  const effects = createSessionEffects({
    ...{ context, options, settings, emitter, dialect, line, outbox, voice, audio, wantsSound, heard, recorded },
  });
  const fatal = (error: VoxreelError) => connection.fail(error);
  const message = createInbox({ line, recorder, fold: store.dispatch, outbox, speech, effects, voice, emitter, fatal });
  const connection = createSessionConnection({
    ...{
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
    },
    ...endsOf(made, life, failed),
  });
  const turns = createTurns({ post, outbox, effects, voice, audio: () => speech.audio, wantsSound, failed });
  return { life, recorder, outbox, post, voice, effects, turns, media, connection, wantsSound };
}

interface Outward {
  readonly recorder: Recorder;
  readonly dispatch: (event: ConversationEvent) => void;
  readonly failed: (error: VoxreelError) => void;
  readonly settings: SessionSettings;
  readonly line: Line;
  readonly outbox: Outbox;
  readonly speech: SessionSpeech;
  readonly post: Post;
}

/** The way of an event to the service. */
function createOutward({ options, store, emitter }: SessionPartsOptions, { connection, voice }: Later): Outward {
  const failed = (error: VoxreelError) => emitter.emit('error', error);
  const recorder = createRecorder();
  const dispatch = (event: ConversationEvent) => {
    recorder.add('page', event);
    store.dispatch(event);
  };
  const settings = createSessionSettings(options, store.get);
  const line = createLine({
    ...{ recorder, emitter },
    dialect: () => options.dialect,
    wire: () => connection().wire,
    audio: () => connection().transport?.audio ?? 'none',
  });
  const outbox = createOutbox(line.transmit);
  const speech = createSessionSpeech({
    ...{ line, settings, get: store.get, failed, connection },
    level: () => voice().levels.microphone,
    strained: () => void connection().giveUpSound(),
  });
  const post = createPost({ line, outbox, speech, settings, dispatch });
  return { recorder, dispatch, failed, settings, line, outbox, speech, post };
}

/** Microphone, speaker, camera, and what is measured of them. */
function createSound({ options, emitter, takeContext }: SessionPartsOptions, outward: Outward, { connection }: Later) {
  const { settings, speech, dispatch, failed } = outward;
  const wire = () => connection().wire;
  const heard = (parts: readonly HeardPart[]) => meters.heard(parts);
  const voice = createSessionVoice({
    ...{ options, takeContext, settings, append: speech.append, dispatch, failed, heard },
    notice: (change) => emitter.emit('device', change),
  });
  const camera = createCamera(wire);
  const meters = createMeters({ emitter, wire, counts: () => voice.counts });
  return { voice, camera, heard, media: createSessionMedia({ voice, camera, meters, wire }) };
}

const createContext = (
  { get }: SessionPartsOptions['store'],
  { dispatch, post, line }: Outward,
  life: Pick<Life, 'signal'>,
): EffectContext => ({
  get,
  send: (event) => post({ ...event, event_id: line.newIdFor(event) }),
  dispatch,
  get signal() {
    return life.signal;
  },
});

/** What the page is told of the connection. */
function endsOf({ emitter, phase }: SessionPartsOptions, life: Life, failed: (error: VoxreelError) => void) {
  return {
    phase(next: Phase) {
      if (next === 'open') life.error = undefined;
      phase(next);
    },
    failed(error: VoxreelError) {
      life.error = error;
      life.end();
      failed(error);
    },
    carried: (id: string) => emitter.emit('transport', id),
  };
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
