// A storage whose code is loaded at its first use.
import { lazy, lazyMethods } from '../../base/lazy.js';
import type { DeviceStorage } from './storage.js';

/** `lasts`: whether it is expected to outlast the page, until the loaded storage says so itself. */
export function laterStorage<T>(load: () => Promise<DeviceStorage<T>>, lasts: boolean): DeviceStorage<T> {
  const storage = lazy(load);
  return {
    ...lazyMethods(storage, 'all', 'put', 'update', 'remove', 'putAll', 'removeAll', 'clear'),
    async *pages(kind) {
      yield* (await storage.get()).pages(kind);
    },
    get persistent() {
      return storage.loaded?.persistent ?? lasts;
    },
    get unread() {
      return storage.loaded?.unread ?? 0;
    },
    close: () => storage.loaded?.close(),
  };
}
