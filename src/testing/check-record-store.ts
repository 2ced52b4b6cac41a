// Checks a record store: uses it as the gateways of a site do, several at once, for users of its own.
import type { RecordChange, RecordStore } from '../server/library/record-store.js';
import { checkExpiry } from './check-expiry.js';
import { checkFileIndex } from './check-file-index.js';
import { checkFrees } from './check-frees.js';
import { pushChecks } from './check-push.js';
import { binChecks } from './check-record-bin.js';
import { shareChecks } from './check-shares.js';
import { checkUsage } from './check-usage.js';
import { watchedChecks } from './check-watched.js';
import { listed, named, odd, page, plenty, strangerTo, text, versionIn, waited, type Check, type Finding } from './record-calls.js';

/** How `checkRecordStore` opens a store. */
export interface RecordStoreFixtures {
  /** Opened again each time, as each instance does; what one keeps the others see. Where only one can be open: the same one. */
  open(): RecordStore | Promise<RecordStore>;
}

/**
 * What is wrong, in words; an empty list when nothing is. Never throws for what the store does. Optional members are checked where the store has them.
 * Its users are removed; the store is closed. Check an empty store: where there is `expire`, what any user has in the bin is deleted.
 */
export async function checkRecordStore(fixtures: RecordStoreFixtures): Promise<readonly string[]> {
  const findings: string[] = [];
  let stores: readonly [RecordStore, RecordStore];
  try {
    stores = [await fixtures.open(), await fixtures.open()];
  } catch (cause) {
    return [`It does not open: ${wordsOf(cause)}`];
  }
  const [one, other] = stores;
  for (const [what, check] of Object.entries(checks)) {
    const user = `check:${what}:${crypto.randomUUID()}'; "\\ %_ 🦊`;
    try {
      for await (const finding of check(one, other, user)) findings.push(`${what}: ${finding}`);
      for (const name of [user, strangerTo(user)]) await one.clear(name);
    } catch (cause) {
      findings.push(`${what}: fails: ${wordsOf(cause)}`);
    }
  }
  await Promise.all([one.close(), one.close(), other.close()]).catch((cause: unknown) =>
    findings.push(`close(): fails: ${wordsOf(cause)}`),
  );
  return findings;
}

const wordsOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

