// Moves the focus to what is about to be drawn: asked for now, done when the first match is there.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Host extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

export class FocusController implements ReactiveController {
  readonly #host: Host;
  #wanted: readonly string[] = [];

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
  }

  /** Selectors, the best first. A later wish replaces an earlier one that was not met yet. */
  next(...selectors: readonly string[]): void {
    this.#wanted = selectors;
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    for (const selector of this.#wanted) {
      const target = this.#host.renderRoot.querySelector<HTMLElement>(selector);
      if (target === null) continue;
      this.#wanted = [];
      target.focus();
      return;
    }
  }

  hostDisconnected(): void {
    this.#wanted = [];
  }
}
