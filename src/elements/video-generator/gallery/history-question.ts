// A button of the history's tools, and the question before what cannot be undone. Loaded with them.
import { html, nothing, type TemplateResult } from 'lit';

/** `of`: which one it is about, for those who hear the buttons alone. */
export const historyButton = (label: string, press: () => unknown, of?: string): TemplateResult =>
  html`<button type="button" class="button" aria-label=${of === undefined ? nothing : `${label} ${of}`} @click=${press}>${label}</button>`;

export interface HistoryQuestion {
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** Whether the answer was yes. */
  answer(isYes: boolean): unknown;
}

export const historyQuestion = ({ text, yes, no, answer }: HistoryQuestion): TemplateResult =>
  html`<div class="tools question" role="group" aria-label=${text}>
    <p class="note">${text}</p>
    <span class="ways">
      <button type="button" class="button danger" @click=${() => answer(true)}>${yes}</button>
      ${historyButton(no, () => answer(false))}
    </span>
  </div>`;
