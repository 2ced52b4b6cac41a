// The frame of a sheet over the transcript: a title, a way to close, a body.
import { html, nothing, type TemplateResult } from 'lit';

import { closeIcon } from '../../shared/icons.js';

/** `readOnly`: nothing in it takes the focus, so it does itself, to be scrolled by keys. */
export function sheetFrame(title: string, closeLabel: string, close: () => void, body: unknown, readOnly = false): TemplateResult {
  return html`<section class="over" part="sheet" role="dialog" aria-label=${title}>
    <header>
      <h2>${title}</h2>
      <button type="button" class="button quiet round" data-first aria-label=${closeLabel} title=${closeLabel} @click=${close}>
        ${closeIcon}
      </button>
    </header>
    <div class="body" tabindex=${readOnly ? '0' : nothing} role=${readOnly ? 'group' : nothing} aria-label=${readOnly ? title : nothing}>
      ${body}
    </div>
  </section>`;
}
