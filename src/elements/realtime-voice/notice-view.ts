// Something failed: in words, with the way out as a button. Knows no error.
import { html, nothing, type TemplateResult } from 'lit';

import { closeIcon } from '../shared/icons.js';

export interface Notice {
  readonly title: string;
  readonly hint?: string | undefined;
  /** What the service itself said. */
  readonly told?: string | undefined;
  readonly wayOut?: { readonly label: string; readonly act: () => void } | undefined;
  readonly dismiss: { readonly label: string; readonly act: () => void };
}

export function noticeView(notice: Notice | undefined): TemplateResult | typeof nothing {
  if (notice === undefined) return nothing;
  const { title, hint, told, wayOut, dismiss } = notice;
  return html`<div class="notice" part="error">
    <p><strong>${title}</strong> ${hint}${told === undefined ? nothing : html`<span class="note">${told}</span>`}</p>
    ${wayOut === undefined ? nothing : html`<button class="button way-out" @click=${wayOut.act}>${wayOut.label}</button>`}
    <button class="button quiet round" aria-label=${dismiss.label} title=${dismiss.label} @click=${dismiss.act}>${closeIcon}</button>
  </div>`;
}
