// What the gateway remembers between requests, with an end of life for each entry. Knows not what the entries mean.

export interface GatewayState {
  /** Keeps `value` for `ttlMs`. */
  put(key: string, value: string, ttlMs: number): Promise<void>;
  get(key: string): Promise<string | undefined>;
  /** Gives the value once: of several takers at the same time one gets it. */
  take(key: string): Promise<string | undefined>;
}

interface Entry {
  readonly value: string;
  readonly endsAt: number;
}

/** For one process. `maxEntries` bounds memory: the oldest go first. */
export function memoryState({ now = Date.now, maxEntries = 100_000 }: { now?: () => number; maxEntries?: number } = {}): GatewayState {
  const entries = new Map<string, Entry>();
  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined || entry.endsAt > now()) return entry;
    entries.delete(key);
    return undefined;
  };
  const sweep = () => {
    for (const [key, entry] of entries) {
      if (entries.size <= maxEntries && entry.endsAt > now()) return;
      entries.delete(key);
    }
  };
  return {
    async put(key, value, ttlMs) {
      entries.delete(key);
      entries.set(key, { value, endsAt: now() + ttlMs });
      if (entries.size > maxEntries) sweep();
    },
    get: async (key) => live(key)?.value,
    async take(key) {
      const entry = live(key);
      entries.delete(key);
      return entry?.value;
    },
  };
}
