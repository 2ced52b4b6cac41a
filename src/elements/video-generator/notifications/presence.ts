// Whether somebody looks at one of the pages, in any tab, that show the same videos.
import { watchedLock } from '../../../base/push-message.js';
import { webLocks } from '../../../core/tabs/web-locks.js';

export interface Presence {
  isWatched(): Promise<boolean>;
  close(): void;
}

const heldLocks = async (): Promise<LockInfo[]> => {
  const locks = await webLocks()?.query();
  return locks?.held ?? [];
};

/** Pages that are looked at share a lock of this name; without Web Locks each knows of itself alone. */
export function createPresence(name: string): Presence {
  const lock = `${watchedLock}${name}`;
  const stop = new AbortController();
  let leave: AbortController | undefined;
  /** Resolves once the lock that was held here last is free. */
  let freed: Promise<unknown> | undefined;

  const isHere = () => document.visibilityState === 'visible' && document.hasFocus();
  const hold = (left: AbortSignal) => {
    const untilLeft = () => new Promise<void>((done) => left.addEventListener('abort', () => done()));
    freed = webLocks()
      ?.request(lock, { mode: 'shared' }, () => (left.aborted ? undefined : untilLeft()))
      .catch(() => undefined);
  };
  const follow = () => {
    if (isHere() === (leave !== undefined)) return;
    leave?.abort();
    leave = isHere() ? new AbortController() : undefined;
    if (leave !== undefined) hold(leave.signal);
  };
  const { signal } = stop;
  for (const type of ['focus', 'blur']) addEventListener(type, follow, { signal });
  document.addEventListener('visibilitychange', follow, { signal });
  follow();

  return {
    async isWatched() {
      if (isHere()) return true;
      await freed;
      const held = await heldLocks().catch(() => []);
      return held.some((one) => one.name === lock);
    },
    close() {
      stop.abort();
      leave?.abort();
    },
  };
}
