// Shares in SQL. They end with the record that they are of.
import type { Share, ShareList } from '../../library/share-list.js';
import type { Database, Row } from './database.js';
import { checkUserId, lockedUser, numberIn } from './sql-user.js';

const columns = `token, user_id, kind, id, data, visits::float8 AS visits,
  extract(epoch FROM created_at)::float8 * 1000 AS created_at, extract(epoch FROM expires_at)::float8 * 1000 AS expires_at`;
const isOpen = '(expires_at IS NULL OR expires_at > now())';

/** Beside the deletion of a record. */
export const endShares = 'DELETE FROM voxreel_shares WHERE user_id = $1 AND kind = $2 AND id = $3';

const shareIn = (row: Row): Share => ({
  token: String(row['token']),
  userId: String(row['user_id']),
  kind: String(row['kind']),
  id: String(row['id']),
  data: String(row['data']),
  visits: numberIn(row, 'visits'),
  createdAt: Math.round(numberIn(row, 'created_at')),
  expiresAt: row['expires_at'] === null ? undefined : Math.round(numberIn(row, 'expires_at')),
});

export function sqlShares({ query, transaction }: Pick<Database, 'query' | 'transaction'>): ShareList {
  return {
    add: (userId, { token, kind, id, data, expiresAt = null }, most) =>
      transaction(async (ask) => {
        await lockedUser(ask, userId);
        const found = await ask('SELECT 1 FROM voxreel_records WHERE user_id = $1 AND kind = $2 AND id = $3 AND record IS NOT NULL', [
          userId,
          kind,
          id,
        ]);
        if (found.length === 0) return 'missing';
        await ask(`DELETE FROM voxreel_shares WHERE user_id = $1 AND NOT ${isOpen}`, [userId]);
        const [row = {}] = await ask('SELECT count(*)::float8 AS shares FROM voxreel_shares WHERE user_id = $1', [userId]);
        if (numberIn(row, 'shares') >= most) return 'many';
        await ask(
          `INSERT INTO voxreel_shares (token, user_id, kind, id, data, expires_at)
          VALUES ($1, $2, $3, $4, $5, to_timestamp($6::float8 / 1000))`,
          [token, userId, kind, id, data, expiresAt],
        );
        return 'added';
      }),
    async open(token, visit) {
      const where = `WHERE token = $1 AND ${isOpen}`;
      const [row] = await query(
        visit
          ? `UPDATE voxreel_shares SET visits = visits + 1 ${where} RETURNING ${columns}`
          : `SELECT ${columns} FROM voxreel_shares ${where}`,
        [token],
      );
      return row === undefined ? undefined : shareIn(row);
    },
    async list(userId) {
      checkUserId(userId);
      const rows = await query(
        `SELECT ${columns} FROM voxreel_shares WHERE user_id = $1 AND ${isOpen} ORDER BY voxreel_shares.created_at DESC, token`,
        [userId],
      );
      return rows.map(shareIn);
    },
    async remove(userId, token) {
      checkUserId(userId);
      const rows = await query('DELETE FROM voxreel_shares WHERE user_id = $1 AND token = $2 RETURNING token', [userId, token]);
      return rows.length > 0;
    },
  };
}
