// One work at a time under a name, among all tabs.
import { webLocks } from './web-locks.js';

const chains = new Map<string, Promise<unknown>>();

/** Without Web Locks (on a server, over plain http) in this process or page alone. */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = webLocks();
  if (locks) return locks.request(name, work);
  const done = (chains.get(name) ?? Promise.resolve()).then(work, work);
  chains.set(name, done);
  const over = () => chains.get(name) === done && chains.delete(name);
  done.then(over, over);
  return done;
}
