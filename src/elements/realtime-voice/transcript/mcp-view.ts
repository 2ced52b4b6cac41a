// The tools that MCP servers offer.
import { html, type TemplateResult } from 'lit';

import type { TranscriptEntry } from '../../../core/store/conversation-state.js';
import { fill } from '../../shared/strings.js';
import type { CallView } from './call-view.js';

/** The tools that a server offers, by name. */
export function mcpToolsView({ status, serverLabel: server = '', parts = [] }: TranscriptEntry, { words }: CallView): TemplateResult {
  if (status === 'in_progress') return html`<p class="note" part="tool-list">${fill(words.toolsAsked, { server })}</p>`;
  if (status !== 'completed') return html`<p class="note live" part="tool-list">${fill(words.toolsUnknown, { server })}</p>`;
  const names = parts.map(({ text }) => text);
  return html`<details class="output tools" part="tool-list">
    <summary>
      <span>${fill(words.toolsOf, { server })}</span>
      <code dir="ltr">${names.join(', ').slice(0, 200)}</code>
    </summary>
    <ul>
      ${names.map((name) => html`<li><code dir="ltr">${name}</code></li>`)}
    </ul>
  </details>`;
}
