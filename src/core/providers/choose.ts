// Which provider answers for a model. Knows no registry: entries come in their order, latest registered first.
import { VoxreelError, toVoxreelError } from '../errors.js';
import type { ProviderEntry, VideoProvider } from './provider.js';

/** How well `pattern` fits: Infinity for the exact name, else the characters before its first `*`, or -1. */
export function fit(pattern: string, model: string): number {
  if (pattern === model) return Infinity;
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined || !model.startsWith(head)) return -1;
  let at = head.length;
  for (const part of rest) {
    const found = model.indexOf(part, at);
    if (found < 0) return -1;
    at = found + part.length;
  }
  return model.endsWith(tail) && model.length - tail.length >= at ? head.length : -1;
}

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
    const entryFit = Math.max(-1, ...entry.models.map((pattern) => fit(pattern, model)));
    if (entryFit > bestFit) [best, bestFit] = [entry, entryFit];
  }
  return best;
}

/** The whole provider. Throws `network` when its heavy half could not be fetched. */
export async function loadProvider(entry: ProviderEntry): Promise<VideoProvider> {
  if (!('load' in entry)) return entry;
  try {
    return await entry.load();
  } catch (cause) {
    throw toVoxreelError(cause, 'network', { retryable: true });
  }
}

/** The whole provider of a model. Throws `invalid_input` when no entry claims the model. */
export async function providerOf(model: string, entries: readonly ProviderEntry[]): Promise<VideoProvider> {
  if (typeof model !== 'string' || model === '') throw new VoxreelError('invalid_input', 'model is needed.', { param: 'model' });
  const entry = chooseProvider(model, entries);
  if (entry === undefined) throw new VoxreelError('invalid_input', `No provider takes the model ${model}.`, { param: 'model' });
  return loadProvider(entry);
}
