/**
 * Web Locks keep the tabs of one origin apart. Node 26 and Deno have them too, for the whole process, but no tabs and no storage that is shared
 * by origin: two users of a server would wait for each other there.
 */
export const webLocks = (): LockManager | undefined => ('indexedDB' in globalThis ? navigator.locks : undefined);

/**
 * Holds this name until `signal` fires. False where another page has it; true where the browser has no locks, or refuses to give one: then nothing
 * keeps pages apart.
 */
export const holdIfFree = (name: string, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const hold = (lock: Lock | null) => {
      resolve(lock !== null);
      if (lock === null || signal.aborted) return undefined;
      return new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }));
    };
    const locks = webLocks();
    if (locks === undefined) resolve(true);
    else locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(true));
  });
