// Which models can be picked, grouped by the provider that answers for each. Pure.
import { chooseProvider } from '../../../core/catalog/choose-provider.js';
import type { ProviderEntry } from '../../../core/providers/provider.js';

export interface ModelGroup {
  readonly id: string;
  readonly title: string;
  /** Names that can be picked as they are. */
  readonly models: readonly string[];
  /** Globs of the other names of this provider. */
  readonly globs: readonly string[];
}

const isGlob = (name: string): boolean => name.includes('*');

/**
 * `listed`: the page's own choice; where it is empty, every name the providers give in full, and `seen` (names used before).
 * A page that lists its models gets exactly those; an unlisted provider shows only what is listed or seen.
 */
export function modelGroups(entries: readonly ProviderEntry[], listed: readonly string[], seen: readonly string[]): readonly ModelGroup[] {
  const offered = (entry: ProviderEntry) => ('unlisted' in entry && entry.unlisted ? [] : entry.models);
  const given = entries.flatMap((entry) => offered(entry).filter((name) => !isGlob(name)));
  const names = new Set(listed.length > 0 ? listed : [...given, ...seen]);
  names.delete('');
  const owners = new Map<string, string[]>();
  for (const name of names) {
    const id = chooseProvider(name, entries)?.id ?? '';
    owners.set(id, [...(owners.get(id) ?? []), name]);
  }
  return entries.map((entry) => ({
    id: entry.id,
    title: entry.title ?? entry.id,
    models: owners.get(entry.id) ?? [],
    globs: listed.length > 0 ? [] : offered(entry).filter(isGlob),
  }));
}
