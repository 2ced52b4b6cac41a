// What a tab holds while it is at work: by Web Locks, by word of the others where the browser has none, and alone where there are no others.
// Loaded when something is held.
import type { LockSign } from './told-locks.js';
import { webLocks } from './web-locks.js';

export interface TabLocks {
  /** Runs `work` holding the lock of this name: another tab that waits for it learns when this one is done, or gone. */
  hold<T>(lock: string, work: () => Promise<T>): Promise<T>;
  /** The same where the lock is free; false where it is not. */
  tryHold(lock: string, work: () => Promise<void>): Promise<boolean>;
}

const alone: TabLocks = {
  hold: (_lock, work) => work(),
  tryHold: (_lock, work) => work().then(() => true),
};

const byBrowser = (locks: LockManager, name: string): TabLocks => ({
  hold: (lock, work) => locks.request(`${name}:${lock}`, work),
  tryHold: (lock, work) =>
    locks.request(`${name}:${lock}`, { ifAvailable: true }, async (held) => {
      if (held !== null) await work();
      return held !== null;
    }),
});

/** `say` where there is somebody to hear it, `hear` for what they say. */
export async function createTabLocks(
  name: string | undefined,
  say: ((sign: LockSign) => void) | undefined,
  hear: (heard: (sign: LockSign) => void) => void,
): Promise<TabLocks> {
  const locks = webLocks();
  if (name !== undefined && locks) return byBrowser(locks, name);
  // Without the code each goes on as if it were alone.
  const told =
    say &&
    (await import('./told-locks.js').then(
      ({ createToldLocks }) => createToldLocks(say),
      () => undefined,
    ));
  if (told) hear(told.heard);
  return told ?? alone;
}
