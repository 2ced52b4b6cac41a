// What is being written, kept in this browser: each draft under an id of its own, its pictures beside it. Sends nothing.
import { isRecord } from '../../../base/is-record.js';
import { frameOf, originOf, readOrigin } from '../../frame-origin.js';
import { inMetadata, splitReferences, withFile } from '../../drafts/file-fields.js';
import { draftsStoreName } from '../../owned-name.js';
import { deleteDatabase } from '../../delete-database.js';
import { indexedDbStorage } from '../../persistence/indexed-db.js';
import { memoryStorage } from '../../persistence/memory.js';
import type { Storage } from '../../persistence/storage.js';
import { readStoredFile, storedFile } from '../../stored-file.js';
import type { VideoDraft } from '../../providers/provider.js';
import { exclusively } from '../../tabs/exclusive.js';
import { createHeldDrafts } from './held-drafts.js';

/** A draft that has not been sent. */
export interface KeptDraft {
  readonly id: string;
  readonly draft: VideoDraft;
  /** The task it was taken from. */
  readonly parentId?: string | undefined;
  /** Milliseconds since 1970. */
  readonly updatedAt: number;
}

export interface KeptDrafts {
  /** Newest first, without those that another page has open. What cannot be read is left out. Rejects with `storage_unavailable`. */
  all(): Promise<readonly KeptDraft[]>;
  /** Its pictures are written again only where they are others. Rejects with `storage_full` or `storage_unavailable`. */
  put(kept: KeptDraft): Promise<void>;
  remove(id: string): Promise<void>;
  /** Deletes them all, and their database where it names a user. */
  forget(): Promise<void>;
  close(): void;
}

/** Drafts that other devices write to, too. */
export interface SharedDrafts extends KeptDrafts {
  /** Those of these that are there, as they are now; what another page has open is left out. */
  some(ids: readonly string[]): Promise<readonly KeptDraft[]>;
  /** The page shows them like this from now on: what differs from it at the next `put` was changed by the page. */
  shows(drafts: readonly KeptDraft[]): void;
  /** Hears which drafts another device has changed or removed. Returns its undo. */
  subscribe(listener: (ids: readonly string[]) => void): () => void;
}

export interface KeptDraftsOptions {
  /** Whose they are; empty where nobody is signed in. */
  readonly user: string;
  /** Of the gallery they are written beside. */
  readonly name: string;
  /** False: only as long as the page. */
  readonly persistent: boolean;
}

/** Files by field, e.g. `image` or `metadata.image_tail`. */
type Files = Readonly<Record<string, Blob>>;

const filesOf = (id: string) => `${id} files`;

export function openKeptDrafts({ user, name, persistent }: KeptDraftsOptions): KeptDrafts {
  const store = draftsStoreName(user, name);
  const storage: Storage = persistent ? indexedDbStorage(store) : memoryStorage();
  /** As they were written last. */
  const written = new Map<string, Files>();
  const held = createHeldDrafts(store);

  /** A page that opens while another one closes reads what that one wrote last. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => exclusively(`${store} records`, work);

  const putFiles = async (id: string, files: Files) => {
    const before = written.get(id) ?? {};
    const isSame = Object.keys({ ...before, ...files }).every((field) => before[field] === files[field]);
    if (isSame) return;
    const stored = await Promise.all(
      Object.entries(files).map(async ([field, file]) => [field, { ...(await storedFile(file)), origin: originOf(file) }] as const),
    );
    if (stored.length > 0) await storage.put(filesOf(id), Object.fromEntries(stored));
    else await storage.remove(filesOf(id));
    written.set(id, files);
  };

  return {
    async all() {
      const records = new Map((await inTurn(() => storage.all())).map(({ key, record }) => [key, record]));
      const drafts = [...records].map(async ([key, record]) => {
        const kept = readKept(key, record);
        if (kept === undefined || !(await held.take(key))) return [];
        const files = readFiles(records.get(filesOf(key)));
        written.set(key, files);
        return [{ ...kept, draft: withFiles(kept.draft, files) }];
      });
      return (await Promise.all(drafts)).flat().toSorted((one, other) => other.updatedAt - one.updatedAt);
    },
    async put(kept) {
      void held.take(kept.id);
      const { draft, files } = apart(kept.draft);
      await inTurn(async () => {
        // A draft without its picture is worth less than one with the picture of before.
        await putFiles(kept.id, files);
        await storage.put(kept.id, { ...kept, draft });
      });
    },
    async remove(id) {
      written.delete(id);
      await inTurn(() => Promise.all([storage.remove(id), storage.remove(filesOf(id))]));
    },
    async forget() {
      written.clear();
      await inTurn(() => storage.clear());
      held.release();
      storage.close?.();
      if (persistent && user !== '') await deleteDatabase(store);
    },
    close() {
      held.release();
      storage.close?.();
    },
  };
}

/** Undefined for what is no draft under this id. */
export function readKept(key: string, record: unknown): KeptDraft | undefined {
  if (!isRecord(record) || record['id'] !== key || !isRecord(record['draft'])) return undefined;
  const { draft, parentId, updatedAt } = record;
  if (typeof draft['model'] !== 'string' || typeof draft['prompt'] !== 'string' || typeof updatedAt !== 'number') return undefined;
  // Checked above; the fields beside them are checked when the draft is sent.
  return { id: key, draft: draft as unknown as VideoDraft, parentId: typeof parentId === 'string' ? parentId : undefined, updatedAt };
}

function readFiles(record: unknown): Files {
  const stored = Object.entries(isRecord(record) ? record : {});
  return Object.fromEntries(
    stored.flatMap(([field, record]) => {
      const file = readStoredFile(record);
      // Which frame of a video it is, where it is one.
      const origin = isRecord(record) ? readOrigin(record['origin']) : undefined;
      if (file === undefined) return [];
      return [[field, origin === undefined ? file : frameOf(file, origin)]];
    }),
  );
}

/** The draft without its files, and these by their fields. A list of files is left out: it is chosen again. */
function apart(draft: VideoDraft): { readonly draft: VideoDraft; readonly files: Files } {
  const split = (fields: object, prefix: string) => {
    const entries = Object.entries(fields);
    const files = entries.flatMap(([field, value]) => (value instanceof Blob ? [[`${prefix}${field}`, value] as const] : []));
    const rest = entries.filter(
      ([, value]) => !(value instanceof Blob || (Array.isArray(value) && value.some((one) => one instanceof Blob))),
    );
    return { files, rest: Object.fromEntries(rest) };
  };
  const metadata = split(draft.metadata ?? {}, inMetadata);
  const own = split(draft, '');
  const references = splitReferences(draft.references, isBlob);
  const given = {
    ...(draft.metadata === undefined ? {} : { metadata: metadata.rest }),
    ...(references.kept === undefined ? {} : { references: references.kept }),
  };
  return {
    // What was taken out is put back by `withFiles`.
    draft: { ...own.rest, ...given } as unknown as VideoDraft,
    files: Object.fromEntries([...own.files, ...metadata.files, ...references.files]),
  };
}

const isBlob = (image: string | Blob): image is Blob => image instanceof Blob;

const withFiles = (draft: VideoDraft, files: Files): VideoDraft =>
  Object.entries(files).reduce((whole, [field, file]) => withFile(whole, field, file), draft);
