// The files of records that another device has written: those on this device at once, the others when they have come.
import type { AccountFiles } from './account-files.js';

export class ComingFiles {
  readonly #files: AccountFiles;
  readonly #came: (record: string) => void;
  /** By record. */
  readonly #awaited = new Map<string, readonly string[]>();
  readonly #fetching = new Set<string>();
  /** There may have been no room for them. */
  readonly #arrived = new Map<string, Blob>();

  /** `came`: hears for which record more files are there now. */
  constructor(files: AccountFiles, came: (record: string) => void) {
    this.#files = files;
    this.#came = came;
  }

  /** Those of a record that are here, by their ids. The others are asked for. */
  async of(record: string, ids: readonly string[]): Promise<ReadonlyMap<string, Blob>> {
    const found = await Promise.all(
      ids.map(async (id) => [id, this.#arrived.get(id) ?? (await this.#files.get(id, { kept: true }))] as const),
    );
    const missing = found.filter(([, file]) => file === undefined).map(([id]) => id);
    if (missing.length > 0) {
      this.#awaited.set(record, missing);
      void this.#fetch(record);
    }
    return new Map(found.flatMap(([id, file]) => (file === undefined ? [] : [[id, file] as const])));
  }

  /** The library answers. */
  again(): void {
    for (const record of this.#awaited.keys()) void this.#fetch(record);
  }

  async #fetch(record: string): Promise<void> {
    const ids = this.#awaited.get(record);
    if (ids === undefined || this.#fetching.has(record)) return;
    this.#fetching.add(record);
    try {
      const found = await Promise.all(ids.map(async (id) => [id, await this.#files.get(id)] as const));
      this.#awaited.delete(record);
      for (const [id, file] of found) if (file !== undefined) this.#arrived.set(id, file);
      if (found.some(([, file]) => file !== undefined)) this.#came(record);
    } catch {
      // Asked for again as soon as the library answers.
    } finally {
      this.#fetching.delete(record);
    }
  }
}
