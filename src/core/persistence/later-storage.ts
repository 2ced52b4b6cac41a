// A storage whose code comes at its first use. Knows not which one it is.
import type { Storage } from './storage.js';

/** `lasts`: whether it is expected to outlive the page, until it is here and tells itself. */
export function laterStorage<T>(load: () => Promise<Required<Storage<T>>>, lasts: boolean): Required<Storage<T>> {
  let loading: Promise<Required<Storage<T>>> | undefined;
  let loaded: Required<Storage<T>> | undefined;
  const storage = async () => {
    try {
      return (loaded = await (loading ??= load()));
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  return {
    get persistent() {
      return loaded?.persistent ?? lasts;
    },
    get unread() {
      return loaded?.unread ?? 0;
    },
    all: async () => (await storage()).all(),
    put: async (key, record, options) => (await storage()).put(key, record, options),
    remove: async (key) => (await storage()).remove(key),
    putAll: async (records) => (await storage()).putAll(records),
    removeAll: async (keys) => (await storage()).removeAll(keys),
    clear: async () => (await storage()).clear(),
    close: () => loaded?.close(),
  };
}
