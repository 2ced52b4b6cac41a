// One record of a library in SQL: found, written and released. The writer holds the lock of its user.
import type { RecordChange, RecordName, RecordWritten } from '../../library/record-store.js';
import type { Query, Row } from './database.js';
import { countBytes, cursorOf, numberIn, type UserRow } from './sql-user.js';

export const channel = 'voxreel_library';

/** A record as it is kept: in the library, in the bin, or gone. */
export interface FoundRecord extends RecordChange {
  /** As it was when it was put into the bin. */
  readonly binned: string | undefined;
  /** Ids of its files. */
  readonly files: readonly string[];
  /** Of the record, wherever it is, without its files. */
  readonly bytes: number;
}

export const byteLengthOf = (record: string): number => Buffer.byteLength(record);

export function recordIn(row: Row): RecordChange {
  const { kind, id, record } = row;
  const head = { kind: String(kind), id: String(id), version: numberIn(row, 'version') };
  return typeof record === 'string' ? { ...head, record } : head;
}

export const filesIn = ({ files }: Row): readonly string[] => (Array.isArray(files) ? files.map(String) : []);

export async function foundRecord(query: Query, userId: string, { kind, id }: RecordName): Promise<FoundRecord | undefined> {
  const [row] = await query(
    'SELECT kind, id, version, record, binned, files, bytes FROM voxreel_records WHERE user_id = $1 AND kind = $2 AND id = $3',
    [userId, kind, id],
  );
  if (row === undefined) return undefined;
  const { binned } = row;
  return { ...recordIn(row), binned: typeof binned === 'string' ? binned : undefined, files: filesIn(row), bytes: numberIn(row, 'bytes') };
}

export interface Writing {
  readonly user: UserRow;
  readonly name: RecordName;
  readonly version: number;
  /** Null: it is not in the library. */
  readonly record: string | null;
  /** Null: it is not in the bin. */
  readonly binned: string | null;
  readonly files: readonly string[];
  /** What the user has more than before. */
  readonly more: { readonly records: number; readonly bytes: number };
}

const writeRecord = `
WITH counted AS (
  UPDATE voxreel_users SET change = $4::bigint, records = records + $7::int, bytes = bytes + $8::int WHERE user_id = $1
), told AS (
  SELECT pg_notify('${channel}', $9::text)
), written AS (
  INSERT INTO voxreel_records (user_id, kind, id, change, version, record, binned, files, bytes)
  VALUES ($1, $2, $3, $4::bigint, $5::int, $6::text, $10::text, $11::text[], coalesce(octet_length($6::text), octet_length($10::text), 0))
  ON CONFLICT (user_id, kind, id) DO UPDATE
  SET change = excluded.change, version = excluded.version, record = excluded.record, binned = excluded.binned, files = excluded.files,
    bytes = excluded.bytes, changed_at = now()
)
SELECT 1 FROM told`;

export async function write(
  query: Query,
  userId: string,
  { user, name, version, record, binned, files, more }: Writing,
): Promise<RecordWritten> {
  const change = user.change + 1;
  const cursor = cursorOf(user.epoch, change);
  const notice = JSON.stringify([userId, cursor]);
  await query(writeRecord, [userId, name.kind, name.id, change, version, record, more.records, more.bytes, notice, binned, files]);
  return { version, cursor };
}

/** Their bytes are needed by nobody from now on. */
export async function releaseFiles(query: Query, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const [row = {}] = await query(
    `WITH gone AS (
      UPDATE voxreel_files SET user_id = NULL, id = NULL, until = now() WHERE user_id = $1 AND id = ANY($2::text[]) RETURNING bytes
    ) SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM gone`,
    [userId, ids],
  );
  await countBytes(query, userId, -numberIn(row, 'bytes'));
}