const checks: Readonly<Record<string, Check>> = {
  async *put(one, other, user) {
    const name = named("a'; --");
    const first = await one.put(user, name, odd, { known: 0, quota: plenty });
    if (versionIn(first) !== 1) yield `a new record gets ${text(first)}, must be version 1.`;
    const [found] = await listed(other, user);
    if (found?.record !== odd) yield `a record comes back as ${text(found?.record)}, not as it was put.`;
    const second = await other.put(user, name, '{"n":2}', { known: 1, quota: plenty });
    if (versionIn(second) !== 2) yield `a change of version 1 gets ${text(second)}, must be version 2.`;
    for (const known of [0, 1, 3]) {
      const stale = await one.put(user, name, '{"n":3}', { known, quota: plenty });
      if (!('conflict' in stale) || stale.conflict?.record !== '{"n":2}')
        yield `a put with version ${known} of version 2 gives ${text(stale)}, must be a conflict with what is there.`;
    }
    const nothing = await one.put(user, named('none'), '{}', { known: 1, quota: plenty });
    if (!('conflict' in nothing) || nothing.conflict !== undefined)
      yield 'a put with a version where nothing is must be a conflict with undefined.';
    if ((await listed(one, strangerTo(user))).length > 0) yield 'another user sees it.';
  },
  async *race(one, other, user) {
    const name = named('a');
    const options = { known: 0, quota: plenty };
    const written = await Promise.all([one, other, one, other].map((store, at) => store.put(user, name, text({ at }), options)));
    const first = written.filter((each) => 'version' in each).length;
    if (first !== 1) yield `of four who create one record at once ${first} succeed, must be one.`;
  },
  async *remove(one, other, user) {
    const name = named('a');
    await one.put(user, name, '{}', { known: 0, quota: plenty });
    const stale = await one.remove(user, name, 7);
    if (!('conflict' in stale)) yield 'a deletion with another version must be a conflict.';
    const removed = await other.remove(user, name, 1);
    if (versionIn(removed) !== 2) yield `a deletion of version 1 gets ${text(removed)}, must be version 2.`;
    if (versionIn(await one.remove(user, name, 1)) !== 2) yield 'a deletion that comes again must give the version that is there.';
    if (versionIn(await one.remove(user, named('never'), 1)) !== 0) yield 'a deletion of what never was must give version 0.';
    const again = await one.put(user, name, '{}', { known: 0, quota: plenty });
    if (versionIn(again) !== 3) yield `created again it gets ${text(again)}, must be version 3: an old version may not come back.`;
  },
  async *changes(one, other, user) {
    for (const id of ['a', 'b', 'c', 'd']) await one.put(user, named(id), text({ id }), { known: 0, quota: plenty });
    const begun = await other.changes(user, undefined, { ...page, records: 2 });
    if (begun === undefined || begun.data.length !== 2 || !begun.more) {
      yield `a page of 2 of 4 is ${text(begun)}.`;
      return;
    }
    const rest = await other.changes(user, begun.cursor, page);
    if (text(rest?.data.map(({ id }) => id)) !== '["c","d"]' || rest?.more !== false)
      yield `the next page is ${text(rest)}, must be c and d.`;
    await one.remove(user, named('a'), 1);
    await one.put(user, named('b'), '{"n":2}', { known: 1, quota: plenty });
    const after = await other.changes(user, rest?.cursor, page);
    const gone: readonly RecordChange[] = [
      { ...named('a'), version: 2 },
      { ...named('b'), version: 2, record: '{"n":2}' },
    ];
    if (text(after?.data) !== text(gone)) yield `after a deletion and a change it tells ${text(after?.data)}, must be ${text(gone)}.`;
    const none = await one.changes(user, after?.cursor, page);
    if (none?.data.length !== 0 || none.more || none.cursor !== after?.cursor) yield `with nothing new it tells ${text(none)}.`;
    if ((await listed(one, user)).length !== 3) yield 'without a cursor it must tell what is there, and no deletions.';
    const small = await one.changes(user, undefined, { records: 10, bytes: 1 });
    if (small?.data.length !== 1 || !small.more) yield `a page of 1 byte is ${text(small)}, must be one record.`;
    yield* foreignCursors(one, user, begun.cursor);
  },
  /** Many writers at once: who reads with cursors meanwhile misses nothing. */
  async *order(one, other, user) {
    const seen = new Set<string>();
    let cursor: string | undefined;
    const read = async (): Promise<void> => {
      const found = await other.changes(user, cursor, { ...page, records: 3 });
      for (const { id } of found?.data ?? []) seen.add(id);
      cursor = found?.cursor;
      if (found?.more === true) await read();
    };
    const ids = Array.from({ length: 24 }, (_, at) => `n${at}`);
    const writing = Promise.all(ids.map((id, at) => (at % 2 ? one : other).put(user, named(id), '{}', { known: 0, quota: plenty })));
    for (let round = 0; round < 8; round += 1) await read();
    await writing;
    await read();
    if (seen.size !== ids.length) yield `a reader beside 24 writers has seen ${seen.size} of their records.`;
  },
  async *quota(one, other, user) {
    const quota = { records: 3, bytes: 1000 };
    const written = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((id, at) => (at % 2 ? one : other).put(user, named(id), '{}', { known: 0, quota })),
    );
    if (written.filter((each) => 'version' in each).length !== 3) yield 'of five put at once not just three stay within three records.';
    if (!written.some((each) => 'exceeded' in each && each.exceeded === 'records'))
      yield 'one too many must tell that records are exceeded.';
    const [first] = await listed(one, user);
    const name = named(first?.id ?? '');
    const large = await one.put(user, name, text({ text: 'x'.repeat(2000) }), { known: 1, quota });
    if (!('exceeded' in large) || large.exceeded !== 'bytes') yield 'a record of 2,000 bytes must exceed 1,000.';
    const smaller = await one.put(user, name, '{}', { known: 1, quota: { records: 0, bytes: 0 } });
    if (!('version' in smaller)) yield 'a record that does not grow must exceed nothing.';
    await one.remove(user, name, 2);
    if (!('version' in (await other.put(user, named('f'), '{}', { known: 0, quota })))) yield 'a deletion must make room.';
  },
  async *clear(one, other, user) {
    await one.put(user, named('a'), '{}', { known: 0, quota: plenty });
    await one.put(strangerTo(user), named('a'), '{}', { known: 0, quota: plenty });
    const before = await one.changes(user, undefined, page);
    await one.clear(user);
    await one.clear(user);
    if ((await listed(other, user)).length > 0) yield 'it leaves records.';
    if ((await other.changes(user, before?.cursor, page)) !== undefined) yield 'it leaves the cursors of before.';
    await one.put(user, named('a'), '{}', { known: 0, quota: plenty });
    if ((await other.changes(user, before?.cursor, page)) !== undefined) yield 'a cursor of before is good again after a new record.';
    if ((await listed(other, strangerTo(user))).length !== 1) yield 'it clears another user too.';
  },
  async *listen(one, other, user) {
    const heard: (readonly (string | undefined)[])[] = [];
    let told = (): void => {};
    const undo = await other.listen((...notice) => {
      heard.push(notice);
      told();
    });
    const mine = (): boolean => heard.some(([of, cursor]) => of === user && typeof cursor === 'string');
    const hearing = new Promise<void>((resolve) => {
      told = () => mine() && resolve();
    });
    await one.put(user, named('a'), '{}', { known: 0, quota: plenty });
    await Promise.race([hearing, waited(5000)]);
    if (!mine()) yield 'a change is not told within 5 seconds.';
    undo();
  },
  async *get(one, other, user) {
    if (one.get === undefined || other.get === undefined) return;
    const name = named("a'; --");
    if ((await one.get(user, name)) !== undefined) yield 'a record that never was must be undefined.';
    await one.put(user, name, odd, { known: 0, quota: plenty });
    const found = await other.get(user, name);
    if (found?.kind !== name.kind || found.id !== name.id || found.version !== 1 || found.record !== odd)
      yield `a record at version 1 comes back as ${text(found)}, not as it was put.`;
    await one.put(user, name, '{"n":2}', { known: 1, quota: plenty });
    const changed = await other.get(user, name);
    if (changed?.version !== 2 || changed.record !== '{"n":2}') yield `after a change to {"n":2}, version 2, it gives ${text(changed)}.`;
    if ((await other.get(strangerTo(user), name)) !== undefined) yield 'another user sees it.';
    await (one.bin === undefined ? one.remove(user, name, 2) : one.bin.put(user, name, 2));
    if ((await other.get(user, name)) !== undefined) yield 'a record that was deleted must be undefined.';
  },
  files: checkFileIndex,
  ...binChecks,
  'put that frees files': checkFrees,
  usage: checkUsage,
  expire: checkExpiry,
  ...shareChecks,
  ...pushChecks,
  ...watchedChecks,
};

async function* foreignCursors(store: RecordStore, user: string, cursor: string): AsyncGenerator<Finding> {
  await store.put(strangerTo(user), named('a'), '{}', { known: 0, quota: plenty });
  const foreign = ['nonsense', "'; --", `${cursor}0000`, `x${cursor}`, '-1', '9'.repeat(40)];
  for (const since of foreign) if ((await store.changes(user, since, page)) !== undefined) yield `it takes ${text(since)} for a cursor.`;
  if ((await store.changes(strangerTo(user), cursor, page)) !== undefined) yield 'it takes the cursor of another user.';
}
