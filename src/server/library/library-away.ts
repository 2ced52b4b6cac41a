// The stores of a library with a time limit on what they are asked, and with failures that can be told from all others.
import { inTime } from '../in-time.js';
import type { FileStore } from './file-store.js';
import type { FileIndex, RecordName, RecordStore } from './record-store.js';
import type { PushList } from './push-list.js';
import type { RecordAges, RecordBin } from './record-bin.js';
import type { ShareList } from './share-list.js';
import type { WatchList } from './watch-list.js';

/** A store could not be reached, or did not answer in time; `cause` is what it rejected with. */
export class LibraryAway extends Error {}

const away = (cause: unknown): never => {
  throw new LibraryAway('The library could not be reached.', { cause });
};

export function timelyRecords(store: RecordStore, ms: number): RecordStore {
  const timely = async <T>(name: string, call: () => Promise<T>): Promise<T> => inTime(`records.${name}()`, call(), ms).catch(away);
  return {
    changes: (userId, since, most) => timely('changes', () => store.changes(userId, since, most)),
    put: (userId, name, record, options) => timely('put', () => store.put(userId, name, record, options)),
    remove: (userId, name, known) => timely('remove', () => store.remove(userId, name, known)),
    clear: (userId) => timely('clear', () => store.clear(userId)),
    listen: (notice) => timely('listen', () => store.listen(notice)),
    files: timelyIndex(store.files, timely),
    bin: store.bin && timelyBin(store.bin, timely),
    ...(store.usage && { usage: (userId: string) => timely('usage', async () => store.usage?.(userId)) }),
    ...(store.expire && { expire: (ages: RecordAges, limit: number) => timely('expire', async () => store.expire?.(ages, limit) ?? []) }),
    ...(store.get && { get: (userId: string, name: RecordName) => timely('get', async () => store.get?.(userId, name)) }),
    shares: store.shares && timelyShares(store.shares, timely),
    watched: store.watched && timelyWatch(store.watched, timely),
    push: store.push && timelyPush(store.push, timely),
    close: () => store.close(),
  };
}

type Timely = <T>(name: string, call: () => Promise<T>) => Promise<T>;

const timelyIndex = (index: FileIndex, timely: Timely): FileIndex => ({
  reserve: (userId, upload, limit) => timely('files.reserve', () => index.reserve(userId, upload, limit)),
  keep: (userId, file, replace) => timely('files.keep', () => index.keep(userId, file, replace)),
  abandon: (userId, key) => timely('files.abandon', () => index.abandon(userId, key)),
  find: (userId, id) => timely('files.find', () => index.find(userId, id)),
  list: (userId, after, limit) => timely('files.list', () => index.list(userId, after, limit)),
  remove: (userId, id) => timely('files.remove', () => index.remove(userId, id)),
  unused: (limit) => timely('files.unused', () => index.unused(limit)),
  forget: (keys) => timely('files.forget', () => index.forget(keys)),
});

const timelyWatch = (watched: WatchList, timely: Timely): WatchList => ({
  add: (video, afterMs) => timely('watched.add', () => watched.add(video, afterMs)),
  lease: (limit, leaseMs) => timely('watched.lease', () => watched.lease(limit, leaseMs)),
  renew: (key, lease, leaseMs) => timely('watched.renew', () => watched.renew(key, lease, leaseMs)),
  putOff: (key, lease, afterMs, data) => timely('watched.putOff', () => watched.putOff(key, lease, afterMs, data)),
  finish: (key, lease) => timely('watched.finish', () => watched.finish(key, lease)),
  hurry: (key) => timely('watched.hurry', () => watched.hurry(key)),
  remove: (key) => timely('watched.remove', () => watched.remove(key)),
  recordOf: (key) => timely('watched.recordOf', () => watched.recordOf(key)),
});

const timelyBin = (bin: RecordBin, timely: Timely): RecordBin => ({
  put: (userId, name, known) => timely('bin.put', () => bin.put(userId, name, known)),
  list: (userId, after, most) => timely('bin.list', () => bin.list(userId, after, most)),
  restore: (userId, name, quota) => timely('bin.restore', () => bin.restore(userId, name, quota)),
  empty: (userId, name) => timely('bin.empty', () => bin.empty(userId, name)),
});

const timelyShares = (shares: ShareList, timely: Timely): ShareList => ({
  add: (userId, share, most) => timely('shares.add', () => shares.add(userId, share, most)),
  open: (token, visit) => timely('shares.open', () => shares.open(token, visit)),
  list: (userId) => timely('shares.list', () => shares.list(userId)),
  remove: (userId, token) => timely('shares.remove', () => shares.remove(userId, token)),
});

const timelyPush = (push: PushList, timely: Timely): PushList => ({
  put: (userId, target, most) => timely('push.put', () => push.put(userId, target, most)),
  list: (userId) => timely('push.list', () => push.list(userId)),
  remove: (userId, id) => timely('push.remove', () => push.remove(userId, id)),
});

/** Rejects where the records cannot be read. The name is nobody's, and no library is made for it. */
export async function libraryAnswers(store: Pick<RecordStore, 'changes'>): Promise<void> {
  await store.changes('voxreel', undefined, { records: 1, bytes: 1 });
}

/** An upload takes as long as its bytes do: what sends them has a clock of its own. */
export function timelyFiles(store: FileStore, ms: number): FileStore {
  return {
    put: (key, bytes, about) => store.put(key, bytes, about),
    get: async (key, range) => inTime('files.get()', store.get(key, range), ms).catch(away),
    size: async (key) => inTime('files.size()', store.size(key), ms).catch(away),
    remove: async (key) => inTime('files.remove()', store.remove(key), ms).catch(away),
  };
}
