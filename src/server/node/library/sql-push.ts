// Browsers that are notified of videos, in SQL.
import type { PushList } from '../../library/push-list.js';
import type { Database } from './database.js';
import { checkUserId, lockedUser } from './sql-user.js';

const putTarget = `
INSERT INTO voxreel_push (id, user_id, data) VALUES ($1, $2, $3)
ON CONFLICT (id) DO UPDATE SET user_id = excluded.user_id, data = excluded.data, put_at = clock_timestamp()`;

const keepNewest = `
DELETE FROM voxreel_push WHERE user_id = $1 AND id IN (
  SELECT id FROM voxreel_push WHERE user_id = $1 ORDER BY put_at DESC, id OFFSET $2::int
)`;

export function sqlPush({ query, transaction }: Pick<Database, 'query' | 'transaction'>): PushList {
  return {
    put: (userId, { id, data }, most) =>
      transaction(async (ask) => {
        await lockedUser(ask, userId);
        await ask(putTarget, [id, userId, data]);
        await ask(keepNewest, [userId, most]);
      }),
    async list(userId) {
      checkUserId(userId);
      const rows = await query('SELECT id, data FROM voxreel_push WHERE user_id = $1 ORDER BY put_at DESC, id', [userId]);
      return rows.map(({ id, data }) => ({ id: String(id), data: String(data) }));
    },
    async remove(userId, id) {
      checkUserId(userId);
      return (await query('DELETE FROM voxreel_push WHERE user_id = $1 AND id = $2 RETURNING id', [userId, id])).length > 0;
    },
  };
}
