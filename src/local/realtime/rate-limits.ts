// Requests and tokens a minute for the whole service: buckets that fill again evenly.
import type { RateLimit } from '../../protocol/index.js';

export interface RateLimits {
  /** Takes one request, or names the limit that stands in the way. */
  admit(): RateLimit | undefined;
  spend(tokens: number): void;
  /** Both entries as `rate_limits.updated` tells them. */
  entries(): RateLimit[];
}

/** The limits that the local service reports and enforces. */
export interface RateLimitOptions {
  readonly requestsPerMinute?: number;
  readonly tokensPerMinute?: number;
}

const minuteMs = 60_000;

export function createRateLimits(options: RateLimitOptions = {}, now: () => number = Date.now): RateLimits {
  const requests = createBucket('requests', options.requestsPerMinute ?? 200, now);
  const tokens = createBucket('tokens', options.tokensPerMinute ?? 1_000_000, now);
  return {
    admit() {
      const blocking = [requests, tokens].find((bucket) => bucket.entry().remaining < 1);
      if (blocking !== undefined) return blocking.entry();
      requests.take(1);
      return undefined;
    },
    spend: (count) => tokens.take(count),
    entries: () => [requests.entry(), tokens.entry()],
  };
}

interface Bucket {
  take(amount: number): void;
  entry(): RateLimit;
}

function createBucket(name: string, limit: number, now: () => number): Bucket {
  let level = limit;
  let filledAt = now();
  const fill = () => {
    const at = now();
    level = Math.min(limit, level + ((at - filledAt) * limit) / minuteMs);
    filledAt = at;
  };
  return {
    take(amount) {
      fill();
      level -= amount;
    },
    entry() {
      fill();
      const seconds = Math.ceil(((limit - level) / limit) * (minuteMs / 1000));
      return { name, limit, remaining: Math.max(0, Math.floor(level)), reset_seconds: seconds };
    },
  };
}
