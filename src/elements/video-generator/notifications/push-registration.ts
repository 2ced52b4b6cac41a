// Web Push in this browser: the site's worker, the subscription, and the gateway that is to know of it. Loaded once a person wants notifications.
import { toBase64url } from '../../../base/base64.js';
import { isRecord } from '../../../base/is-record.js';
import { whichVideo } from '../../../base/push-message.js';
import type { AccountStorage } from '../../../core/account/account-storage.js';
import { reportError } from '../../../core/emitter.js';
import { isVoxreelError } from '../../../core/errors.js';
import { trustedUrl } from '../../../core/trusted-url.js';
import type { Language } from '../../shared/strings.js';
import { videoNotificationsWords } from './notification-words.js';

/** Undefined until it is known whether it works. */
export type PushState = 'on' | 'failed' | undefined;

export interface PushHost {
  language(): Language;
  /** Brings the reader to this video. */
  show(id: string): void;
  changed(): void;
}

export interface PushWish {
  readonly account: Pick<AccountStorage, 'push'> | undefined;
  /** Address of the worker; empty: the site has none. */
  readonly worker: string;
  readonly isWanted: boolean;
}

export class PushRegistration {
  readonly #host: PushHost;
  readonly #stop = new AbortController();
  #wish: PushWish = { account: undefined, worker: '', isWanted: false };
  #state: PushState;
  /** Signed out of; the page names the next user a moment later. */
  #left: PushWish['account'];
  /** One step after the other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(host: PushHost) {
    this.#host = host;
    navigator.serviceWorker?.addEventListener('message', this.#hear, { signal: this.#stop.signal });
  }

  get state(): PushState {
    return this.#state;
  }

  follow(wish: PushWish): void {
    if (wish.account !== undefined && wish.account === this.#left) return;
    const before = this.#wish;
    this.#wish = wish;
    if (before.account === wish.account && before.worker === wish.worker && before.isWanted === wish.isWanted) return;
    const { account, worker } = wish;
    if (wish.isWanted && worker !== '' && account !== undefined) this.#do('on', () => this.#begin(account, worker));
    else if (!wish.isWanted) this.#end();
  }

  /** This browser is notified no more, and the next user who signs in is somebody else. */
  leave(): void {
    this.#left = this.#wish.account;
    this.#end();
  }

  #end(): void {
    const { account, worker } = this.#wish;
    this.#wish = { account: undefined, worker: '', isWanted: false };
    this.#do(undefined, async () => {
      const registration = worker === '' ? undefined : await navigator.serviceWorker?.getRegistration(worker);
      await (await registration?.pushManager.getSubscription())?.unsubscribe();
      // After a sign-out the account has seen to it.
      await account?.push.remove().catch(() => undefined);
    });
  }

  close(): void {
    this.#stop.abort();
  }

  #do(state: PushState, step: () => Promise<void>): void {
    const ended = (is: PushState) => {
      this.#state = is;
      this.#host.changed();
    };
    this.#work = this.#work.then(step).then(
      () => ended(state),
      (error: unknown) => {
        // Signed out of meanwhile: there is nothing to set up.
        if (isVoxreelError(error) && error.code === 'closed') return ended(undefined);
        reportError(error);
        ended('failed');
      },
    );
  }

  async #begin(account: Pick<AccountStorage, 'push'>, worker: string): Promise<void> {
    const registration = await activated(await navigator.serviceWorker.register(trustedUrl(new URL(worker, document.baseURI))));
    const subscription = await subscribed(registration.pushManager, await account.push.key());
    const { tag: lang } = this.#host.language();
    const { ready: succeeded, failed } = videoNotificationsWords.wordsFor(this.#host.language());
    const url = location.href.replace(/#.*$/, '');
    await account.push.add(subscription.toJSON(), { url, lang, words: { succeeded, failed } });
    navigator.serviceWorker.startMessages();
    // A click on a notification may have opened this page.
    registration.active?.postMessage(whichVideo);
  }

  readonly #hear = ({ data }: MessageEvent<unknown>): void => {
    if (isRecord(data) && data['type'] === 'voxreel.show' && typeof data['id'] === 'string') this.#host.show(data['id']);
  };
}

/** Without an active worker no browser subscribes. */
async function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const coming = registration.active === null ? (registration.installing ?? registration.waiting) : null;
  if (coming === null) return registration;
  return new Promise((resolve, reject) =>
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve(registration);
      if (coming.state === 'redundant') reject(new Error('The service worker could not be installed.'));
    }),
  );
}

/** With the key of this gateway: one with another's is of no use. */
async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription();
  const theirs = known?.options.applicationServerKey;
  if (known && theirs && toBase64url(new Uint8Array(theirs)) === key) return known;
  await known?.unsubscribe();
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
