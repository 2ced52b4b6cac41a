// The contract of a storage: records by key.

/** A record with its key. */
export interface StorageRecord<T> {
  readonly key: string;
  readonly record: T;
}

/** What a record is of. A key begins with its kind and a colon, as `draft:...`; that of a video is its id alone. */
export type RecordKind = 'video' | 'conversation' | 'draft' | 'reference';

/** Where records are kept. A plain object; every method may reject with `storage_full` or `storage_unavailable`. */
export interface Storage<T = unknown> {
  /**
   * Every record, in no promised order; where the storage has records of several kinds, those of `kind` alone. Records that cannot be read are left
   * out, not fatal.
   */
  all(kind?: RecordKind): Promise<readonly StorageRecord<T>[]>;
  /**
   * What `all` resolves with, in pages, those with the greatest keys first: those of the latest videos. The first page is small, so that a list can be
   * shown before everything is read. Where it is missing, `all` is called.
   */
  pages?(kind?: RecordKind): AsyncIterable<readonly StorageRecord<T>[]>;
  /** Atomic. `durable`: resolves only when the record survives a crash. Rejects with `storage_full` or `storage_unavailable`. */
  put(key: string, record: T, options?: { readonly durable?: boolean }): Promise<void>;
  remove(key: string): Promise<void>;
  /** Puts what `change` makes of the stored record, with no other write between. Where it is missing, `put` writes over what is stored. */
  update?(key: string, change: (stored: T | undefined) => T, options?: { readonly durable?: boolean }): Promise<void>;
  /** Many in one go: all of them or none. Where they are missing, each is put or removed for itself. */
  putAll?(records: readonly StorageRecord<T>[]): Promise<void>;
  removeAll?(keys: readonly string[]): Promise<void>;
  clear(): Promise<void>;
  /** How many records the last `all` or `pages` left out, where it can tell. */
  readonly unread?: number;
  /** False for storages that end with the page: shown to the user. */
  readonly persistent?: boolean;
  /** Hears of changes that no `put` or `remove` of this page made: those of another device, or of another tab. Returns its undo. */
  subscribe?(listener: (changes: StorageChanges<T>) => void): () => void;
  /**
   * For a sign-out: clears what this device has, and leaves the rest where it is. Rejects with `unsent`. Where it is missing, the records are on this
   * device alone, and are removed.
   */
  forget?(options?: ForgetOptions): Promise<void>;
  /** Pictures of videos for all devices of a user. Where they are missing, each device draws its own. */
  readonly posters?: StoragePosters;
  close?(): void;
}

/** Pictures of videos, each made by the first device that shows the video. `key` is that of its record, `output` the place of the output from 0 on. */
export interface StoragePosters {
  /** Undefined where nobody has brought one. Rejects with what went wrong, e.g. `network`. */
  get(key: string, output: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<Blob | undefined>;
  /** Where there is one already, that stays. Rejects with what went wrong. */
  put(key: string, output: number, picture: Blob, options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** What others did to a storage: records that are new or changed, and keys of those that are gone. */
export interface StorageChanges<T = unknown> {
  readonly put: readonly StorageRecord<T>[];
  /** Their keys. */
  readonly removed: readonly string[];
}

/** A storage of this device alone: all of `Storage` but what is for those that other devices write to. */
export type DeviceStorage<T = unknown> = Required<Omit<Storage<T>, 'subscribe' | 'forget' | 'posters'>>;

/** How `forget` treats what was not sent. */
export interface ForgetOptions {
  /** Deletes what has not reached the service too. */
  readonly discard?: boolean | undefined;
}
