// The bin of a library in SQL. A record that is in it has its text in another column: for pages it is deleted.
import type { BinnedRecord, RecordBin } from '../../library/record-bin.js';
import type { RecordName } from '../../library/record-store.js';
import type { Database, Query, Row } from './database.js';
import { deleteRecord } from './sql-deletion.js';
import { filesIn, foundRecord, releaseFiles, write } from './sql-rows.js';
import { checkUserId, countBytes, lockedUser, numberIn } from './sql-user.js';

const fileBytes = `(
  SELECT coalesce(sum(bytes), 0) FROM voxreel_files AS file WHERE file.user_id = found.user_id AND file.id = ANY(found.files)
)`;

const readBin = `
SELECT kind, id, binned, change::text AS change, extract(epoch FROM changed_at)::float8 * 1000 AS deleted_at, (bytes + files)::float8 AS bytes FROM (
  SELECT *, sum(bytes) OVER (ORDER BY change DESC) - bytes AS before FROM (
    SELECT kind, id, binned, change, changed_at, bytes, ${fileBytes} AS files FROM voxreel_records AS found
    WHERE user_id = $1 AND binned IS NOT NULL AND change < $2::bigint ORDER BY change DESC LIMIT $3::int
  ) AS following
) AS measured WHERE before < $4::bigint ORDER BY measured.change DESC`;

const latest = Number.MAX_SAFE_INTEGER;

export function sqlBin({ query, transaction }: Pick<Database, 'query' | 'transaction'>): RecordBin {
  return {
    put: (userId, name, known) => transaction(async (ask) => (await deleteRecord(ask, userId, { name, known, toBin: true })).written),
    async list(userId, after, most) {
      checkUserId(userId);
      const before = after === undefined ? latest : Number(/^\d{1,15}$/.exec(after)?.[0] ?? 0);
      const rows = await query(readBin, [userId, before, most.records, most.bytes]);
      const last = rows.at(-1);
      if (last === undefined) return { data: [], next: undefined };
      const further = await query(
        'SELECT 1 FROM voxreel_records WHERE user_id = $1 AND binned IS NOT NULL AND change < $2::bigint LIMIT 1',
        [userId, Number(last['change'])],
      );
      return { data: rows.map(binnedIn), next: further.length > 0 ? String(last['change']) : undefined };
    },
    restore: (userId, name, quota) =>
      transaction(async (ask) => {
        const user = await lockedUser(ask, userId);
        const found = await foundRecord(ask, userId, name);
        if (found?.binned === undefined) return undefined;
        if (user.records + 1 > quota.records) return { exceeded: 'records' };
        const { binned: record, files, version } = found;
        return write(ask, userId, { user, name, record, binned: null, files, version: version + 1, more: { records: 1, bytes: 0 } });
      }),
    empty: (userId, name) =>
      transaction(async (ask) => {
        await lockedUser(ask, userId);
        const rows = await binnedRows(ask, userId);
        const chosen = name === undefined ? rows : rows.filter(({ kind, id }) => kind === name.kind && id === name.id);
        await endBinned(ask, userId, chosen);
        return chosen.length;
      }),
  };
}

const binnedIn = (row: Row): BinnedRecord => ({
  kind: String(row['kind']),
  id: String(row['id']),
  record: String(row['binned']),
  bytes: numberIn(row, 'bytes'),
  deletedAt: Math.round(numberIn(row, 'deleted_at')),
});

/** The oldest deletion first. */
const binnedRows = (query: Query, userId: string): Promise<readonly Row[]> =>
  query(
    `SELECT kind, id, files, bytes::float8 AS bytes, ${fileBytes}::float8 AS file_bytes FROM voxreel_records AS found
    WHERE user_id = $1 AND binned IS NOT NULL ORDER BY change`,
    [userId],
  );

/** Deletes them for good, with their files. Pages need not hear of it. */
export async function endBinned(query: Query, userId: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (name: string): readonly string[] => rows.map((row) => String(row[name]));
  await query(
    `UPDATE voxreel_records SET binned = NULL, files = '{}', bytes = 0
    WHERE user_id = $1 AND binned IS NOT NULL AND (kind, id) IN (SELECT * FROM unnest($2::text[], $3::text[]))`,
    [userId, column('kind'), column('id')],
  );
  await countBytes(query, userId, -rows.reduce((sum, row) => sum + numberIn(row, 'bytes'), 0));
  await releaseFiles(query, userId, rows.flatMap(filesIn));
}

const endLate = `
WITH gone AS (
  UPDATE voxreel_files SET user_id = NULL, until = now() WHERE user_id = $1 AND id IS NULL AND until < now() RETURNING bytes
) SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM gone`;

/** Gives up uploads of processes that were killed; the bytes that are free again. */
async function endLateUploads(query: Query, userId: string): Promise<number> {
  const [row = {}] = await query(endLate, [userId]);
  await countBytes(query, userId, -numberIn(row, 'bytes'));
  return numberIn(row, 'bytes');
}

/**
 * Makes room for so many bytes by uploads that came too late, then by what was deleted first; false where that is not enough, and then nothing was
 * deleted. `except` is being written.
 */
export async function makeRoom(query: Query, userId: string, bytes: number, except?: RecordName): Promise<boolean> {
  if (bytes <= 0) return true;
  const chosen: Row[] = [];
  let freed = await endLateUploads(query, userId);
  if (freed >= bytes) return true;
  for (const row of await binnedRows(query, userId)) {
    if (row['kind'] === except?.kind && row['id'] === except?.id) continue;
    chosen.push(row);
    freed += numberIn(row, 'bytes') + numberIn(row, 'file_bytes');
    if (freed >= bytes) break;
  }
  if (freed < bytes) return false;
  await endBinned(query, userId, chosen);
  return true;
}
