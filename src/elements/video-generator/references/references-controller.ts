// The door to references: notices where they are wanted, and loads what draws and keeps them.
import { html, nothing, type TemplateResult } from 'lit';

import { accountStorage, type AccountStorage, type AccountStorageOptions } from '../../../core/account/account-storage.js';
import type { VideoDraft } from '../../../core/providers/provider.js';
import { isSameOwner, type DraftOwner } from '../../../core/video/drafts/draft-store.js';
import { createReferenceLibrary, type ReferenceLibrary } from '../../../core/video/references/reference-library.js';
import { LazyController } from '../../shared/lazy-controller.js';
import { plusIcon } from '../composer/composer-icons.js';
import { unknownModel, type ModelInfo } from '../composer/draft.js';
import { toggleReferences, type ReferencesHost } from './references-host.js';
import type { ReferencesPanel } from './references-panel.js';

/** In one step: what is drawn, and what is kept. */
const loadParts = async () =>
  (await Promise.all([import('./references-panel.js'), import('../../../core/video/references/kept-references.js')]))[0];

/** An address that is none is reported by the queue. */
function openedAccount(options: AccountStorageOptions): AccountStorage | undefined {
  try {
    return accountStorage(options);
  } catch {
    return undefined;
  }
}

export class ReferencesController {
  readonly #host: ReferencesHost;
  readonly #half;
  #owner: DraftOwner | undefined;
  #library: ReferenceLibrary | undefined;
  #account: AccountStorage | undefined;
  #panel: ReferencesPanel | undefined;
  #model = unknownModel;
  /** The model as it is with references, where they leave less choice. */
  #narrow: ModelInfo | undefined;

  constructor(host: ReferencesHost) {
    this.#host = host;
    this.#half = new LazyController(host.element, loadParts);
    host.element.renderRoot.addEventListener('input', this.#typed);
  }

  /** Undefined until its code is here. */
  get panel(): ReferencesPanel | undefined {
    const { module } = this.#half;
    const library = this.#library;
    return library && module && (this.#panel ??= new module.ReferencesPanel(this.#host, library));
  }

  /** The chosen model, with all that it takes. */
  set model(model: ModelInfo) {
    const { limits } = model;
    const durations = limits.references?.durations;
    this.#model = model;
    this.#narrow = durations && { ...model, limits: { ...limits, durations } };
    this.#fit();
  }

  /** Before each render. */
  follow(owner: DraftOwner): void {
    if (this.#owner === undefined || !isSameOwner(this.#owner, owner)) this.#enter(owner);
    const { draft, info, open } = this.#host.composer;
    const decide = this.#narrow !== undefined && draft.prompt.includes('@');
    const areShown = info.limits.references !== undefined && (draft.references ?? []).length > 0;
    if (open === 'references' || areShown || decide) void this.#half.load();
    if (open !== 'references') this.#panel?.closed();
    this.#fit();
  }

  /** The form follows what the model allows for this draft, including references that only the prompt names: those are sent too. */
  #fit(): void {
    const { composer } = this.#host;
    const { draft } = composer;
    const areAny = (draft.references ?? []).length > 0 || (this.panel?.named(draft) ?? []).length > 0;
    composer.info = areAny ? (this.#narrow ?? this.#model) : this.#model;
  }

  tiles(title: string): TemplateResult | typeof nothing {
    const { info, open, draft } = this.#host.composer;
    if (info.limits.references === undefined) return nothing;
    const { panel } = this;
    if (panel !== undefined) return panel.tiles(title);
    // A picture that is there is not shown as missing.
    if ((draft.references ?? []).length > 0) return nothing;
    return html`<div class="frames references">
      <button
        type="button"
        class="tile"
        part="reference"
        data-opens="references"
        aria-expanded=${open === 'references'}
        aria-controls=${open === 'references' ? 'panel' : nothing}
        @click=${() => toggleReferences(this.#host)}
      >
        <span class="caption">${title}${plusIcon}</span>
      </button>
    </div>`;
  }

  /** The list of names while `@` is typed. */
  mentions(): TemplateResult | typeof nothing {
    return this.#panel?.mentions() ?? nothing;
  }

  /** What is sent: with the references of the library that the prompt names, each with a role that the model knows. */
  async completed(draft: VideoDraft): Promise<VideoDraft> {
    if (this.#host.composer.info.limits.references === undefined) return draft;
    if (draft.references === undefined && !draft.prompt.includes('@')) return draft;
    await this.#half.load();
    return (await this.panel?.completed(draft)) ?? draft;
  }

  /** An account is left by its queue. */
  async forget(): Promise<void> {
    const owner = this.#owner;
    if (owner?.account === undefined) await this.#library?.forget();
    this.#close();
    this.#owner = undefined;
  }

  #enter(owner: DraftOwner): void {
    this.#close();
    this.#owner = owner;
    const { user, name, persistent, account } = owner;
    this.#account = account && openedAccount(account);
    this.#library = createReferenceLibrary({ user, name: name || undefined, persistent, storage: this.#account });
  }

  #close(): void {
    this.#library?.close();
    this.#account?.close();
    this.#panel?.closed();
    this.#library = this.#panel = this.#account = undefined;
  }

  readonly #typed = ({ target }: Event): void => {
    const { info } = this.#host.composer;
    if (info.limits.references === undefined || !(target instanceof HTMLTextAreaElement) || target.id !== 'prompt') return;
    if (this.#panel === undefined && !target.value.includes('@')) return;
    void this.#half.load().then(() => this.panel?.typed(target));
  };
}
