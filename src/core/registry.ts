// Where plugins of one kind are known by id. The latest of an id is in use; taking it away brings the earlier one back.

export interface Registry<P extends { readonly id: string }> {
  /** Returns its own undo. */
  use(plugin: P): () => void;
  get(id: string): P | undefined;
  /** In use, latest registered first. */
  list(): readonly P[];
  /** Called after each change. Returns its own undo. */
  subscribe(listener: () => void): () => void;
}

export function createRegistry<P extends { readonly id: string }>(builtIn: readonly P[] = []): Registry<P> {
  let plugins: readonly P[] = builtIn.toReversed();
  const listeners = new Set<() => void>();
  const change = (next: readonly P[]) => {
    plugins = next;
    for (const listener of Array.from(listeners)) listener();
  };
  return {
    use(plugin) {
      // A wrapper of its own per call: the same object used twice is taken away once per undo.
      const entry = { ...plugin };
      change([entry, ...plugins]);
      return () => {
        if (plugins.includes(entry)) change(plugins.filter((other) => other !== entry));
      };
    },
    get: (id) => plugins.find((plugin) => plugin.id === id),
    list: () => plugins.filter((plugin, at) => plugins.findIndex((other) => other.id === plugin.id) === at),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
