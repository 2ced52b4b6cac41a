// Where plugins of one kind are known by id. The latest of an id is in use; taking it away brings the earlier one back.

/** Plugins of one kind, by id. */
export interface Registry<P extends { readonly id: string }> {
  /** The plugin itself is kept, never a copy: it may be an instance of a class. Returns its own undo. */
  use(plugin: P): () => void;
  get(id: string): P | undefined;
  /** In use, latest registered first. */
  list(): readonly P[];
  /** Called after each change. Returns its own undo. */
  subscribe(listener: () => void): () => void;
}

export function createRegistry<P extends { readonly id: string }>(builtIn: readonly P[] = []): Registry<P> {
  /** One for each call of `use`: the same object used twice is taken away once per undo. */
  let entries: readonly { readonly plugin: P }[] = builtIn.toReversed().map((plugin) => ({ plugin }));
  const listeners = new Set<() => void>();
  const change = (next: typeof entries) => {
    entries = next;
    for (const listener of Array.from(listeners)) listener();
  };
  const isLatest = ({ id }: P, at: number) => entries.findIndex(({ plugin }) => plugin.id === id) === at;
  return {
    use(plugin) {
      const entry = { plugin };
      change([entry, ...entries]);
      return () => {
        if (entries.includes(entry)) change(entries.filter((other) => other !== entry));
      };
    },
    get: (id) => entries.find(({ plugin }) => plugin.id === id)?.plugin,
    list: () => entries.map(({ plugin }) => plugin).filter(isLatest),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
