// Events out and in, over whichever wire is open: numbered, in the dialect's words, recorded. Knows no transport and no state.
import type { ClientEvent, Dialect, ServerEvent } from '../../dialects/dialect.js';
import type { Emitter } from '../../emitter.js';
import { VoxreelError } from '../../errors.js';
import type { Transport, Wire } from '../../transports/transport.js';
import type { RealtimeSessionEvents } from '../session/session-options.js';
import type { Recorder } from '../history/call-log.js';

export interface Line {
  newId(kind: string): string;
  /** An id for an event whose refusal is no news: see `isTrial`. */
  newIdFor(event: ClientEvent): string;
  isTrial(eventId: unknown): boolean;
  /** False when there is no wire, or it is closing and has not told us yet. Throws what can never be sent. */
  transmit(event: ClientEvent): boolean;
  decode(text: string): readonly ServerEvent[];
}

export interface LineOptions {
  readonly dialect: () => Dialect;
  readonly wire: () => Wire | undefined;
  /** How audio travels now. */
  readonly audio: () => Transport['audio'];
  readonly recorder: Pick<Recorder, 'add'>;
  readonly emitter: Pick<Emitter<RealtimeSessionEvents>, 'emit'>;
}

/** What the effects send without knowing whether it still makes sense there. */
const bestEffort: ReadonlySet<string> = new Set(['response.cancel', 'conversation.item.truncate', 'conversation.item.delete']);

export function createLine({ dialect, wire, audio, recorder, emitter }: LineOptions): Line {
  let sequence = 0;
  const prefix = Math.random().toString(36).slice(2, 10);
  const newId = (kind: string) => `${kind}_${prefix}${(++sequence).toString(36)}`;
  return {
    newId,
    newIdFor: ({ type }) => newId(bestEffort.has(type) ? 'try' : 'event'),
    isTrial: (eventId) => typeof eventId === 'string' && eventId.startsWith(`try_${prefix}`),
    transmit(event) {
      const open = wire();
      if (open === undefined) return false;
      const numbered = { ...event, event_id: event.event_id ?? newId('event') };
      const messages = [dialect().encode(numbered, audio())].flat();
      try {
        for (const message of messages) open.send(JSON.stringify(message));
      } catch (cause) {
        if (cause instanceof VoxreelError && cause.code === 'connection_lost') return false;
        throw cause;
      }
      recorder.add('client', numbered);
      emitter.emit('sent', numbered);
      return true;
    },
    decode(text) {
      const decoded = dialect().decode(text);
      return Array.isArray(decoded) ? decoded : [decoded];
    },
  };
}
