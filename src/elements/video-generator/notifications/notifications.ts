// Notifications as the gallery holds them: whether a person wants any, and the door to what tells them and to their settings.
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

import type { AccountStorage } from '../../../core/account/account-storage.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { LazyController } from '../../shared/lazy-controller.js';
import type { VideoProperties } from '../video-properties.js';
import type { VideoGalleryWords } from '../gallery/gallery-words.js';
import { chosenWays, offeredWays, type NotificationWay } from './choice.js';
import type { NotificationSettings, SettingsHost } from './notification-settings.js';
import type { Notifier, NotifierHost } from './notifier.js';
import type { PushRegistration } from './push-registration.js';

export interface NotificationsHost extends Pick<NotifierHost, 'language' | 'show'>, Pick<SettingsHost, 'say'> {
  readonly element: ReactiveControllerHost &
    HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment } & Pick<
      VideoProperties,
      'notifications' | 'user' | 'name' | 'pushWorker'
    >;
  /** Of who is signed in. */
  account(): AccountStorage<VideoTask> | undefined;
  tasks(): readonly VideoTask[];
}

export class Notifications implements ReactiveController {
  readonly #host: NotificationsHost;
  readonly #notifiers;
  readonly #settings;
  readonly #pushes;
  #notifier: Notifier | undefined;
  #of = '';
  #view: NotificationSettings | undefined;
  #push: PushRegistration | undefined;
  /** To be shown once it is here. */
  #awaited: string | undefined;
  #isOpen = false;

  constructor(host: NotificationsHost) {
    const { element } = host;
    this.#host = host;
    this.#notifiers = new LazyController(element, () => import('./notifier.js'));
    this.#settings = new LazyController(element, () => import('./notification-settings.js'));
    this.#pushes = new LazyController(element, () => import('./push-registration.js'));
    element.addController(this);
  }

  hostConnected(): void {
    addEventListener('storage', this.#follow);
    this.#follow();
  }

  hostUpdated(): void {
    void this.#followPush();
    const id = this.#awaited;
    if (id === undefined || !this.#host.tasks().some((task) => task.id === id)) return;
    this.#awaited = undefined;
    this.#host.show(id);
  }

  hostDisconnected(): void {
    removeEventListener('storage', this.#follow);
    this.#close();
    this.#push?.close();
    this.#push = undefined;
  }

  /** A video ended. `trouble`: what went wrong, in words. */
  tell(task: VideoTask, trouble: string | undefined): void {
    if (this.#ways().length > 0) void this.#open().then((notifier) => notifier?.tell(task, trouble));
  }

  /** These tasks are no more. */
  forget(isGone: (id: string) => boolean): void {
    this.#notifier?.forget(isGone);
  }

  /** Somebody else sits here from now on. */
  clear(): void {
    this.#push?.leave();
  }

  button({ notify, notifyOn }: VideoGalleryWords): TemplateResult | typeof nothing {
    if (this.#offered().length === 0) return nothing;
    return html`<button
      type="button"
      class="button quiet"
      data-act="notify"
      aria-expanded=${this.#isOpen}
      aria-controls=${this.#isOpen ? 'notifications' : nothing}
      @click=${this.#toggle}
    >
      ${this.#ways().length > 0 ? notifyOn : notify}
    </button>`;
  }

  settings(): TemplateResult | typeof nothing {
    const { module } = this.#settings;
    const offered = this.#offered();
    if (!this.#isOpen || module === undefined || offered.length === 0) return nothing;
    this.#view ??= new module.NotificationSettings({ ...this.#host, changed: this.#follow });
    return this.#view.view(offered, this.#push?.state);
  }

  readonly #toggle = (): void => {
    this.#isOpen = !this.#isOpen;
    void this.#settings.load();
    this.#host.element.requestUpdate();
  };

  #offered(): readonly NotificationWay[] {
    return offeredWays(this.#host.element.notifications);
  }

  #ways(): readonly NotificationWay[] {
    const chosen = chosenWays();
    return this.#offered().filter((way) => chosen.includes(way));
  }

  /** A page that is looked at must be known to the others before a video ends there. */
  readonly #follow = (): void => {
    if (this.#ways().length > 0) void this.#open();
    this.#host.element.requestUpdate();
  };

  /** While no page is open the gateway tells those who want the browser's own notification, where it can. */
  async #followPush(): Promise<void> {
    const { element, account, language } = this.#host;
    const isWanted = this.#ways().includes('system') && globalThis.Notification?.permission === 'granted';
    if (this.#push === undefined) {
      if (!isWanted || !element.pushWorker || account() === undefined) return;
      const module = await this.#pushes.load();
      if (module === undefined || !element.isConnected) return;
      this.#push ??= new module.PushRegistration({ language, show: this.#showSoon, changed: () => element.requestUpdate() });
    }
    this.#push.follow({ account: account(), worker: element.pushWorker ?? '', isWanted });
  }

  /** What another device has made comes with the next exchange. */
  readonly #showSoon = (id: string): void => {
    this.#awaited = id;
    this.#host.element.requestUpdate();
  };

  async #open(): Promise<Notifier | undefined> {
    const module = await this.#notifiers.load();
    const { element } = this.#host;
    if (module === undefined || !element.isConnected) return undefined;
    const of = `${element.user} ${element.name}`;
    if (of !== this.#of) this.#close();
    this.#of = of;
    return (this.#notifier ??= new module.Notifier(of, { ...this.#host, ways: () => this.#ways() }));
  }

  #close(): void {
    this.#notifier?.close();
    this.#notifier = undefined;
  }
}
