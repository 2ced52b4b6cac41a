// `accountStorage`: what a user makes, kept on this device first and in their library behind the gateway, for all their devices. Its work loads when it
// is first used.
import { followLater } from '../../base/follow-later.js';
import { lazy } from '../../base/lazy.js';
import { VoxreelError } from '../errors.js';
import { loadPart } from '../load-part.js';
import { accountStoreName } from '../owned-name.js';
import { pageUrl } from '../page-url.js';
import type { ForgetOptions, Storage, StorageChanges, StoragePosters } from '../persistence/storage.js';
import type { AccountBin, AccountRequestOptions, AccountUsage } from './account-bin.js';
import type { AccountFiles } from './account-files.js';
import type { AccountPush } from './account-push.js';
import type { AccountShares } from './account-shares.js';

/** Whose account it is, and where its library answers. */
export interface AccountStorageOptions {
  /** Address of a gateway with a library; absolute, or relative to the page. Empty is the page's own origin. */
  readonly baseUrl: string;
  /** Sent with each request of the library; a function is called for each. The gateway learns from them, or from cookies, whose library it is. */
  readonly headers?: Readonly<Record<string, string>> | (() => Promise<Readonly<Record<string, string>>>) | undefined;
  /** Who is signed in, the same on each of their devices. What they have on this device is under this name, apart from every other user's. */
  readonly user: string;
  /** Of the queue that it is for: only its videos, where several queues of a user keep theirs in one library. By default all. */
  readonly name?: string | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Name of the IndexedDB database, by default one of the user and the gateway. For tests that are two devices in one browser. */
  readonly database?: string | undefined;
}

/** A storage that keeps what a user makes on this device, and exchanges it with their library behind the gateway. */
export interface AccountStorage<T = unknown> extends Required<Storage<T>> {
  /** Sends and receives everything now, and resolves when that is done. It happens without, too. Rejects with what went wrong, e.g. `network`. */
  synchronize(options?: AccountRequestOptions): Promise<void>;
  /** How each exchange with the library ended: with an error, or well (undefined). The next attempt comes by itself. Returns its undo. */
  onSynchronized(listener: (error: VoxreelError | undefined) => void): () => void;
  /** True at the first call for each user of this device, so that a page offers once to take along what was made before the login. */
  offerOnce(): Promise<boolean>;
  /**
   * Takes into the account what a storage of this device keeps of nobody: finished videos and conversations made before the login. Those whose
   * files are kept in this browser stay in `from` too. Resolves with how many were taken.
   */
  takeAlong(from: Storage): Promise<number>;
  /** What uses how much of the library, on all devices. Rejects with `unsupported` where the gateway does not say, or with what went wrong. */
  usage(options?: AccountRequestOptions): Promise<AccountUsage>;
  /** Of drafts and references. */
  readonly files: AccountFiles;
  /** What was deleted and can be restored. */
  readonly bin: AccountBin;
  /** Links that others can open. */
  readonly shares: AccountShares;
  /** Notifications while no page is open. */
  readonly push: AccountPush;
}

/** Throws `invalid_input` without a user, or for an address that is none. */
export function accountStorage<T = unknown>(options: AccountStorageOptions): AccountStorage<T> {
  const { user, name, baseUrl } = options;
  if (user === '') throw new VoxreelError('invalid_input', 'user must name who is signed in.', { param: 'user' });
  const database = options.database ?? accountStoreName(user, serviceOf(baseUrl));
  const view = lazy(() =>
    loadPart(async () => {
      const { openAccountView } = await import('./account-view.js');
      const opened = openAccountView<T>(database, { user, name }, options);
      if (isClosed) opened.close();
      return opened;
    }),
  );
  let isClosed = false;
  const all: Storage<T>['all'] = async (kind) => (await view.get()).all(kind);
  return {
    all,
    async *pages(kind) {
      yield* (await view.get()).pages(kind);
    },
    put: async (key, record, how) => (await view.get()).put([{ key, record }], how?.durable),
    update: async (key, change, how) => (await view.get()).update(key, change, how?.durable),
    putAll: async (records) => (await view.get()).put(records, true),
    remove: async (key) => (await view.get()).remove([key]),
    removeAll: async (keys) => (await view.get()).remove(keys),
    clear: async () => (await view.get()).remove((await all()).map(({ key }) => key)),
    forget: async (forgetOptions?: ForgetOptions) => (await view.get()).forget(forgetOptions),
    subscribe: (listener: (changes: StorageChanges<T>) => void) => followLater(view.get(), (opened) => opened.subscribe(listener)),
    onSynchronized: (listener) => followLater(view.get(), (opened) => opened.onSynchronized(listener)),
    synchronize: async ({ signal } = {}) => (await view.get()).synchronize(signal),
    offerOnce: async () => (await view.get()).offerOnce(),
    takeAlong: async (from) => (await view.get()).takeAlong(from),
    usage: async (given) => (await view.get()).usage(given),
    files: {
      put: async (id, file) => (await view.get()).files.put(id, file),
      get: async (id, given) => (await view.get()).files.get(id, given),
    },
    bin: {
      list: async (given) => (await view.get()).bin.list(given),
      restore: async (key, given) => (await view.get()).bin.restore(key, given),
      remove: async (key, given) => (await view.get()).bin.remove(key, given),
      clear: async (given) => (await view.get()).bin.clear(given),
    },
    shares: {
      create: async (key, given) => (await view.get()).shares.create(key, given),
      list: async (given) => (await view.get()).shares.list(given),
      end: async (token, given) => (await view.get()).shares.end(token, given),
    },
    posters: laterPosters(async () => (await view.get()).posters),
    push: laterPush(async () => (await view.get()).push),
    get persistent() {
      return view.loaded?.persistent ?? 'indexedDB' in globalThis;
    },
    unread: 0,
    close() {
      isClosed = true;
      view.loaded?.close();
    },
  };
}

const laterPush = (opened: () => Promise<AccountPush>): AccountPush => ({
  key: async (given) => (await opened()).key(given),
  add: async (subscription, given) => (await opened()).add(subscription, given),
  remove: async (given) => (await opened()).remove(given),
});

const laterPosters = (opened: () => Promise<StoragePosters>): StoragePosters => ({
  get: async (...given) => (await opened()).get(...given),
  put: async (...given) => (await opened()).put(...given),
});

/** The same service by whatever address a page names it. */
function serviceOf(baseUrl: string): string {
  try {
    return pageUrl(baseUrl || '/').href.replace(/\/+$/, '');
  } catch (cause) {
    throw new VoxreelError('invalid_input', 'baseUrl must be the address of a gateway.', { param: 'baseUrl', cause });
  }
}
