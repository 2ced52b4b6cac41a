// Whether somebody may look at an element: some of it is on the screen, in a tab that is not hidden. Until that is known it counts as seen.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

export class Seen implements ReactiveController {
  readonly #host: Element;
  readonly #again: () => void;
  #observer: IntersectionObserver | undefined;
  #onScreen = true;

  /** `again`: it may be seen again. */
  constructor(host: ReactiveControllerHost & Element, again: () => void) {
    this.#host = host;
    this.#again = again;
    host.addController(this);
  }

  get value(): boolean {
    return this.#onScreen && !document.hidden;
  }

  hostConnected(): void {
    this.#observer = new IntersectionObserver((entries) => {
      this.#onScreen = entries.at(-1)?.isIntersecting ?? true;
      this.#change();
    });
    this.#observer.observe(this.#host);
    document.addEventListener('visibilitychange', this.#change);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
    this.#onScreen = true;
    document.removeEventListener('visibilitychange', this.#change);
  }

  readonly #change = (): void => {
    if (this.value) this.#again();
  };
}
