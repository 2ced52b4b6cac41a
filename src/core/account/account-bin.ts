// The bin of a user's library, and what uses how much of it: asked for when somebody looks, and kept nowhere on this device.
import { isRecord } from '../../base/is-record.js';
import { VoxreelError } from '../errors.js';
import type { HttpReply } from '../http.js';
import type { RecordKind } from '../persistence/storage.js';
import type { Account } from './account.js';
import { requireName, unread } from './library-client.js';
import { keyOfName, kindOf, type Fields, type LibraryName } from './record-kinds.js';

/** Records and bytes, the files of the records included. */
export interface AccountUse {
  readonly records: number;
  readonly bytes: number;
}

/** What uses how much of a user's library. */
export interface AccountUsage {
  /** What the limits apply to: the bytes of the bin are in it, the records of the bin are not. */
  readonly total: AccountUse;
  /** By kind: `video`, `conversation`, `draft`, `reference`, and what a later release keeps besides. Without the bin. */
  readonly kinds: Readonly<Record<string, AccountUse>>;
  readonly bin: AccountUse;
  /** Infinity where there is no limit. */
  readonly limits: AccountUse;
  /** Days that a record is kept after its last change, by kind; `bin`: after its deletion. Without an entry: for good. */
  readonly retention: Readonly<Record<string, number>>;
}

/** What was deleted and can be restored: a video, a conversation or a reference. A draft cannot. */
export interface DeletedRecord {
  /** As in the storage. */
  readonly key: string;
  readonly kind: RecordKind;
  /** As it was. From the library: check it before use. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Of the record and its files. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly deletedAt: number;
}

/** One page of a bin. */
export interface DeletedRecords {
  readonly records: readonly DeletedRecord[];
  /** Give it back as `after` for the next page; undefined: this is the last. */
  readonly next: string | undefined;
}

/** How long to wait. */
export interface AccountRequestOptions {
  readonly signal?: AbortSignal | undefined;
}

/** What a user has deleted, on any of their devices, until the library deletes it for good. Its methods reject with `unsupported` without a bin. */
export interface AccountBin {
  /** The latest deletion first. `limit`: records of the page, 1 to 500, by default 50. */
  list(
    options?: AccountRequestOptions & { readonly after?: string | undefined; readonly limit?: number | undefined },
  ): Promise<DeletedRecords>;
  /** Resolves when the record is back on this device. Rejects with `record_not_exist` or `quota_exceeded`, among others. */
  restore(key: string, options?: AccountRequestOptions): Promise<void>;
  /** Deletes one record and its files for good. Rejects with `record_not_exist` where the bin does not have it. */
  remove(key: string, options?: AccountRequestOptions): Promise<void>;
  /** Deletes everything in it for good. */
  clear(options?: AccountRequestOptions): Promise<void>;
}

const never = new AbortController().signal;
const usualLimit = 50;

/** `isHere`: whether a record belongs to what the page shows of the account. */
export function openAccountBin(account: Account, isHere: (key: string, record: Fields) => boolean): AccountBin {
  const ask = (path: string, method: string, signal = never) => asked(account, `/bin${path}`, method, signal);
  return {
    async list({ after, limit = usualLimit, signal } = {}) {
      const query = new URLSearchParams({ limit: String(limit), ...(after === undefined ? {} : { after }) });
      const reply = await ask(`?${query}`, 'GET', signal);
      const { json } = reply;
      if (!isRecord(json) || !Array.isArray(json['data'])) throw unread(reply);
      const records = json['data'].flatMap((one: unknown) => deletedIn(one) ?? []).filter(({ key, record }) => isHere(key, record));
      return { records, next: typeof json['next'] === 'string' ? json['next'] : undefined };
    },
    async restore(key, { signal } = {}) {
      await ask(pathOf(key), 'POST', signal);
      await account.synchronize(signal ?? never);
    },
    async remove(key, { signal } = {}) {
      await ask(pathOf(key), 'DELETE', signal);
    },
    async clear({ signal } = {}) {
      await ask('', 'DELETE', signal);
    },
  };
}

export async function readUsage(account: Account, { signal = never }: AccountRequestOptions = {}): Promise<AccountUsage> {
  const reply = await asked(account, '/usage', 'GET', signal);
  const { json } = reply;
  if (!isRecord(json)) throw unread(reply);
  const [total, bin, kinds] = [useIn(json['total']), useIn(json['bin']), json['kinds']];
  if (total === undefined || bin === undefined || !isRecord(kinds)) throw unread(reply);
  const limits = isRecord(json['limits']) ? json['limits'] : {};
  const days = isRecord(json['retention']) ? json['retention'] : {};
  return {
    total,
    bin,
    kinds: Object.fromEntries(Object.entries(kinds).flatMap(([kind, used]) => entryOf(kind, useIn(used)))),
    limits: { records: numberIn(limits['records']) ?? Infinity, bytes: numberIn(limits['bytes']) ?? Infinity },
    retention: Object.fromEntries(Object.entries(days).flatMap(([kind, count]) => entryOf(kind, numberIn(count)))),
  };
}

async function asked(account: Account, path: string, method: string, signal: AbortSignal): Promise<HttpReply> {
  const reply = await account.ask(path, method, signal);
  // A gateway without a bin, or an older one, does not have the path.
  if (reply === undefined)
    throw new VoxreelError('unsupported', 'The library of this gateway has no bin and does not say what uses how much.');
  return reply;
}

function pathOf(key: string): string {
  const { kind, id } = requireName(key);
  return `/${kind}/${encodeURIComponent(id)}`;
}

function deletedIn(value: unknown): DeletedRecord | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, id, record } = value;
  const [bytes, deletedAt] = [numberIn(value['bytes']), numberIn(value['deleted_at'])];
  if (typeof kind !== 'string' || typeof id !== 'string' || !isRecord(record)) return undefined;
  const key = keyOfName({ kind, id } satisfies LibraryName);
  if (key === undefined || bytes === undefined || deletedAt === undefined) return undefined;
  return { key, kind: kindOf(key), record, bytes, deletedAt };
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' && value >= 0 ? value : undefined);

function useIn(value: unknown): AccountUse | undefined {
  if (!isRecord(value)) return undefined;
  const [records, bytes] = [numberIn(value['records']), numberIn(value['bytes'])];
  return records === undefined || bytes === undefined ? undefined : { records, bytes };
}

const entryOf = <T>(name: string, value: T | undefined): readonly [string, T][] => (value === undefined ? [] : [[name, value]]);
