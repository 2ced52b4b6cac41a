// The time of day for what counts seconds: ticks once a second while something waits, else stands still.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class ClockController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #wanted: () => boolean;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost, wanted: () => boolean) {
    this.#host = host;
    this.#wanted = wanted;
    host.addController(this);
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return Date.now();
  }

  hostUpdated(): void {
    if (!this.#wanted()) this.hostDisconnected();
    else this.#timer ??= setInterval(() => this.#host.requestUpdate(), 1000);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
