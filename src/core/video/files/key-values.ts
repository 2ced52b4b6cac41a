// Values of any size under keys, several written in one go: over IndexedDB, or in memory where there is none.
import { database, hasIndexedDb, storageError } from '../../persistence/indexed-db.js';

export interface KeyValue {
  readonly key: string;
  readonly value: unknown;
}

export interface KeyValues {
  /** False where the values end with the page. */
  readonly persistent: boolean;
  get(key: string): Promise<unknown>;
  /** Those whose key begins with `prefix`; no other value is read. */
  list(prefix: string): Promise<readonly KeyValue[]>;
  /** All of it or nothing; `undefined` removes. Survives the page, not a power cut. Rejects with `storage_full` or `storage_unavailable`. */
  write(changes: Readonly<Record<string, unknown>>): Promise<void>;
  /** Durable, and of what cannot be read too. */
  clear(): Promise<void>;
  close(): void;
}

export function memoryKeyValues(): KeyValues {
  const values = new Map<string, unknown>();
  return {
    persistent: false,
    get: async (key) => values.get(key),
    list: async (prefix) => [...values].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => ({ key, value })),
    async write(changes) {
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) values.delete(key);
        else values.set(key, value);
      }
    },
    clear: async () => values.clear(),
    close: () => undefined,
  };
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error));
  });

const ended = ({ transaction }: IDBObjectStore): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error));
  });

/** A Blob that WebKit refuses after it has taken another value leaves the transaction open for good; refused first, it ends it. */
const blobsFirst = (changes: Readonly<Record<string, unknown>>) =>
  Object.entries(changes).toSorted(([, one], [, other]) => Number(other instanceof Blob) - Number(one instanceof Blob));

async function entriesIn(store: IDBObjectStore, prefix: string): Promise<readonly KeyValue[]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  // No other key lies between two strings.
  const strings = store.getAllKeys(range) as IDBRequest<string[]>;
  const [keys, values] = await Promise.all([resultOf(strings), resultOf<unknown[]>(store.getAll(range))]);
  return keys.map((key, at) => ({ key, value: values[at] }));
}

function writeAll(store: IDBObjectStore, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const written = ended(store);
  try {
    for (const [key, value] of blobsFirst(changes)) {
      if (value === undefined) store.delete(key);
      else store.put(value, key);
    }
  } catch (error) {
    // A value the browser cannot copy: what was put before it is taken back too.
    store.transaction.abort();
    return written.catch(() => Promise.reject(error));
  }
  return written;
}

/** A database of its own. `persistent` turns false when the browser has no IndexedDB to give (private mode, blocked). */
export function indexedDbKeyValues(name: string): KeyValues {
  const db = database(name);
  const [use, useDurably] = [db.store('relaxed'), db.store('strict')];
  let memory: KeyValues | undefined;
  const either = async <R>(stored: () => Promise<R>, instead: (memory: KeyValues) => Promise<R>): Promise<R> => {
    if (memory) return instead(memory);
    try {
      return await stored();
    } catch (error) {
      if (db.opened) throw storageError(error);
      memory ??= memoryKeyValues();
      return instead(memory);
    }
  };
  return {
    get persistent() {
      return memory === undefined && hasIndexedDb();
    },
    get: (key) =>
      either(
        () => use('readonly', (store) => resultOf<unknown>(store.get(key))),
        (values) => values.get(key),
      ),
    list: (prefix) =>
      either(
        () => use('readonly', (store) => entriesIn(store, prefix)),
        (values) => values.list(prefix),
      ),
    write: (changes) =>
      either(
        () => use('readwrite', (store) => writeAll(store, changes)),
        (values) => values.write(changes),
      ),
    clear: () =>
      either(
        () =>
          useDurably('readwrite', (store) => {
            store.clear();
            return ended(store);
          }),
        (values) => values.clear(),
      ),
    close: () => db.close(),
  };
}
