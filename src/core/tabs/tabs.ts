// The tabs of one origin that share a name: all hear one another, and one leads.
import { lazy, lazyMethods } from '../../base/lazy.js';
import { loadPart } from '../load-part.js';
import type { LeadSign, Leadership } from './leadership.js';
import type { TabLocks } from './tab-locks.js';
import type { LockSign } from './told-locks.js';

export interface Tabs<Message> extends TabLocks {
  /** Tells every other tab. */
  post(message: Message): void;
  /** While there is work one tab leads, and is replaced when it is gone, stuck or out of sight. Idle tabs keep no timer. */
  setBusy(busy: boolean): void;
  /** Undefined, unless this page stood still so long that another may lead: then resolves once it has heard. */
  caughtUp(): Promise<void> | undefined;
  /** Loads what `hold` needs, which it else does when it is first called. */
  arm(): Promise<unknown>;
  close(): void;
}

export interface TabsOptions<Message> {
  readonly onMessage: (message: Message) => void;
  /** This tab leads from now on, or no longer. */
  readonly onLead: (leading: boolean) => void;
  /** Back from the freezer: messages may have been missed. */
  readonly onReturn?: () => void;
}

type Envelope<Message> = LeadSign | LockSign | { readonly kind: 'message'; readonly message: Message };

const nothing = () => undefined;

/**
 * Without a name, or in a browser without BroadcastChannel, this tab is alone: it leads, and neither speaks nor hears.
 * Without Web Locks (plain http) the tabs still find one leader, and ask one another what is held.
 */
export function createTabs<Message>(name: string | undefined, { onMessage, onLead, onReturn }: TabsOptions<Message>): Tabs<Message> {
  const stop = new AbortController();
  const { signal } = stop;
  // Node has channels too, but no tabs; there one would keep the process alive.
  const shared = name !== undefined && typeof document !== 'undefined' && typeof BroadcastChannel !== 'undefined';
  const channel = shared ? new BroadcastChannel(name) : undefined;
  let leadership: Promise<Leadership> | undefined;
  let loaded: Leadership | undefined;
  let busy = false;

  const say = (envelope: Envelope<Message>) => {
    if (!signal.aborted) channel?.postMessage(envelope);
  };
  const loadLeadership = async () => {
    const { createLeadership, webLocks } = await import('./leadership.js');
    const made = (loaded = createLeadership({ name: String(name), locks: webLocks(), say, onLead }));
    if (signal.aborted) made.close();
    signal.addEventListener('abort', () => made.close());
    return made;
  };
  let heardLock = (_sign: LockSign) => {};
  const locks = lazy(() =>
    loadPart(async () => {
      const { createTabLocks } = await import('./tab-locks.js');
      return createTabLocks(name, channel && say, (heard) => (heardLock = heard));
    }),
  );
  const watch = () => {
    leadership ??= loadLeadership();
    leadership.then(
      (made) => made.watch(busy),
      () => {
        leadership = undefined;
        busy = false;
      },
    );
  };
  const heard = ({ data }: MessageEvent<Envelope<Message>>) => {
    if (data.kind === 'message') onMessage(data.message);
    else if ('lock' in data) heardLock(data);
    else leadership?.then((made) => made.heard(data), nothing);
  };
  const returned = ({ type, persisted }: Event & Partial<PageTransitionEvent>) => {
    if (type === 'resume' || persisted) onReturn?.();
  };

  if (channel) {
    channel.addEventListener('message', heard);
    document.addEventListener('resume', returned, { signal });
    addEventListener('pageshow', returned, { signal });
  } else queueMicrotask(() => signal.aborted || onLead(true));

  return {
    post: (message) => say({ kind: 'message', message }),
    setBusy(next) {
      if (next === busy || signal.aborted || channel === undefined) return;
      busy = next;
      watch();
    },
    caughtUp: () => loaded?.caughtUp(),
    arm: locks.get,
    ...lazyMethods<keyof TabLocks, TabLocks>(locks, 'hold', 'tryHold'),
    close() {
      stop.abort();
      channel?.close();
    },
  };
}
