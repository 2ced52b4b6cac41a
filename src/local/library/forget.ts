// `voxreel library forget`: deletes what the library has of one user, bytes of files included.
import { removeUnused } from '../../server/library/sweep.js';
import { sqlRecords } from '../../server/node/library/sql-records.js';
import type { RecordStore } from '../../server/library/record-store.js';
import type { Flags } from '../flags.js';
import { openLibrary } from './places.js';
import { counted } from './progress.js';

const useOf = 'Use: voxreel library forget --user <id> --data <folder>, or --records <place> --files <place>';

export async function forget({ user, ...places }: Pick<Flags, 'user' | 'data' | 'records' | 'files'>): Promise<void> {
  if (user === undefined || user === '') throw new Error(`Say whose library: --user <id>. ${useOf}`);
  // Without the files their bytes would stay.
  const { database, files } = openLibrary(places, useOf);
  const records = sqlRecords(database);
  try {
    const had = await countOf(records, user);
    await records.clear(user);
    const { removed, failed } = await removeUnused(records.files, files);
    process.stdout.write(
      had.records + had.files === 0
        ? `The library had no records and no files of ${user}.\n`
        : `Deleted of ${user}: ${counted(had.records, 'record')}, ${counted(had.files, 'file')}, and their shares and watched videos.\n`,
    );
    process.stdout.write(`Removed the bytes of ${counted(removed, 'file')} that nobody needs.\n`);
    if (failed > 0) {
      process.stderr.write(`The bytes of ${counted(failed, 'file')} could not be removed. Run this again in a minute.\n`);
      process.exitCode = 1;
    }
  } finally {
    await records.close();
  }
}

const page = { records: 500, bytes: 4 * 1024 ** 2 };

async function countOf(records: RecordStore, user: string): Promise<{ readonly records: number; readonly files: number }> {
  const had = { records: 0, files: 0 };
  for (let [since, more]: [string | undefined, boolean] = [undefined, true]; more;) {
    const found = await records.changes(user, since, page);
    had.records += found?.data.filter(({ record }) => record !== undefined).length ?? 0;
    [since, more] = [found?.cursor, found?.more === true];
  }
  for (let after: string | undefined = ''; after !== undefined;) {
    const found: readonly { readonly id: string }[] = await records.files.list(user, after, page.records);
    had.files += found.length;
    after = found.at(-1)?.id;
  }
  return had;
}
