// The references that a person keeps in this browser, as a page calls them. Loads when first used.
import { lazy, lazyMethods } from '../../../base/lazy.js';
import { loadPart } from '../../load-part.js';
import type { VideoReference } from '../../providers/provider.js';

export interface KeptReference extends VideoReference {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

export interface ReferenceLibraryOptions {
  /** Whose they are: no other user of this browser gets them. Empty (default) where nobody is signed in. */
  readonly user?: string | undefined;
  /** Of the gallery or queue they are used with; `default` where it has none. */
  readonly name?: string | undefined;
  /** `false`: only as long as the page. */
  readonly persistent?: boolean | undefined;
}

export interface ReferenceLibrary {
  /** In the order of their names. What cannot be read is left out. Rejects with `storage_unavailable`. */
  all(): Promise<readonly KeptReference[]>;
  /**
   * Keeps a reference under its name, in place of another of that name. 48 at most. Rejects with `invalid_input` (`param`: `name`, `role` or
   * `image`), `storage_full` or `storage_unavailable`.
   */
  put(reference: VideoReference): Promise<void>;
  /** By its name. One that is not there is removed already. */
  remove(name: string): Promise<void>;
  /** Deletes them all, and their database where it names a user. For a sign-out. */
  forget(): Promise<void>;
  close(): void;
}

/** What is kept here is what `<video-generator>` shows of the same `user` and `name`. */
export function createReferenceLibrary(options: ReferenceLibraryOptions = {}): ReferenceLibrary {
  const kept = lazy(() => loadPart(async () => (await import('./kept-references.js')).keptReferences(options)));
  return { ...lazyMethods(kept, 'all', 'put', 'remove', 'forget'), close: () => kept.loaded?.close() };
}
