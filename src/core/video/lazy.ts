// A half that is loaded at its first use and made once. Knows nothing of what it loads.
import { toVoxreelError } from '../errors.js';

export interface Lazy<T> {
  /** Throws `network` where it does not load; the next call tries again. */
  get(): Promise<T>;
  /** Undefined until it is loaded. */
  readonly loaded: T | undefined;
}

export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  const begin = async () => {
    try {
      return (loaded = await load());
    } catch (cause) {
      loading = undefined;
      throw toVoxreelError(cause, 'network', { retryable: true });
    }
  };
  return {
    get: () => (loading ??= begin()),
    get loaded() {
      return loaded;
    },
  };
}
