// Sums of the state in memory. They are money, so that none is ever pushed out: each goes when its time is over.
import type { Sum, SumLimit } from './state.js';

interface Kept {
  sum: number;
  endsAt: number;
}

/** How often what has ended is thrown out, at the most. */
const sweepMs = 10_000;

export function memorySums(now: () => number): (key: string, amount: number, limit: SumLimit) => Promise<Sum> {
  const sums = new Map<string, Kept>();
  let nextSweep = 0;
  const sweep = (at: number): void => {
    if (at < nextSweep) return;
    nextSweep = at + sweepMs;
    for (const [key, { endsAt }] of sums) if (endsAt <= at) sums.delete(key);
  };
  return async (key, amount, { most, ttlMs }) => {
    const at = now();
    sweep(at);
    const kept = sums.get(key);
    const before = kept === undefined || kept.endsAt <= at ? 0 : kept.sum;
    if (amount > 0 && before + amount > most) return { added: false, sum: before };
    const sum = Math.max(0, before + amount);
    if (sum === 0) sums.delete(key);
    else if (amount !== 0) sums.set(key, { sum, endsAt: at + ttlMs });
    return { added: true, sum };
  };
}
