// The references that a person keeps, as a page calls them. Loads when first used.
import { followLater } from '../../../base/follow-later.js';
import { lazy, lazyMethods } from '../../../base/lazy.js';
import { loadPart } from '../../load-part.js';
import type { KeptReference, ReferenceLibrary, ReferenceLibraryOptions } from './kept-references.js';

export type { KeptReference, ReferenceLibrary, ReferenceLibraryOptions };

/** What is kept here is what `<video-generator>` shows of the same `user` and `name`: without `storage`, or with the account that it has. */
export function createReferenceLibrary(options: ReferenceLibraryOptions = {}): ReferenceLibrary {
  const { storage } = options;
  let isClosed = false;
  const kept = lazy(() =>
    loadPart(async () => {
      const opened =
        storage === undefined
          ? (await import('./kept-references.js')).keptReferences(options)
          : (await import('./account-references.js')).accountReferences(options, storage);
      if (isClosed) opened.close();
      return opened;
    }),
  );
  return {
    ...lazyMethods(kept, 'all', 'put', 'remove', 'forget'),
    subscribe: (listener) => followLater(kept.get(), (library) => library.subscribe(listener)),
    close() {
      isClosed = true;
      kept.loaded?.close();
    },
  };
}
