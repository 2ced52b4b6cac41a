// A block of code: what language it is in, a way to copy it, and lines that scroll instead of breaking.
import { html, type TemplateResult } from 'lit';

import type { ConversationWords } from '../conversation-words.js';
import { copyText } from '../transcript/copy-text.js';

/** `texts`: the pieces of the code, to be copied; `shown`: the same, to be seen. */
export function codeView(lang: string, texts: readonly string[], shown: unknown, words: ConversationWords): TemplateResult {
  const language = /^[\w+#.-]{1,24}/.exec(lang)?.[0] ?? '';
  const label = language === '' ? words.code : `${words.code}, ${language}`;
  return html`<div class="code" part="code">
    <div class="code-top">
      <span class="language" dir="ltr">${language}</span>
      <button
        type="button"
        class="button quiet copy-code"
        aria-label=${words.copyCode}
        @click=${(event: Event) => copyText(event, texts.join('\n'), words.copied)}
      >
        ${words.copy}
      </button>
    </div>
    <pre dir="ltr" tabindex="0" role="group" aria-label=${label}><code>${shown}</code></pre>
  </div>`;
}
