// Finding one of many models by typing: a combobox over a list grouped by provider, which takes any other name too.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { ModelGroup } from './models.js';
import type { VideoPanelWords } from './panel-words.js';
import type { VideoWords } from '../video-words.js';

export interface ModelPickerContext {
  readonly model: string;
  readonly groups: readonly ModelGroup[];
  readonly words: VideoWords & VideoPanelWords;
  pick(model: string): void;
  close(): void;
}

type Host = ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };

interface Offered {
  readonly title: string;
  readonly models: readonly string[];
  readonly titles: ModelGroup['titles'];
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export class ModelPicker {
  readonly #host: Host;
  #query = '';
  /** The one that Enter takes; undefined: the chosen one, or the first. */
  #active: string | undefined;

  constructor(host: Host) {
    this.#host = host;
  }

  /** The next opening starts again. */
  reset(): void {
    this.#query = '';
    this.#active = undefined;
  }

  view(context: ModelPickerContext): TemplateResult {
    const { words } = context;
    const offered = this.#offered(context);
    const names = offered.flatMap(({ models }) => models);
    const active = this.#activeOf(names, context);
    return html`<input
        class="input"
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls="models"
        aria-activedescendant=${active === undefined ? nothing : `model-${names.indexOf(active)}`}
        aria-label=${words.modelFind}
        placeholder=${words.modelFind}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        .value=${live(this.#query)}
        @input=${(event: Event) => event.target instanceof HTMLInputElement && this.#search(event.target.value)}
        @keydown=${(event: KeyboardEvent) => this.#press(event, names, active, context)}
      />
      <div class="models" id="models" role="listbox" aria-label=${words.model}>
        ${offered.map((group) => this.#groupView(group, names, active, context))}
      </div>`;
  }

  #groupView(
    { title, models, titles }: Offered,
    names: readonly string[],
    active: string | undefined,
    { model, pick, close }: ModelPickerContext,
  ): TemplateResult {
    return html`<div role="group" aria-label=${title}>
      <span class="label" aria-hidden="true">${title}</span>
      ${models.map(
        (name) =>
          html`<div
            role="option"
            id="model-${names.indexOf(name)}"
            class=${name === active ? 'model active' : 'model'}
            aria-selected=${name === model}
            @pointerdown=${(event: Event) => event.preventDefault()}
            @click=${() => {
              pick(name);
              close();
            }}
          >
            ${titles[name] === undefined ? nothing : html`<bdi>${titles[name]}</bdi>`}<span
              class=${titles[name] === undefined ? '' : 'hint'}
              dir="ltr"
              >${name}</span
            >
          </div>`,
      )}
    </div>`;
  }

  /** Those whose name or provider holds every word; then the name itself, where it is no model of the list. */
  #offered({ groups, words }: ModelPickerContext): readonly Offered[] {
    const name = this.#query.trim();
    const parts = name.toLowerCase().split(/\s+/);
    const fits = (...texts: readonly (string | undefined)[]) => parts.every((part) => texts.join(' ').toLowerCase().includes(part));
    const found = groups.map(({ title, models, titles }) => {
      return { title, titles, models: models.filter((model) => fits(title, model, titles[model])) };
    });
    const known = groups.some(({ models }) => models.includes(name));
    const other = name === '' || known || /\s/.test(name) ? [] : [{ title: words.modelOther, models: [name], titles: {} }];
    return [...found, ...other].filter(({ models }) => models.length > 0);
  }

  #activeOf(names: readonly string[], { model }: ModelPickerContext): string | undefined {
    if (this.#active !== undefined && names.includes(this.#active)) return this.#active;
    return names.includes(model) ? model : names[0];
  }

  #search(query: string): void {
    this.#query = query;
    this.#active = undefined;
    this.#host.requestUpdate();
  }

  #press(event: KeyboardEvent, names: readonly string[], active: string | undefined, { pick, close }: ModelPickerContext): void {
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const at = active === undefined ? -1 : names.indexOf(active);
      void this.#move(names.at((at + step) % names.length));
    } else if (event.key === 'Enter' && !event.isComposing) {
      event.preventDefault();
      event.stopPropagation();
      if (active === undefined) return;
      pick(active);
      close();
    }
  }

  async #move(name: string | undefined): Promise<void> {
    this.#active = name;
    this.#host.requestUpdate();
    await this.#host.updateComplete;
    this.#host.renderRoot.querySelector('.model.active')?.scrollIntoView({ block: 'nearest' });
  }
}
