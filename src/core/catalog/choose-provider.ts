// Which provider answers for a model. Entries come latest registered first.
import { globFit } from '../../base/glob.js';
import { VoxreelError } from '../errors.js';
import { loadPart } from '../load-part.js';
import type { ProviderEntry, VideoProvider } from '../providers/provider.js';
import { isBuiltIn } from './providers.js';

/** A queue's or element's own come before those of the page, and stand for them where the id is the same. */
export function entriesOf(own: readonly ProviderEntry[], ofPage: readonly ProviderEntry[]): readonly ProviderEntry[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...ofPage.filter(({ id }) => !ids.has(id))];
}

/** Exact beats longest prefix beats latest registered. */
export function chooseProvider(model: string, entries: readonly ProviderEntry[]): ProviderEntry | undefined {
  let best: ProviderEntry | undefined;
  let bestFit = -1;
  for (const entry of entries) {
    const entryFit = Math.max(-1, ...entry.models.map((pattern) => globFit(pattern, model)));
    if (entryFit > bestFit) [best, bestFit] = [entry, entryFit];
  }
  return best;
}

/** What the page registered comes first, then what the service says of itself, then what comes with the library. */
export const chooseEntry = (
  model: string,
  entries: readonly ProviderEntry[],
  offered: readonly ProviderEntry[],
): ProviderEntry | undefined => {
  const entry = chooseProvider(model, entries);
  return mayBeOffered(entry) ? (chooseProvider(model, offered) ?? entry) : entry;
};

/** False where the service's own list changes nothing: the page has chosen, or no service is asked. */
export const mayBeOffered = (entry: ProviderEntry | undefined): boolean =>
  entry === undefined || (isBuiltIn(entry) && entry.local !== true);

/** The whole provider. Throws `network` when its heavy half could not be fetched. */
export async function loadProvider(entry: ProviderEntry): Promise<VideoProvider> {
  return 'load' in entry ? loadPart(() => entry.load()) : entry;
}

/** The whole provider of a model; `offered` is asked only where it may matter. Throws `invalid_input` when no entry claims the model. */
export async function providerOf(
  model: string,
  entries: readonly ProviderEntry[],
  offered: () => Promise<readonly ProviderEntry[]> = async () => [],
): Promise<VideoProvider> {
  if (typeof model !== 'string' || model === '') throw new VoxreelError('invalid_input', 'model is needed.', { param: 'model' });
  const isOpen = mayBeOffered(chooseProvider(model, entries));
  const entry = chooseEntry(model, entries, isOpen ? await offered() : []);
  if (entry === undefined) throw new VoxreelError('invalid_input', `No provider takes the model ${model}.`, { param: 'model' });
  return loadProvider(entry);
}
