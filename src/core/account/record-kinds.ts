// The kinds of records of a library: which key is whose, what of a record stays on its device, and how two versions become one. Pure.
import { isRecord } from '../../base/is-record.js';
import { flatFields, nestedFields } from '../flat-fields.js';
import type { KeyRange } from '../persistence/indexed-db.js';
import type { RecordKind } from '../persistence/storage.js';
import { fileIds } from './record-files.js';
import { mergeRecords } from '../stored-record.js';
import { mergeStored } from '../store/merge-tasks.js';
import { readTask } from '../store/task-record.js';
import type { VideoTask } from '../store/tasks-state.js';

export type Fields = Readonly<Record<string, unknown>>;

export interface LibraryName {
  readonly kind: string;
  readonly id: string;
}

/** In the order of keys. A video has none. */
const prefixed = ['conversation', 'draft', 'reference'] as const;

const rangeOf = (kind: RecordKind): KeyRange => ({ from: `${kind}:`, below: `${kind};` });

/** Our ids begin with a digit, and are read first; every other key without a prefix is that of a video too. */
const rangesOfVideos: readonly KeyRange[] = ['', ':', ...prefixed.map((kind) => `${kind};`)].map((from, at) => ({
  from,
  below: [':', ...prefixed.map((kind) => `${kind}:`)][at],
}));

/** Where the keys of a kind are. */
export const keyRangesOf = (kind: RecordKind): readonly KeyRange[] => (kind === 'video' ? rangesOfVideos : [rangeOf(kind)]);

export const kindOf = (key: string): RecordKind => prefixed.find((kind) => key.startsWith(`${kind}:`)) ?? 'video';

export const isConversationKey = (key: string): boolean => kindOf(key) === 'conversation';

const isKind = (kind: string): kind is RecordKind => kind === 'video' || prefixed.some((one) => one === kind);
const ownId = (kind: RecordKind, key: string): string => (kind === 'video' ? key : key.slice(kind.length + 1));
const keyOf = (kind: RecordKind, own: string): string => (kind === 'video' ? own : `${kind}:${own}`);

/** Longer ones the library does not take. */
const longestId = 200;

