// What this process has claimed in a Redis, so that it can tell it again to one that has forgotten.

export interface Claimed {
  readonly value: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

export interface RedisJournal {
  valueOf(name: string): string | undefined;
  keep(name: string, value: string, ttlMs: number): void;
  forget(name: string): void;
  /** The claim may stand in Redis and must not: it is taken back where it still holds `value`. */
  disown(name: string, value: string): void;
  /** Claims that are still good, the oldest first. */
  claims(): readonly (readonly [name: string, claimed: Claimed])[];
  /** Those to take back, each given once. */
  disowned(): readonly (readonly [name: string, value: string])[];
}

/** Characters of all claims; the oldest go first. */
const maxCharacters = 32 * 2 ** 20;
const maxDisowned = 10_000;

export function createRedisJournal(): RedisJournal {
  const kept = new Map<string, Claimed>();
  const strays = new Map<string, string>();
  let characters = 0;
  const forget = (name: string): void => {
    const claimed = kept.get(name);
    if (claimed === undefined) return;
    characters -= name.length + claimed.value.length;
    kept.delete(name);
  };
  return {
    valueOf: (name) => kept.get(name)?.value,
    forget,
    keep(name, value, ttlMs) {
      forget(name);
      kept.set(name, { value, endsAt: Date.now() + ttlMs });
      characters += name.length + value.length;
      // All live equally long, so the oldest end first.
      for (const [oldest, { endsAt }] of kept) {
        if (characters <= maxCharacters && endsAt > Date.now()) break;
        forget(oldest);
      }
    },
    disown(name, value) {
      if (strays.size < maxDisowned) strays.set(name, value);
    },
    claims: () => [...kept].filter(([, { endsAt }]) => endsAt > Date.now()),
    disowned() {
      const all = [...strays];
      strays.clear();
      return all;
    },
  };
}
