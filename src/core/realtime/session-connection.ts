// A session's connection: what each attempt is told, and what the parts do when a wire opens or is lost. Knows no events.
import { transports } from '../transports/registry.js';
import type { Dialect } from '../dialects/dialect.js';
import type { VoxreelError } from '../errors.js';
import type { ConversationEvent, ConversationState } from '../store/conversation-state.js';
import type { Transport, Wire } from '../transports/transport.js';
import { createConnection, type Connection, type ConnectionOptions } from './connection/connection.js';
import type { Line } from './events/send-event.js';
import type { Outbox } from './events/send-queue.js';
import { endOfSession, isQuiet } from './connection/quiet.js';
import type { Phase, RealtimeSessionOptions } from './session/session-options.js';
import type { Recorder } from './history/call-log.js';
import type { SessionEffects } from './session-effects.js';
import type { SessionSettings } from './session/session-settings.js';
import { fetchToken } from './session/fetch-token.js';
import type { SessionSpeech } from './speech/speech-delivery.js';
import type { Camera } from './speech/camera.js';
import type { Voice } from './speech/voice.js';

export interface SessionConnectionParts {
  readonly options: RealtimeSessionOptions;
  readonly dialect: () => Dialect;
  readonly settings: SessionSettings;
  readonly recorder: Pick<Recorder, 'secret'>;
  readonly line: Pick<Line, 'transmit'>;
  readonly outbox: Outbox;
  readonly effects: SessionEffects;
  readonly speech: SessionSpeech;
  readonly voice: Voice;
  readonly camera: Pick<Camera, 'stream'>;
  readonly get: () => ConversationState;
  readonly wantsSound: () => boolean;
  readonly dispatch: (event: ConversationEvent) => void;
  readonly message: (text: string) => void;
  readonly phase: (phase: Phase) => void;
  readonly failed: (error: VoxreelError) => void;
  /** By which transport, each time another takes over. */
  readonly carried: (id: string) => void;
}

const defaultTransports = ['webrtc', 'websocket'];
const defaultReconnect = { maxAttempts: 20, baseMs: 500, maxMs: 15_000, climbAfterMs: 30_000 };

export function createSessionConnection(parts: SessionConnectionParts): Connection {
  const { options, message, phase, failed } = parts;
  const { reconnect } = options;
  return createConnection({
    ...attempts(parts),
    ...handover(parts),
    ...restfulness(parts),
    policy: reconnect === false ? undefined : { ...defaultReconnect, ...(typeof reconnect === 'object' ? reconnect : {}) },
    phase,
    message,
    failed,
  });
}

/** When another wire can take over, and when it must. */
function restfulness({ options, settings, get, wantsSound, outbox, voice }: SessionConnectionParts) {
  const { sessionLifetimeMs } = typeof options.reconnect === 'object' ? options.reconnect : {};
  /** No server tells of a turn that ends by hand before it has ended. */
  const holdsTheWord = () => settings.current.turn_detection === null && voice.talking;
  return {
    wantsSound,
    endsAt: (link) =>
      link.transport.recorded === true
        ? undefined
        : sessionLifetimeMs === undefined
          ? endOfSession(get())
          : link.openedAt + sessionLifetimeMs,
    quiet: () => isQuiet(get()) && outbox.idle && !holdsTheWord() && !(wantsSound() && voice.speaker?.playing === true),
  } satisfies Pick<ConnectionOptions, 'wantsSound' | 'endsAt' | 'quiet'>;
}

/** Where and as whom to connect. */
function attempts(parts: SessionConnectionParts): Pick<ConnectionOptions, 'transports' | 'token' | 'target'> {
  const { options, dialect, settings, recorder, voice, camera, dispatch } = parts;
  return {
    transports: () =>
      (options.transports ?? defaultTransports)
        .map((one) => (typeof one === 'string' ? transports.get(one) : one))
        .filter((one): one is Transport => one !== undefined),
    async token(signal) {
      const token = await fetchToken({ ...options, names: dialect().names(options.vendor), voice: settings.current.voice }, signal);
      recorder.secret(token);
      return token;
    },
    target: () => ({
      baseUrl: options.baseUrl,
      model: options.model,
      names: dialect().names(options.vendor),
      microphone: voice.stream,
      camera: camera.stream ?? (options.video || undefined),
      iceServers: options.webrtc?.ice_servers as RTCIceServer[] | undefined,
      connectionTimeoutMs: options.webrtc?.connection_timeout,
      fetch: options.fetch,
      // It was a page's word when it was recorded: here it is one again.
      page: (event: object) => dispatch(event as ConversationEvent),
    }),
  };
}

/** From one wire to the next. */
function handover(parts: SessionConnectionParts): Pick<ConnectionOptions, 'opened' | 'lost'> {
  const { settings, line, outbox, effects, speech, voice, wantsSound, dispatch, carried } = parts;
  let carrier: string | undefined;
  return {
    opened(wire: Wire, transport: Transport) {
      // What was pending goes last, however early the first acknowledgement comes.
      const release = outbox.hold();
      const session = settings.whole();
      // Text alone: sound is not asked for, and comes back with the next wire that carries it.
      if (transport.audio === 'none' && wantsSound()) session.modalities = ['text'];
      if (Object.keys(session).length > 0) line.transmit({ type: 'session.update', session });
      const turn = transport.audio === 'events' ? speech.unheardTurn : undefined;
      const turnAgain = effects.reconnect.opened(effects.context, turn);
      speech.opened(transport, turnAgain);
      voice.attach(wire, transport);
      release();
      if (transport.id !== carrier) carried((carrier = transport.id));
    },
    lost() {
      effects.reconnect.lost(effects.context);
      speech.lost();
      voice.detach();
      outbox.lost();
      dispatch({ type: 'local.disconnected' });
      effects.tools.lost(effects.context);
    },
  };
}
