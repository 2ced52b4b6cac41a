// Keeps finished videos by itself as they come: one at a time, and again later where the network or the host was not up to it.
import { isVoxreelError } from '../../errors.js';
import { backoffMs } from '../../retry.js';
import type { VideoTask } from '../../store/tasks-state.js';
import { outputKey } from './result-keys.js';
import { isLink } from './result-tasks.js';

interface Wish {
  readonly id: string;
  readonly at: number;
  failures: number;
  /** Resolves once it was tried. */
  readonly tried: Promise<void>;
  readonly settle: () => void;
}

/** After these it is left for the next page. */
const attempts = 6;
const baseMs = 5000;
const maxMs = 600_000;
/** Older ones were left out for a reason, or came before the page wanted them kept. */
const recentMs = 86_400_000;

export class AutoKeep {
  readonly #keep: (id: string, at: number) => Promise<void>;
  readonly #closing: AbortSignal;
  readonly #due: Wish[] = [];
  /** By key: those that are due, under way or wait for better times. */
  readonly #wishes = new Map<string, Wish>();
  /** Of those that wait for better times. */
  readonly #timers = new Map<Wish, ReturnType<typeof setTimeout>>();
  #busy = false;

  /** `closing` fires when the queue closes. */
  constructor(keep: (id: string, at: number) => Promise<void>, closing: AbortSignal) {
    this.#keep = keep;
    this.#closing = closing;
    if (typeof document !== 'undefined') addEventListener('online', this.#hasten, { signal: closing });
    closing.addEventListener('abort', () => {
      this.#timers.forEach((timer) => clearTimeout(timer));
      this.#wishes.forEach((wish) => wish.settle());
    });
  }

  /** Those of these tasks that have just finished. */
  finished(tasks: readonly VideoTask[]): void {
    const since = Date.now() - recentMs;
    for (const { id, status, endedAt = 0, outputs } of tasks) {
      if (status !== 'succeeded' || endedAt < since) continue;
      for (const [at, { url, kept }] of outputs.entries()) if (!kept && isLink(url)) this.#want(id, at);
    }
  }

  /** Until a file that is about to be kept was tried for: nobody else need fetch any of it before. */
  async tried(id: string, at: number): Promise<void> {
    await this.#wishes.get(outputKey(id, at))?.tried;
  }

  #want(id: string, at: number): void {
    const key = outputKey(id, at);
    if (this.#wishes.has(key)) return;
    let settle = () => {};
    const tried = new Promise<void>((resolve) => (settle = resolve));
    const wish = { id, at, failures: 0, tried, settle };
    this.#wishes.set(key, wish);
    this.#due.push(wish);
    void this.#pump();
  }

  async #pump(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (let wish = this.#next(); wish !== undefined; wish = this.#next()) await this.#attempt(wish);
    this.#busy = false;
  }

  #next(): Wish | undefined {
    return this.#closing.aborted ? undefined : this.#due.shift();
  }

  async #attempt(wish: Wish): Promise<void> {
    const key = outputKey(wish.id, wish.at);
    try {
      await this.#keep(wish.id, wish.at);
      this.#wishes.delete(key);
    } catch (error) {
      wish.failures += 1;
      if (isVoxreelError(error) && error.retryable && wish.failures < attempts) this.#later(wish, error.retryAfterMs);
      else this.#wishes.delete(key);
    } finally {
      wish.settle();
    }
  }

  #later(wish: Wish, waitMs = backoffMs(wish.failures - 1, { baseMs, maxMs })): void {
    const timer = setTimeout(() => {
      this.#timers.delete(wish);
      this.#due.push(wish);
      void this.#pump();
    }, waitMs);
    this.#timers.set(wish, timer);
  }

  readonly #hasten = (): void => {
    for (const [wish, timer] of this.#timers) {
      clearTimeout(timer);
      this.#due.push(wish);
    }
    this.#timers.clear();
    void this.#pump();
  };
}
