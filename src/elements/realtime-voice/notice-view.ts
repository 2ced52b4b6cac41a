// Something failed or is to be known: in words, with the way out as a button.
import { html, nothing, type TemplateResult } from 'lit';

import { closeIcon } from '../shared/icons.js';

export interface Notice {
  readonly title: string;
  readonly hint?: string | undefined;
  /** What the service itself said. */
  readonly detail?: string | undefined;
  readonly wayOut?: { readonly label: string; readonly act: () => void } | undefined;
  readonly dismiss?: { readonly label: string; readonly act: () => void } | undefined;
  /** Not a failure: nobody has to act. */
  readonly calm?: boolean | undefined;
}

export function noticeView(notice: Notice | undefined): TemplateResult | typeof nothing {
  if (notice === undefined) return nothing;
  const { title, hint, detail, wayOut, dismiss, calm = false } = notice;
  return html`<div class=${calm ? 'notice calm' : 'notice'} part=${calm ? 'note' : 'error'}>
    <p><strong>${title}</strong> ${hint}${detail === undefined ? nothing : html`<span class="note">${detail}</span>`}</p>
    ${wayOut === undefined ? nothing : html`<button class="button way-out" @click=${wayOut.act}>${wayOut.label}</button>`}
    ${
      dismiss === undefined
        ? nothing
        : html`<button class="button quiet round" aria-label=${dismiss.label} title=${dismiss.label} @click=${dismiss.act}>
            ${closeIcon}
          </button>`
    }
  </div>`;
}
