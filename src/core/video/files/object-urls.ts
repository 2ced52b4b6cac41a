// Links of this page to files, by key.

export interface ObjectUrls {
  /** In place of an earlier one of this key. */
  make(key: string, file: Blob): string;
  /** What the link of this key leads to. */
  file(key: string): Blob | undefined;
  /** Leads nowhere from now on. */
  revoke(key: string): void;
  /** The same for all whose key begins so. */
  revokeAll(prefix: string): void;
}

export function createObjectUrls(): ObjectUrls {
  const links = new Map<string, { readonly url: string; readonly file: Blob }>();
  const revoke = (key: string) => {
    const link = links.get(key);
    if (link !== undefined) URL.revokeObjectURL(link.url);
    links.delete(key);
  };
  return {
    make(key, file) {
      revoke(key);
      const url = URL.createObjectURL(file);
      links.set(key, { url, file });
      return url;
    },
    file: (key) => links.get(key)?.file,
    revoke,
    revokeAll(prefix) {
      for (const key of Array.from(links.keys())) if (key.startsWith(prefix)) revoke(key);
    },
  };
}
