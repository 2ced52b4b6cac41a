// Is a protocol dialect right? Asks it as a session would, without a connection, and says in words what is wrong.
import type { AnyDialect, ClientEvent, Dialect, DialectEntry, DialectNames, ServerEvent } from '../core/dialects/dialect.js';
import type { DocumentedClientEvent } from '../protocol/client-events.js';
import { clientEventTypes } from '../protocol/names.js';
import { knownServerEvents } from '../protocol/server-events.js';
import { checkConversation } from './check-conversation.js';
import { differences } from './differences.js';
import { sampleEvents, strangeTexts } from './events.js';

/** What `checkDialect` tries a dialect with. */
export interface DialectFixtures {
  /** Documented client events, and what the wire's object must hold. */
  readonly encodes?: readonly { readonly event: ClientEvent; readonly wire: Readonly<Record<string, unknown>> }[];
  /** Messages of the wire, and the documented event (or events) each must become. */
  readonly decodes?: readonly { readonly wire: object | string; readonly event: object | readonly object[] }[];
}

/** What is wrong, in words; an empty list when nothing is. Never throws for what the dialect does. */
export async function checkDialect(entry: DialectEntry, fixtures: DialectFixtures = {}): Promise<readonly string[]> {
  let dialect: AnyDialect;
  try {
    dialect = 'load' in entry ? await entry.load() : entry;
  } catch (cause) {
    return [`load() failed: ${wordsOf(cause)}`];
  }
  const { open } = dialect;
  return [
    ...checkId(entry, dialect),
    ...checkNames(dialect),
    ...(open === undefined ? [] : checkConversation((opening) => open.call(dialect, opening), Object.values(sampleEvents), strangeTexts)),
    ...(hasWords(dialect) ? checkWords(dialect, fixtures) : open === undefined ? ['has neither encode() and decode() nor open().'] : []),
  ];
}

const hasWords = (dialect: AnyDialect): dialect is Dialect => typeof dialect.encode === 'function' && typeof dialect.decode === 'function';

const checkWords = (dialect: Dialect, { encodes = [], decodes = [] }: DialectFixtures): readonly string[] => [
  ...checkEncodings(dialect),
  ...encodes.flatMap(({ event, wire }) => [...checkEncoding(dialect, event, wire)]),
  ...strangeTexts.flatMap((text) => [...checkStrange(dialect, text)]),
  ...checkUnknown(dialect),
  ...decodes.flatMap((fixture) => [...checkDecoding(dialect, fixture)]),
];

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function* checkId(entry: DialectEntry, { id, serverTruncates }: AnyDialect): Generator<string> {
  if (!/^[a-z][a-z0-9-]*$/.test(id)) yield `id: \`${id}\` is not in lower case with hyphens.`;
  if (entry.id !== id) yield `load(): gives \`${id}\` under the id \`${entry.id}\`.`;
  for (const audio of ['track', 'events', 'none'] as const) {
    const truncates: unknown = serverTruncates?.(audio) ?? false;
    if (typeof truncates !== 'boolean') yield `serverTruncates('${audio}'): is neither true nor false.`;
  }
}

