/**
 * Web Locks keep the tabs of one origin apart. Node 26 and Deno have them too, for the whole process, but no tabs and no storage that is shared
 * by origin: two users of a server would wait for each other there.
 */
export const webLocks = (): LockManager | undefined => ('indexedDB' in globalThis ? navigator.locks : undefined);
