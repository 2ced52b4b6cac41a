// Pictures in a record of an account: an object that names a file of the library stands in their place.
import { randomHex } from '../../base/hex.js';
import { isRecord } from '../../base/is-record.js';
import { frameOf, originOf, readOrigin } from '../frame-origin.js';

/** What a record has of a file. */
interface NamedFile {
  readonly libraryFile: string;
  /** MIME type; empty where it is not known. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** The moment of a video that it shows. */
  readonly origin?: unknown;
}

type Files = ReadonlyMap<string, Blob>;

const isNamedFile = (value: unknown): value is NamedFile => isRecord(value) && typeof value['libraryFile'] === 'string';

/** Ids of the files that are named anywhere in it. */
export function fileIds(value: unknown): readonly string[] {
  if (isNamedFile(value)) return [value.libraryFile];
  if (Array.isArray(value)) return value.flatMap(fileIds);
  return isRecord(value) ? Object.values(value).flatMap(fileIds) : [];
}

/** By record: each has files of its own, which go where it goes. */
type Names = Map<string, NamedFile>;

/** Of every picture that this page knows: one that a record is given again keeps its name. */
const names = new WeakMap<Blob, Names>();
/** One that is read again is the same object. */
const shown = new Map<string, WeakRef<Blob>>();

const randomId = (): string => Date.now().toString(36) + randomHex();

function keepName(key: string, file: Blob, name: NamedFile): NamedFile {
  const all: Names = names.get(file) ?? new Map<string, NamedFile>();
  names.set(file, all.set(key, name));
  shown.set(name.libraryFile, new WeakRef(file));
  return name;
}

function nameOf(key: string, file: Blob): NamedFile {
  const origin = originOf(file);
  const known = names.get(file)?.get(key) ?? { libraryFile: randomId(), type: file.type, size: file.size };
  return keepName(key, file, origin === undefined ? known : { ...known, origin });
}

/** What stands in the record `key` for `value`, and its files by their ids. */
export function withNames(key: string, value: unknown): { readonly value: unknown; readonly files: Files } {
  const files = new Map<string, Blob>();
  const replaced = replacing((part) => {
    if (!(part instanceof Blob)) return undefined;
    const name = nameOf(key, part);
    files.set(name.libraryFile, part);
    return name;
  });
  return { value: replaced(value), files };
}

/** What a record has in `value`, with its files; undefined where one of them is not in `files`. */
export function withFiles(key: string, value: unknown, files: Files): unknown {
  if (fileIds(value).some((id) => !files.has(id))) return undefined;
  return replacing((part) => (isNamedFile(part) ? fileOf(key, part, files.get(part.libraryFile)) : undefined))(value);
}

function fileOf(key: string, name: NamedFile, stored: Blob | undefined): Blob | undefined {
  const known = shown.get(name.libraryFile)?.deref();
  if (known !== undefined || stored === undefined) return known;
  const type = typeof name.type === 'string' ? name.type : '';
  const typed = stored.type === type ? stored : new Blob([stored], { type });
  const origin = readOrigin(name.origin);
  const file = origin === undefined ? typed : frameOf(typed, origin);
  keepName(key, file, name);
  return file;
}

/** Copies lists and objects, with another value for each part of which `change` gives one. */
const replacing = (change: (part: unknown) => unknown) => {
  const replaced = (part: unknown): unknown => {
    const other = change(part);
    if (other !== undefined) return other;
    if (Array.isArray(part)) return part.map(replaced);
    return isRecord(part) ? Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, replaced(inner)])) : part;
  };
  return replaced;
};
