// Which sheet is open over the transcript. Each is loaded when first asked for; focus goes in and comes back. Knows not what is on a sheet.
import type { CSSResult, ReactiveController, TemplateResult } from 'lit';

import { languageOf } from '../../shared/language-controller.js';
import { wordsUnderWay } from '../../shared/strings.js';
import { adoptStyles } from '../adopt-styles.js';
import type { Conversation } from '../conversation.js';
import type { VoiceElement } from '../voice-element.js';
import { voiceWords, type VoiceWords } from '../voice-words.js';

export type SheetName = 'settings' | 'more' | 'gauges' | 'inspector';

/** What a sheet may see and do, beside the element's public side. */
export interface SheetContext {
  readonly element: VoiceElement;
  readonly words: () => VoiceWords;
  readonly conversation: Conversation;
  readonly open: (name: SheetName) => void;
  readonly close: () => void;
  /** Closes, the focus having gone elsewhere. */
  readonly leave: () => void;
}

export interface Sheet {
  readonly styles?: CSSResult;
  render(): TemplateResult;
  /** Called when it is put away. */
  close?(): void;
}

const loaders: Readonly<Record<SheetName, (context: SheetContext) => Promise<Sheet>>> = {
  settings: async (context) => (await import('./settings-sheet.js')).createSettingsSheet(context),
  more: async (context) => (await import('./more-menu.js')).createMoreMenu(context),
  gauges: async (context) => (await import('./gauges-sheet.js')).createGaugesSheet(context),
  inspector: async (context) => (await import('./inspector-sheet.js')).createInspectorSheet(context),
};

export class Sheets implements ReactiveController {
  readonly #element: VoiceElement;
  readonly #conversation: Conversation;
  readonly #failed: (cause: unknown) => void;
  #name: SheetName | undefined;
  #sheet: Sheet | undefined;
  #focusNext = false;
  /** Closed: what opened it can take the focus only once it is drawn so. */
  #closed: SheetName | undefined;

  /** `failed`: a sheet could not be loaded. */
  constructor(element: VoiceElement, conversation: Conversation, failed: (cause: unknown) => void) {
    this.#element = element;
    this.#conversation = conversation;
    this.#failed = failed;
    element.addController(this);
  }

  /** The sheet asked for, also while it loads. */
  get name(): SheetName | undefined {
    return this.#name;
  }

  get covers(): boolean {
    return this.#sheet !== undefined && this.#name !== 'more';
  }

  hostUpdated(): void {
    if (this.#closed !== undefined) this.#focusOpener(this.#closed);
    this.#closed = undefined;
    if (!this.#focusNext || this.#sheet === undefined) return;
    this.#focusNext = false;
    this.#element.shadowRoot?.querySelector<HTMLElement>('[data-first]')?.focus();
  }

  hostConnected(): void {
    this.#element.addEventListener('keydown', this.#onKeyDown);
  }

  hostDisconnected(): void {
    this.#element.removeEventListener('keydown', this.#onKeyDown);
    this.#put(undefined);
  }

  render(): TemplateResult | undefined {
    return this.#sheet?.render();
  }

  toggle(name: SheetName): void {
    if (this.#name === name) this.close();
    else void this.open(name);
  }

  async open(name: SheetName): Promise<void> {
    this.#put(name);
    const context = {
      element: this.#element,
      conversation: this.#conversation,
      words: () => voiceWords.wordsFor(languageOf(this.#element)),
      open: (next: SheetName) => void this.open(next),
      close: () => this.close(),
      leave: () => this.#put(undefined),
    };
    try {
      const sheet = await loaders[name](context);
      // Not first in English.
      await wordsUnderWay();
      if (this.#name !== name || this.#sheet !== undefined) return sheet.close?.();
      adoptStyles(this.#element, sheet.styles);
      this.#sheet = sheet;
      this.#focusNext = true;
      this.#element.requestUpdate();
    } catch (cause) {
      if (this.#name !== name) return;
      this.#put(undefined);
      this.#failed(cause);
    }
  }

  /** Closes, and gives the focus back to what opened it. */
  close(): void {
    if (this.#name === undefined) return;
    this.#closed = this.#name;
    this.#put(undefined);
  }

  #focusOpener(name: SheetName): void {
    // Where there is no room for its own button, "More" opened it.
    const openers = this.#element.shadowRoot?.querySelectorAll<HTMLElement>(`[data-sheet=${name}], [data-sheet=more]`) ?? [];
    [...openers].find((button) => button.checkVisibility())?.focus();
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.#name === undefined) return;
    event.stopPropagation();
    this.close();
  };

  #put(name: SheetName | undefined): void {
    this.#sheet?.close?.();
    this.#sheet = undefined;
    this.#name = name;
    this.#element.requestUpdate();
  }
}
