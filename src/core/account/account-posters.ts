// Pictures of an account's videos: one device draws each, the others have it from the library.
import type { StoragePosters } from '../persistence/storage.js';
import type { Account } from './account.js';
import { libraryName } from './record-kinds.js';

const never = new AbortController().signal;

export function openAccountPosters(account: Account): StoragePosters {
  /** Undefined for a key that the library cannot have. */
  const pathOf = (key: string, output: number): string | undefined => {
    const name = libraryName(key);
    return name?.kind === 'video' ? `/posters/${encodeURIComponent(name.id)}/${output}` : undefined;
  };
  return {
    async get(key, output, { signal = never } = {}) {
      const path = pathOf(key, output);
      const file = path === undefined ? undefined : await account.poster(path, signal);
      return file?.type.startsWith('image/') === true ? file : undefined;
    },
    async put(key, output, picture, { signal = never } = {}) {
      const path = pathOf(key, output);
      if (path !== undefined) await account.putPoster(key, path, picture, signal);
    },
  };
}
