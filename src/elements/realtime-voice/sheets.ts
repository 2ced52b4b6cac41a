// Which sheet is open over the transcript. Each is loaded when first asked for; focus goes in and comes back. Knows not what is on a sheet.
import type { CSSResult, ReactiveController, TemplateResult } from 'lit';

import type { VoiceWords } from '../shared/strings.voice.en.js';
import { adoptStyles } from './adopt-styles.js';
import type { LoggedEvent } from './event-log.js';
import type { VoiceElement } from './voice-element.js';

export type SheetName = 'settings' | 'more' | 'inspector';

/** What a sheet may see and do, beside the element's public side. */
export interface SheetContext {
  readonly element: VoiceElement;
  readonly words: () => VoiceWords;
  /** Which microphone to use now and later: an id of `enumerateDevices`, or undefined for the default. */
  readonly chooseMicrophone: (deviceId: string | undefined) => void;
  readonly microphoneId: () => string | undefined;
  /** What the inspector has recorded. */
  readonly events: () => readonly LoggedEvent[];
  readonly open: (name: SheetName) => void;
  readonly close: () => void;
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
  inspector: async (context) => (await import('./inspector-sheet.js')).createInspectorSheet(context),
};

export class Sheets implements ReactiveController {
  readonly #element: VoiceElement;
  readonly #context: SheetContext;
  readonly #failed: (cause: unknown) => void;
  #name: SheetName | undefined;
  #sheet: Sheet | undefined;
  #focusNext = false;

  constructor(element: VoiceElement, context: Omit<SheetContext, 'element' | 'open' | 'close'>, failed: (cause: unknown) => void) {
    this.#element = element;
    this.#context = { ...context, element, open: (name) => void this.open(name), close: () => this.close() };
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
    if (!this.#focusNext || this.#sheet === undefined) return;
    this.#focusNext = false;
    this.#element.shadowRoot?.querySelector<HTMLElement>('[data-first]')?.focus();
  }

  hostDisconnected(): void {
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
    try {
      const sheet = await loaders[name](this.#context);
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

  /** Closes, and gives the focus back to what opened it if the focus was inside. */
  close(): void {
    const name = this.#name;
    if (name === undefined) return;
    this.#put(undefined);
    // Where there is no room for its own button, "More" opened it.
    const openers = this.#element.shadowRoot?.querySelectorAll<HTMLElement>(`[data-sheet=${name}], [data-sheet=more]`) ?? [];
    [...openers].find((button) => button.checkVisibility())?.focus();
  }

  #put(name: SheetName | undefined): void {
    this.#sheet?.close?.();
    this.#sheet = undefined;
    this.#name = name;
    this.#element.requestUpdate();
  }
}
