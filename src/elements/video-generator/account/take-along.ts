// What was made before the login, and the account of who is signed in: the question is asked once.
import { nothing, type TemplateResult } from 'lit';

import type { AccountStorage } from '../../../core/account/account-storage.js';
import type { VideoTask } from '../../../core/video/queue/video-queue.js';
import { LazyController } from '../../shared/lazy-controller.js';
import type { TakeAlongHost, TakeAlongOffer } from './take-along-offer.js';

export class TakeAlong {
  readonly #host: TakeAlongHost;
  readonly #offers;
  #account: AccountStorage<VideoTask> | undefined;
  #offer: TakeAlongOffer | undefined;

  constructor(host: TakeAlongHost) {
    this.#host = host;
    this.#offers = new LazyController(host.element, () => import('./take-along-offer.js'));
  }

  follow(account: AccountStorage<VideoTask> | undefined): void {
    if (account === this.#account) return;
    this.#account = account;
    this.#offer = undefined;
    if (account !== undefined) void this.#ask(account);
  }

  async take(): Promise<number> {
    const module = await this.#offers.load();
    const count = this.#account === undefined ? 0 : await module?.takeAlong(this.#account, this.#host.element);
    this.#offer = undefined;
    this.#host.element.requestUpdate();
    return count ?? 0;
  }

  view(): TemplateResult | typeof nothing {
    return this.#offer?.view() ?? nothing;
  }

  async #ask(account: AccountStorage<VideoTask>): Promise<void> {
    const module = await this.#offers.load();
    const answered = () => {
      this.#offer = undefined;
      this.#host.element.requestUpdate();
    };
    const offer = await module?.findOffer({ ...this.#host, account, take: () => this.take(), answered }).catch(() => undefined);
    if (account !== this.#account) return;
    this.#offer = offer;
    this.#host.element.requestUpdate();
  }
}
