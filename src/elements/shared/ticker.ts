// Renders the host once a second while something counts.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Ticker implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #counts: () => boolean;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** An element that was taken away is still drawn once or twice; it may also be gone before what counts is loaded. */
  #away = true;

  constructor(host: ReactiveControllerHost, counts: () => boolean) {
    this.#host = host;
    this.#counts = counts;
  }

  hostConnected(): void {
    this.#away = false;
  }

  hostUpdated(): void {
    if (this.#away || !this.#counts()) this.#stop();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), 1000);
  }

  hostDisconnected(): void {
    this.#away = true;
    this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
