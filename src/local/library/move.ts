// `voxreel library move`: copies records, files or both from one place to another, and goes on where a run before was interrupted.
import { migrate } from '../../server/node/library/migrations.js';
import { moveFiles, type MovedFiles } from '../../server/node/library/move-files.js';
import { moveRecords, type MovedRecords } from '../../server/node/library/move-records.js';
import type { Flags } from '../flags.js';
import { filesIn, openFiles, openRecords, recordsIn, type FilePlace, type RecordPlace } from './places.js';
import { bytesText, counted, createProgress, someOf } from './progress.js';

type Places = Pick<Flags, 'from' | 'to' | 'from-records' | 'to-records' | 'from-files' | 'to-files'>;

const useOf = 'Use: voxreel library move --from <folder> --to-records postgres --to-files s3';

export async function move(flags: Places): Promise<void> {
  const [fromRecords, toRecords] = [
    flags['from-records'] ?? whole(flags.from, recordsIn),
    flags['to-records'] ?? whole(flags.to, recordsIn),
  ];
  const [fromFiles, toFiles] = [flags['from-files'] ?? whole(flags.from, filesIn), flags['to-files'] ?? whole(flags.to, filesIn)];
  if (toRecords === undefined && toFiles === undefined) throw new Error(`Say where to: --to, --to-records or --to-files. ${useOf}`);
  // The list of files is with the records.
  if (fromRecords === undefined) throw new Error(`Say where the records are: --from or --from-records. ${useOf}`);
  if (toFiles !== undefined && fromFiles === undefined) throw new Error(`Say where the files are: --from or --from-files. ${useOf}`);
  if (fromRecords === toRecords || (toFiles !== undefined && fromFiles === toFiles))
    throw new Error('Source and target are the same place.');
  const opened: RecordPlace[] = [];
  const open = (place: string, flag: string, mustExist: boolean): RecordPlace => {
    const records = openRecords(place, flag, mustExist);
    opened.push(records);
    return records;
  };
  try {
    const from = open(fromRecords, '--from-records', true);
    const to = toRecords === undefined ? undefined : open(toRecords, '--to-records', false);
    const files =
      toFiles === undefined || fromFiles === undefined
        ? undefined
        : ([openFiles(fromFiles, '--from-files', true), openFiles(toFiles, '--to-files', false)] as const);
    await moveBetween(from, to, files);
  } finally {
    for (const { database } of opened) await database.close();
  }
}

const whole = (folder: string | undefined, part: (folder: string) => string): string | undefined => folder && part(folder);

async function moveBetween(
  from: RecordPlace,
  to: RecordPlace | undefined,
  files: readonly [FilePlace, FilePlace] | undefined,
): Promise<void> {
  const progress = createProgress();
  try {
    const records =
      to && (await moveRecords(from.database, to.database, (done, total) => progress.show(`Records: ${done} of ${counted(total, 'row')}`)));
    progress.end();
    if (records !== undefined) process.stdout.write(`Records: ${from.title} -> ${to?.title ?? ''}\n${recordLines(records)}`);
    if (files !== undefined) {
      // Of what has been moved: what comes to the source meanwhile is not listed at the target.
      const list = to?.database ?? from.database;
      if (to === undefined) await migrate(list);
      const moved = await moveFiles(list, files[0].files, files[1].files, (done, total) =>
        progress.show(`Files: ${done.files} of ${total.files}, ${bytesText(done.bytes)} of ${bytesText(total.bytes)}`),
      );
      progress.end();
      process.stdout.write(`Files: ${files[0].title} -> ${files[1].title}\n${fileLines(moved)}`);
      if (moved.missing.length > 0) process.exitCode = 1;
    }
    await records?.finish();
  } finally {
    progress.end();
  }
  process.stdout.write('The source still has everything.\n');
}

const titles: Readonly<Record<string, readonly [one: string, several: string]>> = {
  voxreel_users: ['user', 'users'],
  voxreel_records: ['record, deletions included', 'records, deletions included'],
  voxreel_files: ['file in the list', 'files in the list'],
  voxreel_shares: ['share', 'shares'],
  voxreel_watched: ['watched video', 'watched videos'],
};

function recordLines({ rows, added }: MovedRecords): string {
  const lines = Object.entries(rows).map(([table, count]) => {
    const [one, several] = titles[table] ?? [`row of ${table}`, `rows of ${table}`];
    return `  ${counted(count, one, several)}\n`;
  });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${lines.join('')}  ${counted(added, 'row')} copied now, ${counted(total - added, 'row')} there before\n`;
}

function fileLines({ copied, copiedBytes, kept, missing }: MovedFiles): string {
  const lines = [`  ${counted(copied, 'file')} copied now (${bytesText(copiedBytes)}), ${counted(kept, 'file')} there before\n`];
  if (missing.length > 0)
    lines.push(`  ${counted(missing.length, 'file')} listed but missing at the source, or of another size: ${someOf(missing)}\n`);
  return lines.join('');
}
