// The contract of a storage, records by key, and the layout of every record.

/** A point in time that sorts as text: milliseconds since 1970, a count within one millisecond, the device. */
export type Stamp = string;

/** When the fields of a record changed. A record of 1.0.0 has neither: it counts as older than any other. */
export interface Timed {
  /** Of every field that `times` does not name. */
  readonly time?: Stamp | undefined;
  readonly times?: Readonly<Record<string, Stamp>> | undefined;
}

/** The head of every record; the fields of its kind stand beside it. */
export interface StoredRecord extends Timed {
  readonly id: string;
  readonly kind: 'video' | 'conversation';
  /** Empty where nobody was signed in. */
  readonly user: string;
  /** The agent of a conversation, or the name of a queue; empty for the only one of a site. */
  readonly agent: string;
  /** Of the fields of its kind. */
  readonly version: number;
}

export interface StorageRecord<T> {
  readonly key: string;
  readonly record: T;
}

export interface Storage<T = unknown> {
  /** Every record, in no promised order. Records that cannot be read are left out, not fatal. */
  all(): Promise<readonly StorageRecord<T>[]>;
  /** Atomic. `durable`: resolves only when the record survives a crash. Rejects with `storage_full` or `storage_unavailable`. */
  put(key: string, record: T, options?: { readonly durable?: boolean }): Promise<void>;
  remove(key: string): Promise<void>;
  /** Puts what `change` makes of the stored record, with no other write between. Where it is missing, `put` writes over what is stored. */
  update?(key: string, change: (stored: T | undefined) => T, options?: { readonly durable?: boolean }): Promise<void>;
  /** Many in one go: all of them or none. Where they are missing, each is put or removed for itself. */
  putAll?(records: readonly StorageRecord<T>[]): Promise<void>;
  removeAll?(keys: readonly string[]): Promise<void>;
  clear(): Promise<void>;
  /** How many records the last `all` left out, where it can tell. */
  readonly unread?: number;
  /** False for storages that end with the page: shown to the user. */
  readonly persistent?: boolean;
  close?(): void;
}
