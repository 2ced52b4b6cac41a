// What the checks of a record store have in common: the records and files that they make, and how they read them.
import type { RecordBin } from '../server/library/record-bin.js';
import type { FileIndex, RecordChange, RecordName, RecordStore, RecordWritten } from '../server/library/record-store.js';

export type Finding = string;
/** `one` and `other` are two instances on the same place; `user`, and `strangerTo(user)`, are of this check alone. */
export type Check = (one: RecordStore, other: RecordStore, user: string) => AsyncGenerator<Finding>;

export const plenty = { records: 1000, bytes: 1_000_000 };
export const page = { records: 500, bytes: 1_000_000 };
/** Nothing that an SQL statement, a pattern or a column of JSON could take for something else. */
export const odd = String.raw`{"text":"'; DROP TABLE x; -- \u0000 \\ % _ $1 \ud83e","__proto__":null,"n":1e21}`;

export const named = (id: string): RecordName => ({ kind: 'video', id });
export const strangerTo = (user: string): string => `${user} other`;
export const text = (value: unknown): string => JSON.stringify(value) ?? 'undefined';
export const versionIn = (written: RecordWritten | undefined): number | undefined =>
  written !== undefined && 'version' in written ? written.version : undefined;
export const waited = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The clock of a database is not quite that of this machine. */
export const isRecent = (at: number | undefined): boolean => Math.abs(Number(at) - Date.now()) < 600_000;

export async function listed(store: RecordStore, user: string, since?: string): Promise<readonly RecordChange[]> {
  return (await store.changes(user, since, page))?.data ?? [];
}

export const idsIn = async (bin: RecordBin | undefined, user: string): Promise<readonly string[]> =>
  ((await bin?.list(user, undefined, page))?.data ?? []).map(({ id }) => id);

/** Gives its key. */
export async function keepFile(index: FileIndex, user: string, id: string, bytes: number): Promise<string> {
  const key = crypto.randomUUID();
  await index.reserve(user, { key, bytes }, { quotaBytes: plenty.bytes, ttlMs: 60_000 });
  await index.keep(user, { id, key, bytes, type: 'video/mp4' }, true);
  return key;
}

/** Of others too, where the store is not empty. */
export async function allUnused(index: FileIndex): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let found = await index.unused(100); found.length > 0; found = await index.unused(100)) keys.push(...found);
  return keys;
}
