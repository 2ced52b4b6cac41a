// What a share shows, and nothing else: files of a video, or the words of a conversation. Read from what a page asks for, and from what was stored.
import { invalid, type Refusal } from '../answers/answers.js';
import { isFields, parsed, type Fields } from '../requests/fields.js';
import type { RecordName } from './record.js';

export interface Line {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

export interface SharedContent {
  /** Empty where the user gave none. */
  readonly title: string;
  /** Ids of files of the library. */
  readonly files: readonly string[];
  readonly transcript: readonly Line[];
}

export interface ShareRequest {
  readonly kind: 'video' | 'conversation';
  readonly id: string;
  readonly content: SharedContent;
  readonly expiresAt: number | undefined;
}

const longestTitle = 200;
const mostFiles = 16;
const mostLines = 5000;
const longestLine = 20_000;
const longestS = 10 * 366 * 86_400;

/** What is wrong with a share that a page asks for, or what it is to be. */
export function readShareRequest(body: Fields, now: number): ShareRequest | { readonly refusal: Refusal } {
  const { kind, id, title = '', files = [], transcript = [], expires_in: expiresIn } = body;
  const wrong = (param: string, message: string) => ({ refusal: invalid(param, message) });
  if (kind !== 'video' && kind !== 'conversation') return wrong('kind', 'must be video or conversation.');
  if (typeof id !== 'string' || id === '') return wrong('id', 'must be the id of a record.');
  if (typeof title !== 'string' || title.length > longestTitle)
    return wrong('title', `must be a text of at most ${longestTitle} characters.`);
  if (!Array.isArray(files) || files.length > mostFiles || !files.every((file) => typeof file === 'string'))
    return wrong('files', `must be at most ${mostFiles} ids of files.`);
  if (!isTranscript(transcript)) return wrong('transcript', 'must be a list of { role, text }, with role user or assistant.');
  if (expiresIn !== undefined && !isSeconds(expiresIn)) return wrong('expires_in', `must be a number of seconds from 60 to ${longestS}.`);
  if (kind === 'conversation' && transcript.length === 0) return wrong('transcript', 'is missing: it is what a shared conversation shows.');
  const content = { title, files: kind === 'video' ? files : [], transcript: kind === 'video' ? [] : transcript.map(lineOf) };
  return { kind, id, content, expiresAt: expiresIn === undefined ? undefined : now + Number(expiresIn) * 1000 };
}

const isSeconds = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 60 && Number(value) <= longestS;

const isTranscript = (value: unknown): value is readonly Line[] => Array.isArray(value) && value.length <= mostLines && value.every(isLine);

const isLine = (value: unknown): boolean =>
  isFields(value) &&
  (value['role'] === 'user' || value['role'] === 'assistant') &&
  typeof value['text'] === 'string' &&
  value['text'].length <= longestLine;

/** Nothing that stood beside them. */
const lineOf = ({ role, text }: Line): Line => ({ role, text });

export const contentText = (content: SharedContent): string => JSON.stringify(content);

/** As `contentText` has written it. */
export function contentIn(data: string): SharedContent {
  const content = parsed(data);
  return isFields(content) ? (content as unknown as SharedContent) : { title: '', files: [], transcript: [] };
}

/** The files of the library that a page's record of a video names. */
export const filesNamedIn = (record: unknown): readonly string[] =>
  outputsIn(record)
    .flatMap((output) => (isFields(output) && typeof output['libraryFile'] === 'string' ? [output['libraryFile']] : []))
    .slice(0, mostFiles);

function outputsIn(record: unknown): readonly unknown[] {
  const outputs: unknown = isFields(record) ? record['outputs'] : undefined;
  return Array.isArray(outputs) ? outputs.slice(0, mostFiles) : [];
}

const mostInDraft = 64;

/** A file of it is no other record's. */
export const hasFilesOfItsOwn = (kind: string): boolean => kind === 'draft' || kind === 'reference';

/** What goes where the record goes: the files that it names, anywhere in it where it is a draft or reference, and the pictures of a video. */
export const filesOfRecord = ({ kind, id }: RecordName, record: unknown): readonly string[] =>
  hasFilesOfItsOwn(kind)
    ? [...new Set(filesWithin(record))].slice(0, mostInDraft)
    : [...filesNamedIn(record), ...(kind === 'video' ? postersOf(id, record) : [])];

/** Under which id the picture of an output of a video is in the library. */
export const posterFile = (id: string, output: number): string => `${id}.${output}.poster`;

/** Of all outputs that a record has, whether they were drawn yet or not. */
export const postersOf = (id: string, record: unknown): readonly string[] => outputsIn(record).map((_, output) => posterFile(id, output));

function filesWithin(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(filesWithin);
  if (!isFields(value)) return [];
  const { libraryFile } = value;
  return typeof libraryFile === 'string' ? [libraryFile] : Object.values(value).flatMap(filesWithin);
}
