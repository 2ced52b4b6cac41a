// JSON as nobody would wish it: any value at all, or a sound one of which parts were dropped, retyped, renamed, repeated or buried.
import fc from 'fast-check';

type Json = unknown;
type Container = Record<string, Json> | Json[];

/** Stand for what JSON text can hold and `JSON.stringify` does not write. */
const marks: Readonly<Record<string, string>> = {
  '"@infinite"': '1e999',
  '"@minus-infinite"': '-1e999',
  '"@minus-zero"': '-0',
  '"@tiny"': '1e-400',
  '"@exact"': '9007199254740993',
};

/** Names that mean something to objects of their own accord. */
export const innateNames = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'toJSON', 'then', 'length'];

/** Texts that hurt a program that takes them for something other than text. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\n',
  '\u0000',
  '\uD800',
  '\uDFFF\uD800',
  '\uFEFF',
  '\u202Eevil',
  'ﷺ',
  'e\u0301',
  '👩‍👩‍👧',
  'NaN',
  '1e999',
  '-0',
  '0x10',
  'null',
  'undefined',
  '[object Object]',
  '9007199254740993',
  '2147483648',
  '<script>hurt()</script>',
  '<img src=x onerror=hurt()>',
  '"><svg onload=hurt()>',
  "'onclick='hurt()",
  '${hurt()}',
  '{{hurt()}}',
  '&lt;b&gt;',
  'javascript:hurt()',
  'JaVaScRiPt:hurt()',
  'data:text/html,<script>hurt()</script>',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  '//evil.example/x',
  '/\\evil.example',
  'https://me:secret@evil.example/',
  'https://evil.example/\u0000',
  '../../..',
  'C:\\x',
  'vbscript:x',
  'in_progress',
  'completed',
  'succeeded',
  'processing',
  'message',
  'function_call',
  'audio',
  'text',
  'html',
  'base64',
  'assistant',
  'user',
  ...innateNames,
];

const nest = (depth: number, inner: Json, list: boolean): Json => {
  let value = inner;
  for (let at = 0; at < depth; at++) value = list ? [value] : { data: value };
  return value;
};

/** Of another kind than whatever is expected. Functions, so that each place gets its own. */
const strangers: readonly (() => Json)[] = [
  ...[null, true, false, 0, 1, -1, 0.5, 63, 64, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308, 1.7e12].map((value) => () => value),
  ...Object.keys(marks).map((mark) => () => mark.slice(1, -1)),
  () => [],
  () => ({}),
  () => [null],
  () => [[]],
  () => [{}],
  () => [[[null, {}], 'x']],
  () => ({ id: null }),
  () => ({ toString: null, valueOf: null }),
  () => [{ toString: 1, valueOf: 1 }],
  () => ({ length: -1 }),
  () => ({ length: 1e9, 0: 'x' }),
  () => own({}, '__proto__', { id: 'x', polluted: true }),
  () => own({ constructor: { prototype: { polluted: true } } }, '__proto__', null),
  () => ({ type: 'message', text: 1, content: {}, output: 1 }),
  () => Array.from({ length: 70 }, (_, at) => at),
];

/** Seldom: each is large. */
const giants: readonly (() => Json)[] = [
  () => nest(20_000, null, true),
  () => nest(20_000, 'x', false),
  () => 'x'.repeat(70_000),
  () => '[x](javascript:1) '.repeat(500),
  () => Array.from({ length: 3000 }, () => ({})),
];

/** Also a field called `__proto__` becomes one of the object's own, as `JSON.parse` makes it. */
function own(object: Record<string, Json>, name: string, value: Json): Record<string, Json> {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

const giantOf = 400;

/** A hostile value by number: mostly small, now and then very large. */
export function strangerOf(seed: number): Json {
  if (seed % giantOf === giantOf - 1) return giants[Math.floor(seed / giantOf) % giants.length]?.();
  const all = strangers.length + hostileTexts.length;
  const at = seed % all;
  return at < strangers.length ? strangers[at]?.() : hostileTexts[at - strangers.length];
}

const isContainer = (value: Json): value is Container => typeof value === 'object' && value !== null;

/** Each place in a value: what holds it, and under which name. The deepest are left out. */
function placesIn(value: Json, found: (readonly [Container, string])[] = [], depth = 0): typeof found {
  if (!isContainer(value) || depth > 12 || found.length > 2000) return found;
  for (const name of Object.keys(value)) {
    found.push([value, name]);
    placesIn((value as Record<string, Json>)[name], found, depth + 1);
  }
  return found;
}

/** A list has places and no names, as far as JSON can say. */
const put = (holder: Container, name: string, value: Json): void => {
  if (!Array.isArray(holder)) own(holder, name, value);
  else if (/^\d+$/.test(name)) holder[Number(name)] = value;
  else holder.push(value);
};

export interface Mutation {
  readonly how: number;
  readonly where: number;
  readonly what: number;
}

/** Numbers alone, so that a failure shrinks to few and small ones. */
export const mutations = (most = 4): fc.Arbitrary<readonly Mutation[]> =>
  fc.array(fc.record({ how: fc.nat(11), where: fc.nat(10_000), what: fc.nat(40_000) }), { maxLength: most });

/** What is nested too deep to be copied is left out: shared, it might hold itself. */
function copied(value: Json): Json {
  try {
    return structuredClone(value);
  } catch {
    return null;
  }
}

/** A copy of `value` after the mutations. */
export function mutated(value: Json, changes: readonly Mutation[]): Json {
  let copy: Json = copied(value);
  for (const change of changes) copy = mutatedOnce(copy, change);
  return copy;
}

function mutatedOnce(value: Json, { how, where, what }: Mutation): Json {
  const places = placesIn(value);
  const [holder, name] = places[where % Math.max(1, places.length)] ?? [];
  if (holder === undefined || name === undefined) return strangerOf(what);
  const before = (holder as Record<string, Json>)[name];
  switch (how) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(name), 1);
      else delete holder[name];
      return value;
    case 1:
      put(holder, innateNames[what % innateNames.length] ?? name, before);
      return value;
    case 2:
      put(holder, name, [before]);
      return value;
    case 3:
      put(holder, name, { data: before, id: before });
      return value;
    case 4: {
      const [other, there] = places[what % places.length] ?? [];
      if (other !== undefined && there !== undefined) put(holder, name, copied((other as Record<string, Json>)[there]));
      return value;
    }
    case 5:
      if (Array.isArray(holder)) holder.push(copied(before), copied(before));
      else put(holder, `${name}_2`, before);
      return value;
    case 6:
      put(holder, name, typeof before === 'string' ? before.slice(0, what % (before.length + 1)) : String(what));
      return value;
    default:
      put(holder, name, strangerOf(what));
      return value;
  }
}

