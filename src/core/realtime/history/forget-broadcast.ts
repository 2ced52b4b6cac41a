// Notifies every session of a user, on this page and on others, that all its conversations are to be forgotten.
import { conversationChannelName } from '../../owned-name.js';

type Listener = () => void;

interface Audience {
  readonly channel: BroadcastChannel | undefined;
  /** A closed session still shows its conversation, and nothing says when the page lets go of it. */
  readonly listeners: Set<WeakRef<Listener>>;
}

/** One channel a user, as long as the page. */
const byUser = new Map<string, Audience>();

function audienceOf(user: string): Audience {
  const known = byUser.get(user);
  if (known !== undefined) return known;
  // Node has channels too, but no tabs; there one would keep the process alive.
  const shared = typeof document !== 'undefined' && typeof BroadcastChannel !== 'undefined';
  const audience: Audience = { channel: shared ? new BroadcastChannel(conversationChannelName(user)) : undefined, listeners: new Set() };
  audience.channel?.addEventListener('message', () => notify(audience));
  byUser.set(user, audience);
  return audience;
}

function notify({ listeners }: Audience, except?: Listener): void {
  for (const reference of listeners) {
    const listener = reference.deref();
    if (listener === undefined) listeners.delete(reference);
    else if (listener !== except) listener();
  }
}

/** Heard as long as the caller keeps `listener` alive. */
export function onForgotten(user: string, listener: Listener): void {
  audienceOf(user).listeners.add(new WeakRef(listener));
}

/** `except`: the listener of the sender. */
export function broadcastForget(user: string, except?: Listener): void {
  const audience = audienceOf(user);
  audience.channel?.postMessage('forget');
  notify(audience, except);
}
