// What uses how much of a user's library, in SQL.
import type { LibraryUsage, Used } from '../../library/record-bin.js';
import type { Query, Row } from './database.js';
import { checkUserId, numberIn } from './sql-user.js';

const readUsage = `
SELECT kind, record IS NULL AS in_bin, count(*)::float8 AS records, sum(bytes + coalesce(in_files, 0))::float8 AS bytes
FROM voxreel_records AS found LEFT JOIN LATERAL (
  SELECT sum(bytes) AS in_files FROM voxreel_files AS file WHERE file.user_id = found.user_id AND file.id = ANY(found.files)
) AS measured ON cardinality(found.files) > 0
WHERE user_id = $1 AND (record IS NOT NULL OR binned IS NOT NULL) GROUP BY kind, record IS NULL`;

const none: Used = { records: 0, bytes: 0 };
const usedIn = (row: Row): Used => ({ records: numberIn(row, 'records'), bytes: numberIn(row, 'bytes') });
const sum = (one: Used, other: Used): Used => ({ records: one.records + other.records, bytes: one.bytes + other.bytes });

export async function usage(query: Query, userId: string): Promise<LibraryUsage> {
  checkUserId(userId);
  const [user] = await query('SELECT records::float8 AS records, bytes::float8 AS bytes FROM voxreel_users WHERE user_id = $1', [userId]);
  const rows = await query(readUsage, [userId]);
  const live = rows.filter((row) => row['in_bin'] === false);
  return {
    total: user === undefined ? none : usedIn(user),
    kinds: Object.fromEntries(live.map((row) => [String(row['kind']), usedIn(row)])),
    bin: rows.filter((row) => row['in_bin'] === true).reduce((used, row) => sum(used, usedIn(row)), none),
  };
}
