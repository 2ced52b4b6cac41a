// What the help with the prompt is drawn from: rows of chips, a suggestion beside the present text, earlier prompts. Pure templates.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import { errorText } from '../../../shared/error-text.js';
import { differenceView } from './difference-view.js';
import type { Enhancement } from './enhancer.js';
import type { VideoHelpWords } from './help-words.js';
import type { TextPart } from './text-difference.js';

export interface HelpChip {
  readonly label: string;
  /** What it writes. */
  readonly text: string;
  /** Whether that is written already; absent where pressing twice means twice. */
  readonly pressed?: boolean | undefined;
}

export function chipRow(title: string, chips: readonly HelpChip[], press: (text: string) => void): TemplateResult | typeof nothing {
  if (chips.length === 0) return nothing;
  return html`<div class="group" role="group" aria-label=${title}>
    <span class="label" aria-hidden="true">${title}</span>
    <div class="options">
      ${chips.map(
        ({ label, text, pressed }) =>
          html`<button type="button" class="chip phrase" aria-pressed=${pressed ?? nothing} @click=${() => press(text)}>
            <bdi>${label}</bdi>
          </button>`,
      )}
    </div>
  </div>`;
}

export interface EnhanceContext {
  readonly words: VideoHelpWords;
  readonly state: Enhancement;
  readonly isEmpty: boolean;
  /** From the present prompt to the suggested one. */
  readonly difference: readonly TextPart[];
  ask(): void;
  cancel(): void;
  use(): void;
  keep(): void;
}

export function enhanceView(context: EnhanceContext): TemplateResult {
  const { words, state, isEmpty, ask, cancel } = context;
  const isWorking = state.step === 'working';
  return html`<div class="group" role="group" aria-label=${words.wording}>
      <span class="label" aria-hidden="true">${words.wording}</span>
      <div class="options">
        <button
          type="button"
          class="button enhance"
          aria-disabled=${isEmpty || isWorking}
          aria-describedby="enhance-note"
          @click=${() => isEmpty || ask()}
        >
          ${words.enhance}
        </button>
        ${isWorking ? html`<button type="button" class="button quiet" @click=${cancel}>${words.cancel}</button>` : nothing}
        <span id="enhance-note" class=${state.step === 'failed' ? 'problem' : 'hint'}>${noteOf(context)}</span>
      </div>
    </div>
    ${state.step === 'suggested' ? suggestionView(context) : nothing}`;
}

/** What stands beside the button. */
export function noteOf({ words, state, isEmpty }: Pick<EnhanceContext, 'words' | 'state' | 'isEmpty'>): string {
  if (isEmpty) return words.enhanceEmpty;
  if (state.step === 'working') return words.enhancing;
  if (state.step === 'same') return words.enhanceSame;
  return state.step === 'failed' ? (errorText(words.errors, state.error.code) ?? words.enhanceFailed) : '';
}

const suggestionView = ({ words, difference, use, keep }: EnhanceContext): TemplateResult =>
  html`<div class="suggestion" role="group" aria-label=${words.suggestion}>
    <p class="difference" dir="auto">${differenceView(difference, words)}</p>
    <div class="options">
      <button type="button" class="button" @click=${use}>${words.use}</button>
      <button type="button" class="button quiet" @click=${keep}>${words.keep}</button>
    </div>
  </div>`;

export interface PastContext {
  readonly words: VideoHelpWords;
  readonly prompts: readonly string[];
  readonly query: string;
  /** Few prompts need no search. */
  readonly hasSearch: boolean;
  search(query: string): void;
  take(prompt: string): void;
}

export function pastView({ words, prompts, query, hasSearch, search, take }: PastContext): TemplateResult {
  return html`<div class="group past" role="group" aria-label=${words.past} @keydown=${walk}>
    <span class="label" aria-hidden="true">${words.past}</span>
    <div class="past-body">
      ${
        hasSearch
          ? html`<input
              class="input"
              type="search"
              aria-label=${words.pastFind}
              placeholder=${words.pastFind}
              autocomplete="off"
              .value=${live(query)}
              @input=${(event: Event) => event.target instanceof HTMLInputElement && search(event.target.value)}
              @keydown=${(event: KeyboardEvent) => {
                if (event.key !== 'Enter' || event.isComposing) return;
                event.preventDefault();
                event.stopPropagation();
                if (prompts[0] !== undefined) take(prompts[0]);
              }}
            />`
          : nothing
      }
      ${
        prompts.length === 0
          ? html`<p class="hint">${words.pastNone}</p>`
          : html`<ul class="prompts">
              ${prompts.map(
                (prompt) =>
                  html`<li>
                    <button type="button" class="past-prompt" dir="auto" @click=${() => take(prompt)}>${prompt}</button>
                  </li>`,
              )}
            </ul>`
      }
    </div>
  </div>`;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** The arrows go from the search field through the prompts and back. */
function walk(event: KeyboardEvent): void {
  const step = steps[event.key];
  if (step === undefined || event.isComposing || !(event.currentTarget instanceof HTMLElement)) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .past-prompt')];
  const next = stops[stops.findIndex((stop) => stop === event.target) + step];
  event.preventDefault();
  next?.focus();
}
