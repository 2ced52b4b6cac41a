// Checks the options of `createGateway`: names the first one that is unknown, missing or of the wrong kind.
import { GatewayError } from './gateway-error.js';
import { limitDefaults, type BodyLimits, type GatewayOptions, type SessionPolicy, type SpendLimits } from './gateway-options.js';
import { isFields, type Fields } from './requests/fields.js';
import type { LibraryOptions, WatchOptions } from './library/library-options.js';
import { bareName } from './requests/folded-names.js';
import type { GatewayState } from './state/state.js';
import type { Service, ServiceModel } from '../services/service.js';
import type { Upstream } from './upstream.js';

/** The gateway removes the key from everything it passes on: a shorter one could stand in an id or a prompt by chance. */
export const shortestKey = 8;

/** What is wrong with a value, in words that follow the option's name; undefined where nothing is. */
type Check = (value: unknown, name: string) => string | undefined;
type Checks<T> = { readonly [K in keyof Required<T>]: Check };

type Defaults = typeof limitDefaults;

/** Throws `invalid_input` naming the option. The limits are those that have a default. */
export function checkOptions(options: Partial<GatewayOptions>): void {
  if (typeof options.authorize !== 'function')
    fail('authorize', 'a function that identifies the user is required: without it, anyone could spend the key.');
  const { upstream, services = [] } = options;
  if (upstream !== undefined || !Array.isArray(services) || services.length === 0) checkUpstream(upstream);
  checkEach('', options, optionChecks(limitDefaults));
  checkBudget(options);
  if (services.length > 0 && options.secret === undefined)
    fail(
      'secret',
      'is required with services: it hides what is in the ids of their tasks. Take a long random text, the same for all instances.',
    );
  if (Array.isArray(upstream?.apiKey) && options.secret === undefined)
    fail('secret', 'is required with a list of keys: it hides in the ids of tasks which key made them, and outlives each of them.');
}

/** Each is nothing without the other. */
function checkBudget({ cost, limits, state }: Partial<GatewayOptions>): void {
  if (cost !== undefined && limits?.spend === undefined) fail('cost', 'needs limits.spend: without it nothing is counted.');
  if (cost === undefined && limits?.spend !== undefined) fail('limits.spend', 'needs cost, which says what a request costs.');
  if (limits?.spend !== undefined && state !== undefined && state.add === undefined)
    fail('state', 'must have add() for limits.spend, as memoryState() and redisState(url) have.');
}

const fail = (name: string, problem: string): never => {
  throw new GatewayError(name, problem);
};

function checkUpstream({ baseUrl, apiKey }: Partial<Upstream> = {}): void {
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) return fail('upstream.baseUrl', 'the address of the service is required.');
  const { protocol, username, search, hash } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol) || username !== '' || search !== '' || hash !== '')
    fail('upstream.baseUrl', 'must be an http(s) address without a user, a query or a fragment.');
  const keys: readonly unknown[] = Array.isArray(apiKey) ? apiKey : [apiKey];
  // Anything else could not stand in a header.
  if (keys.length === 0 || !keys.every((key) => typeof key === 'string' && /^[!-~]+$/.test(key)))
    return fail('upstream.apiKey', 'the standard key, or a list of them, is required.');
  if (keys.some((key) => String(key).length < shortestKey))
    fail('upstream.apiKey', `the key is too short: it needs at least ${shortestKey} characters. Check that it was copied whole.`);
  if (new Set(keys).size < keys.length) fail('upstream.apiKey', 'the same key stands there twice.');
}

/** Every field of `given` has its check, and passes it. One that is undefined counts as not given. */
function checkEach(path: string, given: object, checks: Readonly<Record<string, Check>>): void {
  for (const [key, value] of Object.entries(given)) {
    const name = path + key;
    const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
    if (check === undefined) fail(name, `is not an option.${suggestion(path, key, Object.keys(checks))}`);
    const problem = value === undefined ? undefined : check?.(value, name);
    if (problem !== undefined) fail(name, problem);
  }
}

