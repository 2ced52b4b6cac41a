// Which drafts this page has: two pages that write into one would each lose what the other wrote. It is the first one's while that is open.
import { holdIfFree } from '../../tabs/web-locks.js';

export interface HeldDrafts {
  /** False where another page has it. */
  take(id: string): Promise<boolean>;
  release(): void;
}

/** `store`: where they are kept. */
export function createHeldDrafts(store: string): HeldDrafts {
  const taken = new Map<string, Promise<boolean>>();
  const closing = new AbortController();
  return {
    take(id) {
      const known = taken.get(id) ?? holdIfFree(`${store} ${id}`, closing.signal);
      taken.set(id, known);
      return known;
    },
    release: () => closing.abort(),
  };
}
