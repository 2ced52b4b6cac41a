// A record of a library: its name, its changes, and what becomes of a write.

/** Which record: its kind and id. */
export interface RecordName {
  /** `video`, `conversation`, `draft`: a small letter, then small letters, digits and hyphens, 32 characters at most. */
  readonly kind: string;
  /** 1 to 200 printable ASCII characters. */
  readonly id: string;
}

/** A record as it is now, or that it was deleted. */
export interface RecordChange extends RecordName {
  /** Counts the writes of this record, a deletion too. Never falls, so that an old version never becomes the current one again. */
  readonly version: number;
  /** The record as JSON text, exactly as it was put; absent where it was deleted. */
  readonly record?: string | undefined;
}

/** What has changed since a cursor. */
export interface RecordChanges {
  /** Each record once, at its last change: the oldest change first. */
  readonly data: readonly RecordChange[];
  /** Give it back to go on from here. Opaque, and of this user alone. */
  readonly cursor: string;
  /** Whether there are changes after `cursor` already. */
  readonly more: boolean;
}

/** Numbers, or `Infinity` for none. Bytes are those of records and files together, uploads under way included. */
export interface RecordQuota {
  readonly records: number;
  readonly bytes: number;
}

/** What became of a write. */
export type RecordWritten =
  | { readonly version: number; readonly cursor: string }
  /** The record is not at the version that the writer knows: what is there now, undefined where nothing ever was. Nothing has changed. */
  | { readonly conflict: RecordChange | undefined }
  | { readonly exceeded: 'records' | 'bytes' };
