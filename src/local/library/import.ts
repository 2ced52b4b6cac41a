// `voxreel library import`: what exports have written, into a library. What is there already stays, so that a run which was interrupted goes on.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { FileStore } from '../../server/library/file-store.js';
import type { RecordStore } from '../../server/library/record-store.js';
import { filesOfRecord } from '../../server/library/shared-content.js';
import { sqlRecords } from '../../server/node/library/sql-records.js';
import type { Flags } from '../flags.js';
import { openLibraryZip, type LibraryZip, type ZippedFile } from './library-zip.js';
import { openLibrary } from './places.js';
import { bytesText, counted, createProgress, someOf } from './progress.js';

const useOf = 'Use: voxreel library import --from <folder or zip> --data <folder>, or --records <place> --files <place>';
/** The operator decides what fits. */
const quota = { records: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY };
/** The bytes of an import that was killed are removed when it has passed. */
const uploadMs = 2 * 3_600_000;

interface Library {
  readonly records: RecordStore;
  readonly files: FileStore;
}

interface Imported {
  records: number;
  files: number;
  bytes: number;
  /** Records and files that were there, the same as in the zip. */
  kept: number;
  /** There with other content, which stays. */
  readonly differing: string[];
}

export async function importLibrary({ user, from, ...places }: Pick<Flags, 'user' | 'from' | 'data' | 'records' | 'files'>): Promise<void> {
  if (from === undefined || from === '') throw new Error(`Say where from: --from <folder or zip>. ${useOf}`);
  const paths = await zipsIn(from);
  if (user !== undefined && paths.length > 1) throw new Error(`--user is for one zip; ${from} has ${paths.length}.`);
  // All are checked before anything is written.
  for (const path of paths) await withZip(path, user, () => Promise.resolve());
  const { title, database, files } = openLibrary(places, useOf, true);
  const library = { records: sqlRecords(database), files };
  const progress = createProgress();
  const imported: Imported = { records: 0, files: 0, bytes: 0, kept: 0, differing: [] };
  try {
    for (const [at, path] of paths.entries())
      await withZip(path, user, (zip, owner) =>
        importZip(zip, owner, library, imported, () =>
          progress.show(`Users: ${at} of ${paths.length}, ${counted(imported.records, 'record')}, ${bytesText(imported.bytes)}`),
        ),
      );
  } finally {
    progress.end();
    await library.records.close();
  }
  process.stdout.write(`${from} -> ${title}\n${linesOf(imported, paths.length)}`);
  if (imported.differing.length > 0) process.exitCode = 1;
}

async function zipsIn(from: string): Promise<readonly string[]> {
  const found = await stat(from).catch(() => undefined);
  if (found === undefined) throw new Error(`--from: there is no ${from}.`);
  if (!found.isDirectory()) return [from];
  const zips = (await readdir(from)).filter((name) => name.endsWith('.zip')).toSorted();
  if (zips.length === 0) throw new Error(`--from: there is no zip in ${from}.`);
  return zips.map((name) => join(from, name));
}

async function withZip(path: string, user: string | undefined, work: (zip: LibraryZip, owner: string) => Promise<void>): Promise<void> {
  const zip = await openLibraryZip(path);
  try {
    const owner = user ?? zip.user;
    if (owner === undefined) throw new Error(`${path} does not say whose library it is: --user <id>.`);
    await work(zip, owner);
  } finally {
    zip.close();
  }
}

/** Files first: a record never names one that is still to come. */
async function importZip(zip: LibraryZip, owner: string, library: Library, imported: Imported, show: () => void): Promise<void> {
  for (const file of zip.files) {
    await importFile(file, owner, library, imported);
    show();
  }
  for await (const { kind, id, record } of zip.records()) {
    const text = JSON.stringify(record);
    const name = { kind, id };
    const written = await library.records.put(owner, name, text, { known: 0, quota, files: filesOfRecord(name, record) });
    if ('version' in written) imported.records += 1;
    else if ('conflict' in written && isSame(written.conflict?.record, text)) imported.kept += 1;
    else imported.differing.push(`${kind}/${id} of ${owner}`);
    show();
  }
}

/** What was put by another program may be spaced in another way. */
const isSame = (record: string | undefined, text: string): boolean => record !== undefined && JSON.stringify(JSON.parse(record)) === text;

async function importFile(
  { id, type, bytes, read }: ZippedFile,
  owner: string,
  { records, files }: Library,
  imported: Imported,
): Promise<void> {
  const found = await records.files.find(owner, id);
  if (found !== undefined) {
    const isThere = (await files.size(found.key)) === found.bytes;
    if (isThere && found.bytes === bytes && found.type === type) return void (imported.kept += 1);
    if (isThere) return void imported.differing.push(`file ${id} of ${owner}`);
  }
  const key = crypto.randomUUID();
  let kept = '';
  try {
    if (!(await records.files.reserve(owner, { key, bytes }, { quotaBytes: quota.bytes, ttlMs: uploadMs })))
      throw new Error(`No room for file ${id} of ${owner}.`);
    await files.put(key, read(), { type, size: bytes });
    kept = await records.files.keep(owner, { id, key, bytes, type }, found !== undefined);
    if (kept !== 'kept') throw new Error(`File ${id} of ${owner} was changed meanwhile. Run this again.`);
  } finally {
    if (kept !== 'kept') await records.files.abandon(owner, key);
  }
  imported.files += 1;
  imported.bytes += bytes;
}

function linesOf({ records, files, bytes, kept, differing }: Imported, users: number): string {
  const told = `  ${counted(users, 'user')}: ${counted(records, 'record')} and ${counted(files, 'file')} (${bytesText(bytes)}) added now, ${kept} there before\n`;
  if (differing.length === 0) return told;
  return `${told}  ${differing.length} there with other content, which stays: ${someOf(differing)}\n`;
}
