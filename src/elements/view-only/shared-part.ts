// What takes over one kind of thing on the page of a share.
import type { CSSResult, LitElement } from 'lit';

import type { Language } from '../shared/strings.js';

export interface SharedHost extends LitElement {
  /** In force now. */
  language(): Language;
}

export interface SharedPart {
  readonly styles: readonly CSSResult[];
  view(): unknown;
  close(): void;
}
