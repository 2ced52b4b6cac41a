// The bin of a record store: what its users have deleted, until it is gone for good; and what ends by age.
import type { RecordName, RecordQuota, RecordWritten } from './record.js';

/** A record that was deleted and can be restored. */
export interface BinnedRecord extends RecordName {
  /** As it was, JSON. */
  readonly record: string;
  /** Of the record and its files. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
}

/** One page of a bin. */
export interface BinnedRecords {
  readonly data: readonly BinnedRecord[];
  /** Give it back for the next page; undefined: this is the last. */
  readonly next: string | undefined;
}

/**
 * Its bytes count as those of the library, its records do not. A write that needs room empties the bin as far as that takes, the oldest deletion first;
 * one that would not fit even then leaves it as it is. A record that is put again under its name leaves the bin, and so do files it no longer names.
 */
export interface RecordBin {
  /** Deletes as `RecordStore.remove`, and keeps the record and its files here. */
  put(userId: string, name: RecordName, known: number): Promise<RecordWritten>;
  /**
   * The latest deletion first. Ends at whichever of `most` comes first, after one record at least. `after` is the `next` of the page before; anything
   * else gives an empty page.
   */
  list(userId: string, after: string | undefined, most: { readonly records: number; readonly bytes: number }): Promise<BinnedRecords>;
  /** Puts it back with its files, as a new version. Undefined: it is not in the bin. */
  restore(userId: string, name: RecordName, quota: RecordQuota): Promise<RecordWritten | undefined>;
  /** Deletes one record, or all, and their files for good. How many those were. */
  empty(userId: string, name?: RecordName): Promise<number>;
}

/** Records and bytes, files of the records included. */
export interface Used {
  readonly records: number;
  readonly bytes: number;
}

/** What uses how much of one user's library. */
export interface LibraryUsage {
  /** All of it: what the quota is compared with. `records` are those that are not in the bin. */
  readonly total: Used;
  readonly kinds: Readonly<Record<string, Used>>;
  readonly bin: Used;
}

/** How old what users make may get, in milliseconds. */
export interface RecordAges {
  /** By kind, since the last change. */
  readonly kinds: Readonly<Record<string, number>>;
  /** In the bin. */
  readonly bin: number | undefined;
}

/** Deleted for good because of its age. */
export interface ExpiredRecord extends RecordName {
  readonly userId: string;
}
