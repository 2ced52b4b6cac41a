// What a browser has for keeping data. In some settings and sandboxes the getters themselves throw.

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

export const hasIndexedDb = (): boolean => attempt(() => typeof indexedDB !== 'undefined' && indexedDB !== null) === true;
