// A storage whose code is loaded at its first use.
import { lazy } from '../../base/lazy.js';
import type { Storage } from './storage.js';

/** `lasts`: whether it is expected to outlive the page, until the loaded storage says so itself. */
export function laterStorage<T>(load: () => Promise<Required<Storage<T>>>, lasts: boolean): Required<Storage<T>> {
  const storage = lazy(load);
  return {
    get persistent() {
      return storage.loaded?.persistent ?? lasts;
    },
    get unread() {
      return storage.loaded?.unread ?? 0;
    },
    all: async () => (await storage.get()).all(),
    put: async (key, record, options) => (await storage.get()).put(key, record, options),
    update: async (key, change, options) => (await storage.get()).update(key, change, options),
    remove: async (key) => (await storage.get()).remove(key),
    putAll: async (records) => (await storage.get()).putAll(records),
    removeAll: async (keys) => (await storage.get()).removeAll(keys),
    clear: async () => (await storage.get()).clear(),
    close: () => storage.loaded?.close(),
  };
}
