// The tabs of one origin that share a name: one leads, all hear one another. Knows nothing of what is led or said.
import { createLeaderLock } from './leader-lock.js';
import type { LeaderLock } from './leader-lock.js';

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
  readonly onMessage: (message: Message) => void;
  /** This tab leads from now on, or no longer. */
  readonly onLead: (leading: boolean) => void;
  /** Back from the freezer: messages may have been missed. */
  readonly onReturn?: () => void;
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

/** Without a name this tab is alone: it leads, and neither speaks nor hears. */
export function createTabs<Message>(name: string | undefined, { onMessage, onLead, onReturn }: TabsOptions<Message>): Tabs<Message> {
  const stop = new AbortController();
  const { signal } = stop;
  const locks = name === undefined || typeof navigator === 'undefined' ? undefined : navigator.locks;
  // Node has channels too, but no tabs; there one would keep the process alive.
  const channel = name === undefined || typeof document === 'undefined' ? undefined : new BroadcastChannel(name);
  let missed = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  const say = (envelope: Envelope<Message>) => {
    if (!signal.aborted) channel?.postMessage(envelope);
  };
  const beat = () => say({ kind: 'beat', hidden: hidden() });
  const leader = createLeaderLock(locks, String(name), (leading) => {
    missed = 0;
    if (leading) beat();
    onLead(leading);
  });
  const tick = () => {
    if (leader.leading) return beat();
    missed += 1;
    if (missed <= (hidden() ? patience.hidden : patience.visible)) return;
    missed = 0;
    leader.steal();
  };
  const heard = ({ data }: MessageEvent<Envelope<Message>>) => {
    if (data.kind === 'message') return onMessage(data.message);
    if (data.kind === 'wish') return leader.leading && hidden() ? leader.yield() : undefined;
    missed = 0;
    if (data.hidden && !hidden()) say({ kind: 'wish' });
  };

  channel?.addEventListener('message', heard);
  if (typeof document !== 'undefined') followPage(leader, { signal, onReturn, onShow: () => say({ kind: 'wish' }) });

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
      stop.abort();
      clearInterval(timer);
      leader.close();
      channel?.close();
    },
  };
}

/** A page out of sight has slow timers and a frozen one has none: neither keeps the lead from one that is seen. */
function followPage(
  leader: LeaderLock,
  { signal, onShow, onReturn }: { signal: AbortSignal; onShow: () => void; onReturn: (() => void) | undefined },
): void {
  const park = () => leader.park();
  const unpark = (event: Event) => {
    leader.unpark();
    if (event.type === 'resume' || (event instanceof PageTransitionEvent && event.persisted)) onReturn?.();
  };
  const seen = () => {
    if (!hidden()) onShow();
    else if (leader.leading) leader.yield();
  };
  document.addEventListener('visibilitychange', seen, { signal });
  document.addEventListener('freeze', park, { signal });
  document.addEventListener('resume', unpark, { signal });
  addEventListener('pagehide', park, { signal });
  addEventListener('pageshow', unpark, { signal });
  if (!hidden()) onShow();
}
