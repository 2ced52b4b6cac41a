// References that a person keeps in this browser, to use in several videos: each under its name. Sends nothing.
import { isMentionName } from '../../../base/mentions.js';
import { isRecord } from '../../../base/is-record.js';
import { isUrl } from '../../../base/is-url.js';
import { referenceRoles } from '../../../protocol/video-fields.js';
import { VoxreelError } from '../../errors.js';
import { referencesStoreName } from '../../owned-name.js';
import { deleteDatabase, indexedDbStorage } from '../../persistence/indexed-db.js';
import { memoryStorage } from '../../persistence/memory.js';
import type { Storage } from '../../persistence/storage.js';
import { readStoredFile, storedFile } from '../../stored-file.js';
import type { VideoReference } from '../../providers/provider.js';

/** A reference picture that is kept in this browser. */
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
}

/** The reference pictures that a user keeps in this browser. */
export interface ReferenceLibrary {
  /** In the order of their names. What cannot be read is left out. Rejects with `storage_unavailable`. */
  all(): Promise<readonly KeptReference[]>;
  /**
   * Keeps a reference under its name, in place of another of that name. 48 at most. Rejects with `invalid_input` (`param`: `name`, `role` or
   * `image`), `storage_full` or `storage_unavailable`.
   */
  put(reference: VideoReference): Promise<void>;
  /** By its name. One that is not there is removed already. */
  remove(name: string): Promise<void>;
  /** Deletes them all, and their database where it names a user. For a sign-out. */
  forget(): Promise<void>;
  close(): void;
}

/** Pictures are large, and all of them are drawn at once. */
const most = 48;

const invalid = (param: string, message: string) => new VoxreelError('invalid_input', message, { param });

/** Two names that differ in case alone are one. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

export function keptReferences({ user = '', name = 'default', persistent = true }: ReferenceLibraryOptions): ReferenceLibrary {
  const store = referencesStoreName(user, name);
  const storage: Storage = persistent ? indexedDbStorage(store) : memoryStorage();
  return {
    async all() {
      const records = (await storage.all()).flatMap(({ key, record }) => read(key, record));
      return records.toSorted((one, other) => one.name.localeCompare(other.name));
    },
    async put(reference) {
      const { name: called = '', role } = reference;
      if (!isMentionName(called)) throw invalid('name', 'name takes letters, digits, hyphens and underscores, 40 at most.');
      if (role !== undefined && !referenceRoles.includes(role)) throw invalid('role', `role must be one of ${referenceRoles.join(', ')}.`);
      const image = await stored(reference.image);
      const key = keyOf(called);
      const others = (await storage.all()).filter((one) => one.key !== key);
      if (others.length >= most) throw invalid('name', `A library takes at most ${most} references.`);
      await storage.put(key, { name: called, role, image, updatedAt: Date.now() });
    },
    remove: (called) => storage.remove(keyOf(called)),
    async forget() {
      await storage.clear();
      storage.close?.();
      if (persistent && user !== '') await deleteDatabase(store);
    },
    close: () => storage.close?.(),
  };
}

/** An address as it is. */
async function stored(image: string | Blob): Promise<unknown> {
  if (image instanceof Blob) return storedFile(image);
  if (isUrl(image)) return image;
  throw invalid('image', 'image must be an address or a file.');
}

function read(key: string, record: unknown): readonly KeptReference[] {
  if (!isRecord(record)) return [];
  const { name, role, image, updatedAt } = record;
  const picture = readStoredFile(image) ?? image;
  const isGood = typeof name === 'string' && keyOf(name) === key && typeof updatedAt === 'number';
  if (!isGood || !(picture instanceof Blob || isUrl(picture))) return [];
  return [{ name, role: referenceRoles.find((one) => one === role), image: picture, updatedAt }];
}
