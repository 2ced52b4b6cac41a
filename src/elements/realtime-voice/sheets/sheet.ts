// A sheet over the transcript, and what each may do where it is shown.
import type { CSSResult, TemplateResult } from 'lit';

import type { Language } from '../../shared/strings.js';

export type SheetName = 'settings' | 'more' | 'gauges' | 'inspector' | 'conversations' | 'film';

export interface Sheet {
  readonly styles?: CSSResult;
  render(): TemplateResult;
  /** Called when it is put away. */
  close?(): void;
}

export interface SheetHost {
  readonly language: Language;
  requestUpdate(): void;
  /** To screen readers. */
  say(text: string): void;
  /** Once it is drawn, what matches the first of them that anything matches has the focus. */
  focus(...selectors: readonly string[]): void;
  /** The focus goes back to what opened it. */
  close(): void;
}
