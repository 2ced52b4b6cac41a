// What the gateway remembers, for one process: in its memory, which is bounded.
import { memorySums } from './memory-sums.js';
import type { Allowance, Consumed, GatewayState, Places } from './state.js';

/** How much `memoryState` holds. */
export interface MemoryStateOptions {
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Of each kind: entries, counters, and names of places. Beyond it the oldest go. Default 100,000. */
  readonly maxEntries?: number | undefined;
  /** Characters of all entries. Beyond it the oldest go. Default 64 Mi. */
  readonly maxCharacters?: number | undefined;
}

interface Mortal {
  readonly endsAt: number;
}

interface Entry extends Mortal {
  readonly value: string;
}

interface Counter extends Mortal {
  count: number;
}

/** How often what has ended is thrown out, at the most. */
const sweepMs = 10_000;

/** So many of the oldest counters are looked at for one to give up: the one that has counted least. */
const candidates = 16;

/**
 * The gateway's state in this process alone.
 * @param options How much it holds.
 */
export function memoryState({ now = Date.now, maxEntries = 100_000, maxCharacters = 64 * 2 ** 20 }: MemoryStateOptions = {}): GatewayState {
  const entries = new Map<string, Entry>();
  const counters = new Map<string, Counter>();
  const places = new Map<string, Map<string, number>>();
  let characters = 0;
  let nextSweep = 0;

  const drop = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entries.delete(key);
    characters -= key.length + entry.value.length;
    return entry.endsAt > now() ? entry : undefined;
  };
  const live = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry === undefined || entry.endsAt > now() ? entry : drop(key);
  };
  const sweep = (): void => {
    const at = now();
    if (at < nextSweep) return;
    nextSweep = at + sweepMs;
    for (const [key, { endsAt }] of entries) if (endsAt <= at) drop(key);
    for (const [key, { endsAt }] of counters) if (endsAt <= at) counters.delete(key);
    for (const [key, holders] of places) if (freed(holders, at).size === 0) places.delete(key);
  };
  const set = (key: string, value: string, ttlMs: number): void => {
    sweep();
    drop(key);
    entries.set(key, { value, endsAt: now() + ttlMs });
    characters += key.length + value.length;
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries && characters <= maxCharacters) break;
      if (oldest !== key) drop(oldest);
    }
  };
  const count = (key: string, { points, perMs }: Allowance): Consumed => {
    sweep();
    const at = now();
    let counter = counters.get(key);
    if (counter === undefined || counter.endsAt <= at) {
      counters.delete(key);
      if (counters.size >= maxEntries) counters.delete(leastCounted(counters, at));
      counters.set(key, (counter = { count: 0, endsAt: at + perMs }));
    }
    counter.count += 1;
    return counter.count <= points ? { allowed: true, retryAfterMs: 0 } : { allowed: false, retryAfterMs: counter.endsAt - at };
  };
  const occupy = (key: string, holder: string, { atOnce, ttlMs }: Places): boolean => {
    sweep();
    const holders = freed(places.get(key) ?? new Map<string, number>(), now());
    if (!holders.has(holder) && (holders.size >= atOnce || (!places.has(key) && places.size >= maxEntries))) return false;
    places.set(key, holders.set(holder, now() + ttlMs));
    return true;
  };

  return {
    put: async (key, value, ttlMs) => set(key, value, ttlMs),
    get: async (key) => live(key)?.value,
    take: async (key) => drop(key)?.value,
    remove: async (key) => void drop(key),
    async claim(key, value, ttlMs) {
      const there = live(key);
      if (there === undefined) set(key, value, ttlMs);
      return there?.value;
    },
    consume: async (key, allowance) => count(key, allowance),
    acquire: async (key, holder, wanted) => occupy(key, holder, wanted),
    async release(key, holder) {
      const holders = places.get(key);
      if (holders?.delete(holder) === true && holders.size === 0) places.delete(key);
    },
    add: memorySums(now),
    ...always,
  };
}

/** Memory does not go away, and needs no farewell. */
const always = { healthy: async () => true, close: async () => {} };

/** The holders without those whose time is over. */
function freed(holders: Map<string, number>, at: number): Map<string, number> {
  for (const [holder, endsAt] of holders) if (endsAt <= at) holders.delete(holder);
  return holders;
}

/** Many new names must not push out the counter of one that has asked a lot. */
function leastCounted(counters: ReadonlyMap<string, Counter>, at: number): string {
  let [least, fewest, seen] = ['', Infinity, 0];
  for (const [key, { count, endsAt }] of counters) {
    if (endsAt <= at) return key;
    if (count < fewest) [least, fewest] = [key, count];
    if (++seen >= candidates) break;
  }
  return least;
}
