// `--data`: all that the gateway keeps, in one folder: records, files, and what signs the ids of tasks and the cookies of visitors.
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { RecordStore } from '../server/library/record-store.js';
import { libraryAnswers } from '../server/library/library-away.js';
import type { LibraryOptions } from '../server/library/library-options.js';

export interface DataFolder {
  readonly library: LibraryOptions & { readonly records: RecordStore };
  /** The same at each start. */
  readonly secret: string;
}

/** Makes the folder where it is not there. Rejects where another process has it, or where a package is missing. */
export async function openData(folder: string): Promise<DataFolder> {
  await mkdir(folder, { recursive: true });
  const { embeddedRecords, folderFiles } = await import('../server/node.js');
  const records = embeddedRecords(join(folder, 'records'));
  // A folder that cannot be used is reported now, not to the first visitor.
  await libraryAnswers(records);
  return { library: { records, files: folderFiles(join(folder, 'files')) }, secret: await secretIn(join(folder, 'secret')) };
}

/** Takes its name when all of it is written: a process that is killed leaves no half of one. */
async function secretIn(file: string): Promise<string> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  return (await readFile(file, 'utf8')).trim();
}
