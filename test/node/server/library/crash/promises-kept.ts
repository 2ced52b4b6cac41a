// What must hold once the gateways have come to rest: by the database, the store of files and the ledger of the service, and by what people were answered.
import { readdirSync } from 'node:fs';

import { AwsClient } from 'aws4fetch';
import pg from 'pg';

import type { FileStore } from 'voxreel/server/library';
import { folderFiles, s3Files } from 'voxreel/server/node';

import { s3Keys } from '../s3-server.js';
import { filmOf } from './counting-service.js';
import type { CrashSite } from './crash-site.js';
import { hashOf, serviceIdIn, type Person } from './people.js';

export interface Stores {
  /** As `CrashSiteOptions` have them. */
  readonly database: string;
  readonly files: string;
}

interface FileRow {
  readonly key: string;
  readonly user_id: string | null;
  readonly id: string | null;
  readonly bytes: number;
}

interface RecordRow {
  readonly user_id: string;
  readonly id: string;
  readonly record: string | null;
  readonly binned: string | null;
  readonly files: readonly string[];
}

const readFiles = 'SELECT key, user_id, id, bytes::float8 AS bytes FROM voxreel_files';
const readRecords = `SELECT user_id, id, record, binned, files FROM voxreel_records WHERE kind = 'video'`;
/** Of a user: what is counted, and what there is. */
const readCounts = `
SELECT user_id, records::float8 AS counted_records, bytes::float8 AS counted_bytes,
  (SELECT count(*) FROM voxreel_records AS one WHERE one.user_id = found.user_id AND record IS NOT NULL)::float8 AS records,
  ((SELECT coalesce(sum(bytes), 0) FROM voxreel_records AS one WHERE one.user_id = found.user_id)
    + (SELECT coalesce(sum(bytes), 0) FROM voxreel_files AS one WHERE one.user_id = found.user_id))::float8 AS bytes
FROM voxreel_users AS found`;

export interface Ask {
  <Row extends object>(text: string): Promise<readonly Row[]>;
}

/** Asks the database itself, past all gateways. */
export async function withDatabase<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async <Row extends object>(text: string) => (await client.query<Row>(text)).rows);
  } finally {
    await client.end();
  }
}

const storeAt = (files: string): FileStore => (files.startsWith('http') ? s3Files({ url: files, ...s3Keys }) : folderFiles(files));

/** Of every file that is there, whatever the library knows of it. */
async function keysAt(files: string): Promise<readonly string[]> {
  if (!files.startsWith('http'))
    return readdirSync(files, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('unfinished'))
      .map(({ name }) => name);
  const client = new AwsClient({ ...s3Keys, service: 's3' });
  const keys: string[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const answer: Response = await client.fetch(`${files}?list-type=2&start-after=${after}`);
    const page = [...(await answer.text()).matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key);
    keys.push(...page);
    after = page.at(-1);
  }
  return keys;
}

async function bytesOf(store: FileStore, key: string): Promise<Buffer | undefined> {
  const size = await store.size(key);
  const stream = size === undefined ? undefined : await store.get(key, { start: 0, end: size });
  return stream === undefined ? undefined : Buffer.from(await new Response(stream).arrayBuffer());
}

/** Each as a sentence; empty where all is well. */
export async function brokenPromises({ database, files }: Stores, site: CrashSite, people: readonly Person[]): Promise<readonly string[]> {
  return withDatabase(database, async (ask) => {
    const rows = { files: await ask<FileRow>(readFiles), records: await ask<RecordRow>(readRecords) };
    const counts = await ask<Record<string, number>>(readCounts);
    return [
      ...paidForOnce(site, people),
      ...people.flatMap((person) => ofPerson(person, rows)),
      ...(await ofFiles(files, people, rows.files)),
      ...(await ofShares(site, people)),
      ...counts
        .filter((one) => one['counted_bytes'] !== one['bytes'] || one['counted_records'] !== one['records'])
        .map((one) => `counted wrongly: ${JSON.stringify(one)}`),
      ...(await ask<{ key: string }>('SELECT key FROM voxreel_watched')).map(({ key }) => `still watched: ${key}`),
    ];
  });
}

