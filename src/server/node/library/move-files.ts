// Copies the bytes of every file that a library lists from one store to another: as streams, several at once, without those that are there.
import type { FileStore } from '../../library/file-store.js';
import type { Database } from './database.js';
import { numberIn } from './sql-user.js';

export interface MovedFiles {
  /** Copied by this run. */
  readonly copied: number;
  readonly copiedBytes: number;
  /** At the target already, with the same size. */
  readonly kept: number;
  /** Keys that the library lists and the source has not, or not with the size that is listed. */
  readonly missing: readonly string[];
}

/** Files and bytes that are at the target now, of how many. */
export type MovedBytes = (
  done: { readonly files: number; readonly bytes: number },
  total: { readonly files: number; readonly bytes: number },
) => void;

interface ListedFile {
  readonly key: string;
  readonly bytes: number;
  readonly type: string;
}

const atOnce = 4;
const page = 500;

/** `list` is migrated. Rejects where a store fails; what was copied stays, and the next run goes on from there. */
export async function moveFiles(
  list: Pick<Database, 'query'>,
  from: FileStore,
  to: FileStore,
  moved: MovedBytes = () => {},
): Promise<MovedFiles> {
  const [row = {}] = await list.query(
    'SELECT count(*)::float8 AS files, coalesce(sum(bytes), 0)::float8 AS bytes FROM voxreel_files WHERE id IS NOT NULL',
  );
  const total = { files: numberIn(row, 'files'), bytes: numberIn(row, 'bytes') };
  const done = { files: 0, bytes: 0 };
  const [missing, end] = [[] as string[], { copied: 0, copiedBytes: 0, kept: 0 }];
  const files = listed(list);
  const moveOne = async (file: ListedFile): Promise<void> => {
    const passed = (bytes: number): void => {
      done.bytes += bytes;
      moved(done, total);
    };
    const became = await copyFile(file, from, to, passed);
    if (became === 'missing') missing.push(file.key);
    else end[became] += 1;
    if (became === 'copied') end.copiedBytes += file.bytes;
    done.files += 1;
    moved(done, total);
  };
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    // One iterator for all lanes: each takes the next file when it is free. After a failure nobody begins another.
    for (let next = await files.next(); next.done !== true && failures.length === 0; next = await files.next())
      await moveOne(next.value).catch((error: unknown) => void failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (failures.length > 0) throw failures[0];
  return { ...end, missing };
}

async function* listed({ query }: Pick<Database, 'query'>): AsyncGenerator<ListedFile, undefined> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows: Awaited<ReturnType<typeof query>> = await query(
      'SELECT key, bytes::float8 AS bytes, type FROM voxreel_files WHERE id IS NOT NULL AND key > $1 ORDER BY key LIMIT $2::int',
      [after, page],
    );
    for (const row of rows) yield { key: String(row['key']), bytes: numberIn(row, 'bytes'), type: String(row['type']) };
    const last = rows.at(-1);
    after = last && String(last['key']);
  }
}

async function copyFile(
  { key, bytes, type }: ListedFile,
  from: FileStore,
  to: FileStore,
  passed: (bytes: number) => void,
): Promise<'copied' | 'kept' | 'missing'> {
  if ((await to.size(key)) === bytes) {
    passed(bytes);
    return 'kept';
  }
  if ((await from.size(key)) !== bytes) return 'missing';
  const stream = await from.get(key, { start: 0, end: bytes });
  if (stream === undefined) return 'missing';
  let seen = 0;
  async function* pieces(source: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      seen += piece.byteLength;
      passed(piece.byteLength);
      yield piece;
    }
    if (seen !== bytes) throw new Error(`The file ${key} ended after ${seen} of ${bytes} bytes.`);
  }
  await to.put(key, pieces(stream), { type, size: bytes });
  return 'copied';
}
