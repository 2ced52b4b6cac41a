// What a person chooses about notifications. Loaded when unfolded.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { Language } from '../../shared/strings.js';
import { playChime } from './chime.js';
import { chooseWay, chosenWays, type NotificationWay } from './choice.js';
import type { PushState } from './push-registration.js';
import { checks } from '../../shared/checks.styles.js';
import { notificationSettingsStyles } from './notification-settings.styles.js';
import { videoNotificationsWords, type VideoNotificationsWords } from './notification-words.js';

export const styles = [checks, notificationSettingsStyles];

export interface SettingsHost {
  readonly element: ReactiveControllerHost;
  language(): Language;
  say(text: string, urgency?: 'assertive'): void;
  changed(): void;
}

export class NotificationSettings {
  readonly #host: SettingsHost;
  /** The person has just said no to the browser's question. */
  #isRefused = false;

  constructor(host: SettingsHost) {
    this.#host = host;
  }

  /** `push`: whether the gateway tells this browser too. */
  view(offered: readonly NotificationWay[], push?: PushState): TemplateResult {
    const words = this.#words;
    return html`<div id="notifications" part="notifications" role="group" aria-labelledby="notify-when">
      <p class="note" id="notify-when">${words.when}</p>
      ${offered.filter((way) => isSupported[way]()).map((way) => this.#wayView(way, words, push))}
    </div>`;
  }

  get #words(): VideoNotificationsWords {
    return videoNotificationsWords.wordsFor(this.#host.language());
  }

  #wayView(way: NotificationWay, words: VideoNotificationsWords, push: PushState): TemplateResult {
    const isBlocked = way === 'system' && (this.#isRefused || Notification.permission === 'denied');
    const hint = isBlocked ? words.blocked : words[`${way}Hint`];
    const closed = way === 'system' && push !== undefined ? words[push === 'on' ? 'whileClosed' : 'onlyOpen'] : undefined;
    return html`<label class="way">
      <input
        type="checkbox"
        name=${way}
        aria-describedby="notify-${way}"
        .checked=${live(isOn(way))}
        @change=${({ target }: Event) => target instanceof HTMLInputElement && this.#choose(way, target.checked)}
      />
      <span>${words[way]}</span>
      ${hint === undefined ? nothing : html`<span class=${isBlocked ? 'note warn' : 'note'} id="notify-${way}">${hint} ${closed}</span>`}
    </label>`;
  }

  async #choose(way: NotificationWay, on: boolean): Promise<void> {
    if (way === 'system' && on && !(await this.#isAllowed())) return this.#host.say(this.#words.blocked, 'assertive');
    // So that a person knows what to listen for; and from this click on the browser lets the page sound.
    if (way === 'sound' && on) playChime(true);
    chooseWay(way, on);
    this.#host.changed();
  }

  /** Asks, inside the click. */
  async #isAllowed(): Promise<boolean> {
    const answer = await Notification.requestPermission();
    this.#isRefused = answer !== 'granted';
    this.#host.element.requestUpdate();
    return !this.#isRefused;
  }
}

const isOn = (way: NotificationWay): boolean => chosenWays().includes(way) && (way !== 'system' || Notification.permission === 'granted');

const isInstalled = () => matchMedia('not all and (display-mode: browser)').matches;

const isSupported: Readonly<Record<NotificationWay, () => boolean>> = {
  system: () => 'Notification' in globalThis,
  title: () => true,
  badge: () => 'setAppBadge' in navigator && isInstalled(),
  sound: () => 'AudioContext' in globalThis,
};
