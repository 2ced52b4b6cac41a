// What a page may say of a session: within the documents' ranges, and within what the site has locked. Knows neither HTTP nor sockets.
import { ranges } from '../../protocol/names.js';
import { invalid, type Refusal } from '../answers/answers.js';
import { longText, outside } from './check-fields.js';
import type { Limits, SessionPolicy } from '../gateway-options.js';
import { isFields, type Fields } from './fields.js';
import { fieldsSet, sameValue, withFields } from './session-fields.js';

export interface SessionRules {
  readonly policy: SessionPolicy | undefined;
  readonly limits: Pick<Limits, 'instructionsLength'>;
}

/** A refusal names its field; else the configuration may go on. */
export type SessionCheck = Refusal | undefined;

const mostTools = 128;

/** True when the page may not set this field as it likes. */
export function isLocked(policy: SessionPolicy | undefined, name: string): boolean {
  if (policy === undefined) return false;
  const { fixed = {}, allow = 'all' } = policy;
  return Object.hasOwn(fixed, name) || (allow !== 'all' && !allow.includes(name));
}

/** True when there is anything that a page may not set. */
export const isRestricted = (policy: SessionPolicy | undefined): boolean =>
  policy !== undefined && (Object.keys(policy.fixed ?? {}).length > 0 || (policy.allow ?? 'all') !== 'all');

/** A stored prompt brings instructions and tools of its own, and so do items given to one response. */
const carriers: Readonly<Record<string, readonly string[]>> = { prompt: ['instructions', 'tools'], input: ['instructions'] };

/** Why a configuration, flat or nested, of a session or of one response, is not passed on. */
export function checkSession(config: Fields, { policy, limits }: SessionRules): SessionCheck {
  for (const [name, value] of fieldsSet(config)) {
    if (name === 'model') continue;
    const refusal = isSaidAlready(policy, name, value) ? undefined : (lockedField(policy, name) ?? checkField(name, value, limits));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/** What the site itself has fixed may be repeated. */
const isSaidAlready = ({ fixed = {} }: SessionPolicy = {}, name: string, value: unknown): boolean =>
  Object.hasOwn(fixed, name) && sameValue(name, value, fixed[name]);

function lockedField(policy: SessionPolicy | undefined, name: string): SessionCheck {
  const carried = Object.hasOwn(carriers, name) ? (carriers[name] ?? []) : [];
  if (![name, ...carried].some((one) => isLocked(policy, one))) return undefined;
  return { status: 403, code: 'session_field_not_allowed', message: `This site sets ${name} itself.`, param: name };
}

/** The documents' types and ranges, where they give one. */
function checkField(name: string, value: unknown, limits: SessionRules['limits']): SessionCheck {
  if (value === null) return undefined;
  switch (name) {
    case 'instructions':
      return longText(name, value, limits.instructionsLength);
    case 'temperature':
      return outside(name, value, [ranges.temperature.min, ranges.temperature.max], false);
    case 'max_output_tokens':
      return value === 'inf' ? undefined : outside(name, value, [ranges.maxOutputTokens.min, ranges.maxOutputTokens.max], true);
    case 'tools':
      return Array.isArray(value) && value.length <= mostTools ? undefined : invalid(name, `must be a list of at most ${mostTools} tools.`);
    case 'turn_detection':
    case 'input_audio_transcription':
      return isFields(value) ? undefined : invalid(name, 'must be an object.');
    default:
      return undefined;
  }
}

/** The model that a minting body asks for: at its top, or inside `session`. Two that differ are none that can be checked. */
export function mintedModel(body: Fields): unknown {
  const inside = isFields(body['session']) ? body['session']['model'] : undefined;
  const top = body['model'];
  return top === undefined || inside === undefined || top === inside ? (top ?? inside) : undefined;
}

/** The body to mint with: the page's own, checked, with what the site has fixed in its place. `nested`: the path of the newest dialect. */
export function sessionToMint(
  body: Fields,
  rules: SessionRules,
  nested: boolean,
): { readonly body: Fields } | { readonly refusal: Refusal } {
  const { session, ...top } = body;
  if (session !== undefined && !isFields(session)) return { refusal: invalid('session', 'must be an object.') };
  if (top['model'] !== undefined && mintedModel(body) === undefined) return { refusal: invalid('model', 'stands there twice.') };
  // How long a token lives is not for a page to say.
  if (top['expires_after'] !== undefined) return { refusal: invalid('expires_after', 'is not a field of this request.', 'unknown_field') };
  const refusal = checkSession(top, rules) ?? (session === undefined ? undefined : checkSession(session, rules));
  if (refusal !== undefined) return { refusal };
  const { fixed = {} } = rules.policy ?? {};
  if (Object.keys(fixed).length === 0) return { body };
  return {
    body: session === undefined && !nested ? withFields(top, fixed, false) : { ...top, session: withFields(session ?? {}, fixed, nested) },
  };
}
