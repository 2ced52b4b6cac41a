// Web Locks as the specification has them, exclusive ones, in one process: each tab of a test is a client of its own.

interface Turn {
  readonly name: string;
  readonly clientId: string;
  grant(): void;
  rob(): void;
}

type Work = (lock: Lock | null) => unknown;

export interface ScriptedLocks {
  of(clientId: string): LockManager;
  /** Clients that hold it, then those in line. */
  clients(name: string): readonly string[];
}

export function scriptedLocks(): ScriptedLocks {
  const held = new Set<Turn>();
  const pending = new Set<Turn>();
  const has = (turns: ReadonlySet<Turn>, name: string) => [...turns].some((turn) => turn.name === name);
  const next = (name: string) => {
    const turn = has(held, name) ? undefined : [...pending].find((one) => one.name === name);
    if (turn === undefined) return;
    pending.delete(turn);
    turn.grant();
  };

  const request = (clientId: string, name: string, { signal, steal, ifAvailable }: LockOptions, work: Work) =>
    new Promise<unknown>((resolve, reject) => {
      const turn: Turn = {
        name,
        clientId,
        rob: () => reject(new DOMException('The lock was stolen.', 'AbortError')),
        grant() {
          held.add(turn);
          const done = Promise.resolve().then(() => work({ name, mode: 'exclusive' }));
          void done.then(resolve, reject).finally(() => held.delete(turn) && next(name));
        },
      };
      if (steal) {
        for (const one of held) {
          if (one.name !== name) continue;
          held.delete(one);
          one.rob();
        }
        return turn.grant();
      }
      if (ifAvailable && has(held, name)) return resolve(work(null));
      signal?.addEventListener('abort', () => pending.delete(turn) && reject(signal.reason));
      pending.add(turn);
      next(name);
      return undefined;
    });

  const named = (turns: ReadonlySet<Turn>) => [...turns].map(({ name, clientId }): LockInfo => ({ name, clientId, mode: 'exclusive' }));
  return {
    of: (clientId) =>
      ({
        request: (name: string, ...rest: [Work] | [LockOptions, Work]) =>
          rest.length === 1 ? request(clientId, name, {}, rest[0]) : request(clientId, name, ...rest),
        query: async () => ({ held: named(held), pending: named(pending) }),
      }) as LockManager,
    clients: (name) => [...held, ...pending].filter((turn) => turn.name === name).map(({ clientId }) => clientId),
  };
}

/** Once everything that needs no time is done. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
