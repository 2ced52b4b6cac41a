// A user's account on this device: what is kept of it here, exchanged with the library by one tab for all.
import { unlessAborted } from '../abort.js';
import { VoxreelError } from '../errors.js';
import type { HttpReply } from '../http.js';
import { exclusively } from '../tabs/exclusive.js';
import type { ForgetOptions, RecordKind, StorageChanges, StorageRecord } from '../persistence/storage.js';
import { createTabs } from '../tabs/tabs.js';
import { fetchedFile, openAccountFiles, sentFile, type AccountFileOptions, type FileRoom } from './account-files.js';
import { edited, isUnsent, removed, type Entry } from './entries.js';
import { openEntryStore, type EntryChange, type EntryStore } from './entry-store.js';
import { createLibraryCaller, createLibraryClient, type LibraryAddress, type LibraryCaller } from './library-client.js';
import { keyRangesOf, type Fields } from './record-kinds.js';
import { Synchronizer } from './synchronizer.js';

export type AccountListener = (changes: StorageChanges<Fields>) => void;

export interface AccountState {
  /** How the last exchange ended: undefined where it went well, or where another tab does it. The next attempt comes by itself. */
  readonly error: VoxreelError | undefined;
}

type Message = { readonly edited: readonly string[]; readonly changed: boolean } | { readonly forgotten: true };

/** Edits that are left behind have no longer than this to be sent. */
const lastWordMs = 5000;

/** Open once in a page for each user of each library, as long as somebody holds it. */
export class Account {
  readonly #name: string;
  readonly #caller: LibraryCaller;
  #entries;
  #files: FileRoom;
  readonly #library;
  readonly #sync: Synchronizer;
  readonly #tabs;
  readonly #listeners = new Set<AccountListener>();
  readonly #watchers = new Set<(state: AccountState) => void>();
  /** What its holders have asked of the library. */
  #asking = new AbortController();
  /** Until all that was edited so far is written down, or has failed. */
  #edits: Promise<unknown> = Promise.resolve();
  #address: LibraryAddress;
  /** Signed out. */
  #isForgotten = false;

