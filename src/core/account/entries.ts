// What this device knows of one record of the library, and what each news of it makes of that. Pure.
import { isConversationKey, mergeVersions, sameRecord, withDeviceFields, withForeign, type Fields } from './record-kinds.js';

export interface Entry {
  /** Absent where it was removed here. */
  readonly record?: Fields | undefined;
  /** The latest version of the library that is known here; 0: none. */
  readonly version: number;
  /** At that version the library has it, so that it was not deleted there. */
  readonly isThere: boolean;
  /** Counts the changes of this device that the library does not have yet. */
  readonly edits: number;
  /** The library takes it in no later attempt either: only another edit is sent. */
  readonly refused?: true | undefined;
  /** Events of a conversation that came from another device, and that the page which writes it here may not have seen. */
  readonly foreign?: readonly string[] | undefined;
}

/** A version of the library. */
export interface RemoteVersion {
  readonly version: number;
  /** Absent where it was deleted. */
  readonly record?: Fields | undefined;
}

/** It was put here. */
export function edited(key: string, entry: Entry | undefined, record: Fields): Entry {
  const { record: before, version = 0, isThere = false, edits = 0, refused, foreign } = entry ?? {};
  const next = isConversationKey(key) && before !== undefined ? withForeign(record, before, foreign) : { record, foreign: undefined };
  const isSame = before !== undefined && sameRecord(key, before, next.record);
  return isSame ? { ...next, version, isThere, edits, refused } : { ...next, version, isThere, edits: edits + 1 };
}

/** It was removed here. Undefined where the library never heard of it. */
export const removed = (entry: Entry | undefined): Entry | undefined =>
  entry === undefined || (entry.record === undefined && entry.edits === 0)
    ? entry
    : { version: entry.version, isThere: entry.isThere, edits: entry.edits + 1 };

/**
 * The library has this version. Edits of both sides are merged; a deletion wins over an edit, wherever each was made. A version that is known already
 * changes nothing: it may be the echo of a write of this device.
 */
export function received(key: string, entry: Entry | undefined, { version, record }: RemoteVersion): Entry | undefined {
  if (entry !== undefined && version <= entry.version) return isSpent(entry) ? undefined : entry;
  if (record === undefined) return undefined;
  if (entry === undefined) return { record, version, isThere: true, edits: 0 };
  const { record: mine, edits } = entry;
  if (mine === undefined) return edits > 0 ? { version, isThere: true, edits } : { record, version, isThere: true, edits: 0 };
  const merged = edits > 0 ? mergeVersions(key, mine, record) : record;
  const isSame = sameRecord(key, merged, record);
  const kept = withDeviceFields(key, merged, mine);
  return { ...kept, foreign: [...(entry.foreign ?? []), ...kept.foreign], version, isThere: true, edits: isSame ? 0 : edits };
}

/** The library took what was sent: `edits` is what the count was then. */
export function accepted(entry: Entry | undefined, sent: Entry, version: number): Entry | undefined {
  if (entry === undefined) return undefined;
  const isThere = version >= entry.version ? sent.record !== undefined : entry.isThere;
  const next = { ...entry, version: Math.max(version, entry.version), isThere, edits: Math.max(0, entry.edits - sent.edits) };
  // Its deletion comes with the changes, unless it was never there.
  return isSpent(next) && next.version === 0 ? undefined : next;
}

/** The library begins again: which versions it has is to be seen. */
export const restarted = (entry: Entry): Entry | undefined => (isSpent(entry) ? undefined : { ...entry, version: 0, isThere: false });

/** All that the library has was read. What it does not have is gone, but for what this device has changed since. */
export const listed = (entry: Entry): Entry | undefined => (entry.version === 0 && entry.edits === 0 ? undefined : entry);

/** Removed, and the library knows. */
export const isSpent = ({ record, edits }: Entry): boolean => record === undefined && edits === 0;

export const isUnsent = ({ edits }: Entry): boolean => edits > 0;
