// Sends events over the open wire: numbered, and in the dialect's words.
import type { ClientEvent } from '../../dialects/dialect.js';
import { VoxreelError } from '../../errors.js';
import type { EventLine } from './event-line.js';

export interface EventSender {
  opened(line: Pick<EventLine, 'send'>): void;
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
export function createEventSender(sent: (event: ClientEvent) => void): EventSender {
  let open: Pick<EventLine, 'send'> | undefined;
  let sequence = 0;
  const prefix = Math.random().toString(36).slice(2, 10);
  const newId = (kind: string) => `${kind}_${prefix}${(++sequence).toString(36)}`;
  return {
    opened(line) {
      open = line;
    },
    lost() {
      open = undefined;
    },
    send(event) {
      if (open === undefined) return false;
      const numbered = { ...event, event_id: event.event_id ?? newId('event') };
      try {
        open.send(numbered, sent);
      } catch (cause) {
        if (cause instanceof VoxreelError && cause.code === 'connection_lost') return false;
        throw cause;
      }
      return true;
    },
    newId,
    newIdFor: ({ type }) => newId(bestEffort.has(type) ? 'try' : 'event'),
    isAttempt: (eventId) => typeof eventId === 'string' && eventId.startsWith(`try_${prefix}`),
  };
}
