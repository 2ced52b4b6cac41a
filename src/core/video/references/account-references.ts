// References as records of an account: kept on this device first, then on every other, with their pictures.
import { isRecord } from '../../../base/is-record.js';
import { toBase64url } from '../../../base/base64.js';
import type { AccountStorage } from '../../account/account-storage.js';
import { ComingFiles } from '../../account/coming-files.js';
import { fileIds, withFiles, withNames } from '../../account/record-files.js';
import { createClock } from '../../clock.js';
import { videoStoreName } from '../../owned-name.js';
import { belongsTo, stampChanges } from '../../stored-record.js';
import {
  checkReference,
  keyOf,
  readReference,
  requireRoom,
  type KeptReference,
  type ReferenceLibrary,
  type ReferenceLibraryOptions,
} from './kept-references.js';

type Fields = Readonly<Record<string, unknown>>;

const prefix = 'reference:';
const version = 1;

/** Two galleries of a user may each have one of that name. Letters of any script fit into the id of a record. */
const idOf = (gallery: string, name: string): string => toBase64url(new TextEncoder().encode(`${gallery}/${keyOf(name)}`));

export function accountReferences({ user = '', name = 'default' }: ReferenceLibraryOptions, storage: AccountStorage): ReferenceLibrary {
  const agent = videoStoreName(user, name);
  const clock = createClock();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const pictures = new ComingFiles(storage.files, tell);
  const undo = [
    storage.subscribe(({ put, removed }) => {
      if ([...put.map(({ key }) => key), ...removed].some((key) => key.startsWith(prefix))) tell();
    }),
    storage.onSynchronized((error) => error === undefined && pictures.again()),
  ];
  const mine = async () =>
    (await storage.all('reference')).flatMap(({ key, record }) =>
      isRecord(record) && record['version'] === version && record['agent'] === agent && belongsTo(record, user) ? [{ key, record }] : [],
    );
  const read = async (key: string, record: Fields): Promise<readonly KeptReference[]> => {
    const { name: called, image } = record;
    const files = await pictures.of(key, fileIds(image));
    if (typeof called !== 'string' || key !== prefix + idOf(name, called)) return [];
    return readReference(keyOf(called), { ...record, image: withFiles(key, image, files) });
  };
  return {
    async all() {
      const found = await Promise.all((await mine()).map(({ key, record }) => read(key, record)));
      return found.flat().toSorted((one, other) => one.name.localeCompare(other.name));
    },
    async put(reference) {
      const { name: called, role, image } = checkReference(reference);
      const id = idOf(name, called);
      const key = prefix + id;
      const known = await mine();
      requireRoom(known.filter((one) => one.key !== key).length);
      const kept = new Set(fileIds(known.find((one) => one.key === key)?.record));
      const named = withNames(key, image);
      for (const [file, picture] of named.files) if (!kept.has(file)) await storage.files.put(file, picture);
      const fields = { name: called, role, image: named.value, updatedAt: Date.now() };
      const head = { id, kind: 'reference', version, user, agent };
      await storage.update(key, (stored) =>
        isRecord(stored)
          ? stampChanges<Fields>(stored, { ...stored, ...fields }, clock)
          : { ...head, ...fields, time: clock.tick(), times: {} },
      );
    },
    remove: (called) => storage.remove(prefix + idOf(name, called)),
    forget: () => storage.forget(),
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    close() {
      for (const one of undo) one();
      listeners.clear();
    },
  };
}
