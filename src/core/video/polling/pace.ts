// How long to wait before asking, first and again: pure but for the jitter.
import type { VoxreelError } from '../../errors.js';
import type { PollHint } from '../../providers/provider.js';
import { backoffMs } from '../../retry.js';

/** What came of asking, as far as the pace is concerned. */
export interface Asked {
  readonly error?: VoxreelError | undefined;
  /** Milliseconds the service asked to wait. */
  readonly waitMs?: number | undefined;
  /** The provider's pace. */
  readonly hint?: PollHint | undefined;
}

const firstMs = 3000;
// Gateways refresh a task about every 15 s; faster than about 5 s is waste.
export const everyMs = { from: 5000, to: 15_000 };

export const firstWaitMs = (poll: PollHint | undefined, hint: PollHint | undefined, waitMs?: number): number =>
  poll?.firstMs ?? waitMs ?? hint?.firstMs ?? firstMs;

/**
 * Milliseconds until the next question about a task. By its age rather than by how often it was asked: every tab comes to the same.
 * Infinity: not before the service takes something again.
 */
export function nextWaitMs(
  { error, waitMs, hint }: Asked,
  { ageMs, troubles = 0, poll }: { ageMs: number; troubles?: number; poll?: PollHint | undefined },
): number {
  if (error?.status === 403) return Infinity;
  const pace = poll?.everyMs ?? hint?.everyMs;
  if (error && !isOfService(error)) return Math.max(error.retryAfterMs ?? 0, trouble(troubles, pace));
  const asked = waitMs === undefined ? undefined : Math.max(250, waitMs);
  const usual = poll?.everyMs ?? asked ?? hint?.everyMs ?? Math.min(everyMs.to, Math.max(everyMs.from, ageMs / 3));
  return usual * (0.9 + 0.2 * Math.random());
}

/** Milliseconds for which nobody asks this service anything. Infinity: not before a new login. */
export const pauseMs = (error: VoxreelError, { troubles, poll }: { troubles: number; poll?: PollHint | undefined }): number =>
  error.status === 401 ? Infinity : (error.retryAfterMs ?? trouble(troubles, poll?.everyMs));

/** True for trouble that is not about one task. */
export const isOfService = ({ status, code }: VoxreelError): boolean =>
  status === undefined ? code === 'network' || code === 'timeout' : [401, 429, 502, 503, 504].includes(status);

const trouble = (times: number, baseMs = everyMs.from) => backoffMs(times, { baseMs, maxMs: 60_000 });
