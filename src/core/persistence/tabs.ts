// The tabs of one origin that share a name: one leads, all hear one another. Knows nothing of what is led or said.

export interface Tabs<Message> {
  /** Tells every other tab. */
  post(message: Message): void;
  /** While there is work the leader shows that it lives, and the others watch it. Idle tabs keep no timer. */
  setBusy(busy: boolean): void;
  /** Runs `work` holding the lock of this name: another tab that waits for it learns when this one is done, or gone. */
  hold<T>(lock: string, work: () => Promise<T>): Promise<T>;
  /** The same where the lock is free; false where it is not. */
  tryHold(lock: string, work: () => Promise<void>): Promise<boolean>;
  close(): void;
}

export interface TabsOptions<Message> {
  onMessage(message: Message): void;
  /** This tab leads from now on, or no longer. */
  onLead(leading: boolean): void;
  /** Back from the freezer: messages may have been missed. */
  onReturn?(): void;
}

type Envelope<Message> =
  /** The leader lives; and is it out of sight? */
  | { readonly kind: 'beat'; readonly hidden: boolean }
  /** A tab in view would lead. */
  | { readonly kind: 'wish' }
  | { readonly kind: 'message'; readonly message: Message };

const beatMs = 250;
/** Beats a leader may miss before a tab in view takes the lead from it; one out of sight has slow timers itself and waits longer. */
const patience = { visible: 3, hidden: 20 };

const hidden = () => typeof document !== 'undefined' && document.visibilityState === 'hidden';

/** Without Web Locks (Node, plain http) every tab leads itself. */
export function createTabs<Message>(name: string, { onMessage, onLead, onReturn }: TabsOptions<Message>): Tabs<Message> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  const channel = typeof document === 'undefined' || typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name);
  const stop = new AbortController();
  const { signal } = stop;
  let leading = false;
  let parked = false;
  let missed = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  let waiting: AbortController | undefined;
  let release: (() => void) | undefined;

  const say = (envelope: Envelope<Message>) => {
    if (!signal.aborted) channel?.postMessage(envelope);
  };
  const lead = (next: boolean) => {
    missed = 0;
    if (leading === next) return;
    leading = next;
    if (leading) say({ kind: 'beat', hidden: hidden() });
    onLead(leading);
  };
  const contend = (steal = false) => {
    if (signal.aborted || parked || locks === undefined) return;
    waiting?.abort();
    const turn = new AbortController();
    waiting = turn;
    const held = () =>
      new Promise<void>((resolve) => {
        if (turn.signal.aborted || signal.aborted) return resolve();
        release = resolve;
        lead(true);
      });
    const over = () => {
      // A later turn of our own may have begun.
      if (waiting !== turn) return;
      lead(false);
      contend();
    };
    // A lock that is taken by force cannot be given a signal.
    locks.request(name, steal ? { steal } : { signal: turn.signal }, held).then(over, over);
  };
  const yieldLead = () => release?.();
  const park = () => {
    parked = true;
    waiting?.abort();
    yieldLead();
  };
  const unpark = () => {
    if (!parked) return;
    parked = false;
    contend();
    onReturn?.();
  };
  const seen = () => {
    missed = 0;
    if (!leading) return hidden() ? undefined : say({ kind: 'wish' });
    // Timers of hidden tabs are slow: let one that is seen lead, or get the lead back when there is none.
    if (hidden()) yieldLead();
  };
  const tick = () => {
    if (leading) return say({ kind: 'beat', hidden: hidden() });
    missed += 1;
    if (missed > (hidden() ? patience.hidden : patience.visible)) {
      missed = 0;
      contend(true);
    }
  };

  const heard = ({ data }: MessageEvent<Envelope<Message>>) => {
    if (data.kind === 'message') return onMessage(data.message);
    if (data.kind === 'wish') return leading && hidden() ? yieldLead() : undefined;
    missed = 0;
    if (data.hidden && !hidden()) say({ kind: 'wish' });
  };

  if (channel) channel.onmessage = heard;
  if (typeof document !== 'undefined') {
    document.addEventListener('visibilitychange', seen, { signal });
    document.addEventListener('freeze', park, { signal });
    document.addEventListener('resume', unpark, { signal });
    addEventListener('pagehide', park, { signal });
    addEventListener('pageshow', unpark, { signal });
  }
  if (locks === undefined) queueMicrotask(() => signal.aborted || lead(true));
  else contend();
  if (!hidden()) say({ kind: 'wish' });

  return {
    post: (message) => say({ kind: 'message', message }),
    setBusy(busy) {
      if (busy === (timer !== undefined) || signal.aborted || locks === undefined) return;
      clearInterval(timer);
      missed = 0;
      timer = busy ? setInterval(tick, beatMs) : undefined;
    },
    hold: async (lock, work) => (locks === undefined ? work() : locks.request(`${name}:${lock}`, work)),
    async tryHold(lock, work) {
      const inside = async (held: unknown) => {
        if (held !== null) await work();
        return held !== null;
      };
      return locks === undefined ? inside(undefined) : locks.request(`${name}:${lock}`, { ifAvailable: true }, inside);
    },
    close() {
      if (signal.aborted) return;
      stop.abort();
      clearInterval(timer);
      waiting?.abort();
      yieldLead();
      channel?.close();
      lead(false);
    },
  };
}
