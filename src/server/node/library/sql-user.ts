// A user of the library in the database: the row whose lock orders all that one user writes, and what is counted in it.
import { VoxreelError } from '../../../base/errors.js';
import type { Database, Query, Row } from './database.js';

export interface UserRow {
  readonly epoch: string;
  readonly change: number;
  readonly records: number;
  readonly bytes: number;
}

/** What Postgres would refuse, or take for another: two ids that are no text would become one. */
export function checkUserId(userId: string): void {
  const isPlain = userId !== '' && userId.length <= 1000 && !userId.includes('\0') && !/\p{Surrogate}/u.test(userId);
  if (!isPlain) throw new VoxreelError('invalid_input', 'The id of a user must be a text of 1 to 1,000 characters.', { param: 'userId' });
}

export const cursorOf = (epoch: unknown, change: unknown): string => `${String(epoch)}.${String(change)}`;

const lockUser = `
INSERT INTO voxreel_users (user_id, epoch) VALUES ($1, $2)
ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
RETURNING epoch, change::float8 AS change, records::float8 AS records, bytes::float8 AS bytes`;

/** Made where it is not there. Until the end of the transaction nobody else writes for this user. */
export async function lockedUser(query: Query, userId: string): Promise<UserRow> {
  checkUserId(userId);
  const [row = {}] = await query(lockUser, [userId, crypto.randomUUID().slice(0, 13)]);
  return { epoch: String(row['epoch']), change: numberIn(row, 'change'), records: numberIn(row, 'records'), bytes: numberIn(row, 'bytes') };
}

export const numberIn = (row: Row, name: string): number => Number(row[name]);

export const countBytes = (query: Query, userId: string, bytes: number): Promise<readonly Row[]> =>
  query('UPDATE voxreel_users SET bytes = bytes + $2::bigint WHERE user_id = $1', [userId, bytes]);

export const hasUser = async ({ query }: Pick<Database, 'query'>, userId: string): Promise<boolean> =>
  (await query('SELECT 1 FROM voxreel_users WHERE user_id = $1', [userId])).length > 0;

export const countUsers = async ({ query }: Pick<Database, 'query'>): Promise<number> =>
  numberIn((await query('SELECT count(*)::float8 AS count FROM voxreel_users'))[0] ?? {}, 'count');

/** Of all users, a page at a time. */
export async function* usersOf({ query }: Pick<Database, 'query'>): AsyncGenerator<string> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const page: readonly Row[] = await query(
      'SELECT user_id FROM voxreel_users WHERE user_id COLLATE "C" > $1 ORDER BY user_id COLLATE "C" LIMIT 500',
      [after],
    );
    for (const { user_id: userId } of page) yield String(userId);
    after = page.length === 0 ? undefined : String(page.at(-1)?.['user_id']);
  }
}
