// Records in IndexedDB: one database a storage, falling back to memory where there is none.
import { clear, del, delMany, get, getMany, promisifyRequest, set } from 'idb-keyval';
import type { UseStore } from 'idb-keyval';

import { VoxreelError } from '../errors.js';
import { deleteDatabase } from '../delete-database.js';
import { onPutAside, whileShown } from '../page-suspension.js';
import { memoryStorage } from './memory.js';
import type { DeviceStorage, StorageRecord } from './storage.js';

const storeName = 'records';

/** In some settings and sandboxes the getter itself throws. */
export function hasIndexedDb(): boolean {
  try {
    return typeof indexedDB !== 'undefined' && indexedDB !== null;
  } catch {
    return false;
  }
}

export interface Database {
  /** A store function of idb-keyval's kind, for writes that must survive a crash or not. All that `work` asks for, it asks for before it returns. */
  store(durability: IDBTransactionDurability): UseStore;
  /** As `store`, for work that asks for more once something is answered. */
  steps(durability: IDBTransactionDurability): UseStore;
  readonly opened: boolean;
  /** What is asked for afterwards opens it for itself alone: an answer under way when a page takes its queue down is still written. */
  close(): void;
}

/** One store of records under keys; opened at its first use. */
export function database(name: string): Database {
  let opening: Promise<IDBDatabase> | undefined;
  let opened = false;
  let closed = false;
  const forget = () => (opening = undefined);
  const connection = () => {
    if (opening) return opening;
    opening = openDatabase(name, forget);
    opening.then(() => (opened = true), forget);
    return opening;
  };
  const release = () => {
    void opening?.then(
      (db) => db.close(),
      () => undefined,
    );
    forget();
  };
  const use = async <T>(
    mode: IDBTransactionMode,
    durability: IDBTransactionDurability,
    work: (store: IDBObjectStore) => T | PromiseLike<T>,
    putAside: (transaction: IDBTransaction) => void,
  ): Promise<T> => {
    const db = await connection();
    let undo: (() => void) | undefined;
    try {
      const transaction = db.transaction(storeName, mode, { durability });
      const done = work(transaction.objectStore(storeName));
      undo = onPutAside(() => putAside(transaction));
      return await done;
    } finally {
      undo?.();
      if (closed) release();
    }
  };
  const useAgain = async <T>(...wanted: Parameters<typeof use<T>>): Promise<T> => {
    try {
      return await use(...wanted);
    } catch (error) {
      // The connection closed under us (another tab, the browser's own cleaning): once more with a new one.
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError' || !opened) throw error;
      forget();
      return use(...wanted);
    }
  };
  return {
    get opened() {
      return opened;
    },
    store: (durability) => (mode, work) => useAgain(mode, durability, work, commit),
    steps: (durability) => (mode, work) => whileShown(() => useAgain(mode, durability, work, abort)),
    close() {
      closed = true;
      release();
    },
  };
}

/** `lost` is called once it is closed. */
const openDatabase = (name: string, lost: () => void): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(storeName));
    request.addEventListener('error', () => reject(request.error));
    request.addEventListener('success', () => {
      const db = request.result;
      // Another tab wants to delete or upgrade: do not stand in its way.
      db.addEventListener('versionchange', () => {
        db.close();
        lost();
      });
      db.addEventListener('close', lost);
      resolve(db);
    });
  });

/** It ends without the page. Not otherwise: WebKit loses a Blob that is still on its way. */
function commit(transaction: IDBTransaction): void {
  try {
    transaction.commit();
  } catch {
    // It has ended.
  }
}

/** What it had still to ask for, no page asks. */
function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended.
  }
}

/** Reads and writes in one transaction. A record that cannot be read is replaced. */
const updateOne =
  <T>(key: string, change: (stored: T | undefined) => T) =>
  (store: IDBObjectStore): Promise<void> =>
    new Promise((resolve, reject) => {
      const request: IDBRequest<T | undefined> = store.get(key);
      const write = (stored: T | undefined) => {
        try {
          store.put(change(stored), key);
          resolve(promisifyRequest(store.transaction));
        } catch (error) {
          reject(error);
        }
      };
      request.addEventListener('success', () => write(request.result));
      request.addEventListener('error', (event) => {
        event.preventDefault();
        write(undefined);
      });
    });

/** All or none: what was put before a record that the browser cannot copy is taken back. */
const putEach = (records: readonly StorageRecord<unknown>[]) => (store: IDBObjectStore) => {
  try {
    for (const { key, record } of records) store.put(record, key);
  } catch (error) {
    store.transaction.abort();
    throw error;
  }
  return promisifyRequest(store.transaction);
};

