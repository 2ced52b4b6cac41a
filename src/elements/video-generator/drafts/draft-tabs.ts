// The drafts side by side above the form, and the way to another one. Pure templates.
import { html, nothing, type TemplateResult } from 'lit';

import { closeIcon } from '../../shared/icons.js';
import type { VideoPanelWords } from '../composer/panel-words.js';
import type { DraftKeeper } from './draft-keeper.js';

type Keeper = Pick<DraftKeeper, 'tabs' | 'chosen' | 'canAdd' | 'choose' | 'add' | 'remove'>;

export interface DraftTabsContext {
  readonly keeper: Keeper;
  readonly words: VideoPanelWords;
  /** The form shows another draft: its field takes the focus. */
  chosen(): void;
}

/** Nothing while there is one draft alone. */
export function draftTabs(context: DraftTabsContext): TemplateResult | typeof nothing {
  const { keeper, words, chosen } = context;
  if (keeper.tabs.length < 2) return nothing;
  return html`<div class="drafts" part="drafts" role="group" aria-label=${words.drafts}>
    ${keeper.tabs.map(({ id, draft }) => {
      const title = draft.prompt.trim() || words.untitledDraft;
      const isChosen = id === keeper.chosen;
      return html`<span class="draft"
        ><button
          type="button"
          class="draft-title"
          part="draft"
          dir="auto"
          title=${title}
          aria-current=${isChosen ? 'true' : nothing}
          @click=${() => {
            keeper.choose(id);
            chosen();
          }}
        >
          ${title}</button
        >${
          isChosen
            ? html`<button
                type="button"
                class="button quiet round"
                title=${words.removeDraft}
                aria-label=${words.removeDraft}
                @click=${() => {
                  keeper.remove(id);
                  chosen();
                }}
              >
                ${closeIcon}
              </button>`
            : nothing
        }</span
      >`;
    })}
  </div>`;
}

/** Once there is something to set aside. */
export function newDraftView({ keeper, words, chosen }: DraftTabsContext): TemplateResult | typeof nothing {
  if (!keeper.canAdd) return nothing;
  return html`<button
    type="button"
    class="textual"
    @click=${() => {
      keeper.add();
      chosen();
    }}
  >
    ${words.newDraft}
  </button>`;
}
