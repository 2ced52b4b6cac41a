// What a page may say of a session: within the documents' ranges, and within what the site has locked.
import { limits as documented, ranges } from '../../protocol/names.js';
import { invalid, type Refusal } from '../answers/answers.js';
import { longText, outside } from './check-fields.js';
import type { Limits, SessionPolicy } from '../gateway-options.js';
import { isFields, type Fields } from './fields.js';
import { bareName } from './folded-names.js';
import { documentedName, fieldsSet, isDocumented, sameValue, withFields } from './session-fields.js';

export interface SessionRules {
  readonly policy: SessionPolicy | undefined;
  readonly limits: Pick<Limits, 'instructionsLength'>;
  /** With which a connection was opened: it may ask for no other model. Absent where no connection is open yet, or any model is right. */
  readonly opened?: { readonly model: string | null } | undefined;
}

/** A refusal names its field; else the configuration may go on. */
export type SessionCheck = Refusal | undefined;

const mostTools = 128;

/** True when the page may not set this field as it likes. */
export function isLocked(policy: SessionPolicy | undefined, name: string): boolean {
  if (policy === undefined) return false;
  const { fixed = {}, allow = 'all' } = policy;
  const isFixed = Object.keys(fixed).some((one) => bareName(one) === bareName(name));
  return isFixed || (allow !== 'all' && !allow.some((one) => one === name));
}

/** True when there is anything that a page may not set. */
export const isRestricted = (policy: SessionPolicy | undefined): boolean =>
  policy !== undefined && (Object.keys(policy.fixed ?? {}).length > 0 || (policy.allow ?? 'all') !== 'all');

/** A stored prompt brings instructions and tools of its own, and so do items given to one response. */
const carriers: ReadonlyMap<string, readonly string[]> = new Map([
  ['prompt', ['instructions', 'tools']],
  ['input', ['instructions']],
]);

/** Why a configuration, flat or nested, of a session or of one response, is not passed on. */
export function checkSession(config: Fields, rules: SessionRules): SessionCheck {
  const { policy, limits, opened } = rules;
  for (const [name, value] of fieldsSet(config)) {
    if (name === 'model') {
      if (opened !== undefined && value !== opened.model) return otherModel;
      continue;
    }
    const refusal = isSaidAlready(policy, name, value)
      ? undefined
      : (lockedField(policy, name) ?? checkField(name, value, limits) ?? hiddenField(name, value, rules));
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const otherModel: Refusal = {
  status: 403,
  code: 'model_not_allowed',
  message: 'This connection was opened with another model.',
  param: 'model',
};

/** Inside a field that the documents do not have, nothing stands that they have and the page may not say: a service may look for it there. */
function hiddenField(name: string, value: unknown, rules: SessionRules): SessionCheck {
  if (isDocumented(name) || typeof value !== 'object' || value === null) return undefined;
  for (const [inner, held] of Object.entries(value)) {
    const documented = documentedName(inner);
    if (documented === 'model' && rules.opened !== undefined && held !== rules.opened.model) return otherModel;
    const refusal = (documented === 'model' ? undefined : fixedInside(rules.policy, documented)) ?? hiddenField(inner, held, rules);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

const fixedInside = (policy: SessionPolicy | undefined, name: string): SessionCheck =>
  isDocumented(name) ? lockedField(policy, name) : undefined;

/** What the site itself has fixed may be repeated. */
const isSaidAlready = ({ fixed = {} }: SessionPolicy = {}, name: string, value: unknown): boolean =>
  Object.hasOwn(fixed, name) && sameValue(name, value, fixed[name]);

function lockedField(policy: SessionPolicy | undefined, name: string): SessionCheck {
  if (![name, ...(carriers.get(name) ?? [])].some((one) => isLocked(policy, one))) return undefined;
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
  const session = isFields(body['session']) ? body['session'] : {};
  const named = [body, session].flatMap((config) => fieldsSet(config).filter(([name]) => name === 'model'));
  const models = new Set(named.map(([, model]) => model));
  return models.size === 1 ? [...models][0] : undefined;
}

const namesModel = (config: Fields): boolean => fieldsSet(config).some(([name]) => name === 'model');

/** In another spelling neither would be looked into. */
const notOfMinting: ReadonlySet<string> = new Set(['expiresafter', 'session']);

/** A page may ask for a shorter life, and gets no longer one than the documents' minute. */
function lifetime(wanted: unknown): { readonly expires_after?: Fields } | Refusal {
  if (wanted === undefined) return {};
  const { seconds, ...rest } = isFields(wanted) ? wanted : {};
  if (typeof seconds !== 'number' || !(seconds > 0)) return invalid('expires_after', 'must have seconds, a number above 0.');
  return { expires_after: { ...rest, seconds: Math.min(seconds, documented.tokenLifetimeMs / 1000) } };
}

/** The body to mint with: the page's own, checked, with what the site has fixed in its place. `nested`: the path of the newest dialect. */
export function sessionToMint(
  body: Fields,
  rules: SessionRules,
  nested: boolean,
): { readonly body: Fields } | { readonly refusal: Refusal } {
  const { session, expires_after: wanted, ...said } = body;
  if (session !== undefined && !isFields(session)) return { refusal: invalid('session', 'must be an object.') };
  const life = lifetime(wanted);
  if ('code' in life) return { refusal: life };
  const top = { ...said, ...life };
  if (namesModel(said) && mintedModel(body) === undefined) return { refusal: invalid('model', 'stands there twice.') };
  const foreign = Object.keys(said).find((name) => notOfMinting.has(bareName(name)));
  if (foreign !== undefined) return { refusal: invalid(foreign, 'is not a field of this request.', 'unknown_field') };
  const refusal = checkSession(said, rules) ?? (session === undefined ? undefined : checkSession(session, rules));
  if (refusal !== undefined) return { refusal };
  const { fixed = {} } = rules.policy ?? {};
  if (Object.keys(fixed).length === 0) return { body: { ...body, ...life } };
  return {
    body: session === undefined && !nested ? withFields(top, fixed, false) : { ...top, session: withFields(session ?? {}, fixed, nested) },
  };
}

/** The fields of a minting body that hold for its session, by the documents' names: all but the model, which is bound by itself. */
export function mintedFields(body: Fields): Fields {
  const configs = [body, body['session']].filter(isFields);
  const said = configs.flatMap((config) => fieldsSet(config).filter(([name]) => isDocumented(name) && name !== 'model'));
  return Object.fromEntries(said);
}

/** The policy of a connection: what a site fixes now, and what was so when the token was made. A field that either keeps from pages is kept from them. */
export function boundPolicy(
  policy: SessionPolicy | undefined,
  bound: { readonly fixed: Fields; readonly allow: SessionPolicy['allow'] } | undefined,
): SessionPolicy | undefined {
  if (bound === undefined) return policy;
  const [now, then] = [policy?.allow ?? 'all', bound.allow ?? 'all'];
  const allow = now === 'all' ? then : then === 'all' ? now : now.filter((name) => then.includes(name));
  return { ...policy, fixed: { ...policy?.fixed, ...bound.fixed }, allow };
}
