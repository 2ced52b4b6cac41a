// The time of day for what counts seconds: ticks once a second while something waits, else stands still.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class ClockController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #wanted: () => boolean;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** An element that was taken away is still drawn once or twice; it may also be gone before what counts is loaded. */
  #away = true;

  constructor(host: ReactiveControllerHost, wanted: () => boolean) {
    this.#host = host;
    this.#wanted = wanted;
    host.addController(this);
  }

  /** Milliseconds since 1970. */
  get now(): number {
    return Date.now();
  }

  hostConnected(): void {
    this.#away = false;
  }

  hostUpdated(): void {
    if (this.#away || !this.#wanted()) this.#stop();
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
