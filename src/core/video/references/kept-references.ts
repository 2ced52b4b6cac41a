// References that a person keeps, to use in several videos, each under its name; and their library in this browser.
import { isMentionName } from '../../../base/mentions.js';
import { isRecord } from '../../../base/is-record.js';
import { isUrl } from '../../../base/is-url.js';
import { referenceRoles } from '../../../protocol/video-fields.js';
import { VoxreelError } from '../../errors.js';
import { referencesStoreName } from '../../owned-name.js';
import { deleteDatabase } from '../../delete-database.js';
import { indexedDbStorage } from '../../persistence/indexed-db.js';
import { memoryStorage } from '../../persistence/memory.js';
import type { AccountStorage } from '../../account/account-storage.js';
import type { Storage } from '../../persistence/storage.js';
import { readStoredFile, storedFile } from '../../stored-file.js';
import type { VideoReference } from '../../providers/provider.js';

/** A reference picture that is kept. */
export interface KeptReference extends VideoReference {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

/** Whose reference pictures they are. */
export interface ReferenceLibraryOptions {
  /** Whose they are: no other user of this browser gets them. Empty (default) where nobody is signed in. */
  readonly user?: string | undefined;
  /** Of the gallery or queue they are used with; `default` where it has none. */
  readonly name?: string | undefined;
  /** `false`: only as long as the page. */
  readonly persistent?: boolean | undefined;
  /**
   * Of the same `user`, and `name` if it has one: they are in the account then, on all devices. Close the library first, then the storage. By default
   * they stay in this browser.
   */
  readonly storage?: AccountStorage | undefined;
}

/** The reference pictures that a user keeps. */
export interface ReferenceLibrary {
  /**
   * In the order of their names. What cannot be read is left out; in an account also a picture that is not on this device yet, until `subscribe` tells
   * of it. Rejects with `storage_unavailable`.
   */
  all(): Promise<readonly KeptReference[]>;
  /**
   * Keeps a reference under its name, in place of another of that name. 48 at most. Rejects with `invalid_input` (`param`: `name`, `role` or
   * `image`), `storage_full` or `storage_unavailable`.
   */
  put(reference: VideoReference): Promise<void>;
  /** By its name. One that is not there is removed already. */
  remove(name: string): Promise<void>;
  /** Deletes them all, and their database where it names a user. For a sign-out. Those of an account are left with `forget()` of its storage. */
  forget(): Promise<void>;
  /** Hears that other devices have changed something, or that a picture has come. Never called but for an account. Returns its undo. */
  subscribe(listener: () => void): () => void;
  close(): void;
}

/** Pictures are large, and all of them are drawn at once. */
const mostReferences = 48;

const invalid = (param: string, message: string) => new VoxreelError('invalid_input', message, { param });

/** Two names that differ in case alone are one. */
export const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

export function keptReferences({ user = '', name = 'default', persistent = true }: ReferenceLibraryOptions): ReferenceLibrary {
  const store = referencesStoreName(user, name);
  const storage: Storage = persistent ? indexedDbStorage(store) : memoryStorage();
  return {
    async all() {
      const records = (await storage.all()).flatMap(({ key, record }) => read(key, record));
      return records.toSorted((one, other) => one.name.localeCompare(other.name));
    },
    async put(reference) {
      const { name: called, role, image } = checkReference(reference);
      const key = keyOf(called);
      requireRoom((await storage.all()).filter((one) => one.key !== key).length);
      await storage.put(key, { name: called, role, image: image instanceof Blob ? await storedFile(image) : image, updatedAt: Date.now() });
    },
    remove: (called) => storage.remove(keyOf(called)),
    async forget() {
      await storage.clear();
      storage.close?.();
      if (persistent && user !== '') await deleteDatabase(store);
    },
    subscribe: () => () => undefined,
    close: () => storage.close?.(),
  };
}

/** Throws `invalid_input`. */
export function checkReference({ name = '', role, image }: VideoReference): VideoReference & { readonly name: string } {
  if (!isMentionName(name)) throw invalid('name', 'name takes letters, digits, hyphens and underscores, 40 at most.');
  if (role !== undefined && !referenceRoles.includes(role)) throw invalid('role', `role must be one of ${referenceRoles.join(', ')}.`);
  if (!(image instanceof Blob || isUrl(image))) throw invalid('image', 'image must be an address or a file.');
  return { name, role, image };
}

/** `others`: how many there are beside it. */
export function requireRoom(others: number): void {
  if (others >= mostReferences) throw invalid('name', `A library takes at most ${mostReferences} references.`);
}

function read(key: string, record: unknown): readonly KeptReference[] {
  if (!isRecord(record)) return [];
  const { image } = record;
  return readReference(key, { ...record, image: readStoredFile(image) ?? image });
}

/** Nothing for what is no reference under this key. */
export function readReference(
  key: string,
  { name, role, image: picture, updatedAt }: Readonly<Record<string, unknown>>,
): readonly KeptReference[] {
  const isGood = typeof name === 'string' && keyOf(name) === key && typeof updatedAt === 'number';
  if (!isGood || !(picture instanceof Blob || isUrl(picture))) return [];
  return [{ name, role: referenceRoles.find((one) => one === role), image: picture, updatedAt }];
}
