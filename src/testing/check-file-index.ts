// The part of a record store that knows whose a file is: its quota, its uploads, and the bytes that nobody needs any more.
import type { RecordStore } from '../server/library/record-store.js';
import { allUnused, strangerTo, text, waited } from './record-calls.js';

const limit = { quotaBytes: 1000, ttlMs: 60_000 };

export async function* checkFileIndex({ files: one }: RecordStore, { files: other }: RecordStore, user: string): AsyncGenerator<string> {
  const keys = Array.from({ length: 6 }, () => crypto.randomUUID());
  const [, b = '', c = ''] = keys;
  const reserved = await Promise.all(keys.map((key, at) => (at % 2 ? one : other).reserve(user, { key, bytes: 300 }, limit)));
  if (reserved.filter(Boolean).length !== 3) yield 'of six uploads of 300 bytes at once not just three stay within 1,000.';
  for (const key of keys) await one.abandon(user, key);
  const whole = crypto.randomUUID();
  if (!(await other.reserve(user, { key: whole, bytes: 1000 }, limit))) yield 'uploads that were given up leave no room.';
  await other.abandon(user, whole);
  if (await one.reserve(user, { key: whole, bytes: 1 }, limit)) yield 'an upload that was given up is counted again.';

  const fresh = crypto.randomUUID();
  if (!(await one.reserve(user, { key: fresh, bytes: 900 }, limit))) yield 'an upload of 900 of 1,000 bytes is refused.';
  if (await other.reserve(user, { key: fresh, bytes: 1100 }, limit)) yield 'an upload may grow beyond the quota.';
  if (await other.reserve(strangerTo(user), { key: fresh, bytes: 900 }, limit)) yield 'another user takes over an upload.';
  if ((await one.keep(strangerTo(user), { id: 'f', key: fresh, bytes: 1, type: 'video/mp4' }, true)) !== 'gone')
    yield 'another user can keep an upload.';
  const file = { id: "f'; --", key: fresh, bytes: 400, type: 'video/mp4' };
  if ((await other.find(user, file.id)) !== undefined) yield 'a file is there before its upload is kept.';
  if ((await one.keep(user, file, false)) !== 'kept') yield 'an upload is not kept.';
  if (await other.reserve(user, { key: fresh, bytes: 400 }, limit)) yield 'a file is counted as an upload again.';
  const found = await other.find(user, file.id);
  if (found?.key !== file.key || found.bytes !== 400 || found.type !== file.type) yield `a file is found as ${text(found)}.`;
  if ((await other.find(strangerTo(user), file.id)) !== undefined) yield 'another user finds it.';
  if (await other.remove(strangerTo(user), file.id)) yield 'another user removes it.';
  yield* replaced(one, user, file, { b, c });
}

async function* replaced(
  index: RecordStore['files'],
  user: string,
  file: { readonly id: string; readonly key: string },
  { b, c }: { readonly b: string; readonly c: string },
): AsyncGenerator<string> {
  const [second, third] = [`${b.slice(0, 8)}-2`, `${c.slice(0, 8)}-3`];
  if (!(await index.reserve(user, { key: second, bytes: 500 }, limit))) yield 'keeping 400 of 900 bytes leaves no room for 500.';
  const next = { ...file, key: second, bytes: 500, type: 'image/png' };
  if ((await index.keep(user, next, false)) !== 'exists') yield 'a file is replaced although `replace` is false.';
  if ((await index.keep(user, next, true)) !== 'kept') yield 'a file is not replaced.';
  if ((await index.list(user, '', 10)).length !== 1) yield 'after a replacement it does not list one file.';
  if ((await index.list(user, file.id, 10)).length !== 0) yield 'list() gives files that are not after `after`.';
  if (!(await index.remove(user, file.id)) || (await index.remove(user, file.id))) yield 'remove() must be true, then false.';
  if (!(await index.reserve(user, { key: third, bytes: 1000 }, limit))) yield 'a removed file leaves no room.';
  await index.reserve(user, { key: third, bytes: 1000 }, { ...limit, ttlMs: 1 });
  await waited(50);
  const unused = await allUnused(index);
  for (const key of [file.key, second, third]) if (!unused.includes(key)) yield `${key} is not told as unused: replaced, removed or late.`;
  if ((await index.unused(1000)).some((key) => unused.includes(key))) yield 'unused() gives a key twice within a minute.';
  if ((await index.keep(user, { ...next, key: third }, true)) !== 'gone') yield 'an upload that came too late is kept.';
  await index.forget(unused);
}
