// A record store in SQL: the same statements for a Postgres server and for one in this process.
import { lazy } from '../../../base/lazy.js';
import type { RecordChange, RecordChanges, RecordStore } from '../../library/record-store.js';
import type { Database, Query } from './database.js';
import { migrate } from './migrations.js';
import { makeRoom, sqlBin } from './sql-bin.js';
import { deleteRecord } from './sql-deletion.js';
import { expire } from './sql-expiry.js';
import { sqlFiles } from './sql-files.js';
import { sqlPush } from './sql-push.js';
import { byteLengthOf, channel, foundRecord, recordIn, releaseFiles, write } from './sql-rows.js';
import { sqlShares } from './sql-shares.js';
import { usage } from './sql-usage.js';
import { checkUserId, cursorOf, lockedUser } from './sql-user.js';
import { isLeased, sqlWatch } from './sql-watch.js';

/** Connects and migrates at the first call; where that fails, the next one tries again. */
export function sqlRecords(database: Database): RecordStore {
  const migrated = lazy(() => migrate(database));
  const ready: Pick<Database, 'query' | 'transaction'> = {
    query: async (...statement) => migrated.get().then(() => database.query(...statement)),
    transaction: async (work) => migrated.get().then(() => database.transaction(work)),
  };
  return {
    changes: (userId, since, most) => changes(ready.query, userId, since, most),
    put: (userId, name, record, { known, quota, files = [], frees = false, lease }) =>
      ready.transaction(async (query) => {
        const user = await lockedUser(query, userId);
        // A deletion ends it under the same lock.
        if (lease !== undefined && !(await isLeased(query, lease))) return { conflict: undefined };
        const found = await foundRecord(query, userId, name);
        const current = found?.record === undefined ? undefined : found;
        if ((current?.version ?? 0) !== known) return { conflict: found && changeOf(found) };
        const more = { records: current === undefined ? 1 : 0, bytes: byteLengthOf(record) - (found?.bytes ?? 0) };
        if (more.records > 0 && user.records + more.records > quota.records) return { exceeded: 'records' };
        if (more.bytes > 0 && !(await makeRoom(query, userId, user.bytes + more.bytes - quota.bytes, name))) return { exceeded: 'bytes' };
        // Made again: what was in the bin under this name is gone.
        if (found !== undefined && (frees || found.binned !== undefined))
          await releaseFiles(
            query,
            userId,
            found.files.filter((file) => !files.includes(file)),
          );
        return write(query, userId, { user, name, version: (found?.version ?? 0) + 1, record, binned: null, files, more });
      }),
    remove: (userId, name, known) =>
      ready.transaction(async (query) => (await deleteRecord(query, userId, { name, known, toBin: false })).written),
    bin: sqlBin(ready),
    usage: (userId) => usage(ready.query, userId),
    expire: (ages, limit) => expire(ready, ages, limit),
    clear: (userId) => ready.transaction((query) => clear(query, userId)),
    async listen(notice) {
      await migrated.get();
      return database.listen(channel, (payload) => notice(...noticeIn(payload)));
    },
    files: sqlFiles(ready),
    async get(userId, name) {
      checkUserId(userId);
      const found = await foundRecord(ready.query, userId, name);
      return found?.record === undefined ? undefined : changeOf(found);
    },
    shares: sqlShares(ready),
    watched: sqlWatch(ready),
    push: sqlPush(ready),
    close: () => database.close(),
  };
}

/** As a page hears of it. */
const changeOf = ({ kind, id, version, record }: RecordChange): RecordChange =>
  record === undefined ? { kind, id, version } : { kind, id, version, record };

const readChanges = `
SELECT library.epoch, library.change::text AS latest, page.*
FROM voxreel_users AS library LEFT JOIN LATERAL (
  SELECT kind, id, version, change::text AS change, record FROM (
    SELECT *, sum(bytes) OVER (ORDER BY change) - bytes AS before FROM (
      SELECT kind, id, version, change, record, CASE WHEN record IS NULL THEN 0 ELSE bytes END AS bytes FROM voxreel_records
      WHERE user_id = library.user_id AND change > $2::bigint AND ($2::bigint > 0 OR record IS NOT NULL)
      ORDER BY change LIMIT $3::int
    ) AS following
  ) AS measured WHERE before < $4::bigint ORDER BY measured.change
) AS page ON true
WHERE library.user_id = $1`;

/** The start of every library, also of one that is not there yet. */
const start = '0';

async function changes(
  query: Query,
  userId: string,
  since: string | undefined,
  most: { readonly records: number; readonly bytes: number },
): Promise<RecordChanges | undefined> {
  checkUserId(userId);
  const [, epoch, after = '0'] = since === undefined || since === start ? [] : (/^([\w-]{1,40})\.(\d{1,15})$/.exec(since) ?? [since, '']);
  if (epoch === '') return undefined;
  // What pages ask most is planned once.
  const rows = await query(readChanges, [userId, Number(after), most.records, most.bytes], 'voxreel_changes');
  const [library] = rows;
  if (library === undefined) return epoch === undefined ? { data: [], cursor: start, more: false } : undefined;
  const latest = Number(library['latest']);
  // A library that was restored from a backup may have forgotten changes that a page has seen.
  if (epoch !== undefined && (epoch !== library['epoch'] || Number(after) > latest)) return undefined;
  const page = rows.filter(({ kind }) => kind !== null).toSorted((one, other) => Number(one['change']) - Number(other['change']));
  const last = page.at(-1)?.['change'] ?? latest;
  return { data: page.map(recordIn), cursor: cursorOf(library['epoch'], last), more: Number(last) < latest };
}

async function clear(query: Query, userId: string): Promise<void> {
  await lockedUser(query, userId);
  await query('UPDATE voxreel_files SET user_id = NULL, id = NULL, until = now() WHERE user_id = $1', [userId]);
  for (const table of ['voxreel_watched', 'voxreel_shares', 'voxreel_push'])
    await query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
  await query('DELETE FROM voxreel_users WHERE user_id = $1', [userId]);
  await query('SELECT pg_notify($1, $2)', [channel, JSON.stringify([userId])]);
}

/** Whom a change is of, and its cursor; nothing for what cannot be read. */
function noticeIn(payload: string | undefined): [userId?: string, cursor?: string] {
  try {
    const said: unknown = JSON.parse(payload ?? '');
    if (Array.isArray(said)) return said.map(String).slice(0, 2) as [string?, string?];
  } catch {
    // Something else told on this channel: the reader looks for itself.
  }
  return [];
}
