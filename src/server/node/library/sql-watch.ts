// Unfinished videos in SQL: several instances share them, and the database decides which of them goes on with one.
import type { LeasedVideo, WatchList } from '../../library/watch-list.js';
import type { Database, Query, Row } from './database.js';
import { checkUserId, countBytes, numberIn } from './sql-user.js';

const fromNow = (place: string): string => `now() + ${place}::bigint * interval '1 millisecond'`;

const leaseDue = `
UPDATE voxreel_watched SET due = ${fromNow('$2')}, lease = gen_random_uuid()::text WHERE key IN (
  SELECT key FROM voxreel_watched WHERE due <= now() ORDER BY due LIMIT $1::int FOR UPDATE SKIP LOCKED
) RETURNING key, user_id, data, marks, lease`;

const findRecord = `
SELECT id, version, record FROM voxreel_watched AS watched JOIN voxreel_records AS found USING (user_id)
WHERE watched.key = $1 AND kind = 'video' AND record IS NOT NULL
  AND EXISTS (SELECT 1 FROM unnest(watched.marks) AS mark WHERE strpos(record, mark) > 0)
ORDER BY change DESC LIMIT 1`;

const endWatched = `
WITH ended AS (
  DELETE FROM voxreel_watched WHERE user_id = $1 AND EXISTS (SELECT 1 FROM unnest(marks) AS mark WHERE strpos($2, mark) > 0) RETURNING key
), gone AS (
  UPDATE voxreel_files SET user_id = NULL, id = NULL, until = now()
  WHERE user_id = $1 AND watched IN (SELECT key FROM ended) AND (id IS NULL OR NOT id = ANY($3::text[])) RETURNING bytes
) SELECT coalesce(sum(bytes), 0)::float8 AS bytes FROM gone`;

/** Beside the deletion of a record: what it was of is watched no more, and what was stored of that goes, but for `files`, which the record names. */
export async function unwatchRecord(query: Query, userId: string, record: string, files: readonly string[]): Promise<void> {
  const [row = {}] = await query(endWatched, [userId, record, files]);
  await countBytes(query, userId, -numberIn(row, 'bytes'));
}

export const isWatched = async (query: Query, userId: string, key: string): Promise<boolean> =>
  (await query('SELECT 1 FROM voxreel_watched WHERE key = $1 AND user_id = $2', [key, userId])).length > 0;

export const isLeased = async (query: Query, { key, lease }: Pick<LeasedVideo, 'key' | 'lease'>): Promise<boolean> =>
  (await query('SELECT 1 FROM voxreel_watched WHERE key = $1 AND lease = $2', [key, lease])).length > 0;

const leasedIn = (row: Row): LeasedVideo => ({
  key: String(row['key']),
  userId: String(row['user_id']),
  data: String(row['data']),
  marks: Array.isArray(row['marks']) ? row['marks'].map(String) : [],
  lease: String(row['lease']),
});

export function sqlWatch({ query }: Pick<Database, 'query'>): WatchList {
  const changed = async (text: string, values: Parameters<typeof query>[1]): Promise<boolean> => (await query(text, values)).length > 0;
  return {
    async add({ key, userId, data, marks }, afterMs) {
      checkUserId(userId);
      await query(
        `INSERT INTO voxreel_watched (key, user_id, data, marks, due) VALUES ($1, $2, $3, $4::text[], ${fromNow('$5')})
        ON CONFLICT (key) DO NOTHING`,
        [key, userId, data, marks.filter((mark) => mark !== ''), Math.ceil(afterMs)],
      );
    },
    lease: async (limit, leaseMs) => (await query(leaseDue, [limit, Math.ceil(leaseMs)])).map(leasedIn),
    renew: (key, lease, leaseMs) =>
      changed(`UPDATE voxreel_watched SET due = ${fromNow('$3')} WHERE key = $1 AND lease = $2 RETURNING key`, [
        key,
        lease,
        Math.ceil(leaseMs),
      ]),
    putOff: (key, lease, afterMs, data) =>
      changed(`UPDATE voxreel_watched SET due = ${fromNow('$3')}, lease = NULL, data = $4 WHERE key = $1 AND lease = $2 RETURNING key`, [
        key,
        lease,
        Math.ceil(afterMs),
        data,
      ]),
    finish: (key, lease) => changed('DELETE FROM voxreel_watched WHERE key = $1 AND lease = $2 RETURNING key', [key, lease]),
    async hurry(key) {
      await query('UPDATE voxreel_watched SET due = now() WHERE key = $1 AND lease IS NULL', [key]);
    },
    async remove(key) {
      await query('DELETE FROM voxreel_watched WHERE key = $1', [key]);
    },
    async recordOf(key) {
      const [row] = await query(findRecord, [key]);
      if (row === undefined) return undefined;
      return { id: String(row['id']), version: numberIn(row, 'version'), record: String(row['record']) };
    },
  };
}