/** Reads all of these, then writes what `change` makes of each, in one transaction; undefined deletes it. */
const changeEach =
  (keys: readonly string[], change: (key: string, value: unknown) => unknown) =>
  (store: IDBObjectStore): Promise<void> =>
    new Promise((resolve, reject) => {
      const { transaction } = store;
      let cause: unknown;
      const write = (key: string, value: unknown) => {
        try {
          const next = change(key, value);
          if (next !== value) void (next === undefined ? store.delete(key) : store.put(next, key));
        } catch (error) {
          cause = error;
          transaction.abort();
        }
      };
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(cause ?? transaction.error));
      for (const key of keys) {
        const request: IDBRequest<unknown> = store.get(key);
        request.addEventListener('success', () => write(key, request.result));
        request.addEventListener('error', (event) => {
          event.preventDefault();
          write(key, undefined);
        });
      }
    });

/** Values under keys, of which many change at once or none does. */
export interface KeyedValues {
  readonly persistent: boolean;
  all(): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** Those whose keys are in `range`, a page at a time, the greatest keys first. */
  pages(range: KeyRange): AsyncIterable<readonly (readonly [key: string, value: unknown])[]>;
  /** Those of these keys that are there. */
  some(keys: readonly string[]): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** Puts what `change` makes of each value, with no other write between; undefined deletes it. Rejects with `storage_full` or `storage_unavailable`. */
  change(
    keys: readonly string[],
    change: (key: string, value: unknown) => unknown,
    options?: { readonly durable?: boolean | undefined },
  ): Promise<void>;
  /** Leaves no trace, the name of the database neither. */
  destroy(): Promise<void>;
  close(): void;
}

/** The database, or where the browser gives none at the first use, what `make` makes in memory. */
function placeFor<Memory>(db: Database, make: () => Memory, fromTheStart = false) {
  let memory = fromTheStart ? make() : undefined;
  return {
    get inMemory(): boolean {
      return memory !== undefined;
    },
    /** Rejects with `storage_full` or `storage_unavailable`. */
    async either<R>(stored: () => Promise<R>, kept: (memory: Memory) => R | Promise<R>): Promise<R> {
      if (memory !== undefined) return kept(memory);
      try {
        return await stored();
      } catch (error) {
        if (db.opened) throw storageError(error);
        return kept((memory ??= make()));
      }
    },
  };
}

/** In memory without a name, and where the browser has no IndexedDB to give. */
export function keyedValues(name: string | undefined): KeyedValues {
  const databaseName = name ?? '';
  const db = database(databaseName);
  const [relaxed, strict] = [db.store('relaxed'), db.store('strict')];
  const place = placeFor(db, () => new Map<string, unknown>(), name === undefined);
  const { either } = place;
  return {
    get persistent() {
      return !place.inMemory && hasIndexedDb();
    },
    all: () =>
      either<readonly (readonly [string, unknown])[]>(
        async () => (await readAll<unknown>(relaxed)).records,
        (values) => [...values],
      ),
    async *pages(range) {
      const read: ReadPage<unknown> = (part, count) =>
        either<Page<unknown>>(
          () => readPage(db, part, count),
          (values) => ({ records: [...values].filter(([key]) => isWithin(key, part)), unread: 0 }),
        );
      for await (const { records } of inPages(read, range)) yield records;
    },
    some: (keys) =>
      either(
        async () =>
          (await getMany<unknown>([...keys], relaxed)).flatMap((value, at) =>
            value === undefined ? [] : [[keys[at] ?? '', value] as const],
          ),
        (values) => keys.flatMap((key) => (values.has(key) ? [[key, values.get(key)] as const] : [])),
      ),
    change: (keys, change, { durable = false } = {}) =>
      either(
        async () => void (keys.length > 0 && (await db.steps(durable ? 'strict' : 'relaxed')('readwrite', changeEach(keys, change)))),
        (values) => {
          // All or none.
          for (const [key, next] of keys.map((key) => [key, change(key, values.get(key))] as const))
            if (next === undefined) values.delete(key);
            else values.set(key, next);
        },
      ),
    async destroy() {
      await either(
        () => clear(strict),
        (values) => values.clear(),
      );
      db.close();
      if (!place.inMemory) await deleteDatabase(databaseName);
    },
    close: () => db.close(),
  };
}

export function storageError(cause: unknown): VoxreelError {
  const full = cause instanceof DOMException && cause.name === 'QuotaExceededError';
  return full
    ? new VoxreelError('storage_full', 'The browser has no room left for this site.', { cause })
    : new VoxreelError('storage_unavailable', 'The browser could not store this.', { cause });
}

/** Keys from `from` on, and below `below`. */
export interface KeyRange {
  readonly from?: string | undefined;
  readonly below?: string | undefined;
}

const isWithin = (key: string, { from = '', below }: KeyRange): boolean => key >= from && (below === undefined || key < below);

const queryOf = ({ from = '', below }: KeyRange): IDBKeyRange =>
  below === undefined ? IDBKeyRange.lowerBound(from) : IDBKeyRange.bound(from, below, false, true);

interface Found<T> {
  readonly records: readonly (readonly [string, T])[];
  readonly unread: number;
}

