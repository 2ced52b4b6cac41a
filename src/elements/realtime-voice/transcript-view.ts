// The conversation set as a script: a name, then words; heard in ink, not yet heard paler, cut struck through. Knows no session.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';

import type { TranscriptEntry } from '../../core/store/conversation-state.js';
import { fill } from '../shared/strings.js';
import type { ConversationWords } from '../shared/strings.voice-conversation.en.js';
import { callText } from './call-text.js';
import type { TranscriptGroup } from './transcript-groups.js';

export interface TranscriptView {
  readonly groups: readonly TranscriptGroup[];
  readonly words: ConversationWords;
  /** What the answering voice is called. */
  readonly assistant: string;
  readonly approve: (callId: string, allowed: boolean) => void;
}

/** Groups that did not change cost nothing: neither template nor layout. */
export function transcriptView(view: TranscriptView): unknown {
  return view.groups.map((group) =>
    guard(
      [group, view.words, view.assistant],
      () =>
        html`<ol class="group">
          ${repeat(
            group,
            (line) => line.id,
            (line) => guard([line, view.words, view.assistant], () => lineView(line, view)),
          )}
        </ol>`,
    ),
  );
}

function lineView(line: TranscriptEntry, view: TranscriptView): TemplateResult {
  if (line.type === 'function_call') return callView(line, view);
  if (line.type === 'function_call_output') return outputView(line, view.words);
  return html`<li class="line" part="line">
    <span class="name" part="name">${nameOf(line, view)}</span>
    <p class="words" part="words" dir="auto">${wordsView(line, view.words)}</p>
  </li>`;
}

function nameOf(line: TranscriptEntry, { words, assistant }: TranscriptView): string {
  if (line.role === 'user') return words.you;
  return line.role === 'system' ? words.system : assistant;
}

function wordsView(line: TranscriptEntry, words: ConversationWords): unknown {
  if (line.transcription === 'failed') return html`<span class="pale">${words.untranscribed}</span>`;
  if (line.text === '') return html`<span class="pale">${emptyWords(line, words)}</span>`;
  if (line.heardLength === undefined) return line.text;
  const [heard, rest] = splitAt(line.text, line.heardLength);
  if (rest === '') return heard;
  if (!line.cut) return html`${heard}<span class="pale" part="unheard">${rest}</span>`;
  // Most screen readers pass over <s>: the words say it too.
  return html`${heard}<span class="visually-hidden"> ${words.cut} </span><s part="cut">${rest}</s>`;
}

/** The space between the two belongs to what was heard: struck through it would look like a slip. */
function splitAt(text: string, at: number): [heard: string, rest: string] {
  const rest = text.slice(at).trimStart();
  return [text.slice(0, text.length - rest.length), rest];
}

function emptyWords(line: TranscriptEntry, words: ConversationWords): string {
  if (line.transcription === 'pending') return `${words.transcribing}\u2026`;
  return line.status === 'in_progress' ? '\u2026' : line.role === 'user' && line.spoken ? words.spoken : '\u2026';
}

function callView(line: TranscriptEntry, view: TranscriptView): TemplateResult {
  const code = callText(line.name ?? '', line.arguments ?? '');
  return html`<li class="line">
    <div class="call" part="tool-call">
      <code dir="ltr" title=${code}>${code}</code>
      ${line.toolStatus === 'awaiting_approval' ? approvalView(line, view) : callStatusView(line, view.words)}
    </div>
  </li>`;
}

function approvalView(line: TranscriptEntry, { words, approve }: TranscriptView): TemplateResult {
  const name = line.name ?? '';
  const callId = line.callId ?? '';
  return html`<span class="answer">
    <button class="button primary" aria-label=${fill(words.allowCall, { name })} @click=${() => approve(callId, true)}>
      ${words.allow}
    </button>
    <button class="button" aria-label=${fill(words.denyCall, { name })} @click=${() => approve(callId, false)}>${words.deny}</button>
  </span>`;
}

function callStatusView({ toolStatus }: TranscriptEntry, words: ConversationWords): unknown {
  if (toolStatus === undefined || toolStatus === 'awaiting_approval') return nothing;
  const word = { running: words.running, completed: words.done, failed: words.callFailed, denied: words.denied }[toolStatus];
  return html`<span class=${toolStatus === 'failed' ? 'note live' : 'note'}>${word}</span>`;
}

function outputView(line: TranscriptEntry, words: ConversationWords): TemplateResult {
  return html`<li class="line">
    <details class="output" part="tool-output">
      <summary><span class="visually-hidden">${words.result}</span><code dir="ltr">${line.text.slice(0, 200)}</code></summary>
      <pre dir="ltr">${line.text}</pre>
    </details>
  </li>`;
}