function paidForOnce({ service: { paid } }: CrashSite, people: readonly Person[]): readonly string[] {
  return people.flatMap((person) => {
    const ids = paid.get(person.prompt) ?? [];
    if (ids.length !== 1) return [`${person.user}: paid for ${ids.length} times`];
    return ids[0] === serviceIdIn(person) ? [] : [`${person.user}: was told of ${person.taskId}, and ${ids[0]} was made`];
  });
}

interface Rows {
  readonly files: readonly FileRow[];
  readonly records: readonly RecordRow[];
}

/** Nobody need have drawn it. */
const isPoster = (file: string): boolean => file.endsWith('.poster');

function ofPerson({ user, recordId, deleted, ownFile, poster, ...person }: Person, rows: Rows): readonly string[] {
  const records = rows.records.filter(({ user_id: id }) => id === user);
  const files = rows.files.filter(({ user_id: id }) => id === user).map(({ id }) => id ?? 'an upload');
  const found = records.find(({ id }) => id === recordId);
  const text = (deleted === 'no' ? found?.record : found?.binned) ?? undefined;
  const named = records.flatMap((one) => one.files);
  const problems: string[] = [];
  if (deleted !== 'no' && records.some(({ record }) => record !== null)) problems.push('a deleted record is back');
  if (deleted === 'gone' && records.some(({ binned }) => binned !== null)) problems.push('the bin is not empty');
  if (deleted === 'no' && records.length !== 1) problems.push(`${records.length} records of one video`);
  if (deleted !== 'gone' && text === undefined) problems.push('the record is lost');
  if (deleted === 'no' && named.filter((name) => !isPoster(name)).length !== 1) problems.push('the video has no file');
  if (deleted === 'no' && text !== undefined && !text.includes(JSON.stringify(person.taskId)))
    problems.push('the record is of another video');
  for (const name of named)
    if (!files.includes(name) && !(isPoster(name) && poster === undefined)) problems.push(`the file ${name} has no row`);
  if (ownFile !== undefined && !files.includes('own')) problems.push('the own file is lost');
  for (const file of files)
    if (!named.includes(file) && !(file === 'own' && ownFile !== undefined)) problems.push(`the file ${file} belongs to nothing`);
  return problems.map((problem) => `${user}, whose record is ${deleted === 'no' ? 'there' : `deleted (${deleted})`}: ${problem}`);
}

function expectedOf(person: Person | undefined, id: string): Buffer | undefined {
  if (person === undefined) return undefined;
  if (isPoster(id)) return person.poster;
  return id === 'own' ? person.ownFile : filmOf(serviceIdIn(person));
}

/** Both ways: a row has its bytes, all of them, and bytes have their row. */
async function ofFiles(files: string, people: readonly Person[], rows: readonly FileRow[]): Promise<readonly string[]> {
  const store = storeAt(files);
  const problems: string[] = [];
  const known = new Set(rows.map(({ key }) => key));
  for (const key of await keysAt(files)) if (!known.has(key)) problems.push(`${key}: bytes without a row`);
  for (const { key, user_id: user, id, bytes } of rows) {
    const person = people.find((one) => one.user === user);
    const expected = expectedOf(person, id ?? '');
    const found = await bytesOf(store, key);
    if (id === null || expected === undefined) problems.push(`${key}: a row of no file (${user ?? 'nobody'}, ${id ?? 'an upload'})`);
    else if (found === undefined) problems.push(`${user}, ${id}: a row without bytes`);
    else if (found.byteLength !== bytes) problems.push(`${user}, ${id}: ${found.byteLength} bytes of ${bytes}`);
    else if (hashOf(found) !== hashOf(expected)) problems.push(`${user}, ${id}: other bytes`);
  }
  return problems;
}

async function ofShares(site: CrashSite, people: readonly Person[]): Promise<readonly string[]> {
  const problems: string[] = [];
  const statusOf = async (token: string): Promise<number> => (await fetch(`${await site.address()}/v1/shared/${token}`)).status;
  for (const { user, share, endedShares } of people) {
    if (share !== undefined && (await statusOf(share)) !== 200) problems.push(`${user}: a share is closed`);
    for (const token of endedShares) if ((await statusOf(token)) !== 404) problems.push(`${user}: an ended share is open`);
  }
  return problems;
}
