// What went over the wire and what it did, for the inspector: the newest two thousand events with the state after each. Loaded on request.
import type { ClientEvent, ServerEvent } from '../../core/dialects/dialect.js';
import type { ConversationState } from '../../core/store/conversation-state.js';
import type { SessionListener } from './session-controller.js';

export interface LoggedEvent {
  readonly at: number;
  readonly sent: boolean;
  readonly type: string;
  readonly event: ClientEvent | ServerEvent;
  /** States share their structure: keeping one per event costs little. */
  readonly state: ConversationState;
}

export interface EventLog extends SessionListener {
  readonly entries: readonly LoggedEvent[];
}

const kept = 2000;
/** Audio in base64 is not worth its memory here. */
const longText = 400;

export function createEventLog(): EventLog {
  const entries: LoggedEvent[] = [];
  const add = (event: ClientEvent | ServerEvent, sent: boolean, state: ConversationState) => {
    const type = event.type === 'unknown' ? event.unknownType : event.type;
    entries.push({ at: Date.now(), sent, type, event: shorten(event), state });
    // By halves, so that a busy log is not shifted at every event.
    if (entries.length > kept * 1.5) entries.splice(0, entries.length - kept);
  };
  return {
    entries,
    followed: () => void entries.splice(0),
    event: (event, session) => add(event, false, session.store.get()),
    sent: (event, session) => add(event, true, session.store.get()),
  };
}

function shorten<E extends ClientEvent | ServerEvent>(event: E): E {
  const long = Object.entries(event).filter(([, value]) => typeof value === 'string' && value.length > longText);
  if (long.length === 0) return event;
  return {
    ...event,
    ...Object.fromEntries(long.map(([key, value]) => [key, `${String(value).slice(0, 40)}\u2026 (${String(value).length})`])),
  };
}
