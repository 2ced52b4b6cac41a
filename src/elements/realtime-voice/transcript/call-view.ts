// A call as one line of code, with Allow and Deny while it waits, and what it gave.
import { html, nothing, type TemplateResult } from 'lit';

import type { TranscriptEntry } from '../../../core/store/conversation-state.js';
import { fill } from '../../shared/strings.js';
import { callText } from './call-text.js';
import type { ConversationWords } from '../conversation-words.js';
import { jsonText } from '../sheets/json-text.js';
import type { Rendering } from './rendering.js';

export interface CallView {
  readonly words: ConversationWords;
  readonly approve: (callId: string, allowed: boolean) => void;
  readonly rendering: Rendering;
}

/** A call longer than this has its arguments below it too, line by line. */
const oneLine = 44;

export function callView(line: TranscriptEntry, view: CallView): TemplateResult {
  const { words } = view;
  const code = callText(line.name ?? '', line.arguments ?? '');
  const waits = line.toolStatus === 'awaiting_approval';
  return html`<div class="call" part="tool-call" tabindex="-1">
    ${line.serverLabel === undefined ? nothing : html`<span class="note server" part="server">${line.serverLabel}</span>`}
    <code dir="ltr">${code}</code>
    ${waits ? approvalView(line, view) : statusView(line, words)}
    ${
      code.length <= oneLine || line.status === 'in_progress'
        ? nothing
        : html`<details class="arguments" ?open=${waits}>
            <summary>${words.arguments}</summary>
            <pre dir="ltr" tabindex="0" role="group" aria-label=${words.arguments}>${jsonText(line.arguments ?? '')}</pre>
          </details>`
    }
  </div>`;
}

/** `slot`: where it is drawn. */
export const renderedCallView = (line: TranscriptEntry, view: CallView, slot: string): TemplateResult =>
  html`<div class="call rendered" part="tool-call" tabindex="-1">
    <slot name=${slot}></slot>
    ${line.toolStatus === 'awaiting_approval' ? approvalView(line, view) : nothing}
  </div>`;

/** A call that has in it what came of it. */
export function callAndResultView(line: TranscriptEntry, view: CallView): unknown {
  const { output, error } = line;
  return [
    callView(line, view),
    output === undefined ? nothing : resultView(output, view.words),
    error === undefined ? nothing : html`<p class="note live" part="tool-error">${error}</p>`,
  ];
}

function approvalView(line: TranscriptEntry, { words, approve }: CallView): TemplateResult {
  const name = line.name ?? '';
  const callId = line.callId ?? '';
  return html`<span class="answer">
    <button type="button" class="button primary" aria-label=${fill(words.allowCall, { name })} @click=${() => approve(callId, true)}>
      ${words.allow}
    </button>
    <button type="button" class="button" aria-label=${fill(words.denyCall, { name })} @click=${() => approve(callId, false)}>
      ${words.deny}
    </button>
  </span>`;
}

function statusView({ type, toolStatus }: TranscriptEntry, words: ConversationWords): unknown {
  if (toolStatus === undefined || toolStatus === 'awaiting_approval') return nothing;
  // A request for approval has run nothing: it was allowed.
  const done = type === 'mcp_approval_request' ? words.allowed : words.done;
  const word = { running: words.running, completed: done, failed: words.callFailed, denied: words.denied }[toolStatus];
  return html`<span class=${toolStatus === 'failed' ? 'note live' : 'note'}>${word}</span>`;
}

export const resultView = (text: string, words: ConversationWords): TemplateResult =>
  html`<details class="output" part="tool-output">
    <summary><span class="visually-hidden">${words.result}</span><code dir="ltr">${text.slice(0, 200)}</code></summary>
    <pre dir="ltr" tabindex="0" role="group" aria-label=${words.result}>${jsonText(text)}</pre>
  </details>`;
