// Pictures of an account's videos: one device draws each, the others have it from the library.
import type { StoragePosters } from '../persistence/storage.js';
import type { Account } from './account.js';
import { libraryName } from './record-kinds.js';

const never = new AbortController().signal;
/** A card waits no longer for the library: then its picture is drawn here. */
const patienceMs = 10_000;

export function openAccountPosters(account: Account): StoragePosters {
  /** Undefined for a key that the library cannot have. */
  const pathOf = (key: string, output: number): string | undefined => {
    const name = libraryName(key);
    return name?.kind === 'video' ? `/posters/${encodeURIComponent(name.id)}/${output}` : undefined;
  };
  return {
    async get(key, output, { signal = never } = {}) {
      const path = pathOf(key, output);
      if (path === undefined) return undefined;
      const file = await account.poster(path, AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]));
      return file?.type.startsWith('image/') ? file : undefined;
    },
    async put(key, output, picture, { signal = never } = {}) {
      const path = pathOf(key, output);
      if (path !== undefined) await account.putPoster(key, path, picture, signal);
    },
  };
}
