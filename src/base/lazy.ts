// A value that is loaded at its first use and kept; a load that failed is tried again at the next.

export interface Lazy<T> {
  /** Rejects with what the load rejected with; the next call loads again. */
  get(): Promise<T>;
  /** Undefined until it is loaded. */
  readonly loaded: T | undefined;
}

export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  const failed = (cause: unknown) => {
    loading = undefined;
    throw cause;
  };
  return {
    get: () => (loading ??= load().then((value) => (loaded = value), failed)),
    get loaded() {
      return loaded;
    },
  };
}
