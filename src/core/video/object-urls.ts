// Links of this page to files, by key. Knows nothing of the files.

export interface ObjectUrls {
  /** In place of an earlier one of this key. */
  make(key: string, file: Blob): string;
  /** Leads nowhere from now on. */
  revoke(key: string): void;
  /** The same for all whose key begins so. */
  revokeAll(prefix: string): void;
}

export function createObjectUrls(): ObjectUrls {
  const urls = new Map<string, string>();
  const revoke = (key: string) => {
    const url = urls.get(key);
    if (url !== undefined) URL.revokeObjectURL(url);
    urls.delete(key);
  };
  return {
    make(key, file) {
      revoke(key);
      const url = URL.createObjectURL(file);
      urls.set(key, url);
      return url;
    },
    revoke,
    revokeAll(prefix) {
      for (const key of [...urls.keys()]) if (key.startsWith(prefix)) revoke(key);
    },
  };
}
