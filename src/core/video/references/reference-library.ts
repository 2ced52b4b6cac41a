// The references that a person keeps in this browser, as a page calls them. Loads when first used.
import { lazy, lazyMethods } from '../../../base/lazy.js';
import { loadPart } from '../../load-part.js';
import type { KeptReference, ReferenceLibrary, ReferenceLibraryOptions } from './kept-references.js';

export type { KeptReference, ReferenceLibrary, ReferenceLibraryOptions };

/** What is kept here is what `<video-generator>` shows of the same `user` and `name`. */
export function createReferenceLibrary(options: ReferenceLibraryOptions = {}): ReferenceLibrary {
  const kept = lazy(() => loadPart(async () => (await import('./kept-references.js')).keptReferences(options)));
  return { ...lazyMethods(kept, 'all', 'put', 'remove', 'forget'), close: () => kept.loaded?.close() };
}
