// The part of a record store that holds what was deleted: until it is restored, deleted for good, or its room is needed.
import type { RecordBin } from '../server/library/record-bin.js';
import type { RecordName, RecordStore } from '../server/library/record-store.js';
import {
  allUnused,
  idsIn,
  isRecent,
  keepFile,
  listed,
  named,
  odd,
  page,
  plenty,
  strangerTo,
  text,
  versionIn,
  type Check,
  type Finding,
} from './record-calls.js';

type WithBin = RecordStore & { readonly bin: RecordBin };

const hasBin = (store: RecordStore): store is WithBin => store.bin !== undefined;
const whereThere = (check: (one: WithBin, other: WithBin, user: string) => AsyncGenerator<Finding>): Check =>
  async function* (one, other, user) {
    if (hasBin(one) && hasBin(other)) yield* check(one, other, user);
  };

const fileBytes = 400;

/** Into the bin, with its file of 400 bytes, whose key this gives. */
async function deleted(store: WithBin, user: string, name: RecordName, record: string): Promise<string> {
  const file = `file-${name.id}`;
  const key = await keepFile(store.files, user, file, fileBytes);
  await store.put(user, name, record, { known: 0, quota: plenty, files: [file] });
  await store.bin.put(user, name, 1);
  return key;
}

const isThere = async (store: RecordStore, user: string, { id }: RecordName): Promise<boolean> =>
  (await store.files.find(user, `file-${id}`)) !== undefined;

/** None where the store has no bin. */
export const binChecks: Readonly<Record<string, Check>> = {
  'bin.put': whereThere(checkPut),
  'bin.list': whereThere(checkList),
  'bin.restore': whereThere(checkRestore),
  'bin.empty': whereThere(checkEmpty),
  'bin and put': whereThere(checkPutAgain),
  'bin and quota': whereThere(checkRoom),
  'bin and clear': whereThere(checkClear),
};

async function* checkPut(one: WithBin, other: WithBin, user: string): AsyncGenerator<Finding> {
  const name = named("a'; --");
  await one.put(user, name, odd, { known: 0, quota: plenty });
  const stale = await one.bin.put(user, name, 7);
  if (!('conflict' in stale) || stale.conflict?.record !== odd)
    yield `a deletion of version 7 of version 1 gives ${text(stale)}, must be a conflict with what is there.`;
  if ((await idsIn(other.bin, user)).length > 0) yield 'a deletion that is a conflict puts the record into the bin all the same.';
  const before = await other.changes(user, undefined, page);
  const put = await other.bin.put(user, name, 1);
  if (versionIn(put) !== 2) yield `a deletion of version 1 gets ${text(put)}, must be version 2.`;
  const told = await listed(one, user, before?.cursor);
  const meant = [{ ...name, version: 2 }];
  if (text(told) !== text(meant)) yield `of a deletion into the bin changes() tells ${text(told)}, must be ${text(meant)}.`;
  if (versionIn(await one.bin.put(user, name, 1)) !== 2) yield 'a deletion that comes again must give the version that is there.';
  if (versionIn(await one.bin.put(user, named('never'), 1)) !== 0) yield 'a deletion of what never was must give version 0.';
  const ids = await idsIn(other.bin, user);
  if (text(ids) !== text([name.id])) yield `of one record that was deleted twice, and one that never was, the bin holds ${text(ids)}.`;
}

