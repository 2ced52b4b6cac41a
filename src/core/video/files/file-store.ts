// Files under a byte budget: the least recently used make room for new ones. A small entry tells of each, so that listing reads no file.
import { VoxreelError, isVoxreelError } from '../../errors.js';
import { isRecord } from '../../../base/is-record.js';
import { readStoredFile, storedFile } from '../../stored-file.js';
import { delay } from '../../retry.js';
import { exclusively } from '../../tabs/exclusive.js';
import type { KeyValues } from './key-values.js';

export interface FileEntry {
  readonly key: string;
  /** Of the file and its picture; 0 where there is no file. */
  readonly bytes: number;
  /** MIME type. */
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
  readonly poster: boolean;
  /** Makes room for nobody. */
  readonly fixed?: boolean | undefined;
  /** Why there is no file, e.g. `evicted`. */
  readonly without?: string | undefined;
}

export interface FileStore {
  /** False where files end with the page. */
  readonly persistent: boolean;
  readonly maxBytes: number;
  entries(): Promise<readonly FileEntry[]>;
  entry(key: string): Promise<FileEntry | undefined>;
  /** Counts as use, unless told otherwise. A file the browser has lost is forgotten. */
  file(key: string, options?: { readonly use?: boolean }): Promise<Blob | undefined>;
  poster(key: string): Promise<Blob | undefined>;
  /** Rejects with `storage_full` or `storage_unavailable`; what was there before stays. */
  put(key: string, file: Blob, options?: { readonly fixed?: boolean }): Promise<void>;
  /** Does nothing where the file is gone by then. */
  putPoster(key: string, poster: Blob): Promise<void>;
  /** Drops these and remembers why there are none. */
  leave(keys: readonly string[], without: string): Promise<void>;
  /** Every trace of the keys that begin with one of these: each ends with the first slash of a key. */
  remove(prefixes: readonly string[]): Promise<void>;
  /** Drops the least recently used, at least one and so many bytes. False where there was none to drop. */
  makeRoom(bytes: number): Promise<boolean>;
  /** Every file and every trace of one. Durable. */
  clear(): Promise<void>;
  close(): void;
}

export interface FileStoreOptions {
  /** The name of its lock among all tabs. */
  readonly name: string;
  readonly values: KeyValues;
  readonly maxBytes: number;
  /** These made room. */
  readonly onEvicted: (keys: readonly string[]) => void;
}

/** In memory files count against the page itself. */
const memoryBytes = 67_108_864;
/** A browser may free what was dropped a little later than it says. */
const quotaRounds = 4;
const quotaPauseMs = 100;

const entryKey = (key: string) => `entry ${key}`;
const fileKey = (key: string) => `file ${key}`;
const posterKey = (key: string) => `poster ${key}`;

export const createFileStore = (options: FileStoreOptions): FileStore => new BudgetedFiles(options);

class BudgetedFiles implements FileStore {
  readonly #options: FileStoreOptions;
  #closed = false;
  #latest = 0;
  /** Blobs as they are, unless the browser is known to refuse them (WebKitGTK, old iOS). */
  #bytesOnly = false;

  constructor(options: FileStoreOptions) {
    this.#options = options;
  }

  get persistent(): boolean {
    return this.#options.values.persistent;
  }

  get maxBytes(): number {
    const { values, maxBytes } = this.#options;
    return values.persistent ? maxBytes : Math.min(maxBytes, memoryBytes);
  }

