// The part of a record store that deletes what is older than it may be. What it deletes is of a kind of this check alone, or in a bin.
import type { ExpiredRecord, RecordAges } from '../server/library/record-bin.js';
import type { RecordName, RecordStore } from '../server/library/record-store.js';
import { idsIn, keepFile, listed, named, page, plenty, strangerTo, text, waited, type Check, type Finding } from './record-calls.js';

type Expiring = RecordStore & Required<Pick<RecordStore, 'expire'>>;

const expires = (store: RecordStore): store is Expiring => store.expire !== undefined;

const ageMs = 2000;
/** What changed so long ago is younger than `ageMs`, even by a clock that counts seconds. */
const justNowMs = 1000;
const patienceMs = 5000;
const decadeMs = 315_576_000_000;

/** What is in the store by now. */
interface Made {
  readonly user: string;
  /** No other user has records of it. */
  readonly kind: string;
  /** Whether there is a bin. */
  readonly hasBin: boolean;
  /** From before anything was deleted because of its age. */
  readonly cursor: string | undefined;
  /** When `performance.now()` was so much, everything was there. */
  readonly madeAt: number;
}

const keyOf = ({ userId, kind, id }: ExpiredRecord): string => text([userId, kind, id]);

/** Does nothing where the store has no `expire`. */
export const checkExpiry: Check = async function* (one, other, user) {
  if (!expires(one) || !expires(other)) return;
  const made = await makeRecords(one, user);
  const early = (await other.expire({ kinds: { [made.kind]: decadeMs }, bin: decadeMs }, 100)).filter(isOf(user));
  if (early.length > 0) {
    yield `it deletes ${idsOf(early)}, which are younger than the age that is given.`;
    return;
  }
  const first = yield* checkLimit(one, made);
  if (first.length === 0) {
    yield 'a record that is older than the age that is given is not deleted within 5 seconds.';
    return;
  }
  yield* checkAll([one, other], made, first);
  yield* checkGone(other, made);
};

const idsOf = (ended: readonly RecordName[]): string => text(ended.map(({ id }) => id));
const isOf =
  (user: string) =>
  ({ userId }: ExpiredRecord): boolean =>
    userId === user || userId === strangerTo(user);

async function makeRecords(store: Expiring, user: string): Promise<Made> {
  const kind = `check-${crypto.randomUUID().slice(0, 8)}`;
  const put = (of: string, name: RecordName, files: readonly string[] = []) =>
    store.put(of, name, '{}', { known: 0, quota: plenty, files });
  for (const file of ['of-a', 'of-binned']) await keepFile(store.files, user, file, 100);
  await put(user, { kind, id: 'a' }, ['of-a']);
  for (const id of ['b', 'changed']) await put(user, { kind, id });
  await put(strangerTo(user), { kind, id: 'c' });
  for (const id of ['ageless', 'late']) await put(user, named(id));
  await put(user, named('binned'), ['of-binned']);
  await store.bin?.put(user, named('binned'), 1);
  const cursor = (await store.changes(user, undefined, page))?.cursor;
  return { user, kind, hasBin: store.bin !== undefined, cursor, madeAt: performance.now() };
}

/** Begins when all are old but one, which is changed again and again. Ends with the first that are deleted. */
async function* checkLimit(store: Expiring, { user, kind, madeAt }: Made): AsyncGenerator<Finding, readonly ExpiredRecord[]> {
  await waited(madeAt + ageMs - performance.now());
  const until = performance.now() + patienceMs;
  for (let version = 1; performance.now() < until; version += 1) {
    const changedAt = performance.now();
    await store.put(user, { kind, id: 'changed' }, text({ version }), { known: version, quota: plenty });
    const ended = await store.expire({ kinds: { [kind]: ageMs }, bin: undefined }, 1);
    const isEarly = performance.now() - changedAt < justNowMs;
    if (ended.length > 1) yield `with a limit of 1 it deletes ${ended.length}.`;
    if (isEarly && ended.some(({ id }) => id === 'changed'))
      yield 'it deletes what was changed just now: the age counts from the last change.';
    const other = ended.filter((each) => each.kind !== kind);
    if (other.length > 0) yield `with an age for one kind alone it also deletes ${idsOf(other)}.`;
    if (ended.length > 0) return ended;
    await waited(50);
  }
  return [];
}

/** Two instances at once, until nothing of it is left. */
async function* checkAll(
  stores: readonly [Expiring, Expiring],
  { user, kind, hasBin }: Made,
  first: readonly ExpiredRecord[],
): AsyncGenerator<Finding> {
  const meant: readonly ExpiredRecord[] = [
    { userId: user, kind, id: 'a' },
    { userId: user, kind, id: 'b' },
    { userId: strangerTo(user), kind, id: 'c' },
    ...(hasBin ? [{ userId: user, ...named('binned') }] : []),
  ];
  const ages: RecordAges = { kinds: { [kind]: ageMs }, bin: hasBin ? ageMs : undefined };
  const ended = [...first];
  const binnedAt = performance.now();
  await stores[0].bin?.put(user, named('late'), 1);
  const left = (): readonly ExpiredRecord[] => meant.filter((one) => !ended.some((each) => keyOf(each) === keyOf(one)));
  do {
    ended.push(...(await Promise.all(stores.map((store) => store.expire(ages, 100)))).flat().filter(isOf(user)));
    const isEarly = performance.now() - binnedAt < justNowMs;
    if (isEarly && ended.some(({ id }) => id === 'late')) {
      yield 'it deletes what was put into the bin just now: the age counts from the deletion.';
      break;
    }
    if (left().length > 0) await waited(50);
  } while (left().length > 0 && performance.now() - binnedAt < patienceMs);
  if (left().length > 0) yield `it does not return ${idsOf(left())} within 5 seconds, which are older than the age that is given.`;
  const keys = ended.map(keyOf);
  if (new Set(keys).size !== keys.length) yield 'it returns one deleted record to two callers, must be one.';
  if (ended.some(({ id }) => id === 'ageless')) yield 'it deletes a record of a kind for which no age is given.';
}

async function* checkGone(store: Expiring, { user, kind, hasBin, cursor }: Made): AsyncGenerator<Finding> {
  const told = (await listed(store, user, cursor)).find((change) => change.kind === kind && change.id === 'a');
  if (told?.version !== 2 || told.record !== undefined)
    yield `of a record that is deleted because of its age changes() tells ${text(told)}, must be a deletion with version 2.`;
  const files = hasBin ? ['of-a', 'of-binned'] : ['of-a'];
  for (const file of files)
    if ((await store.files.find(user, file)) !== undefined) yield `the file ${text(file)} of what it deleted is left.`;
  const binned = (await idsIn(store.bin, user)).filter((id) => id !== 'late');
  if (binned.length > 0) yield `the bin has ${text(binned)}: what is older than its age must be gone for good.`;
}
