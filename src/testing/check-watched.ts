// The part of a record store that remembers unfinished videos, for all gateways of a site.
import type { RecordStore } from '../server/library/record-store.js';
import type { LeasedVideo, WatchedVideo, WatchList } from '../server/library/watch-list.js';
import { named, odd, plenty, text, waited, type Check, type Finding } from './record-calls.js';

type Watching = RecordStore & { readonly watched: WatchList };

const isWatching = (store: RecordStore): store is Watching => store.watched !== undefined;
/** Whatever comes of the check, none of its videos stays due. */
const whereThere = (check: (one: Watching, other: Watching, user: string) => AsyncGenerator<Finding>): Check =>
  async function* (one, other, user) {
    if (!isWatching(one) || !isWatching(other)) return;
    try {
      yield* check(one, other, user);
    } finally {
      for (const which of ['a', 'b']) await one.watched.remove(keyOf(user, which));
    }
  };

const hourMs = 3_600_000;
const keyOf = (user: string, which: string): string => `${user} ${which}`;
const mark = String.raw`"taskId":"a'; -- \\ % _"`;
const videoOf = (user: string, which: string): WatchedVideo => ({
  key: keyOf(user, which),
  userId: user,
  data: odd,
  marks: ['"taskId":"another"', mark],
});

/** Of those of the check: where the store is not empty others may be due. */
async function leased({ watched }: Watching, user: string, leaseMs: number): Promise<readonly LeasedVideo[]> {
  return (await watched.lease(100, leaseMs)).filter(({ userId }) => userId === user);
}

const fieldsOf = ({ key, userId, data, marks }: WatchedVideo) => ({ key, userId, data, marks });

/** None where the store has no list of videos. */
export const watchedChecks: Readonly<Record<string, Check>> = {
  'watched.lease': whereThere(checkLease),
  'watched.putOff': whereThere(checkHolder),
  'watched.remove': whereThere(checkEnd),
  'watched.recordOf': whereThere(checkRecord),
  'watched and its files': whereThere(checkFiles),
};

async function* checkLease(one: Watching, other: Watching, user: string): AsyncGenerator<Finding> {
  const video = videoOf(user, 'a');
  await one.watched.add(video, hourMs);
  if ((await leased(other, user, 1)).length > 0) yield 'a video that is due in an hour is given to a gateway now.';
  await other.watched.hurry(video.key);
  await one.watched.add({ ...video, data: '{}' }, hourMs);
  const found = (await Promise.all([one, other, one, other].map((store) => leased(store, user, hourMs)))).flat();
  if (found.length !== 1) yield `of four who ask at once for a video that was hurried ${found.length} get it, must be one.`;
  const [first] = found;
  if (first !== undefined && text(fieldsOf(first)) !== text(fieldsOf(video)))
    yield `a video comes back as ${text(fieldsOf(first))}, must be ${text(fieldsOf(video))}: one that is there stays as it is.`;
  await other.watched.hurry(video.key);
  if ((await leased(other, user, 1)).length > 0) yield 'a video that one gateway has is given to another once it is hurried.';
  await one.watched.add(videoOf(user, 'b'), 0);
  if ((await leased(other, user, hourMs)).length !== 1) yield 'a video that is due at once is not given to who asks.';
}

async function* checkHolder(one: Watching, other: Watching, user: string): AsyncGenerator<Finding> {
  const { key } = videoOf(user, 'a');
  await one.watched.add(videoOf(user, 'a'), 0);
  const [first] = await leased(one, user, hourMs);
  const lease = first?.lease ?? '';
  if (await other.watched.renew(key, `${lease}0`, hourMs)) yield 'renew() takes a lease that was never given.';
  if (!(await other.watched.renew(key, lease, 1))) yield 'renew() must take the lease on another instance.';
  await waited(20);
  const [second] = await leased(other, user, hourMs);
  if (second === undefined) yield 'a video is not given to another gateway when its lease is over.';
  const late = [
    await one.watched.renew(key, lease, hourMs),
    await one.watched.putOff(key, lease, 0, '{}'),
    await one.watched.finish(key, lease),
  ];
  if (late.includes(true)) yield `renew(), putOff() and finish() by a lease that another has by now give ${text(late)}, must all be false.`;
  if (!(await one.watched.putOff(key, second?.lease ?? '', 0, '{"n":2}'))) yield 'putOff() must take a good lease.';
  const [third] = await leased(one, user, hourMs);
  if (third?.data !== '{"n":2}') yield `a video that was put off with {"n":2} comes back with ${text(third?.data)}.`;
  if (await other.watched.finish(key, second?.lease ?? '')) yield 'finish() takes the lease of before putOff().';
  if (!(await other.watched.finish(key, third?.lease ?? ''))) yield 'finish() must take a good lease.';
  await one.watched.hurry(key);
  if ((await leased(one, user, 1)).length > 0) yield 'a video is still watched after finish().';
}