/** JSON text of a value, with numbers that only text can hold. */
export function textOf(value: Json): string {
  const text = stringify(value);
  return text.includes('"@') ? text.replaceAll(/"@[a-z-]+"/g, (mark) => marks[mark] ?? mark) : text;
}

/** `JSON.stringify` gives up on what is nested as deep as `JSON.parse` still reads. */
function stringify(value: Json): string {
  try {
    return JSON.stringify(value) ?? 'null';
  } catch {
    return written(value);
  }
}

function written(root: Json): string {
  const out: string[] = [];
  const left: (readonly [value: Json, raw: boolean])[] = [[root, false]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, raw] = next;
    if (raw) out.push(value as string);
    else if (!isContainer(value)) out.push(JSON.stringify(value) ?? 'null');
    else {
      const list = Array.isArray(value);
      const parts: (readonly [Json, boolean])[] = [[list ? '[' : '{', true]];
      for (const [at, [name, inner]] of Object.entries(value).entries())
        parts.push([`${at > 0 ? ',' : ''}${list ? '' : `${JSON.stringify(name)}:`}`, true], [inner, false]);
      parts.push([list ? ']' : '}', true]);
      for (let at = parts.length - 1; at >= 0; at--) left.push(parts[at] ?? ['', true]);
    }
  }
  return out.join('');
}

/** Any JSON at all. */
export const anyJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.nat(40_000).map(strangerOf) },
);

/** Text that may have been JSON once. */
export function brokenText(text: string, how: number, at: number): string {
  switch (how) {
    case 0:
      return text.slice(0, at % (text.length + 1));
    case 1:
      return text.slice(at % (text.length + 1));
    case 2:
      return `\uFEFF${text}`;
    case 3:
      return text + text;
    case 4:
      return `<!doctype html>${text}`;
    case 5:
      return text.replaceAll('"', "'");
    case 6:
      return `[${text}]`;
    default:
      return text;
  }
}

/** What a value weighs: its characters and its fields, each object once however often it is shared. */
export function weightOf(root: Json): number {
  const seen = new Set<object>();
  const left: Json[] = [root];
  let weight = 0;
  while (left.length > 0) {
    const value = left.pop();
    weight += 1;
    if (typeof value === 'string') weight += value.length;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (value instanceof Set || value instanceof Map) left.push(...value);
    else for (const [name, inner] of Object.entries(value)) left.push(name, inner);
  }
  return weight;
}

/** All objects that a value is made of, each once however often it is shared. */
export function objectsIn(root: Json): ReadonlySet<object> {
  const found = new Set<object>();
  const left: Json[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (!isContainer(value) || found.has(value)) continue;
    found.add(value);
    left.push(...(value instanceof Set || value instanceof Map ? value : Object.values(value)));
  }
  return found;
}

/** How many objects of `after` are not of `before`. */
export function madeAnew(before: Json, after: Json): number {
  const known = objectsIn(before);
  return [...objectsIn(after)].filter((one) => !known.has(one)).length;
}

/** Equal as plain data, however deep: what compares for us gives up on what `JSON.parse` still reads. */
export function isSame(one: Json, other: Json): boolean {
  const left: (readonly [Json, Json])[] = [[one, other]];
  for (let pair = left.pop(); pair !== undefined; pair = left.pop()) {
    const [a, b] = pair;
    if (Object.is(a, b)) continue;
    if (!isContainer(a) || !isContainer(b) || Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    for (const name of names) {
      if (!Object.hasOwn(b, name)) return false;
      left.push([(a as Record<string, Json>)[name], (b as Record<string, Json>)[name]]);
    }
  }
  return true;
}

/** Frozen as far down as it goes: a program that writes on it throws. */
export function frozen<T>(value: T): T {
  const left: unknown[] = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue;
    Object.freeze(next);
    left.push(...Object.values(next));
  }
  return value;
}

/** Nothing that was read has changed what all objects have. */
export const isPolluted = (): boolean => 'polluted' in {} || Object.keys(Object.prototype).length > 0;
