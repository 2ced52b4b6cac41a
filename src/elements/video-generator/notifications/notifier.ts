// Tells a person of a video that ended, in the ways they chose, once among all tabs. Loaded once a way is chosen.
import { notificationTag } from '../../../base/push-message.js';
import { holdIfFree } from '../../../core/tabs/web-locks.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import type { Language } from '../../shared/strings.js';
import { VideoNotifyEvent } from '../events.js';
import { canSound, playChime } from './chime.js';
import type { NotificationWay } from './choice.js';
import { videoNotificationsWords } from './notification-words.js';
import { createPresence, type Presence } from './presence.js';
import { showSystemNotification } from './system-notification.js';
import { addUnseen, clearBadge, removeUnseen } from './unseen.js';

export interface NotifierHost {
  readonly element: HTMLElement;
  language(): Language;
  /** The ways a person chose, of those the page offers. */
  ways(): readonly NotificationWay[];
  /** Brings the reader to this video. */
  show(id: string): void;
}

/** What one tab alone announces. Each hidden page has a title of its own, and the icon shows the same number no matter which tab sets it. */
const toldOnce: readonly NotificationWay[] = ['system', 'sound'];
/** A tab that was frozen learns late what another has told: so many are remembered. */
const mostClaims = 100;

export class Notifier {
  readonly #host: NotifierHost;
  readonly #gallery: string;
  readonly #presence: Presence;
  /** Pages tell one another when somebody has come to look. */
  readonly #channel: BroadcastChannel;
  readonly #told = new Set<string>();
  readonly #shown: (() => void)[] = [];
  readonly #claims: AbortController[] = [];
  readonly #stop = new AbortController();

  /** `gallery` tells the videos of one queue from those of another on the same site. */
  constructor(gallery: string, host: NotifierHost) {
    this.#host = host;
    this.#gallery = gallery;
    this.#presence = createPresence(gallery);
    this.#channel = new BroadcastChannel(`voxreel-seen ${gallery}`);
    this.#channel.addEventListener('message', this.#clear);
    document.addEventListener('visibilitychange', this.#look, { signal: this.#stop.signal });
    this.#look();
  }

  /** `trouble`: what went wrong, in words; undefined for a video that is ready. */
  async tell(task: VideoTask, trouble: string | undefined): Promise<void> {
    const ways = await this.#claim(task, await this.#possible());
    if (ways.length === 0 || this.#stop.signal.aborted) return;
    if (!this.#host.element.dispatchEvent(new VideoNotifyEvent(task, ways))) return;
    this.#told.add(task.id);
    for (const way of ways) this.#tellBy(way, task, trouble);
  }

  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void {
    removeUnseen((id) => this.#told.has(id) && isGone(id));
  }

  close(): void {
    if (this.#stop.signal.aborted) return;
    this.#stop.abort();
    this.#clear();
    this.#presence.close();
    this.#channel.close();
    for (const claim of this.#claims) claim.abort();
  }

  #tellBy(way: NotificationWay, { id, prompt }: VideoTask, trouble: string | undefined): void {
    if (way === 'sound') return playChime(trouble === undefined);
    if (way !== 'system') return document.hidden ? addUnseen(way, id) : undefined;
    const { tag: lang, direction: dir } = this.#host.language();
    const { ready } = videoNotificationsWords.wordsFor(this.#host.language());
    const options = { body: prompt, tag: notificationTag(id), lang, dir };
    this.#shown.push(showSystemNotification(trouble ?? ready, options, () => this.#host.show(id)));
  }

  /** Nobody needs a notification of what is before their eyes. */
  async #possible(): Promise<readonly NotificationWay[]> {
    const isWatched = await this.#presence.isWatched();
    const can: Readonly<Record<NotificationWay, boolean>> = {
      system: !isWatched && globalThis.Notification?.permission === 'granted',
      title: document.hidden,
      badge: document.hidden && 'setAppBadge' in navigator,
      sound: canSound(),
    };
    return this.#host.ways().filter((way) => can[way]);
  }

  /** Those of the ways that no other tab has taken for this. */
  async #claim({ id, status }: VideoTask, ways: readonly NotificationWay[]): Promise<readonly NotificationWay[]> {
    const claim = new AbortController();
    this.#claims.push(claim);
    if (this.#claims.length > mostClaims) this.#claims.shift()?.abort();
    const lock = (way: NotificationWay) => `voxreel-told ${this.#gallery} ${id} ${status} ${way}`;
    const mine = await Promise.all(
      ways.map((way) => (toldOnce.includes(way) ? holdIfFree(lock(way), claim.signal) : Promise.resolve(true))),
    );
    return ways.filter((_, at) => mine[at]);
  }

  readonly #look = (): void => {
    if (document.hidden) return;
    this.#clear();
    this.#channel.postMessage('seen');
    if (this.#host.ways().includes('badge')) clearBadge();
  };

  readonly #clear = (): void => {
    removeUnseen((id) => this.#told.has(id));
    this.#told.clear();
    for (const close of this.#shown.splice(0)) close();
  };
}
