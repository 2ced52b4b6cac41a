// A button with words, and the question before what cannot be undone.
import { html, nothing, type TemplateResult } from 'lit';

/** `of`: which one it is about, for those who hear the buttons alone. */
export const plainButton = (label: string, press: () => unknown, of?: string): TemplateResult =>
  html`<button type="button" class="button" aria-label=${of === undefined ? nothing : `${label} ${of}`} @click=${press}>${label}</button>`;

export interface Question {
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** Whether the answer was yes. */
  answer(isYes: boolean): unknown;
}

export const question = ({ text, yes, no, answer }: Question): TemplateResult =>
  html`<div class="tools question" role="group" aria-label=${text}>
    <p class="note">${text}</p>
    <span class="ways">
      <button type="button" class="button danger" @click=${() => answer(true)}>${yes}</button>
      ${plainButton(no, () => answer(false))}
    </span>
  </div>`;