async function* checkList(one: WithBin, other: WithBin, user: string): AsyncGenerator<Finding> {
  await deleted(one, user, named('a'), odd);
  const [found] = (await other.bin.list(user, undefined, page)).data;
  if (found?.record !== odd) yield `a record is listed as ${text(found?.record)}, not as it was put.`;
  if (found?.kind !== 'video' || found.id !== 'a')
    yield `the record a of the kind video is listed as ${text(found?.id)} of ${text(found?.kind)}.`;
  const bytes = odd.length + fileBytes;
  if (found?.bytes !== bytes)
    yield `a record of ${odd.length} bytes with a file of ${fileBytes} has ${text(found?.bytes)} bytes, must be ${bytes}.`;
  if (!isRecent(found?.deletedAt)) yield `deletedAt is ${text(found?.deletedAt)}, must be when it was deleted, in milliseconds since 1970.`;
  for (const id of ['b', 'c', 'd', 'e']) await deleted(one, user, named(id), text({ id }));
  if ((await idsIn(one.bin, strangerTo(user))).length > 0) yield 'another user sees what is in it.';
  const pages: string[][] = [];
  for (let next: string | undefined, first = true; pages.length < 9 && (first || next !== undefined); first = false) {
    const part = await other.bin.list(user, next, { ...page, records: 2 });
    pages.push(part.data.map(({ id }) => id));
    ({ next } = part);
  }
  const meant = [['e', 'd'], ['c', 'b'], ['a']];
  if (text(pages) !== text(meant)) yield `in pages of 2 it gives ${text(pages)}, must be ${text(meant)}: the latest deletion first.`;
  if ((await one.bin.list(user, undefined, { ...page, records: 5 })).next !== undefined)
    yield 'the page that ends with the last record gives a next.';
  const small = await one.bin.list(user, undefined, { records: 10, bytes: 1 });
  if (small.data.length !== 1 || small.next === undefined)
    yield `a page of 1 byte has ${small.data.length} records, must be one and a next.`;
  for (const after of ['nonsense', "'; --", '-1', '9'.repeat(40)])
    if ((await one.bin.list(user, after, page)).data.length > 0)
      yield `after ${text(after)}, which it never gave as next, list() must give an empty page.`;
}

async function* checkRestore(one: WithBin, other: WithBin, user: string): AsyncGenerator<Finding> {
  const name = named("a'; --");
  await deleted(one, user, name, odd);
  if (!(await isThere(other, user, name))) yield 'the file of a record in the bin is gone.';
  if ((await other.bin.restore(strangerTo(user), name, plenty)) !== undefined) yield 'another user restores it.';
  const full = await other.bin.restore(user, name, { ...plenty, records: 0 });
  if (full === undefined || !('exceeded' in full) || full.exceeded !== 'records')
    yield `restoring beyond the quota of records gives ${text(full)}, must tell that records are exceeded.`;
  else if ((await idsIn(one.bin, user)).length !== 1) yield 'restoring beyond the quota loses the record.';
  const before = await one.changes(user, undefined, page);
  const restored = await Promise.all([one, other, one, other].map(({ bin }) => bin.restore(user, name, plenty)));
  const done = restored.filter((each) => each !== undefined);
  if (done.length !== 1) yield `of four who restore one record at once ${done.length} succeed, must be one.`;
  if (versionIn(done[0]) !== 3) yield `restored from version 2 it gets ${text(done[0])}, must be version 3.`;
  const told = await listed(other, user, before?.cursor);
  const meant = [{ ...name, version: 3, record: odd }];
  if (text(told) !== text(meant)) yield `of a restoration changes() tells ${text(told)}, must be ${text(meant)}.`;
  if (!(await isThere(one, user, name))) yield 'a record is restored without its file.';
  if ((await idsIn(one.bin, user)).length > 0) yield 'what was restored is still in the bin.';
  if ((await one.bin.restore(user, named('never'), plenty)) !== undefined) yield 'restoring what is not in the bin must give undefined.';
  await one.remove(user, name, 3);
  if ((await other.bin.restore(user, name, plenty)) !== undefined) yield 'what remove() deleted for good can be restored.';
}

async function* checkEmpty(one: WithBin, other: WithBin, user: string): AsyncGenerator<Finding> {
  const [a, b, c, kept] = ['a', 'b', 'c', 'kept'].map(named) as [RecordName, RecordName, RecordName, RecordName];
  const keys: string[] = [];
  for (const name of [a, b, c, kept]) keys.push(await deleted(one, user, name, '{}'));
  const keptKey = keys.pop() ?? '';
  await one.bin.restore(user, kept, plenty);
  await deleted(one, strangerTo(user), a, '{}');
  if ((await other.bin.empty(user, named('never'))) !== 0) yield 'deleting one record for good that is not in the bin must give 0.';
  const counts = [await other.bin.empty(user, a), await one.bin.empty(user, a)];
  if (text(counts) !== '[1,0]') yield `deleting one record for good gives ${counts[0]}, and then ${counts[1]}, must be 1 and 0.`;
  if (await isThere(one, user, a)) yield 'the file of a record that was deleted for good is left.';
  if (!(await isThere(one, user, b))) yield 'deleting one record for good deletes the file of another.';
  const all = await other.bin.empty(user);
  if (all !== 2) yield `emptying a bin of 2 records gives ${all}.`;
  if ((await idsIn(one.bin, user)).length > 0) yield 'the bin is not empty after it was emptied.';
  if ((await isThere(one, user, b)) || (await isThere(one, user, c))) yield 'emptying it leaves files.';
  if ((await listed(one, user)).length !== 1 || !(await isThere(one, user, kept))) yield 'emptying it deletes what is not in it.';
  if ((await idsIn(one.bin, strangerTo(user))).length !== 1) yield 'emptying it empties the bin of another user.';
  const unused = await allUnused(other.files);
  if (keys.some((key) => !unused.includes(key))) yield 'files.unused() does not give the keys of files that went with the bin.';
  if (unused.includes(keptKey)) yield 'files.unused() gives the key of a file whose record was restored.';
  await other.files.forget(keys);
  const free = { quotaBytes: 1000 + '{}'.length + fileBytes, ttlMs: 60_000 };
  if (!(await one.files.reserve(user, { key: crypto.randomUUID(), bytes: 1000 }, free))) yield 'what was deleted for good leaves no room.';
  const again = await one.put(user, a, '{}', { known: 0, quota: plenty });
  if (versionIn(again) !== 3) yield `created again it gets ${text(again)}, must be version 3: an old version may not come back.`;
}

