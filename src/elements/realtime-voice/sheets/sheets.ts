// Which sheet is open over the transcript. Each is loaded when first asked for; focus goes in and comes back.
import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';

import { adoptStyles } from '../adopt-styles.js';
import type { Sheet, SheetName } from './sheet.js';

type Host = ReactiveControllerHost & HTMLElement;
export type SheetLoaders = Readonly<Record<SheetName, () => Promise<Sheet>>>;

export class Sheets implements ReactiveController {
  readonly #element: Host;
  readonly #loaders: SheetLoaders;
  readonly #failed: (cause: unknown) => void;
  #name: SheetName | undefined;
  #sheet: Sheet | undefined;
  #focusNext = false;
  /** Closed: what opened it can take the focus only once it is drawn so. */
  #closed: SheetName | undefined;

  /** `failed`: a sheet could not be loaded. */
  constructor(element: Host, loaders: SheetLoaders, failed: (cause: unknown) => void) {
    this.#element = element;
    this.#loaders = loaders;
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
    try {
      const sheet = await this.#loaders[name]();
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

  /** Closes: the focus has gone elsewhere. */
  leave(): void {
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
