// What the gateway remembers between requests: the contract.

/** So many in so long a time. */
export interface Allowance {
  /** Whole, at least 1. */
  readonly points: number;
  /** The time they are counted in: it begins with the first. A state may round it up to whole seconds. */
  readonly perMs: number;
}

/** Whether one more is allowed by a rate. */
export interface Consumed {
  readonly allowed: boolean;
  /** Milliseconds until it is allowed again; 0 where it is allowed. */
  readonly retryAfterMs: number;
}

/** How many may be taken at once, and for how long. */
export interface Places {
  /** Whole, at least 1. */
  readonly atOnce: number;
  /** A place that is not taken again within this time is free: its holder may be gone. */
  readonly ttlMs: number;
}

/** Up to where a sum may grow, and how long it is kept. */
export interface SumLimit {
  /** An amount that would bring the sum above this is not added. Whole. */
  readonly most: number;
  /** After the last amount the sum is kept at least this long. */
  readonly ttlMs: number;
}

/** What `add` of a state did. */
export interface Sum {
  readonly added: boolean;
  /** After this call. */
  readonly sum: number;
}

/**
 * Entries of text with an end of life, counters and places. Every call is one step that no other call of any instance comes between.
 * Names may hold anything, tokens and keys too: a state that keeps them outside the process keeps their hashes.
 * While the state cannot be reached every call rejects soon (two seconds at most), and none waits for its return;
 * a `claim` alone may wait for so long, so that nothing is claimed twice.
 */
export interface GatewayState {
  /** Keeps `value` for `ttlMs`, in place of what was there. */
  put(key: string, value: string, ttlMs: number): Promise<void>;
  get(key: string): Promise<string | undefined>;
  /** Gives the value once: of several takers at the same time one gets it. */
  take(key: string): Promise<string | undefined>;
  remove(key: string): Promise<void>;
  /** Keeps `value` where there is none, and gives undefined; else changes nothing and gives what is there. */
  claim(key: string, value: string, ttlMs: number): Promise<string | undefined>;
  /** Counts one. What is refused may be counted too. */
  consume(key: string, allowance: Allowance): Promise<Consumed>;
  /** Takes a place for `holder`, or prolongs the one it has; false when all are taken. */
  acquire(key: string, holder: string, places: Places): Promise<boolean>;
  /** Frees the place of `holder`, if it has one. */
  release(key: string, holder: string): Promise<void>;
  /**
   * Adds a whole `amount` where the sum then stays within `most`. A negative one is always added, and the sum ends at 0; with 0 nothing changes.
   * Needed for `limits.spend` alone.
   */
  add?(key: string, amount: number, limit: SumLimit): Promise<Sum>;
  /** Whether it can be reached now. Never rejects. */
  healthy(): Promise<boolean>;
  /** May be called twice. */
  close(): Promise<void>;
}
