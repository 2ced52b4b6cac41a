// A negative prompt as an area of its own, with wordings to choose from.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { FormField } from '../../../../core/drafts/metadata-fields.js';
import { labelOf } from '../chips.js';
import { chipRow } from './help-view.js';
import type { VideoHelpWords } from './help-words.js';
import { hasPhrase, withoutPhrase, withPhrase } from './phrases.js';
import type { PromptPreset } from './prompt-help.js';
import { writeText } from './write-text.js';

export interface NegativeContext {
  readonly field: FormField;
  readonly value: string;
  readonly exclusions: readonly PromptPreset[];
  readonly words: VideoHelpWords;
  area(): HTMLTextAreaElement | null;
  change(value: string | undefined): void;
}

export function negativeView({ field, value, exclusions, words, area, change }: NegativeContext): TemplateResult {
  const { description, placeholder } = field;
  const set = (event: Event, textOf: (text: string) => string) => {
    if (event.target instanceof HTMLTextAreaElement) change(textOf(event.target.value) || undefined);
  };
  const chips = exclusions.map(({ label, text }) => ({ label: label ?? text, text, pressed: hasPhrase(value, text) }));
  return html`<label class="field negative">
      <span class="label">${labelOf(field)}</span>
      <textarea
        id="negative-prompt"
        class="input"
        rows="2"
        dir="auto"
        placeholder=${placeholder ?? nothing}
        .value=${live(value)}
        @input=${(event: Event) => set(event, (text) => text)}
        @change=${(event: Event) => set(event, (text) => text.trim())}
      ></textarea>
      ${description === undefined ? nothing : html`<span class="hint">${description}</span>`}
    </label>
    ${chipRow(words.exclusions, chips, (phrase) => toggle(area(), phrase))}`;
}

function toggle(area: HTMLTextAreaElement | null, phrase: string): void {
  if (area === null) return;
  const { value } = area;
  const longer = value.trim() === '' ? phrase : withPhrase(value, phrase);
  writeText(area, hasPhrase(value, phrase) ? withoutPhrase(value, phrase) : longer);
}
