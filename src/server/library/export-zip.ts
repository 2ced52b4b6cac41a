// A zip of a user's library, read as it is written.
import { makeZip } from 'client-zip';

import type { FileStore } from './file-store.js';
import { changeText } from './record-routes.js';
import type { FileEntry, FileIndex, RecordStore } from './record-store.js';

const page = { records: 200, bytes: 1024 ** 2 };
const filesAtOnce = 200;

interface ZipEntry {
  readonly name: string;
  readonly input: string | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array>;
}

export interface ExportOptions {
  /** Stands before all that is exported. */
  readonly first?: ZipEntry | undefined;
  /** Hears of a file whose bytes are not there: it is left out. */
  readonly missing?: ((file: FileEntry) => void) | undefined;
}

/**
 * `records.jsonl`: one record in a line, as in the answer of `changes`; of two lines for one record the later holds. `files.jsonl`: the id, type, bytes
 * and path of each file in it.
 */
export const exportZip = (
  userId: string,
  records: RecordStore,
  files: FileStore,
  options: ExportOptions = {},
): ReadableStream<Uint8Array> => makeZip(entries(userId, records, files, options));

async function* entries(
  userId: string,
  records: RecordStore,
  files: FileStore,
  { first, missing }: ExportOptions,
): AsyncGenerator<ZipEntry> {
  if (first !== undefined) yield first;
  yield { name: 'records.jsonl', input: recordLines(userId, records) };
  const listed: string[] = [];
  for await (const file of allFiles(userId, records.files)) {
    const input = await files.get(file.key, { start: 0, end: file.bytes });
    if (input === undefined) {
      missing?.(file);
      continue;
    }
    const { id, type, bytes } = file;
    const name = `files/${nameOf(file, listed.length + 1)}`;
    listed.push(JSON.stringify({ id, type, bytes, path: name }));
    yield { name, input };
  }
  yield { name: 'files.jsonl', input: lines(listed) };
}

async function* recordLines(userId: string, records: RecordStore): AsyncGenerator<Uint8Array> {
  let since: string | undefined;
  for (let more = true; more;) {
    const found = await records.changes(userId, since, page);
    if (found === undefined) throw new Error('The library was cleared.');
    yield* lines(found.data.filter(({ record }) => record !== undefined).map(changeText));
    ({ cursor: since, more } = found);
  }
}

async function* lines(texts: readonly string[]): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of texts) yield encoder.encode(`${text}\n`);
}

async function* allFiles(userId: string, index: FileIndex): AsyncGenerator<FileEntry> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const found: readonly FileEntry[] = await index.list(userId, after, filesAtOnce);
    yield* found;
    after = found.at(-1)?.id;
  }
}

/** A number tells them apart where capitals are not; nothing that a path, a shell or another system could take for more than a name. */
const nameOf = ({ id, type }: FileEntry, number: number): string => {
  const words = id.replaceAll(/[^A-Za-z\d]+/g, '-').replace(/^-|-$/g, '');
  const ending = (type.split('/')[1] ?? '').replaceAll(/[^a-z\d]/g, '');
  return `${[String(number).padStart(4, '0'), words.slice(0, 80)].filter((word) => word !== '').join('-')}.${ending.slice(0, 12) || 'bin'}`;
};
