// Follows the chosen model to its provider: loads its heavy half and draws its fields. A later choice outruns a slow load.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

import { toVoxreelError } from '../../../core/errors.js';
import { chooseEntry, chooseProvider, entriesOf, loadProvider } from '../../../core/catalog/choose-provider.js';
import { isOffered } from '../../../core/catalog/offered-provider.js';
import type { ProviderEntry, VideoProvider } from '../../../core/providers/provider.js';
import { providers as registry } from '../../../core/catalog/providers.js';
import { nearest } from '../../shared/strings.js';
import { unknownModel, type ModelInfo } from './draft.js';

export class ModelController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #found: (info: ModelInfo) => void;
  readonly #failed: (error: Error) => void;
  readonly #known = new Map<ProviderEntry, Known>();
  #own: readonly ProviderEntry[] = [];
  /** What the service itself says of its models. */
  offered: readonly ProviderEntry[] = [];
  #wanted: ProviderEntry | undefined;
  #tag = '';
  #undo: (() => void) | undefined;

  constructor(host: ReactiveControllerHost, found: (info: ModelInfo) => void, failed: (error: Error) => void) {
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
    this.#undo = registry.subscribe(() => this.#host.requestUpdate());
  }

  hostDisconnected(): void {
    this.#undo?.();
  }

  /** Called with the model and the language before each render; the answer comes through `found`, now or later. */
  choose(model: string, tag: string): void {
    const entry = model === '' ? undefined : chooseEntry(model, this.entries, this.offered);
    if (entry === this.#wanted && tag === this.#tag) return;
    this.#wanted = entry;
    this.#tag = tag;
    const known = entry && this.#known.get(entry);
    if (entry === undefined) this.#found(unknownModel);
    else if (known !== undefined) this.#found(inWords(known, tag));
    else void this.#load(entry);
  }

  async #load(entry: ProviderEntry): Promise<void> {
    try {
      const provider = await loadProvider(entry);
      const info = await infoOf(provider);
      this.#known.set(entry, info);
      if (this.#wanted === entry) this.#found(inWords(info, this.#tag));
    } catch (cause) {
      if (this.#wanted !== entry) return;
      this.#wanted = undefined;
      this.#failed(toVoxreelError(cause, 'network', { retryable: true }));
    }
  }
}

type Known = Omit<ModelInfo, 'words'> & { readonly words?: VideoProvider['words'] | undefined };

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
    estimate: (draft) => provider.estimate?.(draft),
  };
}
