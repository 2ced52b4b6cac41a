// The page of a share, with the player and the transcript of the elements in place of the plain ones it comes with. Takes what stands in the page, and
// asks nobody for more.
import { html, LitElement, type TemplateResult } from 'lit';

import { reportError } from '../../core/emitter.js';
import { adoptStyles } from '../realtime-voice/adopt-styles.js';
import { LanguageController } from '../shared/language-controller.js';
import type { Language } from '../shared/strings.js';
import type { SharedHost, SharedPart } from './shared-part.js';
import { styles } from './shared-view.styles.js';

/** What it holds stays in the page, and is shown as it is until the code for more has come. */
export class SharedView extends LitElement implements SharedHost {
  static override readonly styles = styles;

  readonly #language = new LanguageController(this);
  #parts: readonly SharedPart[] = [];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#takeOver().catch(reportError);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const part of this.#parts) part.close();
    this.#parts = [];
  }

  language(): Language {
    return this.#language.language;
  }

  protected override render(): TemplateResult {
    return html`<slot></slot>
      ${this.#parts.map((part) => part.view())}
      <slot name="end"></slot>`;
  }

  async #takeOver(): Promise<void> {
    await this.#language.ready;
    const videos = [...this.querySelectorAll('video')];
    const list = this.querySelector('dl');
    await Promise.all([
      videos.length > 0 && import('./shared-videos.js').then(({ takeVideos }) => this.#show(takeVideos(this, videos))),
      list && import('./shared-transcript.js').then(async ({ takeTranscript }) => this.#show(await takeTranscript(this, list))),
    ]);
  }

  #show(part: SharedPart): void {
    if (!this.isConnected) return part.close();
    for (const sheet of part.styles) adoptStyles(this, sheet);
    this.#parts = [...this.#parts, part];
    this.requestUpdate();
  }
}
