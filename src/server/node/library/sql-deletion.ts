// The deletion of a record in SQL: by its user, into the bin or for good, or because of its age.
import type { RecordName, RecordWritten } from '../../library/record-store.js';
import type { Query } from './database.js';
import { foundRecord, releaseFiles, write } from './sql-rows.js';
import { endShares } from './sql-shares.js';
import { cursorOf, lockedUser } from './sql-user.js';
import { unwatchRecord } from './sql-watch.js';

interface Deletion {
  readonly name: RecordName;
  /** The version that is to be there. */
  readonly known: number;
  /** Otherwise its files go with it. */
  readonly toBin: boolean;
}

export interface Deleted {
  /** False: it is not there, or at another version, and nothing has changed. */
  readonly isDeleted: boolean;
  readonly written: RecordWritten;
}

/** Also of what is watched for it, and of its shares. */
export async function deleteRecord(query: Query, userId: string, { name, known, toBin }: Deletion): Promise<Deleted> {
  const user = await lockedUser(query, userId);
  const found = await foundRecord(query, userId, name);
  if (found?.record === undefined)
    return { isDeleted: false, written: { version: found?.version ?? 0, cursor: cursorOf(user.epoch, user.change) } };
  const { record, files, bytes, version } = found;
  if (version !== known) return { isDeleted: false, written: { conflict: { ...name, version, record } } };
  await unwatchRecord(query, userId, record, files);
  await query(endShares, [userId, name.kind, name.id]);
  if (!toBin) await releaseFiles(query, userId, files);
  const left = toBin ? { binned: record, files } : { binned: null, files: [] };
  const more = { records: -1, bytes: toBin ? 0 : -bytes };
  const written = await write(query, userId, { user, name, version: version + 1, record: null, ...left, more });
  return { isDeleted: true, written };
}
