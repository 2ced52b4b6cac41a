// Copies a whole library from one database to another: users with their cursors, records, lists of files, shares, watched videos.
import { VoxreelError } from '../../../base/errors.js';
import type { Database } from './database.js';
import { addRows, countRows, libraryTables, pagesOf, removeOthers, type LibraryTable } from './library-tables.js';
import { migrate } from './migrations.js';

/** Rows that the target has now, of how many. */
export type MovedRows = (done: number, total: number) => void;

export interface MovedRecords {
  /** Of each table, by its name. */
  readonly rows: Readonly<Record<string, number>>;
  /** Written by this run; the rest was there. */
  readonly added: number;
  /** Says at the target that all that belongs to the library is there: from now on nothing is removed from it. */
  finish(): Promise<void>;
}

/**
 * The source keeps everything. The target must be empty, or have what a move from the same source has left: then it goes on. Rejects with
 * `invalid_input` for any other target, and where the source has changed meanwhile.
 */
export async function moveRecords(from: Database, to: Database, moved: MovedRows = () => {}): Promise<MovedRecords> {
  await Promise.all([migrate(from), migrate(to)]);
  const tables = await sameTables(from, to);
  const finish = async (): Promise<void> => void (await to.query('UPDATE voxreel_moves SET done_at = coalesce(done_at, now())'));
  const stage = await beginMove(from, to);
  if (stage === 'done') {
    const rows = await equalCounts(from, to, tables);
    if (rows === undefined || (await differing(from, to)) > 0)
      throw refused('The target has had this library since an earlier move, and one of the two has been used since then.');
    return { rows, added: 0, finish };
  }
  // What the source has changed or deleted since the run that was interrupted.
  for (const table of tables) for await (const page of pagesOf(to, table)) await removeOthers(from, to, table, page);
  const totals = await Promise.all(tables.map((table) => countRows(from, table)));
  const total = totals.reduce((sum, count) => sum + count, 0);
  let [done, added] = [0, 0];
  for (const table of tables)
    for await (const page of pagesOf(from, table)) {
      added += await addRows(to, table, page);
      done += page.count;
      moved(done, total);
    }
  const rows = await equalCounts(from, to, tables);
  if (rows === undefined || (await differing(from, to)) > 0)
    throw new VoxreelError('invalid_input', 'The source has changed while it was moved. Stop its gateway, and run the same command again.');
  return { rows, added, finish };
}

async function sameTables(from: Database, to: Database): Promise<readonly LibraryTable[]> {
  const [tables, others] = await Promise.all([libraryTables(from), libraryTables(to)]);
  if (JSON.stringify(tables) !== JSON.stringify(others))
    throw new VoxreelError('unsupported', 'The tables of the two databases differ, although both are of this version.');
  return tables;
}

const refused = (why: string): VoxreelError =>
  new VoxreelError('invalid_input', `${why} Nothing was changed. Move into an empty database, or clear this one first.`);

/** Marks the target, so that a run which was interrupted can be told from a library in use. */
async function beginMove(from: Database, to: Database): Promise<'begun' | 'done'> {
  const [target] = await to.query(`
    SELECT to_regclass('voxreel_moves') IS NOT NULL AS marked, (SELECT count(*) FROM voxreel_users)::int AS users`);
  const users = Number(target?.['users']);
  if (target?.['marked'] !== true) {
    if (users > 0) throw refused(`The target has a library that did not come from this move (users: ${users}).`);
    await to.transaction(async (ask) => {
      await ask('CREATE TABLE IF NOT EXISTS voxreel_moves (started_at timestamptz NOT NULL DEFAULT now(), done_at timestamptz)');
      await ask('INSERT INTO voxreel_moves SELECT WHERE NOT EXISTS (SELECT 1 FROM voxreel_moves)');
    });
    return 'begun';
  }
  const known = users === 0 ? 0 : await differing(from, to, 'strange');
  if (known > 0) throw refused(`The target has a library of another origin: ${known} of its ${users} users are not those of the source.`);
  const [move] = await to.query('SELECT done_at IS NOT NULL AS done FROM voxreel_moves');
  return move?.['done'] === true ? 'done' : 'begun';
}

/** How many users of the target the source has not as they are: `strange`, with another library, or not at all while none is the same. */
async function differing(from: Database, to: Database, how: 'strange' | 'changed' = 'changed'): Promise<number> {
  const users = (await libraryTables(to)).find(({ name }) => name === 'voxreel_users');
  if (users === undefined) return 0;
  let [other, missing, same] = [0, 0, 0];
  for await (const page of pagesOf(to, users)) {
    const [row] = await from.query(
      `SELECT count(*) FILTER (WHERE mine.user_id IS NULL)::int AS missing,
        count(*) FILTER (WHERE mine.epoch <> theirs.epoch)::int AS strange,
        count(*) FILTER (WHERE to_json(mine)::text <> to_json(theirs)::text)::int AS changed
      FROM json_populate_recordset(NULL::voxreel_users, $1::json) AS theirs LEFT JOIN voxreel_users AS mine USING (user_id)`,
      [page.rows],
    );
    other += Number(row?.[how]);
    missing += Number(row?.['missing']);
    same += page.count - Number(row?.['missing']) - Number(row?.['strange']);
  }
  return how === 'changed' || same === 0 ? other + missing : other;
}

/** Of each table; undefined where the two differ. */
async function equalCounts(from: Database, to: Database, tables: readonly LibraryTable[]): Promise<MovedRecords['rows'] | undefined> {
  const counts = await Promise.all(
    tables.map(async (table) => [table.name, await countRows(from, table), await countRows(to, table)] as const),
  );
  return counts.every(([, one, other]) => one === other) ? Object.fromEntries(counts.map(([name, count]) => [name, count])) : undefined;
}
