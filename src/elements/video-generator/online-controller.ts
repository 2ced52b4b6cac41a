// Whether the browser has a network. Says nothing of whether the service answers.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { isOffline } from '../../core/is-offline.js';

export class OnlineController implements ReactiveController {
  readonly #host: ReactiveControllerHost;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  get offline(): boolean {
    return isOffline();
  }

  hostConnected(): void {
    addEventListener('online', this.#changed);
    addEventListener('offline', this.#changed);
  }

  hostDisconnected(): void {
    removeEventListener('online', this.#changed);
    removeEventListener('offline', this.#changed);
  }

  readonly #changed = (): void => this.#host.requestUpdate();
}
