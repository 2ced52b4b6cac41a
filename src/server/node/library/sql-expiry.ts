// What is older than its users or the site want it kept, in SQL. Found without a lock, then deleted one by one under that of its user.
import type { ExpiredRecord, RecordAges } from '../../library/record-bin.js';
import type { Database, Query, Row } from './database.js';
import { endBinned } from './sql-bin.js';
import { deleteRecord } from './sql-deletion.js';
import { lockedUser, numberIn } from './sql-user.js';

const isOld = (place: string): string => `changed_at < now() - ${place}::bigint * interval '1 millisecond'`;
const columns = 'user_id, kind, id, version, files, bytes::float8 AS bytes';
const aged = `kind = $1 AND record IS NOT NULL AND ${isOld('$2')}`;
const agedInBin = `binned IS NOT NULL AND ${isOld('$1')}`;

type Ready = Pick<Database, 'query' | 'transaction'>;

export async function expire({ query, transaction }: Ready, { kinds, bin }: RecordAges, limit: number): Promise<readonly ExpiredRecord[]> {
  const ended: ExpiredRecord[] = [];
  const each = async (rows: readonly Row[], end: (ask: Query, row: Row) => Promise<boolean>): Promise<void> => {
    for (const row of rows)
      if (await transaction((ask) => end(ask, row)))
        ended.push({ userId: String(row['user_id']), kind: String(row['kind']), id: String(row['id']) });
  };
  const left = (): number => limit - ended.length;
  if (bin !== undefined) {
    const found = `SELECT ${columns} FROM voxreel_records WHERE ${agedInBin} ORDER BY changed_at LIMIT $2::int`;
    await each(await query(found, [bin, left()]), (ask, row) => endOldBinned(ask, row, bin));
  }
  for (const [kind, ms] of Object.entries(kinds)) {
    const found = `SELECT ${columns} FROM voxreel_records WHERE ${aged} ORDER BY changed_at LIMIT $3::int`;
    await each(await query(found, [kind, ms, left()]), endOld);
  }
  return ended;
}

/** It may have been restored meanwhile, or another instance was faster. */
async function endOldBinned(query: Query, { user_id: user, kind, id }: Row, ms: number): Promise<boolean> {
  const userId = String(user);
  await lockedUser(query, userId);
  const still = await query(`SELECT ${columns} FROM voxreel_records WHERE ${agedInBin} AND user_id = $2 AND kind = $3 AND id = $4`, [
    ms,
    userId,
    String(kind),
    String(id),
  ]);
  await endBinned(query, userId, still);
  return still.length > 0;
}

/** A change has another version. */
async function endOld(query: Query, row: Row): Promise<boolean> {
  const name = { kind: String(row['kind']), id: String(row['id']) };
  const { isDeleted } = await deleteRecord(query, String(row['user_id']), { name, known: numberIn(row, 'version'), toBin: false });
  return isDeleted;
}
