// A locked session on a relayed socket: what is said to the service first, and what of a page's words goes on.
import { itemHeads } from '../../protocol/names.js';
import { values } from '../../protocol/names.js';
import { invalid, type Refusal } from '../answers/answers.js';
import { checkSession, isLocked, isRestricted, type SessionRules } from '../requests/check-session.js';
import { scanJson } from '../requests/scan-json.js';
import { isFields, type Fields } from '../requests/fields.js';
import { bareName } from '../requests/folded-names.js';
import { nestedConfig, withFields } from '../requests/session-fields.js';

export interface SessionLock {
  /** Goes to the service before anything of the page. */
  readonly opening: readonly string[];
  /** The page's configuration with the lock in it; undefined for a message that is none. */
  merge(text: string): string | undefined;
  /** What becomes of one message of a page: it goes on as it is, or is answered with an `error` event. */
  check(text: string): { readonly forward: string } | { readonly answer: string; readonly code: string };
}

/** Of the opening: an answer to it names this id. */
export const lockEventId = 'event_gateway_lock';

/** True for the service's word that it has not taken the opening: such a session is not the one that the site wants. */
export function refusesLock(text: string): boolean {
  const { event = {} } = readEvent(text);
  return event['type'] === 'error' && isFields(event['error']) && event['error']['event_id'] === lockEventId;
}

/** The events that a page may send, and their fields beside `common`. Another type may set something in a dialect that is not known here. */
const eventFields: Readonly<Record<string, readonly string[]>> = {
  'session.update': ['session'],
  'response.create': ['response'],
  'conversation.item.create': ['previous_item_id', 'item'],
  'input_audio_buffer.append': ['audio'],
  'input_audio_buffer.commit': [],
  'input_audio_buffer.clear': [],
  'output_audio_buffer.clear': [],
  'conversation.item.truncate': ['item_id', 'content_index', 'audio_end_ms'],
  'conversation.item.delete': ['item_id'],
  'conversation.item.retrieve': ['item_id'],
  'response.cancel': ['response_id'],
};
const common = new Set(['type', 'event_id', 'timestamp']);
const itemFields: ReadonlySet<string> = new Set([...itemHeads, 'object', 'content', 'call_id', 'name', 'arguments', 'output']);
/** A person's answer to a tool server that the site has chosen. What else these servers do is the service's own word. */
const approval = 'mcp_approval_response';
const approvalFields: ReadonlySet<string> = new Set(['id', 'type', 'object', 'approval_request_id', 'approve']);
/** Names of an envelope; they are no fields of a configuration that stands in it. */
const envelopes = new Set(['session', 'response', 'item']);
const shape = { depth: 32, members: 20_000 };

/** Undefined where a site has locked nothing and any model is right. `nested`: the socket speaks the newest dialect, which has no beta subprotocol. */
export function createSessionLock(rules: SessionRules, nested: boolean): SessionLock | undefined {
  const { policy, opened } = rules;
  if (!isRestricted(policy) && opened === undefined) return undefined;
  const fixed = policy?.fixed ?? {};
  const update = { type: 'session.update', event_id: lockEventId, session: nested ? nestedConfig(fixed) : fixed };
  return {
    opening: Object.keys(fixed).length === 0 ? [] : [JSON.stringify(update)],
    merge(text) {
      const { event } = readEvent(text);
      if (event?.['type'] !== 'session.update') return undefined;
      const { session, ...flat } = event;
      const config = Object.fromEntries(Object.entries(flat).filter(([name]) => !common.has(name)));
      return JSON.stringify({ ...update, session: withFields({ ...config, ...(isFields(session) ? session : {}) }, fixed, nested) });
    },
    check(text) {
      const { event, refusal = event === undefined ? invalidEvent : checkEvent(event, rules) } = readEvent(text);
      return refusal === undefined ? { forward: text } : { answer: errorEvent(refusal, event?.['event_id']), code: refusal.code };
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
  const known = Object.hasOwn(eventFields, type) ? eventFields[type] : undefined;
  if (known === undefined)
    return { status: 403, code: 'event_not_allowed', message: 'This site takes no event of this type.', param: 'type' };
  const rest = Object.entries(event).filter(([name]) => !common.has(name) && !known.includes(name));
  switch (type) {
    case 'session.update':
      return checkConfig(rest, 'session', event, rules);
    case 'response.create':
      return checkConfig(rest, 'response', event, rules);
    default:
      return (
        foreignField(rest.map(([name]) => name)) ?? (type === 'conversation.item.create' ? checkItem(event['item'], rules) : undefined)
      );
  }
}

const foreignField = ([name]: readonly string[]): Refusal | undefined =>
  name === undefined ? undefined : invalid(name.slice(0, 100), 'is not a field of this event.', 'unknown_field');

/** Flat or nested is not shown in the documents: both are read. */
function checkConfig(
  flat: readonly (readonly [string, unknown])[],
  name: 'session' | 'response',
  event: Fields,
  rules: SessionRules,
): Refusal | undefined {
  const nested = event[name];
  const inner = nested === undefined || nested === null ? {} : nested;
  if (!isFields(inner)) return { ...invalidEvent, message: `${name} must be an object.`, param: name };
  const envelope = foreignField([...flat.map(([one]) => one), ...Object.keys(inner)].filter((one) => envelopes.has(bareName(one))));
  return envelope ?? checkSession(Object.fromEntries(flat), rules) ?? checkSession(inner, rules);
}

/** What is not said in the voice of the user or of the model is an instruction. */
function checkItem(item: unknown, { policy }: SessionRules): Refusal | undefined {
  if (!isLocked(policy, 'instructions')) return undefined;
  if (!isFields(item)) return { ...invalidEvent, message: 'item must be an object.', param: 'item' };
  const fields = item['type'] === approval ? approvalFields : itemFields;
  const foreign = foreignField(Object.keys(item).filter((name) => !fields.has(name)));
  if (foreign !== undefined) return { ...foreign, param: `item.${foreign.param}` };
  const { type = 'message', role } = item;
  const spoken = role === 'user' || role === 'assistant' || (role === undefined && type !== 'message');
  if (spoken && itemTypes.includes(type)) return undefined;
  const param = spoken ? 'item.type' : 'item.role';
  return { status: 403, code: 'session_field_not_allowed', message: 'This site gives the instructions itself.', param };
}

const itemTypes: readonly unknown[] = [...values.itemType, approval];

function errorEvent({ code, message, param }: Refusal, eventId: unknown): string {
  const error = { type: 'invalid_request_error', code, message, param, event_id: typeof eventId === 'string' ? eventId : null };
  return JSON.stringify({ type: 'error', event_id: `event_${crypto.randomUUID()}`, error });
}
