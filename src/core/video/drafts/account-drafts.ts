// Drafts as records of an account: written on this device first, then on every other. Each field of a draft merges by itself.
import { isRecord } from '../../../base/is-record.js';
import { accountStorage, type AccountStorage, type AccountStorageOptions } from '../../account/account-storage.js';
import { ComingFiles } from '../../account/coming-files.js';
import { fileIds, withFiles, withNames } from '../../account/record-files.js';
import { createClock } from '../../clock.js';
import { flatFields, nestedFields } from '../../flat-fields.js';
import { draftsStoreName, videoStoreName } from '../../owned-name.js';
import { deleteDatabase } from '../../delete-database.js';
import { belongsTo, stampChanges } from '../../stored-record.js';
import { createHeldDrafts, type HeldDrafts } from './held-drafts.js';
import { readKept, type KeptDraft, type KeptDraftsOptions, type SharedDrafts } from './kept-drafts.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a page shows of a draft, as flat fields of its record. */
interface Shown {
  readonly fields: Fields;
  /** Fields of which it shows nothing yet: their pictures are not on this device. */
  readonly hidden: Fields;
}

const prefix = 'draft:';
const version = 1;
const keyOf = (id: string): string => prefix + id;
const idOf = (key: string): string => key.slice(prefix.length);

export class AccountDrafts implements SharedDrafts {
  readonly #owner: KeptDraftsOptions;
  readonly #storage: AccountStorage;
  readonly #held: HeldDrafts;
  readonly #pictures: ComingFiles;
  readonly #clock = createClock();
  readonly #listeners = new Set<(ids: readonly string[]) => void>();
  readonly #undo: readonly (() => void)[];
  readonly #shown = new Map<string, Shown>();
  /** As they were read last. */
  readonly #read = new Map<string, Shown>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(owner: KeptDraftsOptions, account: AccountStorageOptions) {
    const storage = accountStorage(account);
    this.#owner = owner;
    this.#storage = storage;
    this.#held = createHeldDrafts(`${draftsStoreName(owner.user, owner.name)} ${account.baseUrl}`);
    this.#pictures = new ComingFiles(storage.files, (id) => this.#tell([id]));
    const heard = (keys: readonly string[]) => this.#tell(keys.filter((key) => key.startsWith(prefix)).map(idOf));
    this.#undo = [
      storage.subscribe(({ put, removed }) => heard([...put.map(({ key }) => key), ...removed])),
      storage.onSynchronized((error) => error === undefined && this.#pictures.again()),
    ];
  }

  async all(): Promise<readonly KeptDraft[]> {
    const drafts = await this.#readAll(() => true);
    this.shows(drafts);
    return drafts;
  }

  some(ids: readonly string[]): Promise<readonly KeptDraft[]> {
    return this.#readAll((id) => ids.includes(id));
  }

  shows(drafts: readonly KeptDraft[]): void {
    for (const { id } of drafts) {
      const read = this.#read.get(id);
      if (read !== undefined) this.#shown.set(id, read);
    }
  }

  put(kept: KeptDraft): Promise<void> {
    void this.#held.take(kept.id);
    return this.#inTurn(() => this.#write(kept));
  }

  remove(id: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#shown.delete(id);
      await this.#storage.remove(keyOf(id));
    });
  }

  subscribe(listener: (ids: readonly string[]) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The account itself is left by its own `forget`. */
  async forget(): Promise<void> {
    this.close();
    // From when they were in this browser alone.
    await deleteDatabase(draftsStoreName(this.#owner.user, this.#owner.name));
  }

  close(): void {
    this.#held.release();
    for (const undo of this.#undo) undo();
    void this.#turn.then(() => this.#storage.close());
  }

  #tell(ids: readonly string[]): void {
    if (ids.length > 0) for (const listener of this.#listeners) listener(ids);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #readAll(isWanted: (id: string) => boolean): Promise<readonly KeptDraft[]> {
    const records = await this.#inTurn(() => this.#storage.all('draft'));
    const wanted = records.filter(({ key }) => isWanted(idOf(key)));
    const drafts = await Promise.all(wanted.map(({ key, record }) => this.#readOne(idOf(key), record)));
    return drafts.flat().toSorted((one, other) => other.updatedAt - one.updatedAt);
  }

  async #readOne(id: string, record: unknown): Promise<readonly KeptDraft[]> {
    if (!isRecord(record) || record['version'] !== version || !belongsTo(record, this.#owner.user)) return [];
    if (readKept(id, record) === undefined || !(await this.#held.take(id))) return [];
    const { draft, parentId, updatedAt } = record;
    const fields = Object.entries(flatFields({ draft, parentId, updatedAt }));
    const pictures = await this.#pictures.of(id, fileIds(draft));
    const isHidden = (value: unknown) => fileIds(value).some((file) => !pictures.has(file));
    const shown = fields.filter(([, value]) => !isHidden(value));
    const hidden = fields.filter(([, value]) => isHidden(value));
    this.#read.set(id, { fields: Object.fromEntries(shown), hidden: Object.fromEntries(hidden) });
    const complete = shown.map(([name, value]) => [name, withFiles(keyOf(id), value, pictures)]);
    const kept = readKept(id, { id, ...nestedFields(Object.fromEntries(complete)) });
    return kept === undefined ? [] : [kept];
  }

  async #write({ id, draft, parentId, updatedAt }: KeptDraft): Promise<void> {
    const key = keyOf(id);
    const before = this.#shown.get(id);
    const named = withNames(key, draft);
    const fields = flatFields({ draft: named.value, parentId, updatedAt });
    // What the page could not show, it did not remove.
    const hidden = without(before?.hidden ?? {}, Object.keys(fields));
    const [was, is] = [
      { ...before?.fields, ...before?.hidden },
      { ...fields, ...hidden },
    ];
    const kept = new Set(fileIds(Object.values(was)));
    for (const [file, picture] of named.files) if (!kept.has(file)) await this.#storage.files.put(file, picture);
    const changed = differing(was, is);
    await this.#storage.update(key, (stored) => {
      if (isRecord(stored)) return this.#changed(stored, is, changed);
      // Where the page has shown it, another device has removed it.
      return before === undefined ? this.#fresh(id, is) : undefined;
    });
    this.#shown.set(id, { fields, hidden });
  }

  #fresh(id: string, fields: Fields): Fields {
    const { user, name } = this.#owner;
    const agent = videoStoreName(user, name || 'default');
    return nestedFields({ id, kind: 'draft', version, user, agent, ...fields, time: this.#clock.tick(), times: {} });
  }

  #changed(stored: Fields, fields: Fields, changed: readonly string[]): Fields {
    const before = flatFields(stored);
    const put = changed.filter((field) => Object.hasOwn(fields, field)).map((field) => [field, fields[field]]);
    return nestedFields(stampChanges(before, { ...without(before, changed), ...Object.fromEntries(put) }, this.#clock));
  }
}

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const differing = (before: Fields, after: Fields): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
