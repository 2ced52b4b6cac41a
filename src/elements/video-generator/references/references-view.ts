// What references are drawn from: their tiles, a row for each, the library, and the list of names. Pure templates.
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { ReferenceRole, VideoReference } from '../../../core/providers/provider.js';
import { closeIcon } from '../../shared/icons.js';
import { fill } from '../../shared/strings.js';
import { framePreview } from '../composer/frame-view.js';
import { listId, optionId, type NamedReference } from './mention-completion.js';
import type { VideoReferenceWords } from './reference-words.js';

export const roleLabel = (role: ReferenceRole | undefined, words: VideoReferenceWords): string => words[role ?? 'anything'];

/** As the prompt has it. */
const mention = ({ name = '' }: VideoReference): string => `@${name}`;

export interface TileContext {
  readonly reference: VideoReference;
  readonly isOpen: boolean;
  readonly words: VideoReferenceWords;
  readonly uploaded: number | undefined;
  toggle(): void;
}

export function tileView({ reference, isOpen, words, uploaded, toggle }: TileContext): TemplateResult {
  const label = `${mention(reference)}, ${roleLabel(reference.role, words)}`;
  return html`<button
    type="button"
    class="tile set"
    part="reference"
    data-opens="references"
    title=${label}
    aria-label=${label}
    aria-expanded=${isOpen}
    aria-controls=${isOpen ? 'panel' : nothing}
    @click=${toggle}
  >
    ${framePreview(reference.image, uploaded, label)}<span class="caption"><bdi>${mention(reference)}</bdi></span>
  </button>`;
}

export interface RowContext {
  readonly reference: VideoReference;
  readonly words: VideoReferenceWords;
  readonly roles: readonly ReferenceRole[];
  readonly isKept: boolean;
  /** What is wrong with the name as it was written. */
  readonly problem: { readonly text: string; readonly written: string } | undefined;
  rename(name: string): void;
  setRole(role: ReferenceRole | undefined): void;
  keep(): void;
  remove(): void;
}

export function rowView({ reference, words, roles, isKept, problem, rename, setRole, keep, remove }: RowContext): TemplateResult {
  const removeLabel = fill(words.remove, { name: mention(reference) });
  const { role = '' } = reference;
  return html`<div class="reference" role="group" aria-label=${mention(reference)}>
    <span class="tile set" aria-hidden="true">${framePreview(reference.image)}</span>
    <label class="field">
      <span class="label">${words.name}</span>
      <input
        class="input"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        dir="auto"
        maxlength="40"
        aria-invalid=${problem === undefined ? nothing : 'true'}
        .value=${live(problem?.written ?? reference.name ?? '')}
        @change=${(event: Event) => event.target instanceof HTMLInputElement && rename(event.target.value.trim().replace(/^@/, ''))}
      />
    </label>
    <label class="field">
      <span class="label">${words.role}</span>
      <select
        class="input"
        @change=${(event: Event) => {
          const { value } = event.target as HTMLSelectElement;
          setRole(roles.find((one) => one === value));
        }}
      >
        ${[undefined, ...roles].map((one) => html`<option value=${one ?? ''} ?selected=${(one ?? '') === role}>${roleLabel(one, words)}</option>`)}
      </select>
    </label>
    <span class="verbs">
      ${
        isKept
          ? html`<span class="note">${words.kept}</span>`
          : html`<button type="button" class="button keep" @click=${keep}>${words.keep}</button>`
      }
      <button type="button" class="button quiet round" title=${removeLabel} aria-label=${removeLabel} @click=${remove}>${closeIcon}</button>
    </span>
    ${problem === undefined ? nothing : html`<p class="problem" role="alert">${problem.text}</p>`}
  </div>`;
}

export interface LibraryContext {
  readonly kept: readonly NamedReference[];
  readonly words: VideoReferenceWords;
  isUsed(reference: NamedReference): boolean;
  /** No more can be used. */
  readonly isFull: boolean;
  toggle(reference: NamedReference): void;
  forget(reference: NamedReference): void;
}

export function libraryView({ kept, words, isUsed, isFull, toggle, forget }: LibraryContext): TemplateResult | typeof nothing {
  if (kept.length === 0) return nothing;
  return html`<div class="group library" role="group" aria-label=${words.library}>
    <span class="label" aria-hidden="true">${words.library}</span>
    <ul class="kept">
      ${kept.map((reference) => {
        const isOn = isUsed(reference);
        const forgetLabel = fill(words.forget, { name: mention(reference) });
        return html`<li>
          <button
            type="button"
            class="tile set"
            title=${roleLabel(reference.role, words)}
            aria-pressed=${isOn}
            aria-disabled=${!isOn && isFull}
            @click=${() => (isOn || !isFull) && toggle(reference)}
          >
            ${framePreview(reference.image)}<span class="caption"><bdi>${mention(reference)}</bdi></span>
          </button>
          <button type="button" class="button quiet round" title=${forgetLabel} aria-label=${forgetLabel} @click=${() => forget(reference)}>
            ${closeIcon}
          </button>
        </li>`;
      })}
    </ul>
    <span class="hint">${words.libraryHint}</span>
  </div>`;
}

export interface MentionListContext {
  readonly options: readonly NamedReference[];
  readonly active: number;
  readonly words: VideoReferenceWords;
  choose(reference: NamedReference): void;
}

/** The focus stays in the prompt. */
export function mentionListView({ options, active, words, choose }: MentionListContext): TemplateResult | typeof nothing {
  if (options.length === 0) return nothing;
  return html`<ul class="mentions" part="mentions" id=${listId} role="listbox" aria-label=${words.mentions}>
    ${options.map(
      (option, at) =>
        html`<li
          id=${optionId(at)}
          role="option"
          aria-selected=${at === active}
          @pointerdown=${(event: Event) => event.preventDefault()}
          @click=${() => choose(option)}
        >
          <span class="tile set" aria-hidden="true">${framePreview(option.image)}</span><bdi>${mention(option)}</bdi
          ><span class="note">${roleLabel(option.role, words)}</span>
        </li>`,
    )}
  </ul>`;
}
