// Styles that came late, given to an element once. Adopted sheets are what a strict page allows.
import type { CSSResult } from 'lit';

export function adoptStyles({ shadowRoot }: Element, styles: Pick<CSSResult, 'styleSheet'> | undefined): void {
  const sheet = styles?.styleSheet;
  if (shadowRoot === null || sheet === undefined || shadowRoot.adoptedStyleSheets.includes(sheet)) return;
  shadowRoot.adoptedStyleSheets = [...shadowRoot.adoptedStyleSheets, sheet];
}
