// Where the library of an operator's command is: records in a folder or a Postgres, files in a folder or a bucket.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { FileStore } from '../../server/library/file-store.js';
import type { Database } from '../../server/node/library/database.js';
import { embeddedDatabase } from '../../server/node/library/embedded.js';
import { folderFiles } from '../../server/node/library/folder.js';
import { postgresDatabase } from '../../server/node/library/postgres.js';
import { s3Files } from '../../server/node/library/s3.js';
import { addressIn, secretIn, setIn } from '../environment.js';
import type { Flags } from '../flags.js';

/** What `--data` makes in its folder. */
export const recordsIn = (folder: string): string => join(folder, 'records');
export const filesIn = (folder: string): string => join(folder, 'files');

/** Longer than a page waits: a command reads whole tables. */
const timeoutMs = 60_000;

/** What it is called in messages: without the password. */
export interface RecordPlace {
  readonly title: string;
  readonly database: Database;
}
export interface FilePlace {
  readonly title: string;
  readonly files: FileStore;
}

type WholePlaces = Pick<Flags, 'data' | 'records' | 'files'>;

/** Both halves of a library, by `--data`, or `--records` and `--files`. The records must be there unless it is to be `made`. */
export function openLibrary({ data, ...flags }: WholePlaces, useOf: string, made = false): RecordPlace & FilePlace {
  const records = flags.records ?? (data === undefined ? undefined : recordsIn(data));
  const files = flags.files ?? (data === undefined ? undefined : filesIn(data));
  if (records === undefined || files === undefined) throw new Error(`Say where the library is. ${useOf}`);
  const [inFiles, inRecords] = [openFiles(files, '--files', false), openRecords(records, '--records', !made)];
  return { ...inFiles, ...inRecords, title: data ?? `${inRecords.title} and ${inFiles.title}` };
}

/** A folder, `postgres://...`, or `postgres` for the address in DATABASE_URL. Throws for a folder that has to be there and is not. */
export function openRecords(place: string, flag: string, mustExist: boolean): RecordPlace {
  const url = place === 'postgres' ? secretIn('DATABASE_URL') : place;
  if (url === undefined)
    throw new Error(`${flag} is postgres: DATABASE_URL must hold its address, postgres://user:password@host/database.`);
  if (!/^postgres(?:ql)?:\/\//.test(url)) {
    if (place === 'postgres') throw new Error('DATABASE_URL must be an address such as postgres://user:password@host/database.');
    checkFolder(url, flag, mustExist);
    return { title: url, database: embeddedDatabase(url) };
  }
  const title = url.replace(/\/\/[^@/]*@/, '//').replace(/\?.*$/, '');
  return { title, database: postgresDatabase(url, { connections: 4, timeoutMs }) };
}

/** A folder, or `s3` for the bucket in S3_URL. */
export function openFiles(place: string, flag: string, mustExist: boolean): FilePlace {
  if (place !== 's3') {
    checkFolder(place, flag, mustExist);
    return { title: place, files: folderFiles(place) };
  }
  const url = addressIn('S3_URL');
  const [accessKeyId, secretAccessKey, sessionToken] = [
    secretIn('S3_ACCESS_KEY_ID'),
    secretIn('S3_SECRET_ACCESS_KEY'),
    secretIn('S3_SESSION_TOKEN'),
  ];
  if (url === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new Error(`${flag} is s3: S3_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must hold the bucket and its keys.`);
  const prefix = setIn('S3_PREFIX');
  const files = s3Files({ url, accessKeyId, secretAccessKey, sessionToken, prefix, region: setIn('S3_REGION') });
  return { title: `${url}${prefix === undefined ? '' : ` below ${prefix}`}`, files };
}

function checkFolder(folder: string, flag: string, mustExist: boolean): void {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(folder)) throw new Error(`${flag} must be a folder, postgres://... for records, or s3 for files.`);
  if (mustExist && !existsSync(folder)) throw new Error(`${flag}: there is no folder ${folder}.`);
}