function* checkNames(dialect: AnyDialect): Generator<string> {
  let names: DialectNames;
  try {
    names = dialect.names(undefined);
  } catch (cause) {
    yield `names(): throws: ${wordsOf(cause)}`;
    return;
  }
  for (const path of ['tokenPath', 'sdpPath', 'websocketPath'] as const)
    if (!names[path].startsWith('/')) yield `names().${path}: \`${names[path]}\` does not begin with a slash.`;
  if (names.dataChannel === '') yield 'names().dataChannel: is empty.';
  const offered = names.subprotocols('T0ken');
  yield* checkTokenPlace(names, offered);
  if (new Set(offered).size < offered.length) yield 'names().subprotocols: one is offered twice, which browsers refuse.';
  for (const one of offered) if (!/^[\w!#$%&'*+.^`|~-]+$/.test(one)) yield `names().subprotocols: browsers refuse \`${one}\`.`;
  if (!JSON.stringify(names.tokenBody({ model: 'm0del' })).includes('m0del')) yield 'names().tokenBody: does not name the model.';
  yield* checkTokenReading(names);
}

/** A page opens its WebSocket with a token in the address, or in a subprotocol; a program in a header. */
function* checkTokenPlace(names: DialectNames, offered: readonly string[]): Generator<string> {
  const address = names.address?.({ baseUrl: 'https://api.example.org', model: 'm0del', token: 'T0ken' });
  if (address !== undefined && !URL.canParse(address)) yield `names().address: \`${address}\` is no address.`;
  if (address?.includes('T0ken') === true) return;
  if (!Object.values(names.headers('T0ken')).some((value) => value.includes('T0ken')))
    yield 'names().headers: none carries the token, as `Authorization: Bearer <token>` does.';
  if (!offered.some((one) => one.includes('T0ken'))) yield 'names().subprotocols: none carries the token.';
}

function* checkTokenReading({ tokenFrom }: DialectNames): Generator<string> {
  for (const body of [
    undefined,
    null,
    '',
    7,
    [],
    {},
    { value: 7 },
    { value: '' },
    { client_secret: null },
    { client_secret: { value: [] } },
  ]) {
    try {
      if (tokenFrom(body) !== undefined) yield `names().tokenFrom: finds a token in ${JSON.stringify(body)}.`;
    } catch (cause) {
      yield `names().tokenFrom: throws for ${JSON.stringify(body)}: ${wordsOf(cause)}`;
    }
  }
}

/** What an event is about has to be somewhere in the wire's messages, whatever they look like. */
const carried: Readonly<Partial<Record<DocumentedClientEvent['type'], string>>> = {
  'session.update': 'Be brief.',
  'input_audio_buffer.append': 'AAAA',
  'conversation.item.create': 'Hello.',
};
/** A server that cannot tell these apart does the opposite of what was asked. */
const opposites: readonly (readonly [DocumentedClientEvent['type'], DocumentedClientEvent['type']])[] = [
  ['response.create', 'response.cancel'],
  ['input_audio_buffer.commit', 'input_audio_buffer.clear'],
];

const encodedAs = (dialect: Dialect, event: ClientEvent): readonly unknown[] =>
  JSON.parse(JSON.stringify([dialect.encode(structuredClone(event))].flat())) as unknown[];

function* checkEncodings(dialect: Dialect): Generator<string> {
  for (const type of clientEventTypes) yield* checkEncoding(dialect, sampleEvents[type]);
  try {
    for (const [type, words] of Object.entries(carried)) {
      const event = clientEventTypes.find((name) => name === type);
      const wire = event === undefined ? [] : encodedAs(dialect, sampleEvents[event]);
      if (wire.length > 0 && !JSON.stringify(wire).includes(words)) yield `encode(): of ${type} the wire does not get "${words}".`;
    }
    for (const [one, other] of opposites) {
      const [first, second] = [encodedAs(dialect, sampleEvents[one]), encodedAs(dialect, sampleEvents[other])];
      if (first.length > 0 && JSON.stringify(first) === JSON.stringify(second))
        yield `encode(): ${one} and ${other} are the same on the wire.`;
    }
  } catch {
    // Said above, of the event itself.
  }
}

function* checkEncoding(dialect: Dialect, event: ClientEvent, wire?: Readonly<Record<string, unknown>>): Generator<string> {
  const what = `encode(): the event ${JSON.stringify(event)}`;
  const before = JSON.stringify({ event_id: 'e', ...event });
  const given = JSON.parse(before) as ClientEvent;
  try {
    const encoded = [dialect.encode(given)].flat();
    if (JSON.stringify(given) !== before) yield `${what} is changed by being encoded.`;
    for (const one of encoded)
      if (typeof one !== 'object' || one === null) yield `${what} becomes ${JSON.stringify(one)}; a message of the wire is an object.`;
    const first: unknown = encoded.length === 0 ? {} : JSON.parse(JSON.stringify(encoded[0]));
    // A wire of another shape has no such id.
    if (hasType(first, event.type)) yield* differences(first, { event_id: 'e' }).map((difference) => `${what} loses its id: ${difference}`);
    yield* differences(first, wire ?? {}).map((difference) => `${what}: ${difference}`);
  } catch (cause) {
    yield `${what} makes it throw: ${wordsOf(cause)}`;
  }
}

const hasType = (message: unknown, type: string): boolean => Reflect.get(Object(message), 'type') === type;

const decoded = (dialect: Dialect, text: string): readonly ServerEvent[] => [dialect.decode(text)].flat();

function* checkStrange(dialect: Dialect, text: string): Generator<string> {
  try {
    for (const { type } of decoded(dialect, text))
      if (type !== 'unknown' && !Object.hasOwn(knownServerEvents, type)) yield `decode(): ${text} becomes \`${type}\`, which nobody knows.`;
  } catch (cause) {
    yield `decode(): ${text} makes it throw: ${wordsOf(cause)}`;
  }
}

function keepsType(dialect: Dialect, type: DocumentedClientEvent['type']): boolean {
  try {
    return hasType([dialect.encode(structuredClone(sampleEvents[type]))].flat()[0], type);
  } catch {
    return false;
  }
}

function* checkUnknown(dialect: Dialect): Generator<string> {
  const wire = { type: 'something.of.tomorrow', event_id: 'e', detail: { deep: 1 } };
  const isTyped = clientEventTypes.some((type) => keepsType(dialect, type));
  // Another wire has its own place for the word and the id, or none.
  const more = isTyped ? { event_id: 'e', unknownType: wire.type } : {};
  yield* checkDecoding(dialect, { wire, event: { type: 'unknown', ...more, raw: wire } });
}

function* checkDecoding(dialect: Dialect, { wire, event }: NonNullable<DialectFixtures['decodes']>[number]): Generator<string> {
  const text = typeof wire === 'string' ? wire : JSON.stringify(wire);
  const what = `decode(): ${text.length > 200 ? `${text.slice(0, 200)}…` : text}`;
  try {
    const events = decoded(dialect, text);
    if (JSON.stringify(decoded(dialect, text)) !== JSON.stringify(events))
      yield `${what}: becomes something else the second time; a dialect has no memory.`;
    yield* differences(events, [event].flat()).map((difference) => `${what}: ${difference}`);
    for (const one of events) {
      if (one.type === 'unknown') continue;
      const { error } = knownServerEvents[one.type].safeParse(JSON.parse(JSON.stringify(one)));
      for (const { path, message } of error?.issues ?? []) yield `${what}: \`${path.join('.')}\` is not as the document has it: ${message}`;
    }
  } catch (cause) {
    yield `${what} makes it throw: ${wordsOf(cause)}`;
  }
}
