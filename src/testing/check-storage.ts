// Checks a storage: keeps, changes and removes records as queues and sessions do.
import type { Storage, StorageRecord } from '../core/persistence/storage.js';
import { differences } from './differences.js';

/** How `checkStorage` opens a storage. */
export interface StorageFixtures {
  /** One and the same storage each time, as two pages of a site would open it. What is in it is removed. */
  open(): Storage | Promise<Storage>;
}

type Finding = string;
type Check = (storage: Storage, fixtures: StorageFixtures) => AsyncGenerator<Finding>;

const needed = ['all', 'put', 'remove', 'clear'];
const optional = ['update', 'putAll', 'removeAll', 'close'];

/** What is wrong, in words; an empty list when nothing is. Never throws for what the storage does. */
export async function checkStorage(fixtures: StorageFixtures): Promise<readonly Finding[]> {
  let storage: Storage;
  try {
    storage = await fixtures.open();
  } catch (cause) {
    return [`It does not open: ${wordsOf(cause)}`];
  }
  const findings = [...checkMembers(storage)];
  if (findings.length > 0) return findings;
  const checks: readonly Check[] = [checkKeeping, checkManyKeys, checkUpdate, checkMany, checkLasting, checkClosing];
  for (const check of checks) {
    try {
      await storage.clear();
      for await (const finding of check(storage, fixtures)) findings.push(finding);
    } catch (cause) {
      findings.push(`It rejects what every storage takes: ${wordsOf(cause)}`);
    }
  }
  return findings;
}

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

function* checkMembers(storage: Storage): Generator<Finding> {
  for (const name of [...needed, ...optional]) {
    const member: unknown = Reflect.get(storage, name);
    if (typeof member === 'function' || (member === undefined && optional.includes(name))) continue;
    yield member === undefined ? `${name}(): is missing.` : `${name}: is no function.`;
  }
  const { persistent, unread }: Pick<Storage, 'persistent' | 'unread'> = storage;
  if (typeof (persistent ?? true) !== 'boolean') yield 'persistent: is neither true nor false.';
  if (typeof (unread ?? 0) !== 'number') yield 'unread: is no number.';
}

/** Nothing that JSON could not hold: other pages and services read it too. */
const sample = { id: 'a', text: 'heron \u{1F426}', count: 3, none: null, list: [1, { deep: true }], empty: {} };

const keysOf = (records: readonly StorageRecord<unknown>[]): string => JSON.stringify(records.map(({ key }) => key).toSorted());
const recordOf = async (storage: Storage, key: string): Promise<unknown> => (await storage.all()).find((one) => one.key === key)?.record;

async function* expectKeys(storage: Storage, after: string, ...keys: readonly string[]): AsyncGenerator<Finding> {
  const found = keysOf(await storage.all());
  const meant = JSON.stringify(keys.toSorted());
  if (found !== meant) yield `all(): after ${after} its keys are ${found}, must be ${meant}.`;
}

async function* checkKeeping(storage: Storage): AsyncGenerator<Finding> {
  yield* expectKeys(storage, 'clear()');
  await storage.put('a', sample);
  await storage.put('b', { id: 'b' }, { durable: true });
  yield* expectKeys(storage, 'two put()', 'a', 'b');
  yield* differences(await recordOf(storage, 'a'), sample).map((difference) => `all(): a record comes back changed: ${difference}`);
  await storage.put('a', { id: 'other' });
  yield* expectKeys(storage, 'put() over an old record', 'a', 'b');
  const replaced = JSON.stringify(await recordOf(storage, 'a'));
  if (replaced !== '{"id":"other"}') yield `put(): over an old record leaves ${replaced}: it must replace it whole.`;
  await storage.remove('a');
  await storage.remove('never there');
  yield* expectKeys(storage, 'remove()', 'b');
  await storage.clear();
  yield* expectKeys(storage, 'clear()');
}

/** Ids come from services and users. */
async function* checkManyKeys(storage: Storage): AsyncGenerator<Finding> {
  const keys = ['', 'a/b', '__proto__', 'constructor', '\u00e9', 'e\u0301', 'A', 'a', '1', '01', ' '];
  await Promise.all(keys.map((key) => storage.put(key, { key })));
  yield* expectKeys(storage, `put() under ${keys.length} keys at once`, ...keys);
}

async function* checkUpdate(storage: Storage): AsyncGenerator<Finding> {
  if (storage.update === undefined) return;
  const seen: unknown[] = [];
  const count = async () =>
    storage.update?.('n', (stored) => {
      seen.push(stored);
      return { n: Number(Reflect.get(Object(stored), 'n') ?? 0) + 1 };
    });
  await Promise.all(Array.from({ length: 20 }, count));
  if (seen[0] !== undefined) yield `update(): gives ${JSON.stringify(seen[0])} for a key without a record, must give undefined.`;
  const counted = JSON.stringify(await recordOf(storage, 'n'));
  if (counted !== '{"n":20}') yield `update(): of 20 at once it keeps ${counted}, must be {"n":20}: another write came between.`;
}

async function* checkMany(storage: Storage): AsyncGenerator<Finding> {
  const records = ['a', 'b', 'c'].map((key) => ({ key, record: { id: key } }));
  if (storage.putAll === undefined) await Promise.all(records.map(({ key, record }) => storage.put(key, record)));
  else await storage.putAll(records);
  yield* expectKeys(storage, 'putAll()', 'a', 'b', 'c');
  await storage.removeAll?.(['a', 'c', 'never there']);
  if (storage.removeAll !== undefined) yield* expectKeys(storage, 'removeAll()', 'b');
}

/** One that ends with the page says so. */
async function* checkLasting(storage: Storage, fixtures: StorageFixtures): AsyncGenerator<Finding> {
  await storage.put('a', sample, { durable: true });
  if (storage.persistent === false) return;
  const again = await fixtures.open();
  const found = keysOf(await again.all());
  if (found !== '["a"]')
    yield `all(): opened again it has the keys ${found}, must be ["a"]; one that does not last says \`persistent: false\`.`;
  if (again !== storage) again.close?.();
}

async function* checkClosing(storage: Storage): AsyncGenerator<Finding> {
  try {
    storage.close?.();
    storage.close?.();
  } catch (cause) {
    yield `close(): throws: ${wordsOf(cause)}`;
  }
}
