// Locks among tabs that have no Web Locks (plain http): each tells the others what it holds when they ask.
// Two that ask at once may both get one: enough to learn that a tab lives and is at work, not to decide a race.

export type LockSign =
  /** Does anybody hold this? */
  | { readonly kind: 'holds?'; readonly lock: string }
  | { readonly kind: 'holds'; readonly lock: string }
  | { readonly kind: 'released'; readonly lock: string };

export interface ToldLocks {
  /** At once where nobody is known to hold it, else when that one is done or gone. */
  hold<T>(lock: string, work: () => Promise<T>): Promise<T>;
  /** False where somebody holds it. */
  tryHold(lock: string, work: () => Promise<void>): Promise<boolean>;
  heard(sign: LockSign): void;
}

/** A tab that does not answer for so long is gone. */
const patienceMs = 600;
/** One that holds on is asked again, since it may be gone without a word. */
const againMs = 3000;

export function createToldLocks(say: (sign: LockSign) => void): ToldLocks {
  const mine = new Set<string>();
  const elsewhere = new Set<string>();
  const heard = new EventTarget();

  /** Resolves with the next sign of this lock, or when the time is over. */
  const news = (lock: string, ms: number) =>
    new Promise<void>((resolve) => {
      const over = () => {
        clearTimeout(timer);
        heard.removeEventListener(lock, over);
        resolve();
      };
      const timer = setTimeout(over, ms);
      heard.addEventListener(lock, over);
    });
  const isHeld = async (lock: string) => {
    elsewhere.delete(lock);
    say({ kind: 'holds?', lock });
    await news(lock, patienceMs);
    return elsewhere.has(lock);
  };
  const holding = async <T>(lock: string, work: () => Promise<T>) => {
    mine.add(lock);
    try {
      return await work();
    } finally {
      mine.delete(lock);
      say({ kind: 'released', lock });
    }
  };

  return {
    async hold(lock, work) {
      while (elsewhere.has(lock)) {
        await news(lock, againMs);
        if (elsewhere.has(lock)) await isHeld(lock);
      }
      return holding(lock, work);
    },
    async tryHold(lock, work) {
      if (mine.has(lock) || (await isHeld(lock))) return false;
      await holding(lock, work);
      return true;
    },
    heard({ kind, lock }) {
      if (kind === 'holds?') {
        if (mine.has(lock)) say({ kind: 'holds', lock });
        return;
      }
      if (kind === 'holds') elsewhere.add(lock);
      else elsewhere.delete(lock);
      heard.dispatchEvent(new Event(lock));
    },
  };
}
