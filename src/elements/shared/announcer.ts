// Speaks to screen readers: one polite region and one assertive, in the host's own tree.
import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';

/** How long a sentence stays: long enough to be read out, short enough not to be found again while browsing. */
const keepMs = 4000;

/** `say()` replaces what was said before, and joins what is not drawn yet; the host puts `announcer.render()` into its template once. */
export class Announcer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #polite = '';
  #assertive = '';
  /** Said since the last update: one sentence must not swallow another. */
  readonly #unsaid = new Set<'polite' | 'assertive'>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  say(text: string, urgency: 'polite' | 'assertive' = 'polite'): void {
    const before = urgency === 'polite' ? this.#polite : this.#assertive;
    const next = this.#unsaid.has(urgency) ? `${before} ${text}` : again(text, before);
    if (urgency === 'polite') this.#polite = next;
    else this.#assertive = next;
    this.#unsaid.add(urgency);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#clear(), keepMs);
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    this.#unsaid.clear();
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
    this.#polite = this.#assertive = '';
  }

  render(): TemplateResult {
    return html`<div class="visually-hidden" role="status">${this.#polite}</div>
      <div class="visually-hidden" role="alert">${this.#assertive}</div>`;
  }

  #clear(): void {
    this.#polite = this.#assertive = '';
    this.#host.requestUpdate();
  }
}

/** The same words twice are no change to a live region: a no-break space makes them one. */
const again = (text: string, before: string): string => (text === before ? `${text}\u00a0` : text);
