// One work at a time on the files of a task, among all tabs.
import { exclusively } from '../../tabs/exclusive.js';
import { webLocks } from '../../tabs/web-locks.js';

export interface FileLocks {
  hold<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** Those whose files some tab works on. */
  held(ids: readonly string[]): Promise<readonly string[]>;
}

/** `name`: the queue's. */
export function createFileLocks(name: string): FileLocks {
  const lockOf = (id: string) => `${name}/keep/${id}`;
  return {
    hold: (id, work) => exclusively(lockOf(id), work),
    async held(ids) {
      const { held = [] } = (await webLocks()?.query()) ?? {};
      const names = new Set(held.map((lock) => lock.name));
      return ids.filter((id) => names.has(lockOf(id)));
    },
  };
}