  async entries(): Promise<readonly FileEntry[]> {
    return (await this.#options.values.list(entryKey(''))).flatMap(({ key, value }) => {
      const entry = readEntry(key.slice(entryKey('').length), value);
      return entry ? [entry] : [];
    });
  }

  async entry(key: string): Promise<FileEntry | undefined> {
    return readEntry(key, await this.#options.values.get(entryKey(key)));
  }

  async file(key: string, { use = true }: { readonly use?: boolean } = {}): Promise<Blob | undefined> {
    const { values } = this.#options;
    const [used, value] = await Promise.all([this.entry(key), values.get(fileKey(key))]);
    const file = asBlob(value);
    if (used === undefined || used.without !== undefined) return undefined;
    if (file === undefined || !(await isWhole(file))) {
      await values.write(this.#without(key, 'lost'));
      return undefined;
    }
    if (use) this.#touch(used).catch(() => undefined);
    return file;
  }

  async poster(key: string): Promise<Blob | undefined> {
    return asBlob(await this.#options.values.get(posterKey(key)));
  }

  put(key: string, file: Blob, { fixed }: { readonly fixed?: boolean } = {}): Promise<void> {
    return this.#alone(async () => {
      const bytes = file.size;
      if (bytes > this.maxBytes) throw tooLarge(bytes, this.maxBytes);
      const others = (await this.entries()).filter((one) => one.key !== key).reduce((sum, one) => sum + one.bytes, 0);
      const over = others + bytes - this.maxBytes;
      if (over > 0) await this.#evict(over, key);
      const entry = { bytes, type: file.type, usedAt: this.#now(), poster: false, fixed };
      await this.#write({ [entryKey(key)]: entry, [fileKey(key)]: file, [posterKey(key)]: undefined }, key, bytes);
    });
  }

  putPoster(key: string, poster: Blob): Promise<void> {
    return this.#alone(async () => {
      const kept = await this.entry(key);
      if (kept === undefined || kept.without !== undefined) return;
      const entry = { ...kept, bytes: kept.bytes + poster.size, poster: true };
      await this.#write({ [entryKey(key)]: entry, [posterKey(key)]: poster }, key, poster.size);
    });
  }

  leave(keys: readonly string[], reason: string): Promise<void> {
    return this.#alone(() => this.#options.values.write(allOf(keys.map((key) => this.#without(key, reason)))));
  }

  remove(prefixes: readonly string[]): Promise<void> {
    return this.#alone(async () => {
      const { values } = this.#options;
      const [only = '', more] = prefixes;
      const gone = new Set(prefixes);
      const listed = (await values.list(entryKey(more === undefined ? only : ''))).map(({ key }) => key.slice(entryKey('').length));
      const keys = listed.filter((key) => gone.has(key.slice(0, key.indexOf('/') + 1)));
      if (keys.length > 0) await values.write(allOf(keys.map((key) => this.#without(key, undefined))));
    });
  }

  makeRoom(bytes: number): Promise<boolean> {
    return this.#alone(() => this.#evict(bytes));
  }

  clear(): Promise<void> {
    return this.#alone(() => this.#options.values.clear());
  }

  close(): void {
    this.#closed = true;
    this.#options.values.close();
  }

  /** Never twice the same, so that uses stay in order. */
  #now(): number {
    return (this.#latest = Math.max(Date.now(), this.#latest + 1));
  }

  /** One change at a time among all tabs: the budget is theirs together. */
  #alone<T>(work: () => Promise<T>): Promise<T> {
    return exclusively(this.#options.name, work);
  }

  #without(key: string, reason: string | undefined): Record<string, unknown> {
    return {
      [entryKey(key)]: reason === undefined ? undefined : { bytes: 0, type: '', usedAt: this.#now(), poster: false, without: reason },
      [fileKey(key)]: undefined,
      [posterKey(key)]: undefined,
    };
  }

  async #evict(bytes: number, except?: string): Promise<boolean> {
    const oldest = (await this.entries())
      .filter((one) => one.bytes > 0 && one.fixed !== true && one.key !== except)
      .sort((one, other) => one.usedAt - other.usedAt);
    const keys: string[] = [];
    for (let freed = 0; freed < bytes || keys.length === 0;) {
      const next = oldest.shift();
      if (next === undefined) break;
      freed += next.bytes;
      keys.push(next.key);
    }
    if (keys.length === 0) return false;
    await this.#options.values.write(allOf(keys.map((key) => this.#without(key, 'evicted'))));
    this.#options.onEvicted(keys);
    return true;
  }

  async #write(changes: Readonly<Record<string, unknown>>, key: string, bytes: number): Promise<void> {
    const { values } = this.#options;
    for (let round = 0; ; round++) {
      try {
        return await values.write(this.#bytesOnly ? await withBytes(changes) : changes);
      } catch (error) {
        if (!this.#bytesOnly && isBlobRefused(error)) this.#bytesOnly = true;
        else if (!isFull(error) || round >= quotaRounds || !(await this.#evict(bytes, key))) throw error;
        else if (round > 0) await delay(quotaPauseMs);
      }
    }
  }

  #touch(used: FileEntry): Promise<void> {
    return this.#alone(async () => {
      if (this.#closed || (await this.entry(used.key))?.bytes !== used.bytes) return;
      const { key, ...rest } = used;
      await this.#options.values.write({ [entryKey(key)]: { ...rest, usedAt: this.#now() } });
    });
  }
}

const allOf = (changes: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> =>
  Object.fromEntries(changes.flatMap((change) => Object.entries(change)));

function readEntry(key: string, value: unknown): FileEntry | undefined {
  if (!isRecord(value)) return undefined;
  const { bytes, type, usedAt, poster, fixed, without } = value;
  if (typeof bytes !== 'number' || typeof type !== 'string' || typeof usedAt !== 'number') return undefined;
  return {
    key,
    bytes,
    type,
    usedAt,
    poster: poster === true,
    fixed: fixed === true ? true : undefined,
    without: typeof without === 'string' ? without : undefined,
  };
}

const tooLarge = (bytes: number, maxBytes: number) =>
  new VoxreelError('storage_full', `${bytes} bytes are more than all that may be kept here (${maxBytes}).`);

const isFull = (error: unknown) => isVoxreelError(error) && error.code === 'storage_full';

const isBlobRefused = (error: unknown) =>
  isVoxreelError(error) && error.cause instanceof DOMException && ['DataCloneError', 'UnknownError'].includes(error.cause.name);

async function withBytes(changes: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const plain = Object.entries(changes).map(async ([key, value]) => [key, value instanceof Blob ? await storedFile(value) : value]);
  return Object.fromEntries(await Promise.all(plain)) as Record<string, unknown>;
}

const asBlob = (value: unknown): Blob | undefined => (value instanceof Blob ? value : readStoredFile(value));

/** A browser may hand over a Blob whose bytes it has cleaned away. */
async function isWhole(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
