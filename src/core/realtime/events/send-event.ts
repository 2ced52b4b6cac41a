// Sends events over the open wire: numbered, and in the dialect's words.
import type { ClientEvent, Dialect } from '../../dialects/dialect.js';
import { VoxreelError } from '../../errors.js';
import type { Transport, Wire } from '../../transports/transport.js';

export interface EventSender {
  opened(wire: Wire, transport: Transport): void;
  lost(): void;
  /** False when there is no wire, or it is closing and has not said so yet. Throws what can never be sent. */
  send(event: ClientEvent): boolean;
  newId(kind: string): string;
  /** An id for an event whose refusal is no news: see `isAttempt`. */
  newIdFor(event: ClientEvent): string;
  isAttempt(eventId: unknown): boolean;
}

/** What an effect sends without knowing whether it still applies on the server. */
const bestEffort: ReadonlySet<string> = new Set(['response.cancel', 'conversation.item.truncate', 'conversation.item.delete']);

/** `sent` hears of each event that left. */
export function createEventSender(dialect: Pick<Dialect, 'encode'>, sent: (event: ClientEvent) => void): EventSender {
  let open: { readonly wire: Wire; readonly audio: Transport['audio'] } | undefined;
  let sequence = 0;
  const prefix = Math.random().toString(36).slice(2, 10);
  const newId = (kind: string) => `${kind}_${prefix}${(++sequence).toString(36)}`;
  return {
    opened(wire, { audio }) {
      open = { wire, audio };
    },
    lost() {
      open = undefined;
    },
    send(event) {
      if (open === undefined) return false;
      const { wire, audio } = open;
      const numbered = { ...event, event_id: event.event_id ?? newId('event') };
      const messages = [dialect.encode(numbered, audio)].flat();
      try {
        for (const message of messages) wire.send(JSON.stringify(message));
      } catch (cause) {
        if (cause instanceof VoxreelError && cause.code === 'connection_lost') return false;
        throw cause;
      }
      sent(numbered);
      return true;
    },
    newId,
    newIdFor: ({ type }) => newId(bestEffort.has(type) ? 'try' : 'event'),
    isAttempt: (eventId) => typeof eventId === 'string' && eventId.startsWith(`try_${prefix}`),
  };
}
