// Tells every session of a user, on this page and on others, that all its conversations are to be forgotten.
import { conversationChannelName } from '../../persistence/owned-name.js';

type Listener = () => void;

interface News {
  readonly channel: BroadcastChannel | undefined;
  /** A closed session still shows its conversation, and nothing says when the page lets go of it. */
  readonly listeners: Set<WeakRef<Listener>>;
}

/** One channel a user, as long as the page. */
const byUser = new Map<string, News>();

function newsOf(user: string): News {
  const known = byUser.get(user);
  if (known !== undefined) return known;
  // Node has channels too, but no tabs; there one would keep the process alive.
  const shared = typeof document !== 'undefined' && typeof BroadcastChannel !== 'undefined';
  const news: News = { channel: shared ? new BroadcastChannel(conversationChannelName(user)) : undefined, listeners: new Set() };
  news.channel?.addEventListener('message', () => tell(news));
  byUser.set(user, news);
  return news;
}

function tell({ listeners }: News, except?: Listener): void {
  for (const reference of listeners) {
    const listener = reference.deref();
    if (listener === undefined) listeners.delete(reference);
    else if (listener !== except) listener();
  }
}

/** Heard as long as the caller keeps `listener` alive. */
export function onForgotten(user: string, listener: Listener): void {
  newsOf(user).listeners.add(new WeakRef(listener));
}

/** `except`: the listener of the one that tells. */
export function tellForgotten(user: string, except?: Listener): void {
  const news = newsOf(user);
  news.channel?.postMessage('forget');
  tell(news, except);
}
