// What runs in a page of a browser with little room: files put one after the other, and which of them are there afterwards.
import { createFileStore } from '../../../../../src/core/video/files/file-store.js';
import { indexedDbKeyValues } from '../../../../../src/core/video/files/key-values.js';

export interface QuotaScope {
  /** Puts so many files of so many bytes; tells which are kept at the end, and which made room. */
  fill(count: number, bytes: number): Promise<{ readonly kept: readonly string[]; readonly evicted: readonly string[] }>;
}

const scope: QuotaScope = {
  async fill(count, bytes) {
    const evicted: string[] = [];
    const files = createFileStore({
      name: 'quota',
      values: indexedDbKeyValues('quota'),
      maxBytes: 1e9,
      onEvicted: (keys) => void evicted.push(...keys),
    });
    const noise = new Uint8Array(65_536);
    for (let at = 0; at < count; at++) {
      // Files that could be made smaller would be.
      const parts = Array.from({ length: bytes / noise.length }, () => crypto.getRandomValues(noise).slice());
      await files.put(`${at}/0`, new Blob(parts, { type: 'video/webm' }));
    }
    const kept: string[] = [];
    for (const { key, without } of await files.entries())
      if (without === undefined && (await files.file(key))?.size === bytes) kept.push(key);
    files.close();
    return { kept, evicted };
  },
};
Object.assign(globalThis, scope);
