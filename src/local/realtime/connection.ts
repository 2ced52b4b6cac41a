// One client's session on one wire: translates between its dialect and the engine, ends it by the clock, and lets armed faults strike.
import type { SessionConfig } from '../../protocol/index.js';
import type { RealtimeFault } from '../faults.js';
import type { Synthesizer } from '../speech/synthesizer.js';
import { parseObject } from './client-event.js';
import type { ServedDialect, WireObject } from './dialects.js';
import { createEngine } from './engine.js';
import { createFaultyLine } from './faulty-line.js';
import type { Pace } from './pace.js';
import type { SpeechOutlet } from './performance.js';
import type { RateLimits } from './rate-limits.js';
import { createId } from './identifier.js';
import { errorBody, isRefusal } from './refusal.js';
import type { Refusal } from './refusal.js';
import type { Recognise } from './transcription.js';

/** What all sessions of a service share. */
export interface SessionResources {
  readonly synthesizer: Synthesizer;
  readonly limits: RateLimits;
  readonly pace: Pace;
  readonly sessionLifetimeMs: number;
  readonly transcriptionDelayMs: number;
  readonly recognise?: Recognise | undefined;
}

export interface ServerWire {
  readonly outlet: SpeechOutlet;
  /** Of one message, in bytes of UTF-8. Undefined where the wire sets no limit. */
  readonly longestMessage?: number;
  send(text: string): void;
  /** Ends the connection as agreed. */
  close(code: number, reason: string): void;
  /** Cuts it without a word. */
  cut(): void;
}

export interface SessionTicket {
  readonly sessionId: string;
  readonly model: string;
  readonly session: SessionConfig;
  readonly dialect: ServedDialect;
  readonly fault: RealtimeFault | undefined;
}

export interface Connection {
  receiveText(text: string): void;
  /** Mono samples at 24,000 Hz. */
  receiveSound(samples: Int16Array): void;
  /** The wire is gone. */
  close(): void;
}

export const sessionExpiredReason = 'session_expired';
const normalClosure = 1000;
const spoken: SessionConfig = { modalities: ['text', 'audio'] };

export function createConnection(resources: SessionResources, wire: ServerWire, ticket: SessionTicket): Connection {
  const { dialect } = ticket;
  const line = createFaultyLine(wire, ticket.fault);
  const onTrack = wire.outlet.kind === 'track';
  const truncates = onTrack && dialect.truncatesTrack;
  // Nothing would be heard of a call in the documents' text-only default: a call speaks unless its token said otherwise.
  const initial: SessionConfig = { ...(onTrack ? spoken : {}), ...dialect.initial, ...ticket.session };
  const send = (event: WireObject): void => dialect.encode(event).forEach(tell);

  function tell(encoded: WireObject): void {
    const text = JSON.stringify(encoded);
    const length = Buffer.byteLength(text);
    const longest = wire.longestMessage ?? Infinity;
    if (length <= longest) return line.send(text);
    // A channel too narrow for an error takes no conversation.
    if (encoded['type'] === 'error') return wire.cut();
    send({ event_id: createId('event'), type: 'error', error: errorBody(tooLong(String(encoded['type']), length, longest), undefined) });
  }

  const engine = createEngine({
    ...resources,
    sessionId: ticket.sessionId,
    model: ticket.model,
    expiresAt: Math.floor((Date.now() + resources.sessionLifetimeMs) / 1000),
    initial,
    send,
    outlet: wire.outlet,
    truncates,
  });
  const clock = setTimeout(() => {
    engine.end();
    line.close(normalClosure, sessionExpiredReason);
  }, resources.sessionLifetimeMs);

  return {
    receiveText(text) {
      const raw = parseObject(text);
      // Clients of one maker say this after a cancellation: here the cancelled answer has left the track with it.
      if (truncates && raw?.['type'] === 'output_audio_buffer.clear') return;
      if (dialect.retrieves && raw?.['type'] === 'conversation.item.retrieve') return engine.retrieve(raw['item_id'], eventIdOf(raw));
      const event = raw && dialect.decode(raw);
      if (event !== undefined && isRefused(event)) engine.refuse(event, eventIdOf(raw));
      else engine.receive(event);
    },
    receiveSound: (samples) => engine.hear(samples),
    close() {
      clearTimeout(clock);
      engine.close();
      line.stop();
    },
  };
}

/** What was done stands: the client hears of everything but the event itself. */
const tooLong = (type: string, length: number, longest: number): Refusal => ({
  code: 'event_too_long',
  message: `The event "${type}" has ${length} bytes, and a message of this connection takes ${longest}. Keep it shorter, or connect by WebSocket.`,
});

/** An event has a `type`; a refusal has none of its own. */
const isRefused = (value: WireObject | object): value is Refusal => isRefusal(value) && !('type' in value);

const eventIdOf = (raw: WireObject | undefined): string | undefined =>
  typeof raw?.['event_id'] === 'string' ? raw['event_id'] : undefined;
