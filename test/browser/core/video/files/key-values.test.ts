// Files and what is known of them, in IndexedDB or in memory.
import { expect } from '@open-wc/testing';
import { isVoxreelError } from 'voxreel';

import { needing } from '../../../../engines/lacks.js';
import { indexedDbKeyValues, memoryKeyValues, type KeyValues } from '../../../../../src/core/video/files/key-values.js';

let names = 0;
const fresh = () => `values-${Date.now()}-${names++}`;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (isVoxreelError(error) ? error.code : error),
  );

describe('values under keys', () => {
  const real = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB');
  const opened: KeyValues[] = [];
  afterEach(() => {
    opened.splice(0).forEach((values) => values.close());
    if (real) Object.defineProperty(globalThis, 'indexedDB', real);
  });
  const open = (name = fresh()) => {
    const values = indexedDbKeyValues(name);
    opened.push(values);
    return values;
  };
  const without = (value: unknown) => Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value });
  const refusing = {
    open: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  };

  for (const [where, prepare, persistent] of [
    ['in IndexedDB', () => undefined, true],
    ['in memory where there is no IndexedDB', () => without(undefined), false],
    ['in memory where IndexedDB does not open', () => without(refusing), false],
  ] as const) {
    const kept = persistent ? needing('stored Blobs').it : it;
    kept(`are kept, listed, replaced and removed ${where}`, async () => {
      prepare();
      const values = open();
      await values.write({ 'file a': new Blob(['abc']), 'entry a': { bytes: 3 }, 'entry b': 1, 'f ': 2 });
      expect(values.persistent).to.equal(persistent);
      expect(await ((await values.get('file a')) as Blob).text()).to.equal('abc');
      expect(await values.list('entry ')).to.deep.equal([
        { key: 'entry a', value: { bytes: 3 } },
        { key: 'entry b', value: 1 },
      ]);
      await values.write({ 'entry a': undefined, 'entry b': 5 });
      expect(await values.list('entry ')).to.deep.equal([{ key: 'entry b', value: 5 }]);
      expect(await values.get('entry a')).to.equal(undefined);
      await values.clear();
      expect(await values.list('')).to.deep.equal([]);
    });
  }

  it('say that they end with the page where they were asked for in memory', () => {
    expect(memoryKeyValues().persistent).to.equal(false);
  });

  it('are there for another that opens them', async () => {
    const name = fresh();
    await open(name).write({ a: 1 });
    expect(await open(name).get('a')).to.equal(1);
  });

  it('are written all or not at all', async () => {
    const values = open();
    await values.write({ a: 1 });
    expect(await codeOf(values.write({ a: 2, b: () => 3 }))).to.equal('storage_unavailable');
    expect(await values.list('')).to.deep.equal([{ key: 'a', value: 1 }]);
    expect(values.persistent).to.equal(true);
  });

  it('say why they cannot be written', async () => {
    const values = open();
    await values.write({ a: 1 });
    const { put, add } = IDBObjectStore.prototype;
    // The database refuses it later than the call.
    Object.assign(IDBObjectStore.prototype, { put: add });
    const failed: unknown = await values
      .write({ a: 2, b: 3 })
      .catch((error: unknown) => error)
      .finally(() => Object.assign(IDBObjectStore.prototype, { put }));
    expect(isVoxreelError(failed) && failed.code).to.equal('storage_unavailable');
    expect(isVoxreelError(failed) && failed.cause).to.include({ name: 'ConstraintError' });
    expect(await values.list('')).to.deep.equal([{ key: 'a', value: 1 }]);
  });

  it('say why one cannot be read', async () => {
    const values = open();
    await values.write({ a: 1 });
    const request = Object.assign(new EventTarget(), { error: new DOMException('damaged', 'DataError') });
    const { get } = IDBObjectStore.prototype;
    Object.assign(IDBObjectStore.prototype, {
      get: () => {
        queueMicrotask(() => request.dispatchEvent(new Event('error')));
        return request;
      },
    });
    const failed: unknown = await values
      .get('a')
      .catch((error: unknown) => error)
      .finally(() => Object.assign(IDBObjectStore.prototype, { get }));
    expect(isVoxreelError(failed) && [failed.code, failed.cause]).to.deep.equal(['storage_unavailable', request.error]);
    expect(await values.get('a')).to.equal(1);
  });
});
