// One leader among all tabs, by a Web Lock: waits for it, takes it, lets it go.

export interface LeaderLock {
  readonly leading: boolean;
  /** Takes the lead from its holder. Resolves once that is done. */
  claim(): Promise<void>;
  /** Lets another have it, and waits in line again. */
  leave(): void;
  /** Lets it go and does not wait: a frozen tab keeps no lock. */
  park(): void;
  unpark(): void;
  close(): void;
}

/** Without Web Locks (plain http) nobody leads who does not claim it, and a leader must be told that another does. */
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
  const contend = (steal = false): Promise<void> =>
    new Promise((done) => {
      turn?.abort();
      if (closed || idle || locks === undefined) return done();
      const mine = new AbortController();
      turn = mine;
      const held = () => {
        done();
        if (mine.signal.aborted) return undefined;
        lead(true);
        return new Promise<void>((resolve) => (release = resolve));
      };
      const over = () => {
        done();
        // A later turn of our own may have begun.
        if (turn !== mine) return;
        lead(false);
        void contend();
      };
      const refused = (error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') return over();
        // No locks for this page after all: asking again would never end.
        done();
        lead(!closed && !idle);
      };
      // A lock that is taken by force cannot be given a signal.
      locks.request(name, steal ? { steal } : { signal: mine.signal }, held).then(over, refused);
    });
  const drop = () => {
    turn?.abort();
    release?.();
    lead(false);
  };

  void contend();
  return {
    get leading() {
      return leading;
    },
    async claim() {
      if (locks) await contend(true);
      else lead(!closed && !idle);
    },
    leave() {
      release?.();
      lead(false);
    },
    park() {
      idle = true;
      drop();
    },
    unpark() {
      idle = false;
      if (!leading) void contend();
    },
    close() {
      closed = true;
      drop();
    },
  };
}
