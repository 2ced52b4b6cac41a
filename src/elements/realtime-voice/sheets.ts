// Which sheet is open over the transcript. Each is loaded when first asked for; focus goes in and comes back. Knows not what is on a sheet.
import type { CSSResultOrNative, ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';

import { toVoxreelError, type VoxreelError } from '../../core/errors.js';
import type { ExportFormat, RealtimeSession } from '../../core/realtime/realtime-session.js';
import type { SessionConfig } from '../../protocol/session.js';
import type { Formats } from '../shared/formats.js';
import type { VoiceWords } from '../shared/strings.voice.en.js';
import type { LoggedEvent } from './event-log.js';

export type SheetName = 'settings' | 'more' | 'inspector';

/** What a sheet may see and do: the element's public side. */
export interface VoiceElement extends ReactiveControllerHost, HTMLElement {
  voice: string | undefined;
  instructions: string | undefined;
  pushToTalk: boolean;
  inspector: boolean;
  sessionConfig: SessionConfig | undefined;
  readonly session: RealtimeSession | undefined;
  exportConversation(format: ExportFormat): string;
}

export interface SheetContext {
  readonly element: VoiceElement;
  readonly words: () => VoiceWords;
  readonly formats: () => Formats;
  /** Which microphone to use now and later: an id of `enumerateDevices`, or undefined for the default. */
  readonly chooseMicrophone: (deviceId: string | undefined) => void;
  readonly microphoneId: () => string | undefined;
  /** What the inspector has recorded. */
  readonly events: () => readonly LoggedEvent[];
  readonly open: (name: SheetName) => void;
  readonly close: () => void;
}

export interface Sheet {
  readonly styles?: CSSResultOrNative;
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
  readonly #fail: (error: VoxreelError) => void;
  readonly #adopted = new Set<CSSStyleSheet>();
  #name: SheetName | undefined;
  #sheet: Sheet | undefined;
  #focusNext = false;

  constructor(element: VoiceElement, context: Omit<SheetContext, 'element' | 'open' | 'close'>, fail: (error: VoxreelError) => void) {
    this.#element = element;
    this.#context = { ...context, element, open: (name) => void this.open(name), close: () => this.close() };
    this.#fail = fail;
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
      this.#adopt(sheet.styles);
      this.#sheet = sheet;
      this.#focusNext = true;
      this.#element.requestUpdate();
    } catch (cause) {
      if (this.#name !== name) return;
      this.#put(undefined);
      this.#fail(toVoxreelError(cause, 'not_loaded'));
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

  #adopt(styles: CSSResultOrNative | undefined): void {
    const root = this.#element.shadowRoot;
    const sheet = styles instanceof CSSStyleSheet ? styles : styles?.styleSheet;
    if (root === null || sheet === undefined || this.#adopted.has(sheet)) return;
    this.#adopted.add(sheet);
    root.adoptedStyleSheets.push(sheet);
  }
}
