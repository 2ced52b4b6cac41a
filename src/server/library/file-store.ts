// The contract of what keeps the bytes of files. The gateway makes the keys, one for each upload, and checks whose they are.

/** Where the library keeps files. A plain object; `checkFileStore` says whether one is right. */
export interface FileStore {
  /**
   * Writes all of `bytes` under a new key. Resolves when they are stored for good; where `bytes` or the store fails it rejects, and nothing is there.
   * Asks for the next piece only when there is room for it, and changes none.
   */
  put(key: string, bytes: AsyncIterable<Uint8Array>, about: { readonly type: string; readonly size?: number | undefined }): Promise<void>;
  /** The bytes from `start` up to but not including `end`, read as they are asked for. Undefined where there is no such file. */
  get(key: string, range: { readonly start: number; readonly end: number }): Promise<ReadableStream<Uint8Array> | undefined>;
  /** In bytes; undefined where there is no such file. */
  size(key: string): Promise<number | undefined>;
  /** What is not there counts as removed. */
  remove(key: string): Promise<void>;
}

/** Keys are safe as names of files everywhere: 1 to 100 small letters, digits and hyphens, of which the first is no hyphen. */
export const isFileKey = (key: string): boolean => /^[a-z\d][a-z\d-]{0,99}$/.test(key);
