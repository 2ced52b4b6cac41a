// Follows the chosen model to its provider: loads its heavy half and draws its fields. A later choice outruns a slow load.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { toVoxreelError, type VoxreelError } from '../../../core/errors.js';
import { chooseEntry, chooseProvider, entriesOf, loadProvider } from '../../../core/catalog/choose-provider.js';
import { costIn, isOffered } from '../../../core/catalog/offered-provider.js';
import { ownPriced, type Prices } from '../../../core/catalog/own-prices.js';
import type { ProviderEntry, VideoProvider } from '../../../core/providers/provider.js';
import { providers as registry } from '../../../core/catalog/providers.js';
import type { Priced } from '../../../core/offered-model.js';
import { nearest } from '../../shared/strings.js';
import { unknownModel, type ModelInfo } from './draft.js';

export class ModelController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #found: (info: ModelInfo) => void;
  readonly #failed: (error: VoxreelError) => void;
  readonly #known = new Map<ProviderEntry, Known>();
  #own: readonly ProviderEntry[] = [];
  /** What the service itself says of its models. */
  offered: readonly ProviderEntry[] = [];
  /** The page's own, before those of the service. */
  prices: Prices | undefined;
  #wanted: ProviderEntry | undefined;
  /** The wanted one could not be loaded. */
  #lost = false;
  #chosen: readonly unknown[] = [];
  #undo: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, found: (info: ModelInfo) => void, failed: (error: VoxreelError) => void) {
    this.#host = host;
    this.#found = found;
    this.#failed = failed;
    host.addController(this);
  }

  /** Providers of this element alone; they come before the page's. */
  set own(own: readonly ProviderEntry[]) {
    this.#own = own;
  }

  get entries(): readonly ProviderEntry[] {
    return entriesOf(this.#own, registry.list());
  }

  /** False for a model that is made on the device, or by a service of its provider's own: the service behind the page has no say in it. */
  needsService(model: string): boolean {
    const entry = model === '' ? undefined : chooseProvider(model, this.entries);
    return entry?.local !== true && !(entry !== undefined && 'service' in entry);
  }

  hostConnected(): void {
    const undo = registry.subscribe(() => this.#host.requestUpdate());
    addEventListener('online', this.retry);
    this.#undo = () => {
      undo();
      removeEventListener('online', this.retry);
    };
  }

  hostDisconnected(): void {
    this.#undo?.();
  }

  /** Tries again to load a provider that could not be loaded. A render must not: a failure brings the next one. */
  readonly retry = (): void => {
    if (!this.#lost) return;
    this.#chosen = [];
    this.#host.requestUpdate();
  };

  /** Called with the model and the language before each render; the answer comes through `found`, now or later. */
  choose(model: string, tag: string): void {
    const entry = model === '' ? undefined : chooseEntry(model, this.entries, this.offered);
    const chosen = [entry, tag, this.prices, model];
    if (chosen.every((one, at) => one === this.#chosen[at])) return;
    this.#chosen = chosen;
    this.#wanted = entry;
    this.#lost = false;
    const known = entry && this.#known.get(entry);
    const found = (info: Known) =>
      this.#found(inWords(pricedAt(info, ownPriced(this.prices, model, info.offered ?? { limits: info.limits })), tag));
    if (entry === undefined) this.#found(unknownModel);
    else if (known !== undefined) found(known);
    else void this.#load(entry, found);
  }

  async #load(entry: ProviderEntry, found: (info: Known) => void): Promise<void> {
    try {
      const provider = await loadProvider(entry);
      const info = await infoOf(provider);
      this.#known.set(entry, info);
      if (this.#wanted === entry) found(info);
    } catch (cause) {
      if (this.#wanted !== entry) return;
      this.#lost = true;
      this.#failed(toVoxreelError(cause, 'network', { retryable: true }));
    }
  }
}

type Known = Omit<ModelInfo, 'words'> & { readonly words?: VideoProvider['words'] | undefined };

/** At the page's own price, where it states one. */
const pricedAt = (info: Known, priced: Priced | undefined): Known =>
  priced === undefined ? info : { ...info, priced, estimate: (draft) => costIn(draft, priced) };

/** The fields as the provider names them in a language, where it does. */
function inWords({ words, ...info }: Known, tag: string): ModelInfo {
  const spoken = nearest(words, tag);
  return { ...info, words: spoken, fields: info.fields.map((field) => ({ ...field, ...spoken?.fields?.[field.name] })) };
}

async function infoOf(provider: VideoProvider): Promise<Known> {
  const { fieldsOf } = await import('../../../core/drafts/metadata-fields.js');
  const fields = await fieldsOf(provider);
  return {
    providerId: provider.id,
    limits: provider.limits ?? {},
    words: provider.words,
    fields: fields.filter((field) => field.kind !== 'hidden'),
    offered: isOffered(provider) ? provider.offered : undefined,
    priced: isOffered(provider) ? provider.offered : undefined,
    estimate: (draft) => provider.estimate?.(draft),
  };
}
