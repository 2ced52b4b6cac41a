// The connection of a call: where it goes, and when another wire may take over.
import type { ConversationState } from '../../store/conversation-state.js';
import type { Transport, TransportTarget } from '../../transports/transport.js';
import { Connection, type ConnectionListener, type ReconnectPolicy } from '../connection/connection.js';
import type { HandoverTiming } from '../connection/handover.js';
import { endOfSession, isQuiet } from '../connection/quiet.js';
import { createTransportOrder } from '../connection/transport-order.js';
import type { CallLine } from './call-line.js';
import type { CallParts } from './call-parts.js';

/** Where and as whom to connect. */
export interface CallDial {
  /** In order of preference. */
  transports(): readonly Transport[];
  /** A fresh one for each attempt. */
  token(signal: AbortSignal): Promise<string>;
  /** The one to talk with now. */
  model(): string;
  /** The next connection is to this model. */
  turnTo(model: string): void;
  readonly target: Omit<TransportTarget, 'model' | 'token' | 'tokenUnused' | 'microphone' | 'page' | 'handlers'>;
  /** Undefined: a connection that is lost is not made again. */
  readonly reconnect: CallReconnect | undefined;
}

export interface CallReconnect extends ReconnectPolicy {
  /** How long the server lets a session live, where it does not say so itself. */
  readonly sessionLifetimeMs?: number | undefined;
}

/** What a connection needs to know of the call. */
export interface CallView {
  readonly state: () => ConversationState;
  readonly wantsSound: () => boolean;
  readonly line: Pick<CallLine, 'begins' | 'endsAt'>;
  /** What a target has besides the page's own: microphone, camera and what hears of a record. */
  readonly media: () => Pick<TransportTarget, 'microphone' | 'camera' | 'page'>;
}

export function createCallConnection(dial: CallDial, parts: CallParts, view: CallView, listener: ConnectionListener): Connection {
  const target = () => {
    const { camera = dial.target.camera, ...media } = view.media();
    return { ...dial.target, model: dial.model(), ...media, camera };
  };
  return new Connection(
    {
      dial: { token: dial.token, target },
      order: createTransportOrder(dial.transports, view.wantsSound),
      timing: timingOf(dial, parts, view),
      policy: dial.reconnect,
      begins: view.line.begins,
    },
    listener,
  );
}

function timingOf(
  dial: CallDial,
  { settings, queue, speech: { voice } }: CallParts,
  { state, wantsSound, line }: CallView,
): HandoverTiming {
  const lifetimeMs = dial.reconnect?.sessionLifetimeMs;
  /** No server says that a turn which ends by hand is under way. */
  const isInTurn = () => settings.current.turn_detection === null && voice.talking;
  return {
    endsAt({ transport, openedAt }) {
      if (transport.recorded === true) return undefined;
      return line.endsAt ?? (lifetimeMs === undefined ? endOfSession(state()) : openedAt + lifetimeMs);
    },
    quiet: () =>
      isQuiet(state()) &&
      state().soundingId === undefined &&
      queue.idle &&
      !isInTurn() &&
      !(wantsSound() && voice.speaker?.playing === true),
  };
}
