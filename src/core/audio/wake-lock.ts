// Keeps the screen from going dark while somebody talks. Browsers take the lock away from a hidden page; it is taken again when seen.

export interface WakeLock {
  hold(wanted: boolean): void;
}

/** Does nothing where there is no such lock, and says nothing when it is refused (a low battery). */
export function createWakeLock(): WakeLock {
  let wanted = false;
  let requesting = false;
  let lock: WakeLockSentinel | undefined;

  const release = () => {
    lock?.release().catch(() => undefined);
    lock = undefined;
  };
  const isWanted = () => wanted && document.visibilityState === 'visible';
  const take = async (): Promise<void> => {
    if (requesting || !isWanted() || (lock !== undefined && !lock.released)) return;
    requesting = true;
    try {
      lock = await navigator.wakeLock.request('screen');
    } catch {
      lock = undefined;
    }
    requesting = false;
    if (!isWanted()) release();
  };
  const seen = () => void take();

  return {
    hold(next) {
      const able = typeof document !== 'undefined' && 'wakeLock' in navigator;
      if (!able || next === wanted) return;
      wanted = next;
      document.removeEventListener('visibilitychange', seen);
      if (!wanted) return release();
      document.addEventListener('visibilitychange', seen);
      void take();
    },
  };
}
