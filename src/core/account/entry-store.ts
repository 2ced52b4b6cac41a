// The entries of an account as they are kept on this device, and how far they follow the library.
import { isRecord } from '../../base/is-record.js';
import { keyedValues, type KeyRange } from '../persistence/indexed-db.js';
import type { Entry } from './entries.js';
import { filesIn, type Fields } from './record-kinds.js';

/** What a record is from now on; without one it is gone. */
export interface EntryChange {
  readonly key: string;
  readonly record: Fields | undefined;
}

type KeyedEntry = readonly [key: string, entry: Entry];

export interface EntryStore {
  readonly persistent: boolean;
  all(): Promise<readonly KeyedEntry[]>;
  /** Those whose keys are in `range`, a page at a time, the greatest keys first. */
  pages(range: KeyRange): AsyncIterable<readonly KeyedEntry[]>;
  /** Those of these keys that are there. */
  some(keys: readonly string[]): Promise<readonly KeyedEntry[]>;
  /**
   * In one transaction; undefined deletes an entry. `cursor` is written with them, null deletes it. Resolves with the records that are others now.
   */
  change(
    keys: readonly string[],
    change: (key: string, entry: Entry | undefined) => Entry | undefined,
    options?: { readonly cursor?: string | null | undefined; readonly durable?: boolean | undefined },
  ): Promise<readonly EntryChange[]>;
  /** Up to where this device knows the library. */
  cursor(): Promise<string | undefined>;
  /** Whose library it is, as the gateway names them. */
  owner(): Promise<string | undefined>;
  /** From now on it is theirs, unless it is somebody's already. */
  own(owner: string): Promise<void>;
  /** Reads and sets a mark of this device; false where it was there already. */
  mark(name: string): Promise<boolean>;
  /** Of the browser that the gateway tells of videos. */
  pushId(): Promise<string | undefined>;
  setPushId(id: string | undefined): Promise<void>;
  destroy(): Promise<void>;
  close(): void;
}

/** No record has such a key. */
const cursorKey = '@cursor';
const ownerKey = '@owner';
const pushKey = '@push';
const isEntryKey = (key: string): boolean => !key.startsWith('@');

/** Without a name they end with the page. `left`: hears of files that no record here names any more. */
export function openEntryStore(name?: string, left: (files: readonly string[]) => void = () => undefined): EntryStore {
  const values = keyedValues(name);
  let owner: string | undefined;
  const textOf = async (key: string): Promise<string | undefined> => {
    const [[, value] = []] = await values.some([key]);
    return typeof value === 'string' ? value : undefined;
  };
  const readAll = (found: readonly (readonly [string, unknown])[]): readonly KeyedEntry[] =>
    found.flatMap(([key, value]) => (isEntryKey(key) && isEntry(value) ? [[key, value] as const] : []));
  return {
    get persistent() {
      return values.persistent;
    },
    all: async () => readAll(await values.all()),
    async *pages(range) {
      for await (const page of values.pages(range)) yield readAll(page);
    },
    some: async (keys) => readAll(await values.some(keys)),
    async change(keys, change, { cursor, durable } = {}) {
      let changes: EntryChange[] = [];
      let dropped: string[] = [];
      const write = (key: string, value: unknown) => {
        if (key === cursorKey) return cursor ?? undefined;
        const entry = isEntry(value) ? value : undefined;
        const next = change(key, entry);
        if (next?.record === entry?.record) return next;
        changes.push({ key, record: next?.record });
        const named = new Set(filesIn(key, next?.record));
        dropped.push(...filesIn(key, entry?.record).filter((id) => !named.has(id)));
        return next;
      };
      const all = [...keys.filter(isEntryKey), ...(cursor === undefined ? [] : [cursorKey])];
      try {
        await values.change(all, write, { durable });
      } catch (error) {
        changes = dropped = [];
        throw error;
      }
      if (dropped.length > 0) left(dropped);
      return changes;
    },
    cursor: () => textOf(cursorKey),
    owner: async () => (owner ??= await textOf(ownerKey)),
    async own(theirs) {
      if (owner === undefined) await values.change([ownerKey], (_key, value) => (owner = typeof value === 'string' ? value : theirs));
    },
    async mark(mark) {
      let isNew = false;
      await values.change([`@${mark}`], (_key, value) => {
        isNew = value === undefined;
        return true;
      });
      return isNew;
    },
    pushId: () => textOf(pushKey),
    setPushId: (id) => values.change([pushKey], () => id),
    destroy: () => values.destroy(),
    close: () => values.close(),
  };
}

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) && typeof value['version'] === 'number' && typeof value['edits'] === 'number';
