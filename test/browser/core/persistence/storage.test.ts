// Storages in a real browser: what is kept, what ends with the page, what happens when IndexedDB refuses.
import { expect } from '@open-wc/testing';
import { indexedDbStorage, isVoxreelError, memoryStorage } from 'voxreel';
import type { Storage } from 'voxreel';

import { deleteDatabase } from '../../../../src/core/delete-database.js';
import { keyedValues, type KeyRange } from '../../../../src/core/persistence/indexed-db.js';

let names = 0;
const fresh = () => `storage-${Date.now()}-${names++}`;
const sorted = async (storage: Storage<{ n: number }>) => (await storage.all()).map(({ key, record }) => `${key}=${record.n}`).toSorted();

const pagesOf = async <T>(storage: Storage<T>) => {
  const pages = [];
  for await (const page of storage.pages?.() ?? []) pages.push(page);
  return pages;
};

for (const [kind, make] of [
  ['indexedDbStorage', () => indexedDbStorage<{ n: number }>(fresh())],
  ['memoryStorage', () => memoryStorage<{ n: number }>()],
] as const) {
  describe(kind, () => {
    it('keeps, replaces, removes and clears', async () => {
      const storage = make();
      expect(await storage.all()).to.deep.equal([]);
      await storage.put('a', { n: 1 });
      await storage.put('b', { n: 2 }, { durable: true });
      await storage.put('a', { n: 3 });
      expect(await sorted(storage)).to.deep.equal(['a=3', 'b=2']);
      await storage.remove('a');
      expect(await sorted(storage)).to.deep.equal(['b=2']);
      await storage.clear();
      expect(await storage.all()).to.deep.equal([]);
      storage.close?.();
      storage.close?.();
    });
  });
}