async function* checkEnd(one: Watching, other: Watching, user: string): AsyncGenerator<Finding> {
  const { key } = videoOf(user, 'a');
  const begun = async (): Promise<string> => {
    await one.watched.add(videoOf(user, 'a'), 0);
    return (await leased(one, user, hourMs))[0]?.lease ?? '';
  };
  const ends: Readonly<Record<string, () => Promise<unknown>>> = {
    'remove()': () => other.watched.remove(key),
    'the deletion of its record': async () => {
      await one.put(user, named('a'), `{${mark}}`, { known: 0, quota: plenty });
      await other.remove(user, named('a'), 1);
    },
    'clear()': () => other.clear(user),
  };
  for (const [what, end] of Object.entries(ends)) {
    const lease = await begun();
    await end();
    if (await one.watched.renew(key, lease, hourMs)) yield `a video is still watched after ${what}, by the gateway that had it.`;
  }
}

async function* checkRecord(one: Watching, other: Watching, user: string): AsyncGenerator<Finding> {
  const { key } = videoOf(user, 'a');
  await one.watched.add(videoOf(user, 'a'), hourMs);
  await one.put(user, named('other'), '{"taskId":"a"}', { known: 0, quota: plenty });
  await one.put(user, { kind: 'conversation', id: 'a' }, `{${mark}}`, { known: 0, quota: plenty });
  const none = await other.watched.recordOf(key);
  if (none !== undefined) yield `without a video record that holds a mark it gives ${text(none)}, must be undefined.`;
  const record = `{"n":1,${mark}}`;
  await one.put(user, named('a'), record, { known: 0, quota: plenty });
  const found = await other.watched.recordOf(key);
  if (found?.id !== 'a' || found.version !== 1 || found.record !== record)
    yield `the record that holds a mark comes back as ${text(found)}.`;
  if ((await other.watched.recordOf(keyOf(user, 'never'))) !== undefined) yield 'it gives a record for a video that is not watched.';
}

/** What a gateway stores and writes of a video ends with the deletion of its record, however far the gateway is. */
async function* checkFiles(one: Watching, other: Watching, user: string): AsyncGenerator<Finding> {
  const { key } = videoOf(user, 'a');
  const counted = async (): Promise<string | undefined> => {
    const file = crypto.randomUUID();
    const upload = { key: file, bytes: 1, watched: key };
    return (await one.files.reserve(user, upload, { quotaBytes: plenty.bytes, ttlMs: hourMs })) ? file : undefined;
  };
  const keep = (id: string, file: string) => one.files.keep(user, { id, key: file, bytes: 1, type: 'video/mp4' }, false);
  if ((await counted()) !== undefined) yield 'reserve() counts an upload for a video that nobody watches.';
  await one.watched.add(videoOf(user, 'a'), 0);
  const lease = (await leased(one, user, hourMs))[0]?.lease ?? '';
  const write = (id: string, by: string) => other.put(user, named(id), '{}', { known: 0, quota: plenty, lease: { key, lease: by } });
  await one.put(user, named('a'), `{${mark}}`, { known: 0, quota: plenty });
  const [first = '', second = ''] = [await counted(), await counted()];
  if (first === '' || second === '') yield 'reserve() must count an upload for a video that is watched.';
  await keep('first', first);
  if ('version' in (await write('b', `${lease}0`))) yield 'put() writes by a lease that was never given.';
  if (!('version' in (await write('c', lease)))) yield 'put() must write by a good lease.';
  await other.remove(user, named('a'), 1);
  if ((await one.files.find(user, 'first')) !== undefined)
    yield 'a file that was stored for a video is there after its record was deleted.';
  if ((await keep('second', second)) !== 'gone') yield 'an upload for a video is kept after its record was deleted.';
  if ('version' in (await write('d', lease))) yield 'put() writes by the lease of a video whose record was deleted.';
}