/** The known name that is most like `key`. */
function suggestion(path: string, key: string, known: readonly string[]): string {
  const likeness = (other: string): number => {
    const [one, two] = [bareName(key), bareName(other)];
    if (one === two) return 0;
    return one.length > 1 && (two.startsWith(one) || one.startsWith(two)) ? 1 : distance(one, two);
  };
  const [closest] = known.toSorted((one, other) => likeness(one) - likeness(other));
  return closest !== undefined && likeness(closest) <= 2
    ? ` Did you mean ${path}${closest}?`
    : ` Known: ${known.map((name) => path + name).join(', ')}.`;
}

/** Letters to add, leave out or exchange. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (let to = 1; to < row.length; to += 1) {
      const exchanged = (row[to - 1] ?? 0) + (letter === other[to - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const text: Check = (value) => (isText(value) ? undefined : 'must be a text that is not empty.');
/** Looked at before. */
const present: Check = () => undefined;
const yesOrNo: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false.');
const aFunction: Check = (value) => (typeof value === 'function' ? undefined : 'must be a function.');
const object: Check = (value) => (isFields(value) ? undefined : 'must be an object.');
const names: Check = (value) => (Array.isArray(value) && value.every(isText) ? undefined : 'must be a list of texts.');
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value) ? undefined : `must be ${words.map((word) => `'${word}'`).join(' or ')}.`;

/** Options of their own, below this one. */
const group =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value, name) => {
    if (!isFields(value)) return 'must be an object.';
    checkEach(`${name}.`, value, checks);
    return undefined;
  };

/** Longer timers end at once in every runtime. */
const longestTimerMs = 2 ** 31 - 1;

const amount: Check = (value, name) => {
  if (!Number.isFinite(value) || Number(value) <= 0) return 'must be a number above 0.';
  return name.endsWith('Ms') && !name.endsWith('.perMs') && Number(value) > longestTimerMs
    ? `must be at most ${longestTimerMs} ms.`
    : undefined;
};
const orNone =
  (check: Check): Check =>
  (value, name) =>
    value === false ? undefined : check(value, name);

/** Rates, places and the length of a call can be switched off; sizes and other times cannot. */
const mayBeNone = new Set(['perUser', 'perAddress', 'total', 'atOnce', 'sessionMs']);

/** The limits and their kinds are those of the defaults: a number, a rate, or a group of both. */
function limitChecks(defaults: Fields): Readonly<Record<string, Check>> {
  const checkOf = ([name, value]: readonly [string, unknown]): readonly [string, Check] => {
    if (!isFields(value)) return [name, mayBeNone.has(name) ? orNone(amount) : amount];
    const isRate = 'perMs' in value;
    return [name, isRate ? orNone(rate) : group(limitChecks(value))];
  };
  return Object.fromEntries(Object.entries(defaults).map(checkOf));
}

const rate: Check = (value, name) => {
  if (!isFields(value) || value['requests'] === undefined || value['perMs'] === undefined) return 'must be { requests, perMs } or false.';
  return group({ requests: amount, perMs: amount })(value, name);
};

const durationCheck =
  ({ duration: usual }: Defaults): Check =>
  (value, name) => {
    const problem = group({ min: (min) => (min === 0 ? undefined : amount(min, '')), max: amount })(value, name);
    if (problem !== undefined || !isFields(value)) return problem;
    const { min = usual.min, max = usual.max } = value;
    return Number(min) <= Number(max) ? undefined : 'must have a min that is not above its max.';
  };

const origins: Check = (value) => {
  if (value === '*') return undefined;
  if (!Array.isArray(value)) return "must be a list of origins, or '*'.";
  const wrong: unknown = value.find((origin) => !isOrigin(origin));
  return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is no origin as a browser writes it, such as https://example.org.`;
};
const isOrigin = (value: unknown): boolean => isText(value) && URL.canParse(value) && new URL(value).origin === value;

