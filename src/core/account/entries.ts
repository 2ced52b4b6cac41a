// What this device knows of one record of the library, and what each news of it makes of that. Pure.
import { filesIn, isConversationKey, mergeVersions, sameRecord, withDeviceFields, withForeign, type Fields } from './record-kinds.js';

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
  /** Files that the library's version names: the library has them. */
  readonly files?: readonly string[] | undefined;
  /** Files that were sent for a version that the library does not have yet. */
  readonly sentFiles?: readonly string[] | undefined;
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
  const { record: before, version = 0, isThere = false, edits = 0, refused, foreign, ...files } = entry ?? {};
  const next = isConversationKey(key) && before !== undefined ? withForeign(record, before, foreign) : { record, foreign: undefined };
  const isSame = before !== undefined && sameRecord(key, before, next.record);
  return isSame ? { ...files, ...next, version, isThere, edits, refused } : { ...files, ...next, version, isThere, edits: edits + 1 };
}

/** It was removed here. Undefined where the library never heard of it. */
export const removed = (entry: Entry | undefined): Entry | undefined =>
  entry === undefined || (entry.record === undefined && entry.edits === 0)
    ? entry
    : { version: entry.version, isThere: entry.isThere, edits: entry.edits + 1, ...sentBy(entry) };

const sentBy = ({ sentFiles }: Entry): Pick<Entry, 'sentFiles'> => (sentFiles === undefined ? {} : { sentFiles });

/** Of that version of the library; nothing where it names none. */
const filesOf = (key: string, record: Fields | undefined): Pick<Entry, 'files'> => {
  const files = filesIn(key, record);
  return files.length > 0 ? { files } : {};
};

/**
 * The library has this version. Edits of both sides are merged; a deletion wins over an edit, wherever each was made. A version that is known already
 * changes nothing: it may be the echo of a write of this device.
 */
export function received(key: string, entry: Entry | undefined, { version, record }: RemoteVersion): Entry | undefined {
  if (entry !== undefined && version <= entry.version) return isSpent(entry) ? undefined : entry;
  if (record === undefined) return undefined;
  const there = { ...filesOf(key, record), version, isThere: true };
  if (entry === undefined) return { record, ...there, edits: 0 };
  const { record: mine, edits } = entry;
  if (mine === undefined) return edits > 0 ? { ...there, edits, ...sentBy(entry) } : { record, ...there, edits: 0 };
  const merged = edits > 0 ? mergeVersions(key, mine, record) : record;
  const isSame = sameRecord(key, merged, record);
  const kept = withDeviceFields(key, merged, mine);
  return { ...kept, foreign: [...(entry.foreign ?? []), ...kept.foreign], ...there, edits: isSame ? 0 : edits, ...sentBy(entry) };
}

/** The library took what was sent: `edits` is what the count was then. */
export function accepted(key: string, entry: Entry | undefined, sent: Entry, version: number): Entry | undefined {
  if (entry === undefined) return undefined;
  const { files, sentFiles = [], ...before } = entry;
  const isLatest = version >= entry.version;
  const there = isLatest
    ? { ...filesOf(key, sent.record), isThere: sent.record !== undefined }
    : { ...(files === undefined ? {} : { files }), isThere: entry.isThere };
  const named = new Set(filesIn(key, sent.record));
  const rest = sentFiles.filter((id) => !named.has(id));
  const next = {
    ...before,
    ...there,
    ...(rest.length > 0 && { sentFiles: rest }),
    version: Math.max(version, entry.version),
    edits: Math.max(0, entry.edits - sent.edits),
  };
  // Its deletion comes with the changes, unless it was never there.
  return isSpent(next) && next.version === 0 ? undefined : next;
}

/** The library begins again: which versions it has is to be seen. */
export const restarted = (entry: Entry): Entry | undefined => {
  const { files: _files, sentFiles: _sent, ...rest } = entry;
  return isSpent(entry) ? undefined : { ...rest, version: 0, isThere: false };
};

/** These were sent for it. */
export const withSentFiles = (entry: Entry, ids: readonly string[]): Entry => ({
  ...entry,
  sentFiles: [...new Set([...(entry.sentFiles ?? []), ...ids])],
});

/** Files that have to be sent before the record is. */
export const filesToSend = (key: string, { record, files = [], sentFiles = [] }: Entry): readonly string[] => {
  const known = new Set([...files, ...sentFiles]);
  return filesIn(key, record).filter((id) => !known.has(id));
};

/** Files that were sent, and that no version names. */
export const strayFiles = (key: string, { record, files = [], sentFiles = [] }: Entry): readonly string[] => {
  const named = new Set([...files, ...filesIn(key, record)]);
  return sentFiles.filter((id) => !named.has(id));
};

/** Once they are gone. */
export const withoutStrays = ({ sentFiles: _sent, ...entry }: Entry): Entry => entry;

/** All that the library has was read. What it does not have is gone, but for what this device has changed since. */
export const listed = (entry: Entry): Entry | undefined => (entry.version === 0 && entry.edits === 0 ? undefined : entry);

/** Removed, and the library knows. */
export const isSpent = ({ record, edits }: Entry): boolean => record === undefined && edits === 0;

export const isUnsent = ({ edits }: Entry): boolean => edits > 0;
