// An account as the storage of one queue or session: its own videos, or its conversations.
import type { VoxreelError } from '../errors.js';
import { videoStoreName } from '../owned-name.js';
import type { ForgetOptions, RecordKind, Storage, StorageChanges, StoragePosters, StorageRecord } from '../persistence/storage.js';
import { belongsTo } from '../stored-record.js';
import { readTask } from '../store/task-record.js';
import { isRecord } from '../../base/is-record.js';
import { openAccountBin, readUsage, type AccountBin, type AccountRequestOptions, type AccountUsage } from './account-bin.js';
import type { AccountFiles } from './account-files.js';
import { openAccountPosters } from './account-posters.js';
import { openAccountPush, type AccountPush } from './account-push.js';
import { openAccountShares, type AccountShares } from './account-shares.js';
import { holdAccount } from './account.js';
import type { LibraryAddress } from './library-client.js';
import { isConversationKey, isToBeSent, portable, type Fields } from './record-kinds.js';

export interface AccountView<T> {
  readonly persistent: boolean;
  all: Storage<T>['all'];
  pages: Required<Storage<T>>['pages'];
  put(records: readonly StorageRecord<T>[], durable?: boolean): Promise<void>;
  update(key: string, change: (stored: T | undefined) => T, durable?: boolean): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
  subscribe(listener: (changes: StorageChanges<T>) => void): () => void;
  onSynchronized(listener: (error: VoxreelError | undefined) => void): () => void;
  synchronize(signal?: AbortSignal): Promise<void>;
  offerOnce(): Promise<boolean>;
  takeAlong(from: Storage): Promise<number>;
  readonly files: AccountFiles;
  readonly bin: AccountBin;
  readonly shares: AccountShares;
  readonly push: AccountPush;
  readonly posters: StoragePosters;
  usage(options?: AccountRequestOptions): Promise<AccountUsage>;
  forget(options?: ForgetOptions): Promise<void>;
  close(): void;
}

export interface ViewOwner {
  readonly user: string;
  /** Of a queue; undefined: all videos. */
  readonly name: string | undefined;
}

const never = new AbortController().signal;

export function openAccountView<T>(database: string, owner: ViewOwner, address: LibraryAddress): AccountView<T> {
  const { account, release } = holdAccount(database, address);
  const agent = owner.name === undefined ? undefined : videoStoreName(owner.user, owner.name);
  const isHere = (key: string, record: Fields) => isConversationKey(key) || agent === undefined || (record['agent'] || agent) === agent;
  const visible = (records: readonly StorageRecord<Fields>[]) =>
    records
      .filter(({ key, record }) => isHere(key, record))
      // What the gateway wrote while no page was open names nobody: it is the account's. The queue or session checks what it reads.
      .map(({ key, record }) => ({
        key,
        record: record['user'] ? record : { ...record, user: owner.user },
      })) as unknown as readonly StorageRecord<T>[];
  async function* pages(kind?: RecordKind): AsyncGenerator<readonly StorageRecord<T>[]> {
    for await (const page of kind === undefined ? [await account.all()] : account.pages(kind)) yield visible(page);
  }
  return {
    get persistent() {
      return account.persistent;
    },
    async all(kind) {
      const records: StorageRecord<T>[] = [];
      for await (const page of pages(kind)) records.push(...page);
      return records;
    },
    pages,
    put: (records, durable) => {
      const byKey = new Map(records.map(({ key, record }) => [key, fieldsOf(record)]));
      return account.put([...byKey.keys()], (key) => byKey.get(key) ?? {}, durable);
    },
    update: (key, change, durable) => {
      const write = (_key: string, stored: unknown): Fields | undefined => {
        const next: unknown = change(stored as T | undefined);
        return next === undefined ? undefined : fieldsOf(next);
      };
      return account.put([key], write, durable);
    },
    remove: (keys) => account.remove(keys),
    subscribe: (listener) => account.subscribe(({ put, removed }) => listener({ put: visible(put), removed })),
    onSynchronized: (listener) => account.watch(({ error }) => listener(error)),
    synchronize: (signal = never) => account.synchronize(signal),
    offerOnce: () => account.mark('offered'),
    async takeAlong(from) {
      const found = (await from.all()).flatMap(({ key, record }) => takenAlong(key, record, owner) ?? []);
      if (found.length === 0) return 0;
      await account.adopt(new Map(found.map((one) => [one.key, one.record])));
      const whole = found.filter(({ isWhole }) => isWhole).map(({ key }) => key);
      await (from.removeAll?.(whole) ?? Promise.all(whole.map((key) => from.remove(key))));
      return found.length;
    },
    files: { put: (id, file) => account.putFile(id, file), get: (id, options) => account.file(id, options) },
    bin: openAccountBin(account, isHere),
    shares: openAccountShares(account),
    push: openAccountPush(account),
    posters: openAccountPosters(account),
    usage: (options) => readUsage(account, options),
    forget: (options) => account.forget(options),
    close: release,
  };
}

const fieldsOf = (record: unknown): Fields => (isRecord(record) ? record : {});

interface Taken {
  readonly key: string;
  readonly record: Fields;
  /** Nothing of it is on this device alone. */
  readonly isWhole: boolean;
}

/** A record of nobody as one of `owner`; undefined for any other, and for one that is being sent. */
function takenAlong(key: string, record: unknown, { user, name = 'default' }: ViewOwner): Taken | undefined {
  if (!isRecord(record) || !belongsTo(record, '') || !isToBeSent(key, record)) return undefined;
  if (isConversationKey(key)) {
    const isConversation = Array.isArray(record['events']) && record['version'] === 2;
    return isConversation ? { key, record: { ...record, user }, isWhole: true } : undefined;
  }
  const task = readTask(record);
  if (task === undefined) return undefined;
  const isWhole = task.outputs.every(({ url, kept }) => url !== '' && kept === undefined);
  return { key, record: { ...portable(key, { ...task }), kind: 'video', user, agent: videoStoreName(user, name) }, isWhole };
}
