// One holder of a Web Lock among all tabs: waits for it, lets it go, takes it by force. Knows no other tab.

export interface LeaderLock {
  readonly leading: boolean;
  /** Lets the others have it, and waits in line again. */
  yield(): void;
  /** Takes it from a holder that no longer answers. */
  steal(): void;
  /** Lets it go and does not wait: a frozen tab keeps no lock. */
  park(): void;
  unpark(): void;
  close(): void;
}

/** Without Web Locks (Node, plain http) or a name this tab leads from the next microtask on. */
export function createLeaderLock(locks: LockManager | undefined, name: string, onLead: (leading: boolean) => void): LeaderLock {
  let leading = false;
  let idle = false;
  let closed = false;
  let turn: AbortController | undefined;
  let release: (() => void) | undefined;

  const lead = (next: boolean) => {
    if (leading === next) return;
    leading = next;
    onLead(leading);
  };
  const contend = (steal = false) => {
    turn?.abort();
    if (closed || idle || locks === undefined) return;
    const mine = new AbortController();
    turn = mine;
    const held = () =>
      new Promise<void>((resolve) => {
        if (mine.signal.aborted) return resolve();
        release = resolve;
        lead(true);
      });
    const over = () => {
      // A later turn of our own may have begun.
      if (turn !== mine) return;
      lead(false);
      contend();
    };
    // A lock that is taken by force cannot be given a signal.
    locks.request(name, steal ? { steal } : { signal: mine.signal }, held).then(over, over);
  };
  const drop = () => {
    turn?.abort();
    release?.();
    lead(false);
  };

  if (locks) contend();
  else queueMicrotask(() => lead(!closed));
  return {
    get leading() {
      return leading;
    },
    yield: () => release?.(),
    steal: () => contend(true),
    park() {
      idle = true;
      if (locks) drop();
    },
    unpark() {
      idle = false;
      if (!leading) contend();
    },
    close() {
      closed = true;
      drop();
    },
  };
}