async function* checkPutAgain(one: WithBin, other: WithBin, user: string): AsyncGenerator<Finding> {
  const files = ['file-named', 'file-dropped'];
  for (const file of files) await keepFile(one.files, user, file, fileBytes);
  await one.put(user, named('a'), '{}', { known: 0, quota: plenty, files });
  await one.bin.put(user, named('a'), 1);
  const again = await other.put(user, named('a'), '{"n":2}', { known: 0, quota: plenty, files: files.slice(0, 1) });
  if (versionIn(again) !== 3) yield `a record that is made again while it is in the bin gets ${text(again)}, must be version 3.`;
  if ((await idsIn(one.bin, user)).length > 0) yield 'a record that was made again is still in the bin.';
  if (!(await isThere(one, user, named('named')))) yield 'a record that was made again loses a file that it names.';
  if (await isThere(one, user, named('dropped'))) yield 'a file that only the record in the bin had is left when the record is made again.';
}

/** Of 300 bytes. */
const large = text({ text: 'x'.repeat(289) });

async function* checkRoom(one: WithBin, other: WithBin, user: string): AsyncGenerator<Finding> {
  const quota = { records: 2, bytes: 1000 };
  for (const id of ['a', 'b', 'c']) await one.put(user, named(id), large, { known: 0, quota: plenty });
  for (const id of ['b', 'a']) await one.bin.put(user, named(id), 1);
  const written = await other.put(user, named('d'), large, { known: 0, quota });
  if ('exceeded' in written && written.exceeded === 'records') yield 'records in the bin count as records of the quota.';
  else if (!('version' in written)) yield 'the bin does not give way to a record that needs its room.';
  const left = await idsIn(one.bin, user);
  if (text(left) !== '["a"]')
    yield `when a record needs 200 bytes, a bin of two with 300 each keeps ${text(left)}, must be ["a"]: its bytes count, and the oldest deletion goes first.`;
  const huge = await one.put(user, named('e'), text({ text: 'x'.repeat(800) }), { known: 0, quota: { ...quota, records: 9 } });
  if (!('exceeded' in huge) || huge.exceeded !== 'bytes') yield 'a record that does not fit even with an empty bin must exceed bytes.';
  else if ((await idsIn(other.bin, user)).length !== left.length) yield 'a record that does not fit empties the bin all the same.';
  const upload = { key: crypto.randomUUID(), bytes: 300 };
  if (!(await other.files.reserve(user, upload, { quotaBytes: quota.bytes, ttlMs: 60_000 })))
    yield 'the bin does not give way to an upload that needs its room.';
  else if ((await idsIn(one.bin, user)).length > 0) yield 'an upload exceeds the quota with what is in the bin.';
}

async function* checkClear(one: WithBin, other: WithBin, user: string): AsyncGenerator<Finding> {
  const name = named('a');
  await deleted(one, user, name, '{}');
  await deleted(one, strangerTo(user), name, '{}');
  await one.clear(user);
  const restored = await other.bin.restore(user, name, plenty);
  if ((await idsIn(other.bin, user)).length > 0 || restored !== undefined) yield 'clear() leaves what is in the bin.';
  if (await isThere(other, user, name)) yield 'clear() leaves a file of what is in the bin.';
  if ((await idsIn(other.bin, strangerTo(user))).length !== 1) yield 'clear() empties the bin of another user too.';
}
