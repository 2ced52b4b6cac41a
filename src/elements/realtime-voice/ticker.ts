// Renders the host once a second while something counts. Knows not what.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Ticker implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #counts: () => boolean;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, counts: () => boolean) {
    this.#host = host;
    this.#counts = counts;
  }

  hostUpdated(): void {
    if (!this.#counts()) this.#stop();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), 1000);
  }

  hostDisconnected(): void {
    this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
