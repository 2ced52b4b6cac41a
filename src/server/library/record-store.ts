// The contract of what keeps a library: the records of each user, and which files are theirs. Every call is about one user.
import type { ExpiredRecord, LibraryUsage, RecordAges, RecordBin } from './record-bin.js';
import type { PushList } from './push-list.js';
import type { RecordChange, RecordChanges, RecordName, RecordQuota, RecordWritten } from './record.js';
import type { ShareList } from './share-list.js';
import type { LeasedVideo, WatchList } from './watch-list.js';

export type { RecordChange, RecordChanges, RecordName, RecordQuota, RecordWritten };

/** `userId` and `cursor` of a change; without a cursor the user's library was cleared; without a user anything may have changed. */
export type RecordNotice = (userId?: string, cursor?: string) => void;

/** Rejects while it cannot be reached; a write that rejected may have happened all the same. */
export interface RecordStore {
  /**
   * What changed after the cursor `since`, deletions included; without it every record there is. Ends at whichever of `most` comes first, after one
   * record at least. Undefined for a cursor that is not of this library: the reader begins again. A change that is committed later has a later cursor.
   */
  changes(
    userId: string,
    since: string | undefined,
    most: { readonly records: number; readonly bytes: number },
  ): Promise<RecordChanges | undefined>;
  /**
   * Writes where `known` is the current version; 0: there is none, or it was deleted. A write that makes a record smaller exceeds no quota. `files` are
   * the ids of its files, which go where it goes: into the bin, out of it, or away. `frees`: files that only the version before has named are deleted.
   * With `lease` it writes only while that lease of a watched video holds; otherwise that is a conflict with nothing.
   */
  put(
    userId: string,
    name: RecordName,
    record: string,
    options: {
      readonly known: number;
      readonly quota: RecordQuota;
      readonly files?: readonly string[] | undefined;
      readonly lease?: Pick<LeasedVideo, 'key' | 'lease'> | undefined;
      readonly frees?: boolean | undefined;
    },
  ): Promise<RecordWritten>;
  /** The same for a deletion for good, also of its files, of what is watched for that record, and of its shares. One of what is not there changes nothing, and gives the version that it has. */
  remove(userId: string, name: RecordName, known: number): Promise<RecordWritten>;
  /** Every record and file of the user, cursors and the bin too. */
  clear(userId: string): Promise<void>;
  /** Hears of all changes within moments, on whichever instance they are made, from when this resolves on. Gives the undo. */
  listen(notice: RecordNotice): Promise<() => void>;
  readonly files: FileIndex;
  /** The record as it is, undefined where it is not there or was deleted. Without it there are no posters; needed with `shares`. */
  get?(userId: string, name: RecordName): Promise<RecordChange | undefined>;
  /** Without it a deletion is for good. */
  readonly bin?: RecordBin | undefined;
  /** Of this user. Without it pages cannot show it. */
  usage?(userId: string): Promise<LibraryUsage | undefined>;
  /** Deletes for good, up to `limit` at a time, what is older than it may be, of all users. Each is given to one caller. Needed for a retention. */
  expire?(ages: RecordAges, limit: number): Promise<readonly ExpiredRecord[]>;
  /** Without it there are no shares. */
  readonly shares?: ShareList | undefined;
  /** Without it the gateway watches no videos: their pages do. */
  readonly watched?: WatchList | undefined;
  /** Without it no browser is notified by Web Push. */
  readonly push?: PushList | undefined;
  /** May be called twice. */
  close(): Promise<void>;
}

/** What the library knows of a file. */
export interface FileEntry {
  /** The user's name of it: as the id of a record. */
  readonly id: string;
  /** Where its bytes are in the `FileStore`; another one for each upload. */
  readonly key: string;
  readonly bytes: number;
  /** `video/mp4`. */
  readonly type: string;
}

/** Which files are whose. A file is listed once all its bytes are stored; a key stays known until its bytes are gone. */
export interface FileIndex {
  /**
   * Counts `bytes` for an upload before they are written; called again, it counts so many in their place. False where that exceeds `quotaBytes`,
   * where the key is a file's or another user's, or where the upload was given up: one that is not kept or counted again within `ttlMs` is.
   * `watched`: the key of a watched video whose result it is. Then it is false also where nobody watches that video any more, and the upload, and the
   * file as long as no record names it, end when the record of the video is deleted.
   */
  reserve(
    userId: string,
    upload: { readonly key: string; readonly bytes: number; readonly watched?: string | undefined },
    limit: { readonly quotaBytes: number; readonly ttlMs: number },
  ): Promise<boolean>;
  /** The upload is whole, and from now on it is the file `id`. `exists`: there is one, and `replace` is false. `gone`: it was given up. */
  keep(userId: string, file: FileEntry, replace: boolean): Promise<'kept' | 'exists' | 'gone'>;
  /** Gives an upload up. */
  abandon(userId: string, key: string): Promise<void>;
  find(userId: string, id: string): Promise<FileEntry | undefined>;
  /** In the order of their ids, those after `after`. */
  list(userId: string, after: string, limit: number): Promise<readonly FileEntry[]>;
  /** False where there is none. */
  remove(userId: string, id: string): Promise<boolean>;
  /** Keys, of any user, whose bytes nobody needs: each is given to one caller, and again to another after a minute unless it is forgotten. */
  unused(limit: number): Promise<readonly string[]>;
  /** Their bytes are gone. */
  forget(keys: readonly string[]): Promise<void>;
}
