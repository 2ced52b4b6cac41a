// Which models can be picked, grouped by the provider or service that answers for each. Pure.
import { chooseEntry } from '../../../core/catalog/choose-provider.js';
import { isOffered } from '../../../core/catalog/offered-provider.js';
import { isBuiltIn } from '../../../core/catalog/providers.js';
import type { ProviderEntry } from '../../../core/providers/provider.js';

export interface ModelGroup {
  readonly id: string;
  readonly title: string;
  /** Names that can be picked as they are. */
  readonly models: readonly string[];
  /** What some of them are called, by name. */
  readonly titles: Readonly<Record<string, string>>;
  /** Globs of the other names of this provider. */
  readonly globs: readonly string[];
}

export interface ListedModels {
  readonly entries: readonly ProviderEntry[];
  /** What the service itself offers. */
  readonly offered: readonly ProviderEntry[];
  /** The page's own choice; where it is empty, every name that is given in full, and `seen`. */
  readonly listed: readonly string[];
  /** Names used before. */
  readonly seen: readonly string[];
}

const isGlob = (name: string): boolean => name.includes('*');
const isHidden = (entry: ProviderEntry): boolean => 'unlisted' in entry && entry.unlisted;

/** A service is one group, however many of its models it describes. */
const groupOf = (entry: ProviderEntry): string => (isOffered(entry) ? `service ${entry.offered.service}` : entry.id);
const titleOf = (entry: ProviderEntry): string => (isOffered(entry) ? entry.offered.service : (entry.title ?? entry.id));

/**
 * A page that lists its models gets exactly those; an unlisted provider shows only what is listed or seen. First what the page registered, then
 * what the service offers, then what comes with the library: of that no globs where the service says itself what it has.
 */
export function modelGroups({ entries, offered, listed, seen }: ListedModels): readonly ModelGroup[] {
  const all = [...entries.filter((entry) => !isBuiltIn(entry)), ...offered, ...entries.filter(isBuiltIn)];
  const given = all.flatMap((entry) => (isHidden(entry) ? [] : entry.models)).filter((name) => !isGlob(name));
  const names = new Set(listed.length > 0 ? listed : [...given, ...seen]);
  names.delete('');
  const owned = [...names].map((name) => ({ name, owner: chooseEntry(name, entries, offered) }));
  const showsGlobs = (entry: ProviderEntry) => listed.length === 0 && !isHidden(entry) && !(isBuiltIn(entry) && offered.length > 0);
  return [...new Set(all.map(groupOf))].map((id) => {
    const members = all.filter((entry) => groupOf(entry) === id);
    const [first] = members;
    return {
      id,
      title: first === undefined ? id : titleOf(first),
      models: owned.filter(({ owner }) => owner !== undefined && groupOf(owner) === id).map(({ name }) => name),
      titles: Object.fromEntries(members.flatMap((entry) => (isOffered(entry) ? titleIn(entry.offered) : []))),
      globs: members.filter(showsGlobs).flatMap(({ models }) => models.filter(isGlob)),
    };
  });
}

const titleIn = ({ id, title }: { readonly id: string; readonly title?: string | undefined }): readonly (readonly [string, string])[] =>
  title === undefined || isGlob(id) ? [] : [[id, title]];
