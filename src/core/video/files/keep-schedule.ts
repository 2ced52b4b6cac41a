// What is to be kept, one at a time, and again later where the network or the host was not up to it. Knows no file.
import { isVoxreelError } from '../../errors.js';
import { backoffMs } from '../../retry.js';

export interface KeepSchedule {
  want(id: string, at: number): void;
}

interface Wish {
  readonly id: string;
  readonly at: number;
  failures: number;
}

/** After these it is left for the next page. */
const attempts = 6;
const baseMs = 5000;
const maxMs = 600_000;

export function createKeepSchedule(keep: (id: string, at: number) => Promise<void>, signal: AbortSignal): KeepSchedule {
  const due: Wish[] = [];
  /** By key: those that are due, under way or wait for better times. */
  const wishes = new Map<string, Wish>();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let busy = false;

  const later = (wish: Wish, waitMs = backoffMs(wish.failures - 1, { baseMs, maxMs })) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!due.includes(wish)) due.push(wish);
      void pump();
    }, waitMs);
    timers.add(timer);
  };
  const attempt = async (wish: Wish) => {
    const key = `${wish.id}/${wish.at}`;
    try {
      await keep(wish.id, wish.at);
      wishes.delete(key);
    } catch (error) {
      wish.failures += 1;
      if (isVoxreelError(error) && error.retryable && wish.failures < attempts) later(wish, error.retryAfterMs);
      else wishes.delete(key);
    }
  };
  const pump = async () => {
    if (busy) return;
    busy = true;
    for (let wish = next(); wish !== undefined; wish = next()) await attempt(wish);
    busy = false;
  };
  const next = () => (signal.aborted ? undefined : due.shift());

  if (typeof document !== 'undefined') {
    const hasten = () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      for (const wish of wishes.values()) if (wish.failures > 0 && !due.includes(wish)) due.push(wish);
      void pump();
    };
    addEventListener('online', hasten, { signal });
  }
  signal.addEventListener('abort', () => timers.forEach((timer) => clearTimeout(timer)));
  return {
    want(id, at) {
      const key = `${id}/${at}`;
      if (wishes.has(key)) return;
      const wish = { id, at, failures: 0 };
      wishes.set(key, wish);
      due.push(wish);
      void pump();
    },
  };
}
