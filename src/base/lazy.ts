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

type Methods<Name extends string> = { readonly [N in Name]: (...given: never[]) => Promise<unknown> };

/** Methods of a value that is loaded when one of them is first called. */
export const lazyMethods = <Name extends string, T extends Methods<Name>>(
  { get }: Pick<Lazy<T>, 'get'>,
  ...names: readonly Name[]
): Pick<T, Name> => {
  const methods = names.map((name) => [name, async (...given: never[]) => (await get())[name](...given)] as const);
  // Each has the signature of the method it calls.
  return Object.fromEntries(methods) as Pick<T, Name>;
};
