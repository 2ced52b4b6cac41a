// The frame of a sheet over the transcript: a title, a way to close, a body. Knows not what is in it.
import { html, type TemplateResult } from 'lit';

import { closeIcon } from '../shared/icons.js';

export function sheetFrame(title: string, closeLabel: string, close: () => void, body: unknown): TemplateResult {
  return html`<section class="over" part="sheet" role="dialog" aria-label=${title}>
    <header>
      <h2>${title}</h2>
      <button type="button" class="button quiet round" data-first aria-label=${closeLabel} title=${closeLabel} @click=${close}>
        ${closeIcon}
      </button>
    </header>
    <div class="body">${body}</div>
  </section>`;
}
