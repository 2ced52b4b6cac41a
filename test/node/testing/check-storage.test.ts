// The storage check: silent for what is right, and in words about what is wrong.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { memoryStorage } from 'voxreel';
import type { Storage } from 'voxreel';
import { checkStorage } from 'voxreel/testing';

/** Over one map that all its handles share, as pages share a database. */
function shared(changes: (records: Map<string, unknown>) => Partial<Record<keyof Storage, unknown>> = () => ({})): () => Storage {
  const records = new Map<string, unknown>();
  const storage: Storage = {
    all: async () => [...records].map(([key, record]) => ({ key, record })),
    put: async (key, record) => void records.set(key, structuredClone(record)),
    remove: async (key) => void records.delete(key),
    clear: async () => records.clear(),
  };
  return () => Object.assign({ ...storage }, changes(records));
}

const finds = async (open: () => Storage, words: RegExp) => assert.match((await checkStorage({ open })).join('\n'), words);

describe('checkStorage', () => {
  it('finds nothing wrong with ours, and with one that has every power', async () => {
    assert.deepEqual(await checkStorage({ open: () => memoryStorage() }), []);
    assert.deepEqual(await checkStorage({ open: shared() }), []);
    const whole = shared((records) => ({
      update: async (key: string, change: (stored: unknown) => unknown) => void records.set(key, change(records.get(key))),
      putAll: async (all: readonly { key: string; record: unknown }[]) => all.forEach(({ key, record }) => records.set(key, record)),
      removeAll: async (keys: readonly string[]) => keys.forEach((key) => records.delete(key)),
      close: () => undefined,
      unread: 0,
      persistent: true,
    }));
    assert.deepEqual(await checkStorage({ open: whole }), []);
  });

  it('says in words what is wrong', async () => {
    await finds(() => ({}) as never, /^all\(\): is missing\.\nput\(\): is missing/);
    await finds(
      shared(() => ({ close: true })),
      /^close: is no function/,
    );
    await finds(
      shared(() => ({ persistent: 'yes' })),
      /^persistent: is neither/,
    );
    await finds(() => {
      throw new Error('no disk');
    }, /^It does not open: no disk/);
    await finds(
      shared(() => ({ remove: () => Promise.reject(new Error('not found')) })),
      /It rejects what every storage takes: not found/,
    );
    await finds(
      shared((records) => ({
        put: async (key: string, record: object) => void records.set(key, { ...Object(records.get(key)), ...record }),
      })),
      /put\(\): over an old record leaves .*must replace it whole/,
    );
    await finds(
      shared((records) => ({ put: async (key: string) => void records.set(key, {}) })),
      /all\(\): a record comes back changed: `id`/,
    );
    await finds(
      shared((records) => ({ put: async (key: string, record: object) => void records.set(key.trim().normalize(), record) })),
      /put\(\) under 11 keys at once/,
    );
    await finds(
      shared(() => ({ clear: async () => undefined })),
      /all\(\): after clear\(\) its keys are \["b"\]/,
    );
    await finds(
      shared(() => ({ removeAll: async () => undefined })),
      /after removeAll\(\)/,
    );
    await finds(
      shared(() => ({ putAll: async () => undefined })),
      /after putAll\(\)/,
    );
  });

  it('finds an update that lets another write between', async () => {
    const torn = shared((records) => ({
      update: async (key: string, change: (stored: unknown) => unknown) => {
        const next = change(records.get(key));
        await Promise.resolve();
        records.set(key, next);
      },
    }));
    await finds(torn, /update\(\): of 20 at once it keeps \{"n":1\}/);
  });

  it('finds one that ends with the page and does not say so', async () => {
    await finds(() => ({ ...memoryStorage(), persistent: true }), /opened again it has the keys \[\]/);
  });

  it('finds one that may not be closed twice', async () => {
    const once = () => {
      let open = true;
      const close = () => {
        if (!open) throw new Error('closed before');
        open = false;
      };
      return { ...memoryStorage(), close };
    };
    await finds(once, /close\(\): throws: closed before/);
  });
});