interface Page<T> extends Found<T> {
  /** Its lowest key, where there may be lower ones. */
  readonly lowest?: string | undefined;
}

/** One unreadable record makes a reading of all fail: then each for itself, without those that cannot be read. */
const readAll = async <T>(store: UseStore, range: KeyRange = {}): Promise<Found<T>> => {
  const query = queryOf(range);
  try {
    const [keys, values] = await store('readonly', (records) =>
      Promise.all([promisifyRequest(records.getAllKeys(query)), promisifyRequest<T[]>(records.getAll(query))]),
    );
    return { records: keys.map((key, at) => [key as string, values[at] as T]), unread: 0 };
  } catch {
    return readEach(store, query);
  }
};

/** All of them, or those with the greatest keys. */
async function readPage<T>(db: Database, range: KeyRange, count?: number): Promise<Page<T>> {
  const lowest = count === undefined ? undefined : await db.steps('relaxed')('readonly', keyAt(queryOf(range), count));
  return { ...(await readAll<T>(db.store('relaxed'), { ...range, from: lowest ?? range.from })), lowest };
}

/** The key with that number, counted from 1 at the greatest one; undefined where there are fewer. */
const keyAt =
  (query: IDBKeyRange, number: number) =>
  (store: IDBObjectStore): Promise<string | undefined> =>
    new Promise((resolve, reject) => {
      const request = store.openKeyCursor(query, 'prev');
      let moves = number - 1;
      request.addEventListener('error', () => reject(request.error));
      request.addEventListener('success', () => {
        const cursor = request.result;
        if (cursor === null || moves === 0) return resolve(cursor?.key as string | undefined);
        cursor.advance(moves);
        moves = 0;
      });
    });

type ReadPage<T> = (range: KeyRange, count?: number) => Promise<Page<T>>;

/** About what a screen shows, then the rest. */
async function* inPages<T>(read: ReadPage<T>, { from, below }: KeyRange): AsyncGenerator<Found<T>> {
  const first = await read({ from, below }, 30);
  yield first;
  if (first.lowest !== undefined) yield read({ from, below: first.lowest });
}

async function readEach<T>(store: UseStore, query: IDBKeyRange): Promise<Found<T>> {
  const records: [string, T][] = [];
  let unread = 0;
  const keys = await store('readonly', (all) => promisifyRequest(all.getAllKeys(query)));
  for (const key of keys as string[]) {
    try {
      const record = await get<T>(key, store);
      if (record !== undefined) records.push([key, record]);
    } catch {
      // Set aside: it stays where it is and is not shown.
      unread += 1;
    }
  }
  return { records, unread };
}

/** `persistent` turns false when the browser has no IndexedDB to give (private mode, blocked): the records then end with the page. */
export function indexedDbStorage<T = unknown>(name: string): DeviceStorage<T> {
  const db = database(name);
  const [relaxed, strict] = [db.store('relaxed'), db.store('strict')];
  const place = placeFor(db, memoryStorage<T>);
  const { either } = place;
  let unread = 0;
  return {
    get persistent() {
      return !place.inMemory && hasIndexedDb();
    },
    get unread() {
      return unread;
    },
    all: () =>
      either<readonly StorageRecord<T>[]>(
        async () => {
          const found = await readAll<T>(relaxed);
          unread = found.unread;
          return found.records.map(([key, record]) => ({ key, record }));
        },
        (storage) => storage.all(),
      ),
    async *pages() {
      const read: ReadPage<T> = (part, count) =>
        either<Page<T>>(
          () => readPage(db, part, count),
          async (storage) => ({ records: (await storage.all()).map(({ key, record }) => [key, record]), unread: 0 }),
        );
      let left = 0;
      for await (const page of inPages(read, {})) {
        unread = left += page.unread;
        yield page.records.map(([key, record]) => ({ key, record }));
      }
    },
    put: (key, record, { durable = false } = {}) =>
      either(
        () => set(key, record, durable ? strict : relaxed),
        (storage) => storage.put(key, record),
      ),
    update: (key, change, { durable = false } = {}) =>
      either(
        () => db.steps(durable ? 'strict' : 'relaxed')('readwrite', updateOne(key, change)),
        async (storage) => storage.put(key, change((await storage.all()).find((one) => one.key === key)?.record)),
      ),
    remove: (key) =>
      either(
        () => del(key, relaxed),
        (storage) => storage.remove(key),
      ),
    putAll: (records) =>
      either(
        () => strict('readwrite', putEach(records)),
        async (storage) => void (await Promise.all(records.map(({ key, record }) => storage.put(key, record)))),
      ),
    removeAll: (all) =>
      either(
        () => delMany([...all], strict),
        async (storage) => void (await Promise.all(all.map((key) => storage.remove(key)))),
      ),
    clear: () =>
      either(
        () => clear(strict),
        (storage) => storage.clear(),
      ),
    close: () => db.close(),
  };
}
