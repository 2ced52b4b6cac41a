// A storage that ends with the page.
import type { Storage } from './storage.js';

/** A storage that ends with the page or process. For tests, and for what is not to be kept. */
export function memoryStorage<T = unknown>(): Storage<T> {
  const records = new Map<string, T>();
  return {
    persistent: false,
    all: async () => [...records].map(([key, record]) => ({ key, record })),
    put: async (key, record) => void records.set(key, record),
    remove: async (key) => void records.delete(key),
    clear: async () => records.clear(),
  };
}
