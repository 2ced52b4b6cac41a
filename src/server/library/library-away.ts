// The stores of a library with a time limit on what they are asked, and with failures that can be told from all others.
import { inTime } from '../in-time.js';
import type { FileStore } from './file-store.js';
import type { FileIndex, RecordStore } from './record-store.js';

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