describe('indexedDbStorage', () => {
  const real = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
  const realTransaction = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction');
  const realGetAll = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'getAll');
  const realGet = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'get');
  const realPut = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put');
  const restore = (target: object, name: string, property: PropertyDescriptor | undefined) =>
    property && Object.defineProperty(target, name, property);
  afterEach(() => {
    restore(globalThis, 'indexedDB', real);
    restore(IDBDatabase.prototype, 'transaction', realTransaction);
    restore(IDBObjectStore.prototype, 'getAll', realGetAll);
    restore(IDBObjectStore.prototype, 'get', realGet);
    restore(IDBObjectStore.prototype, 'put', realPut);
  });
  /** What a browser method would do, were it to fail. */
  const failing = (target: object, name: string, error: () => DOMException, times = Infinity) => {
    const original: unknown = Reflect.get(target, name);
    let left = times;
    Object.defineProperty(target, name, {
      configurable: true,
      value(this: unknown, ...given: unknown[]): unknown {
        if (left-- > 0) throw error();
        return typeof original === 'function' ? Reflect.apply(original, this, given) : undefined;
      },
    });
  };

  it('outlives its object', async () => {
    const name = fresh();
    const first = indexedDbStorage<{ n: number }>(name);
    await first.put('a', { n: 1 });
    expect(first.persistent).to.equal(true);
    first.close?.();
    expect(await sorted(indexedDbStorage(name))).to.deep.equal(['a=1']);
  });

  it('keeps in memory, and says so, where there is no IndexedDB', async () => {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: undefined });
    const storage = indexedDbStorage<{ n: number }>(fresh());
    expect(storage.persistent).to.equal(false);
    await storage.put('a', { n: 1 });
    expect(await sorted(storage)).to.deep.equal(['a=1']);
  });

  it('keeps in memory, and says so, where IndexedDB does not open', async () => {
    const refusing = {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: refusing });
    const storage = indexedDbStorage<{ n: number }>(fresh());
    await storage.put('a', { n: 1 });
    expect(storage.persistent).to.equal(false);
    expect(await sorted(storage)).to.deep.equal(['a=1']);
    await storage.update('a', (stored) => ({ n: (stored?.n ?? 0) + 1 }));
    await storage.putAll([
      { key: 'b', record: { n: 5 } },
      { key: 'c', record: { n: 6 } },
    ]);
    await storage.update('b', (stored) => ({ n: (stored?.n ?? 0) + 1 }));
    await storage.remove('c');
    expect(await sorted(storage)).to.deep.equal(['a=2', 'b=6']);
    expect((await pagesOf(storage)).flat().map(({ key }) => key)).to.deep.equal(['a', 'b']);
    await storage.removeAll(['a', 'b']);
    expect(await storage.all()).to.deep.equal([]);
    await storage.put('a', { n: 1 });
    await storage.clear();
    expect(await storage.all()).to.deep.equal([]);
    storage.close();
  });

  it('opens once more when the connection was closed under it', async () => {
    const storage = indexedDbStorage<{ n: number }>(fresh());
    await storage.put('a', { n: 1 });
    failing(IDBDatabase.prototype, 'transaction', () => new DOMException('closing', 'InvalidStateError'), 1);
    await storage.put('b', { n: 2 });
    expect(await sorted(storage)).to.deep.equal(['a=1', 'b=2']);
  });

  it('leaves nothing open in a page that is put aside, and does it again once the page is shown', async () => {
    const name = fresh();
    const storage = indexedDbStorage<{ n: number }>(name);
    await storage.put('a', { n: 1 });
    const more = (stored: { n: number } | undefined) => ({ n: (stored?.n ?? 0) + 1 });
    const real = IDBObjectStore.prototype.get;
    IDBObjectStore.prototype.get = function (this: IDBObjectStore, ...wanted) {
      IDBObjectStore.prototype.get = real;
      const request = real.apply(this, wanted);
      // While its answer is on the way.
      queueMicrotask(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
      return request;
    };
    const changed = Promise.all([storage.update('a', more), storage.update('a', more)]);
    const other = indexedDbStorage<{ n: number }>(name);
    await other.put('b', { n: 5 });
    const meanwhile = await sorted(other);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await changed;
    expect(meanwhile).to.deep.equal(['a=1', 'b=5']);
    expect(await sorted(other)).to.deep.equal(['a=3', 'b=5']);
  });

  it('goes on as it was in a page that is left for good', async () => {
    const storage = indexedDbStorage<{ n: number }>(fresh());
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: false }));
    await storage.update('a', (stored) => ({ n: (stored?.n ?? 0) + 1 }));
    expect(await sorted(storage)).to.deep.equal(['a=1']);
  });

  it('names a full disk, and loses nothing of before', async () => {
    const storage = indexedDbStorage<{ n: number }>(fresh());
    await storage.put('a', { n: 1 });
    failing(IDBObjectStore.prototype, 'put', () => new DOMException('', 'QuotaExceededError'), 1);
    const error: unknown = await storage.put('b', { n: 2 }).catch((cause: unknown) => cause);
    expect(isVoxreelError(error) && error.code).to.equal('storage_full');
    expect(await sorted(storage)).to.deep.equal(['a=1']);
  });

  it('names a full disk that it meets as it opens once more', async () => {
    const storage = indexedDbStorage<{ n: number }>(fresh());
    await storage.put('a', { n: 1 });
    failing(IDBDatabase.prototype, 'transaction', () => new DOMException('closing', 'InvalidStateError'), 1);
    const request = Object.assign(new EventTarget(), { error: new DOMException('', 'QuotaExceededError') });
    const open = () => {
      queueMicrotask(() => request.dispatchEvent(new Event('error')));
      return request;
    };
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: { open } });
    const error: unknown = await storage.put('b', { n: 2 }).catch((cause: unknown) => cause);
    expect(isVoxreelError(error) && [error.code, error.cause]).to.deep.equal(['storage_full', request.error]);
    restore(globalThis, 'indexedDB', real);
    expect(await sorted(storage)).to.deep.equal(['a=1']);
  });

  it('rejects an update that fails or cannot be stored, and keeps what was there', async () => {
    const storage = indexedDbStorage<{ n: number }>(fresh());
    await storage.put('a', { n: 1 });
    for (const change of [
      () => {
        throw new Error('no');
      },
      () => ({ n: (() => 2) as unknown as number }),
    ]) {
      const error: unknown = await storage.update('a', change).catch((cause: unknown) => cause);
      expect(isVoxreelError(error) && error.code).to.equal('storage_unavailable');
    }
    expect(await sorted(storage)).to.deep.equal(['a=1']);
    await storage.update('a', (stored) => ({ n: (stored?.n ?? 0) + 4 }), { durable: true });
    expect(await sorted(storage)).to.deep.equal(['a=5']);
  });

  it('writes and removes many in one go', async () => {
    const storage = indexedDbStorage<{ n: number }>(fresh());
    await storage.putAll(['a', 'b', 'c'].map((key, n) => ({ key, record: { n } })));
    await storage.removeAll(['a', 'c']);
    expect(await sorted(storage)).to.deep.equal(['b=1']);
    const broken = [
      { key: 'd', record: { n: 4 } },
      { key: 'e', record: { n: (() => 2) as unknown as number } },
    ];
    await storage.putAll(broken).catch(() => undefined);
    expect(await sorted(storage)).to.deep.equal(['b=1']);
  });

  it('leaves out a record that cannot be read', async () => {
    const storage = indexedDbStorage<{ n: number }>(fresh());
    await storage.put('a', { n: 1 });
    await storage.put('b', { n: 2 });
    expect([(await storage.all()).length, storage.unread]).to.deep.equal([2, 0]);
    failing(IDBObjectStore.prototype, 'getAll', () => new DOMException('', 'DataError'));
    expect(await sorted(storage)).to.deep.equal(['a=1', 'b=2']);
    expect(storage.unread).to.equal(0);
    failing(IDBObjectStore.prototype, 'get', () => new DOMException('', 'DataError'), 1);
    expect([(await storage.all()).length, storage.unread]).to.deep.equal([1, 1]);
  });

  it('leaves out a record that goes while each is read for itself', async () => {
    const storage = indexedDbStorage<{ n: number }>(fresh());
    await storage.put('a', { n: 1 });
    await storage.put('b', { n: 2 });
    failing(IDBObjectStore.prototype, 'getAll', () => new DOMException('', 'DataError'));
    const { get } = IDBObjectStore.prototype;
    Object.defineProperty(IDBObjectStore.prototype, 'get', {
      configurable: true,
      value(this: IDBObjectStore, key: string) {
        return get.call(this, key === 'a' ? 'gone' : key);
      },
    });
    expect(await storage.all()).to.deep.equal([{ key: 'b', record: { n: 2 } }]);
    expect(storage.unread).to.equal(0);
  });

  it('gives a small page of the greatest keys first, then the rest', async () => {
    const storage = indexedDbStorage<{ n: number }>(fresh());
    expect(await pagesOf(storage)).to.deep.equal([[]]);
    const all = Array.from({ length: 1300 }, (_, n) => ({ key: `${n}`.padStart(4, '0'), record: { n } }));
    await storage.putAll(all);
    const pages = await pagesOf(storage);
    expect(pages.map((page) => page.length)).to.deep.equal([30, 1270]);
    expect(pages.toReversed().flat()).to.deep.equal(all);
    await storage.removeAll(all.slice(30).map(({ key }) => key));
    expect((await pagesOf(storage)).flat()).to.deep.equal(all.slice(0, 30));
  });

  it('leaves a record that cannot be read out of its page', async () => {
    const storage = indexedDbStorage<{ n: number }>(fresh());
    await storage.putAll(['a', 'b', 'c'].map((key, n) => ({ key, record: { n } })));
    failing(IDBObjectStore.prototype, 'getAll', () => new DOMException('', 'DataError'));
    failing(IDBObjectStore.prototype, 'get', () => new DOMException('', 'DataError'), 1);
    expect((await pagesOf(storage)).flat().map(({ key }) => key)).to.deep.equal(['b', 'c']);
    expect(storage.unread).to.equal(1);
  });

  it('keeps what comes after it was closed, and is closed again', async () => {
    const calls = { open: 0, close: 0 };
    const counting = (target: object, name: keyof typeof calls) => {
      const original = Object.getOwnPropertyDescriptor(target, name);
      const call = Reflect.get(target, name) as (...given: unknown[]) => unknown;
      Object.defineProperty(target, name, {
        configurable: true,
        value(this: unknown, ...given: unknown[]): unknown {
          calls[name]++;
          return Reflect.apply(call, this, given);
        },
      });
      return () => restore(target, name, original);
    };
    const uncount = [counting(IDBFactory.prototype, 'open'), counting(IDBDatabase.prototype, 'close')];
    const name = fresh();
    const storage = indexedDbStorage<{ n: number }>(name);
    await storage.put('a', { n: 1 });
    storage.close();
    await Promise.all([storage.put('b', { n: 2 }), storage.put('c', { n: 3 })]);
    await storage.put('d', { n: 4 });
    uncount.forEach((back) => back());
    expect(calls).to.deep.equal({ open: 3, close: 3 });
    const other = indexedDbStorage<{ n: number }>(name);
    expect(await sorted(other)).to.deep.equal(['a=1', 'b=2', 'c=3', 'd=4']);
    other.close();
  });

  it('is deleted without a trace, and stays where the browser refuses', async () => {
    const name = fresh();
    const storage = indexedDbStorage<{ n: number }>(name);
    await storage.put('a', { n: 1 });
    const names = async () => (await indexedDB.databases()).map((one) => one.name);
    await deleteDatabase(name);
    expect(await names()).not.to.include(name);
    await deleteDatabase(name);
    const refusing = {
      deleteDatabase: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: refusing });
    await deleteDatabase(name);
  });

  it('does not stand in the way of who deletes the database', async () => {
    const name = fresh();
    const storage = indexedDbStorage<{ n: number }>(name);
    await storage.put('a', { n: 1 });
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(name);
      request.addEventListener('success', resolve);
      request.addEventListener('blocked', reject);
    });
    expect(await storage.all()).to.deep.equal([]);
  });

  it('leaves out of values under keys one that cannot be read', async () => {
    const values = keyedValues(fresh());
    await values.change(['a', 'b'], (key) => key.toUpperCase());
    failing(IDBObjectStore.prototype, 'getAll', () => new DOMException('', 'DataError'));
    failing(IDBObjectStore.prototype, 'get', () => new DOMException('', 'DataError'), 1);
    expect(await values.all()).to.deep.equal([['b', 'B']]);
    values.close();
  });

  it('writes no value under a key that is the same, and opens nothing to change none', async () => {
    const name = fresh();
    const values = keyedValues(name);
    await values.change([], () => 1);
    expect((await indexedDB.databases()).map((one) => one.name)).not.to.include(name);
    await values.change(['a'], () => 1);
    failing(IDBObjectStore.prototype, 'put', () => new DOMException('', 'QuotaExceededError'));
    await values.change(['a'], (_, value) => value);
    const error: unknown = await values.change(['a'], () => 2).catch((cause: unknown) => cause);
    expect(isVoxreelError(error) && error.code).to.equal('storage_full');
    expect(await values.all()).to.deep.equal([['a', 1]]);
    values.close();
  });

  it('keeps values under keys in memory, and says so, where IndexedDB does not open', async () => {
    const refusing = {
      open: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    };
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: refusing });
    const values = keyedValues(fresh());
    await values.change(['a'], () => 1);
    expect(values.persistent).to.equal(false);
    expect(await values.all()).to.deep.equal([['a', 1]]);
    values.close();
  });
});

