// A zip of a library, as an export has written it, read and checked. Nothing of it is ever unpacked to a path.
import { crc32 } from 'node:zlib';

import { openPromise, type Entry, type ZipFile } from 'yauzl';

import { isRecord } from '../../base/is-record.js';
import { isKind, isLibraryId } from '../../server/library/record-routes.js';

/** Says whose library it is. What a user has downloaded has none. */
export const aboutName = 'library.json';
const format = 'voxreel-library';
export const aboutText = (user: string): string => `${JSON.stringify({ format, version: 1, user })}\n`;

/** No record is as long: the usual limit of a gateway is 1 MiB. */
const longestLine = 64 * 1024 ** 2;

export interface ZippedRecord {
  readonly kind: string;
  readonly id: string;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface ZippedFile {
  readonly id: string;
  readonly type: string;
  readonly bytes: number;
  /** Fails at the end of bytes that are not those that were written. */
  read(): AsyncIterable<Uint8Array>;
}

export interface LibraryZip {
  readonly user: string | undefined;
  /** Each once, as it was last. */
  records(): AsyncIterable<ZippedRecord>;
  readonly files: readonly ZippedFile[];
  close(): void;
}

/** Rejects for a zip that is no library, or a damaged one: with the entry and the line. */
export async function openLibraryZip(path: string): Promise<LibraryZip> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false, strictFileNames: true }).catch((error: unknown) =>
    refuse(path, error),
  );
  try {
    return await checkedZip(zip);
  } catch (error) {
    zip.close();
    return refuse(path, error);
  }
}

function refuse(path: string, error: unknown): never {
  throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}. Nothing of it was imported.`, { cause: error });
}

async function checkedZip(zip: ZipFile): Promise<LibraryZip> {
  const entries = await entriesOf(zip);
  const lines = (name: string) => linesOf(name, contentOf(zip, entries, name));
  /** The last line of each record, by its name. */
  const last = new Map<string, number>();
  for await (const [number, line] of lines('records.jsonl')) last.set(nameOf(recordIn(line, number)), number);
  const files: ZippedFile[] = [];
  const named = new Set<string>();
  for await (const [number, line] of lines('files.jsonl')) {
    const { id, type, bytes, path } = fileIn(line, number);
    const entry = path.startsWith('files/') ? entries.get(path) : undefined;
    if (entry === undefined) throw new Error(`files.jsonl, line ${number}: ${path} is not in the zip`);
    if (entry.uncompressedSize !== bytes) throw new Error(`${path} has ${entry.uncompressedSize} bytes, files.jsonl says ${bytes}`);
    if (named.has(id)) throw new Error(`files.jsonl, line ${number}: a second file ${id}`);
    named.add(id);
    files.push({ id, type, bytes, read: () => contentOf(zip, entries, path) });
  }
  return {
    user: await userIn(zip, entries),
    async *records() {
      for await (const [number, line] of lines('records.jsonl')) {
        const record = recordIn(line, number);
        if (last.get(nameOf(record)) === number) yield record;
      }
    },
    files,
    close: () => zip.close(),
  };
}

/** Rejects for names that lead out of the zip, as `yauzl` finds them. */
async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new Error(`${entry.fileName} is in it twice`);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

async function* contentOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>, name: string): AsyncGenerator<Uint8Array> {
  const entry = entries.get(name);
  if (entry === undefined) throw new Error(`It has no ${name}: it is no export of a library`);
  let sum = 0;
  for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
    sum = crc32(piece, sum);
    yield piece;
  }
  if (sum !== entry.crc32) throw new Error(`${name} is damaged`);
}

async function* linesOf(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<readonly [number: number, line: string]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [number, rest] = [0, ''];
  for await (const piece of content) {
    const found = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = found.pop() ?? '';
    if (rest.length > longestLine) throw new Error(`${name}, line ${number + found.length + 1} is too long`);
    for (const line of found) yield [(number += 1), line];
  }
  if (rest !== '') yield [number + 1, rest];
}

async function userIn(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<string | undefined> {
  if (!entries.has(aboutName)) return undefined;
  for await (const [, line] of linesOf(aboutName, contentOf(zip, entries, aboutName))) {
    const { format: given, version, user } = parsed(line) ?? {};
    if (given === format && version === 1 && typeof user === 'string') return user;
  }
  throw new Error(`${aboutName} is of another program, or of a later version of this one`);
}

function recordIn(line: string, number: number): ZippedRecord {
  const { kind, id, record } = parsed(line) ?? {};
  if (!isKind(kind) || !isLibraryId(id) || !isRecord(record))
    throw new Error(`records.jsonl, line ${number} must be a JSON object with kind, id and record`);
  return { kind, id, record };
}

const nameOf = ({ kind, id }: ZippedRecord): string => `${kind}/${id}`;

function fileIn(line: string, number: number) {
  const { id, type, bytes, path } = parsed(line) ?? {};
  if (!isLibraryId(id) || typeof type !== 'string' || !Number.isSafeInteger(bytes) || typeof path !== 'string')
    throw new Error(`files.jsonl, line ${number} must be a JSON object with id, type, bytes and path`);
  return { id, type, bytes: Number(bytes), path };
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