  constructor(name: string, address: LibraryAddress) {
    this.#name = name;
    this.#address = address;
    this.#caller = createLibraryCaller(
      () => this.#address,
      () => this.#entries.owner(),
    );
    const files = openAccountFiles(name, this.#caller);
    this.#files = files;
    this.#entries = openEntryStore(name, (left) => void files.drop(left).catch(() => undefined));
    this.#library = createLibraryClient(this.#caller);
    this.#sync = new Synchronizer({
      entries: this.#entries,
      library: this.#library,
      files,
      changed: (changes) => {
        this.#tell(changes);
        this.#post({ edited: changes.map(({ key }) => key), changed: true });
      },
      ended: (error) => {
        for (const watcher of this.#watchers) watcher({ error });
      },
    });
    this.#tabs = createTabs<Message>(this.#entries.persistent ? name : undefined, {
      onMessage: (message) => void this.#hear(message),
      onLead: (leading) => this.#sync.lead(leading && !this.#isForgotten),
      onReturn: () => this.#sync.behind(),
    });
    // The tab that leads has to answer as long as any is open: another may write at any moment.
    this.#tabs.setBusy(true);
  }

  get persistent(): boolean {
    return this.#entries.persistent;
  }

  get isForgotten(): boolean {
    return this.#isForgotten;
  }

  set address(address: LibraryAddress) {
    this.#address = address;
  }

  subscribe(listener: AccountListener): () => void {
    const own: AccountListener = (changes) => listener(changes);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  watch(watcher: (state: AccountState) => void): () => void {
    const own = (state: AccountState) => watcher(state);
    this.#watchers.add(own);
    return () => void this.#watchers.delete(own);
  }

  async all(): Promise<readonly StorageRecord<Fields>[]> {
    return recordsOf(await this.#entries.all());
  }

  async *pages(kind: RecordKind): AsyncGenerator<readonly StorageRecord<Fields>[]> {
    for (const range of keyRangesOf(kind)) {
      for await (const page of this.#entries.pages(range)) yield recordsOf(page);
    }
  }

  /** All or none; undefined leaves a record as it is. Rejects with `storage_full` or `storage_unavailable`. */
  async put(
    keys: readonly string[],
    make: (key: string, record: Fields | undefined) => Fields | undefined,
    durable?: boolean,
  ): Promise<void> {
    const change = (key: string, entry: Entry | undefined) => {
      const next = make(key, entry?.record);
      return next === undefined ? entry : edited(key, entry, next);
    };
    await this.#edit(keys, change, durable);
  }

  putFile(id: string, file: Blob): Promise<void> {
    return this.#files.put(id, file);
  }

  async file(id: string, { kept, signal }: AccountFileOptions = {}): Promise<Blob | undefined> {
    if (kept) return this.#files.get(id, { kept });
    this.#requireOpen();
    return this.#files.get(id, { signal: AbortSignal.any([...(signal ? [signal] : []), this.#asking.signal]) });
  }

  /** The picture of a video; undefined where nobody has brought one. */
  async poster(path: string, signal: AbortSignal): Promise<Blob | undefined> {
    this.#requireOpen();
    return fetchedFile(this.#caller.url(path), this.#caller, AbortSignal.any([signal, this.#asking.signal]));
  }

  /** The library takes it once it has the output. */
  async putPoster(key: string, path: string, picture: Blob, given: AbortSignal): Promise<void> {
    this.#requireOpen();
    const signal = AbortSignal.any([given, this.#asking.signal]);
    const [[, entry] = []] = await this.#entries.some([key]);
    if (entry !== undefined && isUnsent(entry)) await this.#sync.exchange(signal);
    await sentFile(this.#caller.url(path), picture, this.#caller, signal);
  }

  /** Those that are not here yet, from elsewhere on this device: every page that shows the account is notified. */
  async adopt(records: ReadonlyMap<string, Fields>): Promise<void> {
    const adopted = (key: string, entry: Entry | undefined) => (entry?.record ? entry : edited(key, entry, records.get(key) ?? {}));
    const changes = await this.#edit([...records.keys()], adopted, true);
    this.#tell(changes);
    this.#post({ edited: changes.map(({ key }) => key), changed: true });
  }

  async remove(keys: readonly string[]): Promise<void> {
    await this.#edit(keys, (_key, entry) => removed(entry), true);
  }

  /** Reads and sets a mark of this device; false where it was there already. */
  mark(name: string): Promise<boolean> {
    return this.#entries.mark(name);
  }

  /** Of the library, what is not on this device; undefined where the gateway has no such path. */
  async ask(path: string, method: string, signal: AbortSignal, body?: object): Promise<HttpReply | undefined> {
    this.#requireOpen();
    return this.#library.ask(path, method, AbortSignal.any([signal, this.#asking.signal]), body);
  }

  /** This browser is notified of videos by the gateway, under this name, once `begin` has asked for it. */
  beginPush(id: string, begin: () => Promise<void>): Promise<void> {
    return this.#changePush(async () => {
      this.#requireOpen();
      // Known before it is asked for: an answer that is lost leaves nothing that cannot be taken back.
      await this.#entries.setPushId(id);
      await begin();
    });
  }

  /** It is notified no more. */
  endPush(signal: AbortSignal): Promise<void> {
    return this.#changePush(async () => {
      const id = await this.#entries.pushId();
      if (id === undefined) return;
      await this.ask(`/push/${id}`, 'DELETE', signal);
      await this.#entries.setPushId(undefined);
    });
  }

  /** One after the other, of all tabs: a request to begin that is still under way would outlast the one to end. */
  #changePush(change: () => Promise<void>): Promise<void> {
    return exclusively(`${this.#name} push`, change);
  }

  /** Sends and receives everything now. Rejects with what went wrong. */
  async synchronize(signal: AbortSignal): Promise<void> {
    this.#requireOpen();
    // Another tab may be at it: each of the two changes what it finds, so neither undoes the other.
    await this.#sync.exchange(AbortSignal.any([signal, this.#asking.signal]));
  }

  /** Clears this device. What is not in the library yet is sent first, if it can be. */
  async forget({ discard = false }: ForgetOptions = {}): Promise<void> {
    if (this.#isForgotten) return;
    await exclusively(`${this.#name} forget`, async () => {
      if (!discard) await this.#requireSent();
      // Who sits here next is not told of this user's videos. Without a connection the gateway learns it from the browser's push service.
      const last = AbortSignal.timeout(lastWordMs);
      await unlessAborted(this.endPush(last), last).catch(() => undefined);
      this.#post({ forgotten: true });
      await Promise.all((await this.#leave()).map((one) => one.destroy()));
    });
  }

  /** Nobody holds it any more: what was asked of the library ends, and what was written last is sent, for at most 5 s. Never rejects. */
  async finish(): Promise<void> {
    this.#endAsking();
    const last = AbortSignal.timeout(lastWordMs);
    await unlessAborted(this.#sendAll(last), last).catch(() => undefined);
  }

  /** With what is still being written. */
  async #sendAll(signal: AbortSignal): Promise<void> {
    for (let edits; edits !== this.#edits && !this.#isForgotten && !signal.aborted;) {
      edits = this.#edits;
      await edits;
      await this.#sync.exchange(signal, false).catch(() => undefined);
    }
  }

  /** Somebody holds it again. */
  resume(): void {
    this.#sync.hurry();
  }

  close(): void {
    this.#endAsking();
    this.#sync.lead(false);
    this.#tabs.close();
    // What is under way still writes what it learned.
    void this.#sync.settled().then(() => [this.#entries, this.#files].forEach((one) => one.close()));
  }

  #endAsking(): void {
    this.#asking.abort();
    this.#asking = new AbortController();
  }

  #requireOpen(): void {
    if (this.#isForgotten) throw new VoxreelError('closed', 'This account was signed out here.');
  }

  async #requireSent(): Promise<void> {
    const countUnsent = async () => (await this.#entries.all()).filter(([, entry]) => isUnsent(entry)).length;
    if ((await countUnsent()) === 0) return;
    const last = AbortSignal.any([AbortSignal.timeout(lastWordMs), this.#asking.signal]);
    await this.#sync.exchange(last, false).catch(() => undefined);
    const count = await countUnsent();
    if (count > 0)
      throw new VoxreelError(
        'unsent',
        `${count} changes are on this device only. Wait for a connection, or discard them with { discard: true }.`,
        { retryable: true },
      );
  }

  /** What is written from now on ends with the page. Gives what was kept. */
  async #leave(): Promise<readonly (EntryStore | FileRoom)[]> {
    this.#isForgotten = true;
    this.#sync.lead(false);
    this.#tabs.setBusy(false);
    await this.#sync.settled();
    const left = [this.#entries, this.#files];
    this.#entries = openEntryStore();
    this.#files = openAccountFiles(undefined, this.#caller);
    return left;
  }

  #edit(
    keys: readonly string[],
    change: (key: string, entry: Entry | undefined) => Entry | undefined,
    durable?: boolean,
  ): Promise<readonly EntryChange[]> {
    let isEdited = false;
    const write = (key: string, entry: Entry | undefined) => {
      const next = change(key, entry);
      isEdited ||= (next?.edits ?? 0) > 0;
      return next;
    };
    const changing = this.#entries.change(keys, write, { durable }).then((changes) => {
      if (!isEdited || this.#isForgotten) return changes;
      this.#sync.edited(keys);
      this.#post({ edited: keys, changed: false });
      return changes;
    });
    // Without their results, which would hold those before them.
    this.#edits = Promise.allSettled([this.#edits, changing]).then(() => undefined);
    return changing;
  }

  #tell(changes: readonly EntryChange[]): void {
    if (changes.length === 0 || this.#isForgotten) return;
    const put = changes.flatMap(({ key, record }) => (record === undefined ? [] : [{ key, record }]));
    const gone = changes.flatMap(({ key, record }) => (record === undefined ? [key] : []));
    for (const listener of this.#listeners) listener({ put, removed: gone });
  }

  #post(message: Message): void {
    if ('edited' in message && message.edited.length === 0) return;
    this.#tabs.post(message);
  }

  async #hear(message: Message): Promise<void> {
    if ('forgotten' in message) return this.#isForgotten ? undefined : (await this.#leave()).forEach((one) => one.close());
    this.#sync.edited(message.edited);
    // What another page wrote it tells of itself, where somebody needs to know.
    if (!message.changed) return;
    const found = new Map(await this.#entries.some(message.edited));
    this.#tell(message.edited.map((key) => ({ key, record: found.get(key)?.record })));
  }
}

const recordsOf = (entries: Awaited<ReturnType<EntryStore['all']>>): readonly StorageRecord<Fields>[] =>
  entries.flatMap(([key, { record }]) => (record === undefined ? [] : [{ key, record }]));

interface Held {
  readonly account: Account;
  holders: number;
}

const open = new Map<string, Held>();

/** Gives the account and its release. */
export function holdAccount(name: string, address: LibraryAddress): { readonly account: Account; readonly release: () => void } {
  const known = open.get(name);
  // Who signs in again gets another.
  const held = known === undefined || known.account.isForgotten ? { account: new Account(name, address), holders: 0 } : known;
  open.set(name, held);
  // An element without headers of its own goes by cookies, or by those of the other.
  if (held.holders === 0 || address.headers !== undefined) held.account.address = address;
  if (held === known && held.holders === 0) held.account.resume();
  held.holders += 1;
  let isReleased = false;
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    held.holders -= 1;
    if (held.holders === 0) void held.account.finish().then(closeUnheld);
  };
  const closeUnheld = () => {
    if (held.holders > 0) return;
    held.account.close();
    if (open.get(name) === held) open.delete(name);
  };
  return { account: held.account, release };
}