for (const [where, persistent] of [
  ['in IndexedDB', true],
  ['in memory without a name', false],
] as const) {
  describe(`values under keys ${where}`, () => {
    const open = (name = fresh()) => keyedValues(persistent ? name : undefined);

    it('are kept, changed and removed', async () => {
      const values = open();
      expect(values.persistent).to.equal(persistent);
      expect(await values.all()).to.deep.equal([]);
      await values.change(['a', 'b'], (key, value) => [key, value]);
      expect(await values.all()).to.deep.equal([
        ['a', ['a', undefined]],
        ['b', ['b', undefined]],
      ]);
      await values.change(['a', 'b', 'c'], (key) => (key === 'b' ? undefined : key), { durable: true });
      await values.change([], () => 'nothing');
      expect(await values.all()).to.deep.equal([
        ['a', 'a'],
        ['c', 'c'],
      ]);
      expect(await values.some(['c', 'b', 'a'])).to.deep.equal([
        ['c', 'c'],
        ['a', 'a'],
      ]);
      values.close();
    });

    it('are changed all or not at all', async () => {
      const values = open();
      await values.change(['a'], () => 1);
      const cause = new Error('no');
      const failed: unknown = await values
        .change(['a', 'b'], (key) => {
          if (key === 'b') throw cause;
          return 2;
        })
        .catch((error: unknown) => error);
      expect(isVoxreelError(failed) ? failed.cause : failed).to.equal(cause);
      expect(await values.all()).to.deep.equal([['a', 1]]);
      values.close();
    });

    it('are read in pages, those of a range alone', async () => {
      const values = open();
      await values.change(['a', 'b', 'c', 'd'], (key) => key);
      const keysIn = async (range: KeyRange) => {
        const keys: string[] = [];
        for await (const page of values.pages(range)) keys.push(...page.map(([key]) => key));
        return keys;
      };
      expect(await keysIn({ from: 'b', below: 'd' })).to.deep.equal(['b', 'c']);
      expect(await keysIn({ from: 'c' })).to.deep.equal(['c', 'd']);
      expect(await keysIn({ below: 'b' })).to.deep.equal(['a']);
      expect(await keysIn({})).to.deep.equal(['a', 'b', 'c', 'd']);
      values.close();
    });

    it('are destroyed without a trace', async () => {
      const name = fresh();
      const values = open(name);
      await values.change(['a'], () => 1);
      await values.destroy();
      expect((await indexedDB.databases()).map((one) => one.name)).not.to.include(name);
      expect(await values.all()).to.deep.equal([]);
    });
  });
}
