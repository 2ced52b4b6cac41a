// What a visitor agrees to before anything connects: asked once for each key, kept in this browser.
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';

import { abortedError } from '../../core/abort.js';
import { FocusController } from '../shared/focus-controller.js';
import { languageOf } from '../shared/language-controller.js';
import { stored } from '../shared/stored.js';
import { conversationWords } from './conversation-words.js';
import { disclosureOf } from './disclosure.js';
import type { VoiceElement } from './voice-element.js';

/** What waits for a yes. */
interface Waiting {
  run(): void;
  refuse(): void;
}

export class Consent implements ReactiveController {
  readonly #element: VoiceElement;
  readonly #focus: FocusController;
  readonly #prose: (markdown: string) => unknown;
  /** Where the browser keeps nothing for this page. */
  readonly #given = new Set<string>();
  #waiting: Waiting[] = [];

  /** `prose`: Markdown as messages show it. */
  constructor(element: VoiceElement, prose: (markdown: string) => unknown) {
    this.#element = element;
    this.#prose = prose;
    this.#focus = new FocusController(element);
    element.addController(this);
  }

  get asked(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Does it now where nothing is asked or the answer is known, else once the visitor agrees: inside that very click, so that it still counts as a
   * gesture. Rejects with `aborted` where they do not agree.
   */
  async before<Result>(action: () => Result | Promise<Result>): Promise<Result> {
    if (!needsConsent(this.#element) || this.#given.has(keyOf(this.#element))) return await action();
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        run: () => void (async () => action())().then(resolve, reject),
        refuse: () => reject(abortedError()),
      });
      this.#focus.next('.consent');
    });
  }

  hostDisconnected(): void {
    this.refuse();
  }

  /** Not now: it is asked again with the next attempt. */
  refuse(): void {
    for (const { refuse } of this.#end()) refuse();
  }

  /** Asks again, as if nobody had ever agreed. */
  withdraw(): void {
    this.refuse();
    this.#given.clear();
    stored((storage) => storage.removeItem(keyOf(this.#element)));
    this.#element.requestUpdate();
  }

  view(): TemplateResult | undefined {
    if (!this.asked) return undefined;
    const words = conversationWords.wordsFor(languageOf(this.#element));
    const disclosure = disclosureOf(this.#element, words);
    return html`<section
      class="over consent"
      part="consent"
      role="dialog"
      aria-label=${words.consentTitle}
      tabindex="-1"
      @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && this.#leave(event)}
    >
      <div class="body">
        <h2>${words.consentTitle}</h2>
        <slot name="consent"><div class="words">${this.#prose(this.#element.consent || words.consentText)}</div></slot>
        ${disclosure === undefined ? nothing : html`<p class="note">${disclosure}</p>`}
      </div>
      <div class="answers">
        <button type="button" class="button primary" @click=${() => this.#agree()}>${words.agree}</button>
        <button type="button" class="button" @click=${() => this.refuse()}>${words.decline}</button>
      </div>
    </section>`;
  }

  #agree(): void {
    const key = keyOf(this.#element);
    this.#given.add(key);
    stored((storage) => storage.setItem(key, new Date().toISOString()));
    for (const { run } of this.#end()) run();
  }

  #leave(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
    this.refuse();
  }

  #end(): readonly Waiting[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (waiting.length > 0) this.#focus.next('.talk', '.dock .input');
    return waiting;
  }
}

/** True while the page wants a consent that was not given in this browser. */
export function needsConsent(element: VoiceElement): boolean {
  if (element.consent === undefined && element.querySelector(':scope > [slot=consent]') === null) return false;
  return stored((storage) => storage.getItem(keyOf(element))) === undefined;
}

/** One of another user is not this one's. */
const keyOf = ({ user = '', consentKey, consent = '' }: VoiceElement): string => `voxreel-consent:${user}:${consentKey ?? consent}`;