/** Undefined for a key that is too long for the library. Every other character than letters, digits and `-._~:=@,` is `+` and its bytes. */
export function libraryName(key: string): LibraryName | undefined {
  const kind = kindOf(key);
  const id = encodeURIComponent(ownId(kind, key))
    .replaceAll(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll(/%3A|%3D|%40|%2C/g, decodeURIComponent)
    .replaceAll('%', '+');
  return id === '' || id.length > longestId ? undefined : { kind, id };
}

/** Undefined for a kind that is not kept here, or an id that no key makes. */
export function keyOfName({ kind, id }: LibraryName): string | undefined {
  if (!isKind(kind)) return undefined;
  try {
    const key = keyOf(kind, decodeURIComponent(id.replaceAll('+', '%')));
    const name = libraryName(key);
    return name?.kind === kind && name.id === id ? key : undefined;
  } catch {
    return undefined;
  }
}

/** A record that stands under its own key. What is in it is checked where it is read. */
export const fits = (key: string, record: Fields): boolean => ownId(kindOf(key), key) === record['id'] && isToBeSent(key, record);

/** Another device would send it too: until it is sent it belongs to the one that it was written on. */
const isOfDevice = ({ status }: Fields): boolean => status === 'waiting' || status === 'submitting';

export const isToBeSent = (key: string, record: Fields | undefined): boolean =>
  record === undefined || kindOf(key) !== 'video' || !isOfDevice(record);

const hasFiles = (kind: RecordKind): boolean => kind === 'draft' || kind === 'reference';

/** Ids of the files of the library that a draft or reference names, as `libraryFile` of an object anywhere in it. */
export function filesIn(key: string, record: Fields | undefined): readonly string[] {
  return record !== undefined && hasFiles(kindOf(key)) ? [...new Set(fileIds(record))] : [];
}

/** Without what is true on this device alone: which files are kept here, and what a conversation still has to say. */
export function portable(key: string, record: Fields): Fields {
  if (isConversationKey(key)) return { ...record, pending: [] };
  const { outputs } = record;
  if (!Array.isArray(outputs)) return record;
  return { ...record, outputs: outputs.map((output: unknown) => (isRecord(output) ? { ...output, kept: undefined } : output)) };
}

/** `record` with what this device alone knows, as `mine` says it. `foreign`: the events that came with it. */
export function withDeviceFields(
  key: string,
  record: Fields,
  mine: Fields,
): { readonly record: Fields; readonly foreign: readonly string[] } {
  if (isConversationKey(key)) {
    const known = new Set(eventsOf(mine).map(idOf));
    const foreign = eventsOf(record)
      .map(idOf)
      .filter((id) => !known.has(id));
    return { record: { ...record, pending: mine['pending'] ?? [] }, foreign };
  }
  const [outputs, before] = [listOf(record['outputs']), listOf(mine['outputs'])];
  const kept = (at: number) => (isRecord(before[at]) ? before[at]['kept'] : undefined);
  const withKept = outputs.map((output, at) => (isRecord(output) && kept(at) !== undefined ? { ...output, kept: kept(at) } : output));
  return { record: withKept.length > 0 ? { ...record, outputs: withKept } : record, foreign: [] };
}

export const sameRecord = (key: string, one: Fields, other: Fields): boolean =>
  one === other || canonical(portable(key, one)) === canonical(portable(key, other));

/** The same text whatever the order of the fields; absent and undefined are one, as in JSON. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1))) : part,
  );

/** What two devices made of one record. */
export function mergeVersions(key: string, mine: Fields, theirs: Fields): Fields {
  const kind = kindOf(key);
  if (kind === 'conversation') return mergeConversations(portable(key, mine), theirs);
  if (kind !== 'video') return mergeFields(mine, theirs);
  const [one, other] = [readTask(portable(key, mine)), readTask(theirs)];
  // What a later release wrote is its to merge.
  if (one === undefined || other === undefined) return theirs;
  return fieldsOf(mergeStored(one, other));
}

/** Field by field the later, those of a draft too. What a later release wrote is its to merge. */
const mergeFields = (mine: Fields, theirs: Fields): Fields =>
  mine['version'] === theirs['version'] ? nestedFields(mergeRecords<Fields>(flatFields(mine), flatFields(theirs))) : theirs;

const fieldsOf = (task: VideoTask): Fields => ({ ...task });

/** Field by field the later; of what was said nothing is lost. */
function mergeConversations(one: Fields, other: Fields): Fields {
  const merged = mergeRecords<Fields>(one, other);
  const isLater = merged['events'] === one['events'];
  return withEvents(merged, joined(eventsOf(isLater ? one : other), eventsOf(isLater ? other : one)));
}

/** What is written here, and of `before` the events that its writer may not have seen. */
export function withForeign(
  record: Fields,
  before: Fields,
  foreign: readonly string[] = [],
): { readonly record: Fields; readonly foreign: readonly string[] | undefined } {
  const written = new Set(eventsOf(record).map(idOf));
  const unseen = new Set(foreign.filter((id) => !written.has(id)));
  if (unseen.size === 0) return { record, foreign: undefined };
  const others = eventsOf(before).filter((event) => written.has(idOf(event)) || unseen.has(idOf(event)));
  return { record: withEvents(record, joined(eventsOf(record), others)), foreign: [...unseen] };
}

const withEvents = (record: Fields, events: readonly unknown[]): Fields => ({
  ...record,
  events,
  size: JSON.stringify(events).length,
});

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const eventsOf = ({ events }: Fields): readonly unknown[] => listOf(events);
const idOf = (event: unknown): string =>
  isRecord(event) && typeof event['event_id'] === 'string' ? event['event_id'] : JSON.stringify(event);

/** `first`, and each of `second` that is not in it, behind the one that it follows there. */
function joined(first: readonly unknown[], second: readonly unknown[]): readonly unknown[] {
  const known = new Set(first.map(idOf));
  const after = new Map<string, unknown[]>();
  let previous = '';
  for (const event of second) {
    if (known.has(idOf(event))) previous = idOf(event);
    else after.set(previous, [...(after.get(previous) ?? []), event]);
  }
  return [...(after.get('') ?? []), ...first.flatMap((event) => [event, ...(after.get(idOf(event)) ?? [])])];
}
