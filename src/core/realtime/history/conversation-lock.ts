// One page at a time has a conversation, where the browser has Web Locks: two would write over each other.
import { webLocks } from '../../tabs/web-locks.js';

export interface ConversationLock {
  /** False when another page has it. */
  take(key: string): Promise<boolean>;
  release(): void;
}

export function createConversationLock(): ConversationLock {
  const locks = webLocks();
  let release: (() => void) | undefined;
  /** Counts releases: a lock that is granted after one is not kept. */
  let turn = 0;
  return {
    take: (key) =>
      new Promise((resolve) => {
        if (locks === undefined || release !== undefined) return resolve(true);
        const current = turn;
        const whenHeld = (lock: Lock | null) => {
          resolve(lock !== null);
          return lock === null || current !== turn ? undefined : new Promise<void>((done) => (release = done));
        };
        locks.request(`voxreel:${key}`, { ifAvailable: true }, whenHeld).catch(() => resolve(true));
      }),
    release() {
      turn++;
      release?.();
      release = undefined;
    },
  };
}
