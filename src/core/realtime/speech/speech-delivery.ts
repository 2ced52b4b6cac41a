// The user's speech across connections: kept where it travels in events, and told as lost where it does not.
import type { ClientEvent } from '../../dialects/dialect.js';
import { VoxreelError } from '../../errors.js';
import type { ConversationState } from '../../store/conversation-state.js';
import type { Transport } from '../../transports/transport.js';
import type { Connection } from '../connection/connection.js';
import type { Line } from '../events/send-event.js';
import { createLostSpeech } from './lost-speech.js';
import { createSpokenInput, type SpokenInput } from './speech-buffer.js';
import type { SessionSettings } from '../session/session-settings.js';

export interface SessionSpeech extends Pick<SpokenInput, 'append' | 'post' | 'observe' | 'unheardTurn'> {
  /** How audio travels, or travelled until the wire was lost. */
  readonly audio: Transport['audio'];
  lost(): void;
  /** After the conversation was given back. `turnAgain`: so that the last turn, of which no words are known, is said again. */
  opened(transport: Transport, turnAgain: boolean): void;
  /** The user hung up. */
  close(): void;
}

export interface SessionSpeechParts {
  readonly line: Pick<Line, 'transmit'>;
  readonly connection: () => Pick<Connection, 'wire' | 'transport' | 'phase'>;
  readonly settings: Pick<SessionSettings, 'current'>;
  readonly get: () => ConversationState;
  /** RMS of the microphone, 0 while it is closed. */
  readonly level: () => number;
  readonly failed: (error: VoxreelError) => void;
  /** Much was left out because the wire is too slow. */
  readonly strained: () => void;
}

/** Audio waiting to leave: beyond this the newest is left out, since late speech is worse than a gap. */
const congestedBytes = 256 * 1024;
/** So much left out within this time is no passing weakness. */
const strainMs = 4000;
const strainWindowMs = 15_000;

export function createSessionSpeech(parts: SessionSpeechParts): SessionSpeech {
  const { line, connection, settings, get, failed } = parts;
  let audio: Transport['audio'] = 'none';
  let overflowMs = 0;
  const lostSpeech = createLostSpeech(parts.level);
  const strain = createStrain(parts.strained);
  const wire = () => {
    const { wire: open, phase } = connection();
    if (open === undefined) return audio === 'events' && phase === 'reconnecting' ? 'waiting' : 'none';
    if (connection().transport?.audio !== 'events') return 'none';
    return open.bufferedBytes < congestedBytes ? 'ready' : 'congested';
  };
  const input = createSpokenInput({
    send: (event: ClientEvent) => line.transmit(event),
    wire,
    byHand: () => (get().session?.['turn_detection'] ?? settings.current.turn_detection) === null,
    overflow: (lostMs) => (overflowMs += lostMs),
  });
  const tell = (lostMs: number) => {
    const message = `${Math.round(lostMs)} ms of speech were lost with the connection.`;
    if (lostMs >= 100) failed(new VoxreelError('speech_lost', message, { retryable: true }));
  };
  return {
    get audio() {
      return audio;
    },
    append(chunk, durationMs) {
      const taken = input.append(chunk, durationMs);
      if (!taken && wire() === 'congested') strain.add(durationMs);
      return taken;
    },
    post: input.post,
    observe: input.observe,
    get unheardTurn() {
      return input.unheardTurn;
    },
    lost() {
      if (audio === 'track') lostSpeech.begin();
    },
    opened(transport, turnAgain) {
      const unheardMs = lostSpeech.end();
      const lostMs = transport.audio === 'events' ? overflowMs : overflowMs + input.drop();
      audio = transport.audio;
      overflowMs = 0;
      if (audio === 'events') input.resume(turnAgain);
      tell(lostMs + unheardMs);
    },
    close() {
      // The connection is let go after this: nothing is lost then, and nobody would end the count.
      audio = 'none';
      lostSpeech.end();
      input.drop();
      overflowMs = 0;
    },
  };
}

/** Calls once when too much was left out in a short time, and counts anew. */
function createStrain(strained: () => void) {
  let sinceMs = 0;
  let leftOutMs = 0;
  return {
    add(durationMs: number) {
      const now = Date.now();
      if (now - sinceMs > strainWindowMs) [sinceMs, leftOutMs] = [now, 0];
      leftOutMs += durationMs;
      if (leftOutMs < strainMs) return;
      [sinceMs, leftOutMs] = [now, 0];
      strained();
    },
  };
}
