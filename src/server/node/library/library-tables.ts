// Rows of the library's tables as JSON, for one database to read from another. Which tables and columns there are, the database says.
import type { Database, Row } from './database.js';

export interface LibraryTable {
  readonly name: string;
  /** In the order of the table; none that the database computes. */
  readonly columns: readonly string[];
  readonly key: readonly { readonly name: string; readonly type: string }[];
}

/** What belongs to a process or to the database itself, and not to the library. */
const others = ['voxreel_migrations', 'voxreel_moves', 'voxreel_state', 'voxreel_sums'];
/** What others refer to comes first. */
const first = 'voxreel_users';

const readTables = `
SELECT described.relname AS name,
  (SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute
    WHERE attrelid = described.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '')::text AS columns,
  (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) ORDER BY array_position(indkey::int2[], attnum))
    FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
    WHERE indrelid = described.oid AND indisprimary)::text AS key
FROM pg_class AS described
WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND starts_with(relname, 'voxreel_')
ORDER BY relname <> '${first}', relname`;

export async function libraryTables({ query }: Pick<Database, 'query'>): Promise<readonly LibraryTable[]> {
  const rows = await query(readTables);
  return rows
    .map(({ name, columns, key }) => ({
      name: String(name),
      columns: JSON.parse(String(columns)) as LibraryTable['columns'],
      key: JSON.parse(String(key)) as LibraryTable['key'],
    }))
    .filter(({ name }) => !others.includes(name));
}

/** Rows in the order of their key, as a list in JSON, and how many there are. */
export interface RowPage {
  readonly rows: string;
  readonly count: number;
}

/** A page ends at whichever of both comes first, after one row at least. */
const most = { rows: 500, bytes: 4 * 1024 ** 2 };

export async function* pagesOf({ query }: Pick<Database, 'query'>, table: LibraryTable): AsyncGenerator<RowPage> {
  const { name, key } = table;
  const names = key.map((column) => column.name).join(', ');
  const texts = key.map((column, at) => `${column.name}::text AS key_${at}`).join(', ');
  const places = key.map((column, at) => `$${at + 1}::${column.type}`).join(', ');
  const read = (where: string): string => `
    SELECT * FROM (
      SELECT *, sum(octet_length(found_row)) OVER (ORDER BY place) - octet_length(found_row) AS before FROM (
        SELECT to_json(one)::text AS found_row, ${texts}, row_number() OVER (ORDER BY ${names}) AS place
        FROM (SELECT * FROM ${name} ${where} ORDER BY ${names} LIMIT ${most.rows}) AS one
      ) AS found
    ) AS measured WHERE before < ${most.bytes} ORDER BY place`;
  for (let after: readonly string[] | undefined = []; after !== undefined;) {
    const rows: readonly Row[] = await query(read(after.length === 0 ? '' : `WHERE (${names}) > (${places})`), after);
    const last = rows.at(-1);
    if (rows.length > 0) yield { rows: `[${rows.map(({ found_row: row }) => String(row)).join(',')}]`, count: rows.length };
    after = last && key.map((_, at) => String(last[`key_${at}`]));
  }
}

/** Those that are not there. */
export async function addRows({ transaction }: Database, { name, columns, key }: LibraryTable, page: RowPage): Promise<number> {
  const names = columns.join(', ');
  const added = await transaction((ask) =>
    ask(
      `INSERT INTO ${name} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${name}, $1::json)
      ON CONFLICT (${key.map((column) => column.name).join(', ')}) DO NOTHING RETURNING 1`,
      [page.rows],
    ),
  );
  return added.length;
}

/** Removes the rows of a page of `to` that `from` has not, or has otherwise. */
export async function removeOthers(from: Database, to: Database, table: LibraryTable, page: RowPage): Promise<void> {
  const same = table.key.map((column) => `mine.${column.name} = theirs.${column.name}`).join(' AND ');
  const rows = await from.query(
    `SELECT to_json(theirs)::text AS found_row FROM json_populate_recordset(NULL::${table.name}, $1::json) AS theirs
    WHERE NOT EXISTS (SELECT 1 FROM ${table.name} AS mine WHERE ${same} AND to_json(mine)::text = to_json(theirs)::text)`,
    [page.rows],
  );
  if (rows.length === 0) return;
  await to.query(`DELETE FROM ${table.name} AS mine USING json_populate_recordset(NULL::${table.name}, $1::json) AS theirs WHERE ${same}`, [
    `[${rows.map(({ found_row: row }) => String(row)).join(',')}]`,
  ]);
}

export async function countRows({ query }: Pick<Database, 'query'>, table: LibraryTable): Promise<number> {
  const [row] = await query(`SELECT count(*)::float8 AS count FROM ${table.name}`);
  return Number(row?.['count']);
}
