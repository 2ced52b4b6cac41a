// Which files are whose, in SQL. An upload has a user and no id; a file has both; bytes that nobody needs have neither.
import type { FileEntry, FileIndex } from '../../library/record-store.js';
import type { Database, Query, Row } from './database.js';
import { makeRoom } from './sql-bin.js';
import { checkUserId, countBytes, lockedUser, numberIn } from './sql-user.js';
import { isWatched } from './sql-watch.js';

const fileIn = (row: Row): FileEntry => ({
  id: String(row['id']),
  key: String(row['key']),
  bytes: numberIn(row, 'bytes'),
  type: String(row['type']),
});

/** How long the one who is given a key has for deleting its bytes. */
const lease = "now() + interval '1 minute'";

export function sqlFiles({ query, transaction }: Pick<Database, 'query' | 'transaction'>): FileIndex {
  return {
    reserve: (userId, { key, bytes, watched = null }, { quotaBytes, ttlMs }) =>
      transaction(async (ask) => {
        const user = await lockedUser(ask, userId);
        if (watched !== null && !(await isWatched(ask, userId, watched))) return false;
        const [before] = await ask('SELECT bytes::float8 AS bytes, user_id, id FROM voxreel_files WHERE key = $1', [key]);
        if (before !== undefined && (before['user_id'] !== userId || before['id'] !== null)) return false;
        const more = bytes - (before === undefined ? 0 : numberIn(before, 'bytes'));
        if (more > 0 && !(await makeRoom(ask, userId, user.bytes + more - quotaBytes))) return false;
        const until = `now() + $4::bigint * interval '1 millisecond'`;
        await ask(
          `INSERT INTO voxreel_files (key, user_id, bytes, until, watched) VALUES ($1, $2, $3::bigint, ${until}, $5)
          ON CONFLICT (key) DO UPDATE SET bytes = excluded.bytes, until = excluded.until`,
          [key, userId, bytes, Math.ceil(ttlMs), watched],
        );
        await countBytes(ask, userId, more);
        return true;
      }),
    keep: (userId, file, replace) => transaction((ask) => keep(ask, userId, file, replace)),
    abandon: (userId, key) => transaction((ask) => giveUp(ask, userId, key)),
    async find(userId, id) {
      checkUserId(userId);
      const [row] = await query('SELECT key, id, bytes::float8 AS bytes, type FROM voxreel_files WHERE user_id = $1 AND id = $2', [
        userId,
        id,
      ]);
      return row === undefined ? undefined : fileIn(row);
    },
    async list(userId, after, limit) {
      checkUserId(userId);
      const rows = await query(
        `SELECT key, id, bytes::float8 AS bytes, type FROM voxreel_files
        WHERE user_id = $1 AND id COLLATE "C" > $2 ORDER BY id COLLATE "C" LIMIT $3::int`,
        [userId, after, limit],
      );
      return rows.map(fileIn);
    },
    remove: (userId, id) => transaction(async (ask) => (await release(ask, userId, id)) !== undefined),
    async unused(limit) {
      const late = await query('SELECT user_id, key FROM voxreel_files WHERE user_id IS NOT NULL AND until < now() LIMIT $1::int', [limit]);
      // One by one, each with its user's lock.
      for (const row of late) await transaction((ask) => giveUp(ask, String(row['user_id']), String(row['key']), 'AND until < now()'));
      const rows = await query(
        `UPDATE voxreel_files SET until = ${lease} WHERE key IN (
          SELECT key FROM voxreel_files WHERE user_id IS NULL AND until <= now() ORDER BY until LIMIT $1::int FOR UPDATE SKIP LOCKED
        ) RETURNING key`,
        [limit],
      );
      return rows.map(({ key }) => String(key));
    },
    async forget(keys) {
      if (keys.length > 0) await query('DELETE FROM voxreel_files WHERE user_id IS NULL AND key = ANY($1::text[])', [keys]);
    },
  };
}

async function keep(ask: Query, userId: string, file: FileEntry, replace: boolean): Promise<'kept' | 'exists' | 'gone'> {
  await lockedUser(ask, userId);
  const [upload] = await ask('SELECT bytes::float8 AS bytes FROM voxreel_files WHERE key = $1 AND user_id = $2 AND id IS NULL', [
    file.key,
    userId,
  ]);
  if (upload === undefined) return 'gone';
  if (!replace) {
    const there = await ask('SELECT 1 FROM voxreel_files WHERE user_id = $1 AND id = $2', [userId, file.id]);
    if (there.length > 0) return 'exists';
  } else await release(ask, userId, file.id);
  await ask('UPDATE voxreel_files SET id = $2, bytes = $3::bigint, type = $4, created_at = now(), until = NULL WHERE key = $1', [
    file.key,
    file.id,
    file.bytes,
    file.type,
  ]);
  await countBytes(ask, userId, file.bytes - numberIn(upload, 'bytes'));
  return 'kept';
}

/** The user's lock is taken first, by everybody. */
async function release(ask: Query, userId: string, id: string): Promise<Row | undefined> {
  await lockedUser(ask, userId);
  return unneeded(ask, userId, 'id = $2', id);
}

async function giveUp(ask: Query, userId: string, key: string, where = ''): Promise<void> {
  await lockedUser(ask, userId);
  await unneeded(ask, userId, `key = $2 AND id IS NULL ${where}`, key);
}

async function unneeded(ask: Query, userId: string, where: string, value: string): Promise<Row | undefined> {
  const [row] = await ask(
    `UPDATE voxreel_files SET user_id = NULL, id = NULL, until = now() WHERE user_id = $1 AND ${where} RETURNING bytes::float8 AS bytes`,
    [userId, value],
  );
  if (row !== undefined) await countBytes(ask, userId, -numberIn(row, 'bytes'));
  return row;
}
