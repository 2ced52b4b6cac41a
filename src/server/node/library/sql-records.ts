// A record store in SQL: the same statements for a Postgres server and for one in this process.
import { lazy } from '../../../base/lazy.js';
import type { RecordChange, RecordChanges, RecordName, RecordStore, RecordWritten } from '../../library/record-store.js';
import type { Database, Query, Row } from './database.js';
import { migrate } from './migrations.js';
import { sqlFiles } from './sql-files.js';
import { endShares, sqlShares } from './sql-shares.js';
import { sqlWatch, unwatchRecord } from './sql-watch.js';
import { checkUserId, cursorOf, lockedUser, numberIn, type UserRow } from './sql-user.js';

const channel = 'voxreel_library';

/** Connects and migrates at the first call; where that fails, the next one tries again. */
export function sqlRecords(database: Database): RecordStore {
  const migrated = lazy(() => migrate(database));
  const ready: Pick<Database, 'query' | 'transaction'> = {
    query: async (text, values) => migrated.get().then(() => database.query(text, values)),
    transaction: async (work) => migrated.get().then(() => database.transaction(work)),
  };
  return {
    changes: (userId, since, most) => changes(ready.query, userId, since, most),
    put: (userId, name, record, { known, quota }) =>
      ready.transaction(async (query) => {
        const user = await lockedUser(query, userId);
        const found = await foundRecord(query, userId, name);
        if (currentVersion(found) !== known) return { conflict: found };
        const bytes = byteLengthOf(record);
        const more = { records: found?.record === undefined ? 1 : 0, bytes: bytes - byteLengthOf(found?.record) };
        if (more.records > 0 && user.records + more.records > quota.records) return { exceeded: 'records' };
        if (more.bytes > 0 && user.bytes + more.bytes > quota.bytes) return { exceeded: 'bytes' };
        return write(query, userId, { user, name, record, more, version: (found?.version ?? 0) + 1 });
      }),
    remove: (userId, name, known) =>
      ready.transaction(async (query) => {
        const user = await lockedUser(query, userId);
        const found = await foundRecord(query, userId, name);
        if (found?.record === undefined) return { version: found?.version ?? 0, cursor: cursorOf(user.epoch, user.change) };
        if (found.version !== known) return { conflict: found };
        await query(unwatchRecord, [userId, found.record]);
        await query(endShares, [userId, name.kind, name.id]);
        const more = { records: -1, bytes: -byteLengthOf(found.record) };
        return write(query, userId, { user, name, record: null, more, version: found.version + 1 });
      }),
    clear: (userId) => ready.transaction((query) => clear(query, userId)),
    async listen(notice) {
      await migrated.get();
      return database.listen(channel, (payload) => notice(...noticeIn(payload)));
    },
    files: sqlFiles(ready),
    async get(userId, name) {
      checkUserId(userId);
      const found = await foundRecord(ready.query, userId, name);
      return found?.record === undefined ? undefined : found;
    },
    shares: sqlShares(ready),
    watched: sqlWatch(ready),
    close: () => database.close(),
  };
}

const byteLengthOf = (record: string | undefined): number => (record === undefined ? 0 : Buffer.byteLength(record));
const currentVersion = (found: RecordChange | undefined): number => (found?.record === undefined ? 0 : found.version);

function recordIn(row: Row): RecordChange {
  const { kind, id, record } = row;
  const head = { kind: String(kind), id: String(id), version: numberIn(row, 'version') };
  return typeof record === 'string' ? { ...head, record } : head;
}

async function foundRecord(query: Query, userId: string, { kind, id }: RecordName): Promise<RecordChange | undefined> {
  const [row] = await query('SELECT kind, id, version, record FROM voxreel_records WHERE user_id = $1 AND kind = $2 AND id = $3', [
    userId,
    kind,
    id,
  ]);
  return row === undefined ? undefined : recordIn(row);
}

interface Writing {
  readonly user: UserRow;
  readonly name: RecordName;
  /** Null deletes it. */
  readonly record: string | null;
  readonly version: number;
  readonly more: { readonly records: number; readonly bytes: number };
}

const writeRecord = `
WITH counted AS (
  UPDATE voxreel_users SET change = $4::bigint, records = records + $7::int, bytes = bytes + $8::int WHERE user_id = $1
), told AS (
  SELECT pg_notify('${channel}', $9::text)
), written AS (
  INSERT INTO voxreel_records (user_id, kind, id, change, version, record, bytes)
  VALUES ($1, $2, $3, $4::bigint, $5::int, $6::text, coalesce(octet_length($6::text), 0))
  ON CONFLICT (user_id, kind, id) DO UPDATE
  SET change = excluded.change, version = excluded.version, record = excluded.record, bytes = excluded.bytes, changed_at = now()
)
SELECT 1 FROM told`;

async function write(query: Query, userId: string, { user, name, record, version, more }: Writing): Promise<RecordWritten> {
  const change = user.change + 1;
  const cursor = cursorOf(user.epoch, change);
  const notice = JSON.stringify([userId, cursor]);
  await query(writeRecord, [userId, name.kind, name.id, change, version, record, more.records, more.bytes, notice]);
  return { version, cursor };
}

const readChanges = `
SELECT library.epoch, library.change::text AS latest, page.*
FROM voxreel_users AS library LEFT JOIN LATERAL (
  SELECT kind, id, version, change::text AS change, record FROM (
    SELECT *, sum(bytes) OVER (ORDER BY change) - bytes AS before FROM (
      SELECT kind, id, version, change, record, bytes FROM voxreel_records
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
  const rows = await query(readChanges, [userId, Number(after), most.records, most.bytes]);
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
  for (const table of ['voxreel_watched', 'voxreel_shares']) await query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
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
