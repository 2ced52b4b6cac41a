// One work at a time under a name, among all tabs. Knows nothing of the work.

const chains = new Map<string, Promise<unknown>>();

/** Without Web Locks (Node, plain http) in this page alone. */
export function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  if (locks) return locks.request(name, work);
  const done = (chains.get(name) ?? Promise.resolve()).then(work, work);
  chains.set(name, done);
  const over = () => chains.get(name) === done && chains.delete(name);
  done.then(over, over);
  return done;
}
