// A locked session on a relayed socket: what is said to the service first, and what of a page's words goes on. Knows no socket.
import type { Refusal } from '../answers/answers.js';
import { checkSession, isLocked, isRestricted, type SessionRules } from '../requests/check-session.js';
import { scanJson } from '../requests/scan-json.js';
import { isFields, type Fields } from '../requests/fields.js';
import { nestedConfig } from '../requests/session-fields.js';

export interface SessionLock {
  /** Goes to the service before anything of the page. */
  readonly opening: readonly string[];
  /** What becomes of one message of a page: it goes on as it is, or is answered with an `error` event. */
  check(text: string): { readonly forward: string } | { readonly answer: string };
}

const lockEventId = 'event_gateway_lock';

/** True for the service's word that it has not taken the opening: such a session is not the one that the site wants. */
export function refusesLock(text: string): boolean {
  if (!text.includes(lockEventId)) return false;
  const { event = {} } = readEvent(text);
  return event['type'] === 'error' && isFields(event['error']) && event['error']['event_id'] === lockEventId;
}

/** Sets nothing of a session. Any other type may, in a dialect that is not known here. */
const harmless =
  /^(?:input_audio_buffer\.(?:append|commit|clear)|conversation\.item\.(?:truncate|delete|retrieve)|response\.cancel|output_audio_buffer\.clear)$/;
const shape = { depth: 32, members: 20_000 };

/** Undefined where a site has locked nothing. `nested`: the socket speaks the newest dialect, which has no beta subprotocol. */
export function createSessionLock(rules: SessionRules, nested: boolean): SessionLock | undefined {
  const { policy } = rules;
  if (!isRestricted(policy)) return undefined;
  const fixed = policy?.fixed ?? {};
  const update = { type: 'session.update', event_id: lockEventId, session: nested ? nestedConfig(fixed) : fixed };
  return {
    opening: Object.keys(fixed).length === 0 ? [] : [JSON.stringify(update)],
    check(text) {
      const { event, refusal = event === undefined ? invalidEvent : checkEvent(event, rules) } = readEvent(text);
      return refusal === undefined ? { forward: text } : { answer: errorEvent(refusal, event?.['event_id']) };
    },
  };
}

const invalidEvent: Refusal = { status: 400, code: 'invalid_event', message: 'Each message is a JSON object with a type.', param: 'type' };

function readEvent(text: string): { readonly event?: Fields; readonly refusal?: Refusal } {
  // A name that stands twice could be read in two ways: one here, the other by the service.
  const refusal = scanJson(text, shape);
  if (refusal !== undefined) return { refusal };
  try {
    const event: unknown = JSON.parse(text);
    return isFields(event) && typeof event['type'] === 'string' ? { event } : {};
  } catch {
    return {};
  }
}

function checkEvent(event: Fields, rules: SessionRules): Refusal | undefined {
  const type = String(event['type']);
  switch (type) {
    case 'session.update': {
      // Flat or nested is not shown in the documents: both are read.
      const { session, ...flat } = event;
      return checkSession(flat, rules) ?? inner('session', session, rules);
    }
    case 'response.create':
      return inner('response', event['response'], rules);
    case 'conversation.item.create':
      return checkItem(event['item'], rules);
    default:
      return harmless.test(type)
        ? undefined
        : { status: 403, code: 'event_not_allowed', message: 'This site takes no event of this type.', param: 'type' };
  }
}

function inner(param: string, config: unknown, rules: SessionRules): Refusal | undefined {
  if (config === undefined || config === null) return undefined;
  return isFields(config) ? checkSession(config, rules) : { ...invalidEvent, message: `${param} must be an object.`, param };
}

/** What is said in the voice of the system is an instruction. */
function checkItem(item: unknown, { policy }: SessionRules): Refusal | undefined {
  const role = isFields(item) ? item['role'] : undefined;
  if (role === undefined || role === 'user' || role === 'assistant' || !isLocked(policy, 'instructions')) return undefined;
  return { status: 403, code: 'session_field_not_allowed', message: 'This site gives the instructions itself.', param: 'item.role' };
}

function errorEvent({ code, message, param }: Refusal, eventId: unknown): string {
  const error = { type: 'invalid_request_error', code, message, param, event_id: typeof eventId === 'string' ? eventId : null };
  return JSON.stringify({ type: 'error', event_id: `event_${crypto.randomUUID()}`, error });
}
