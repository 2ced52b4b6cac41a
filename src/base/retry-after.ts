// The `Retry-After` header, as milliseconds.

/** A timer takes little more than 24 days and fires at once beyond: what asks for a longer wait gets a day. */
const longestMs = 86_400_000;

/** Milliseconds of a `Retry-After` header (seconds or an HTTP date), a day at most, or undefined when absent or unreadable. */
export function retryAfterMs(headers: Headers, now: number = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.min(longestMs, Math.max(0, ms)) : undefined;
}