const hosts: Check = (value) => {
  if (!Array.isArray(value)) return "must be a list of names, such as ['www.example.org', 'localhost:8787'].";
  const wrong: unknown = value.find(
    (host) => !isText(host) || !URL.canParse(`http://${host}/`) || /[/?#@\\\s]/.test(host) || host !== host.toLowerCase(),
  );
  return wrong === undefined
    ? undefined
    : `${JSON.stringify(wrong)} is not a name with an optional port, in lower case, such as www.example.org.`;
};

const stateMethods: Checks<GatewayState> = {
  put: aFunction,
  get: aFunction,
  take: aFunction,
  remove: aFunction,
  claim: aFunction,
  consume: aFunction,
  acquire: aFunction,
  add: aFunction,
  release: aFunction,
  healthy: aFunction,
  close: aFunction,
};
const state: Check = (value) => {
  if (!isFields(value)) return 'must be a state, such as memoryState() or redisState(url).';
  const wrong = Object.keys(stateMethods).find((name) => name in value && typeof value[name] !== 'function');
  return wrong === undefined ? undefined : `must have ${wrong}() as a method.`;
};

/** An object with these methods. */
const methods =
  (what: string, ...names: readonly string[]): Check =>
  (value) => {
    const wrong = isFields(value) ? names.find((name) => typeof value[name] !== 'function') : '';
    if (wrong === undefined) return undefined;
    return `must be ${what}${wrong === '' ? '' : `: ${wrong}() is missing`}.`;
  };

const days: Check = (value) => (typeof value === 'number' && value >= 0 && value <= 100_000 ? undefined : 'must be a number of days.');

/** Days by kind, for a store that can tell what is older. */
const retentionOf =
  (records: unknown): Check =>
  (value, name) => {
    if (isFields(records) && typeof records['expire'] !== 'function') return 'needs a record store with expire().';
    return group(Object.fromEntries(Object.keys(isFields(value) ? value : {}).map((kind) => [kind, days])))(value, name);
  };

const pushOf =
  (records: unknown): Check =>
  (value) => {
    if (!isFields(value) || typeof value['seal'] !== 'function' || !isText(value['publicKey']))
      return 'must be what webPush({ subject, publicKey, privateKey }) of voxreel/server/node gives.';
    return isFields(records) && records['push'] === undefined ? 'needs a record store with push, which remembers browsers.' : undefined;
  };

/** A path of the same site, or a whole address. */
const scriptAddress: Check = (value) =>
  isText(value) && /^(\/(?![/\\])|https?:\/\/)/.test(value) && URL.canParse(value, 'http://site.invalid')
    ? undefined
    : 'must be a path such as /cdn/shared-view.js, or an http(s) address.';

const library: Check = (value, name) => {
  if (!isFields(value) || value['records'] === undefined || value['files'] === undefined)
    return 'must be { records, files }, such as those of voxreel/server/node.';
  return group({
    records: methods('a record store', 'changes', 'put', 'remove', 'clear', 'listen'),
    files: methods('a file store', 'put', 'get', 'size', 'remove'),
    watch: (watch, at) =>
      watch === false ? undefined : group({ leaseMs: amount, atOnce: amount } satisfies Checks<WatchOptions>)(watch, at),
    notify: aFunction,
    shareScript: scriptAddress,
    push: pushOf(value['records']),
    retention: retentionOf(value['records']),
    quota: group({ records: orNone(amount), bytes: orNone(amount), recordBytes: orNone(amount), fileBytes: orNone(amount) }),
  } satisfies Checks<LibraryOptions>)(value, name);
};

const publicUrl: Check = (value) =>
  isText(value) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
    ? undefined
    : 'must be the http(s) address of this gateway.';

const services: Check = (value) => {
  if (!Array.isArray(value)) return 'must be a list of services, such as [fal({ apiKey })].';
  const ids = new Set<unknown>();
  for (const [at, service] of (value as readonly unknown[]).entries()) {
    const problem = serviceProblem(service);
    if (problem !== undefined) return `${at}: ${problem}`;
    const { id } = service as Service;
    if (ids.has(id)) return `${at}: another service has the id ${id} too.`;
    ids.add(id);
  }
  return undefined;
};

/** What createGateway needs to be sure of; the rest is `checkService`'s. */
function serviceProblem(service: unknown): string | undefined {
  if (!isFields(service)) return 'a service is an object.';
  const { id, models, secrets, hosts, video, realtime } = service;
  if (!isText(id) || !/^[\w-]{1,50}$/.test(id) || id === 'upstream') return 'id must be letters, digits and hyphens, and not `upstream`.';
  const isModel = (one: unknown) => isFields(one) && isText(one['model']) && (one['kind'] === 'video' || one['kind'] === 'realtime');
  if (!Array.isArray(models) || models.length === 0 || !models.every(isModel)) return `${id}: models must be a list of { model, kind }.`;
  if (!Array.isArray(hosts) || hosts.length === 0 || !hosts.every(isText)) return `${id}: hosts must name where it sends to.`;
  if (!Array.isArray(secrets) || !secrets.every((secret) => isText(secret) && secret.length >= shortestKey))
    return `${id}: secrets must be texts of at least ${shortestKey} characters. Check that the key was copied whole.`;
  if (video === undefined && realtime === undefined) return `${id}: has neither video nor realtime.`;
  const has: Fields = { video, realtime };
  const idle = (models as readonly ServiceModel[]).find(({ kind }) => has[kind] === undefined);
  if (idle !== undefined) return `${id}: lists ${idle.model} as a ${idle.kind} model, and has no ${idle.kind}.`;
  const lacks = video === undefined ? undefined : ['create', 'query'].find((name) => !isFields(video) || typeof video[name] !== 'function');
  return lacks === undefined ? undefined : `${id}: video.${lacks} must be a function.`;
}

const spendChecks: Checks<SpendLimits> = { perMs: amount, perUser: orNone(amount), total: orNone(amount), unit: text };
const spend: Check = (value, name) => {
  const problem = group(spendChecks)(value, name);
  return problem === undefined && isFields(value) && value['perMs'] === undefined
    ? 'must have perMs: the period, in milliseconds.'
    : problem;
};

/** The defaults of the bytes follow from `bodyBytes`. */
const bodyChecks: Checks<BodyLimits> = {
  perUser: orNone(amount),
  total: orNone(amount),
  perUserBytes: orNone(amount),
  totalBytes: orNone(amount),
};
const upstreamChecks: Checks<Upstream> = { baseUrl: text, apiKey: present, vendor: text, idempotent: yesOrNo };
const sessionChecks: Checks<SessionPolicy> = {
  fixed: object,
  allow: (value) => (value === 'all' || names(value, '') === undefined ? undefined : "must be a list of fields, or 'all'."),
  webrtc: yesOrNo,
};
const optionChecks = (defaults: Defaults): Checks<GatewayOptions> => ({
  upstream: group(upstreamChecks),
  services,
  publicUrl,
  authorize: aFunction,
  origins,
  models: names,
  metadataKeys: names,
  extraFields: names,
  hosts,
  requestHeaders: names,
  content: oneOf('link', 'proxy'),
  limits: group({ ...limitChecks(defaults), duration: durationCheck(defaults), bodies: group(bodyChecks), spend }),
  cost: aFunction,
  moderate: aFunction,
  session: group(sessionChecks),
  privateAddresses: (value) =>
    typeof value === 'boolean' || names(value, '') === undefined ? undefined : 'must be true, false or a list of hosts.',
  address: aFunction,
  state,
  stateFailure: oneOf('closed', 'open'),
  secret: (value) => (Array.isArray(value) && value.length > 0 && value.every(isText) ? undefined : text(value, '')),
  onTask: aFunction,
  library,
  audit: aFunction,
  log: aFunction,
  logUser: oneOf('hash', 'plain', 'none'),
  metrics: aFunction,
});
