// Thumbs below an answer, a scale after a call, and room for a comment once one of them was pressed.
import { html, nothing, type TemplateResult } from 'lit';

import { closeIcon } from '../../shared/icons.js';
import { strokeIcon } from '../../shared/draw-icon.js';
import { fill } from '../../shared/strings.js';
import type { VoiceFeedback } from '../report-events.js';
import type { FeedbackWords } from './feedback-words.js';

/** What a visitor has said of one thing so far. */
export interface Given {
  readonly rating?: VoiceFeedback['rating'];
  readonly comment?: string | undefined;
}

interface FeedbackView {
  readonly words: FeedbackWords;
  readonly give: (more: Given) => void;
}

const thumbIcon = /* @__PURE__ */ strokeIcon(
  'M7.5 11v8.5H4.5V11zM7.5 11l4-7a2 2 0 0 1 2 2v3.5h4.2a2 2 0 0 1 2 2.4l-1.2 6a2 2 0 0 1-2 1.6h-9',
);

const mostCharacters = 2000;
const scores = [1, 2, 3, 4, 5] as const;

export function answerFeedbackView({ rating, comment }: Given, view: FeedbackView & { readonly reachable: boolean }): TemplateResult {
  const { words, give, reachable } = view;
  const thumb = (value: 'up' | 'down', label: string) =>
    html`<button
      type="button"
      class="thumb ${value}"
      part="thumb"
      tabindex=${reachable ? 0 : -1}
      aria-pressed=${rating === value}
      aria-label=${label}
      title=${label}
      @click=${() => give({ rating: rating === value ? undefined : value })}
    >
      ${thumbIcon}
    </button>`;
  return html`<div class="feedback" part="feedback" role="group" aria-label=${words.rateAnswer}>
    ${thumb('up', words.good)} ${thumb('down', words.bad)} ${rating === undefined ? nothing : commentView(comment, view)}
  </div>`;
}

export function callFeedbackView({ rating, comment }: Given, view: FeedbackView & { readonly skip: () => void }): TemplateResult {
  const { words, give, skip } = view;
  const score = (value: (typeof scores)[number]) => {
    const label = fill(words.score, { score: String(value) });
    return html`<button
      type="button"
      class="button"
      aria-pressed=${rating === value}
      aria-label=${label}
      @click=${() => give({ rating: value })}
    >
      ${value}
    </button>`;
  };
  return html`<div class="feedback of-call" part="feedback" role="group" aria-label=${words.rateCall}>
    <p>${words.rateCall}</p>
    <span class="scores">${scores.map(score)}</span>
    <button type="button" class="button quiet round" aria-label=${words.skip} title=${words.skip} @click=${skip}>${closeIcon}</button>
    ${rating === undefined ? nothing : commentView(comment, view)}
  </div>`;
}

function commentView(comment: string | undefined, { words, give }: FeedbackView): TemplateResult {
  if (comment !== undefined) return html`<span class="note">${words.thanks}</span>`;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const field = event.target instanceof HTMLFormElement ? event.target.elements.namedItem('comment') : undefined;
    const text = field instanceof HTMLInputElement ? field.value.trim() : '';
    if (text !== '') give({ comment: text });
  };
  return html`<form class="comment" @submit=${submit}>
    <input
      class="input"
      name="comment"
      maxlength=${mostCharacters}
      autocomplete="off"
      placeholder=${words.comment}
      aria-label=${words.comment}
    />
    <button class="button">${words.send}</button>
  </form>`;
}
