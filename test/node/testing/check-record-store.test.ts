import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';

import type { FileStore, RecordStore } from 'voxreel/server/library';
import { folderFiles } from 'voxreel/server/node';
import { checkFileStore, checkRecordStore } from 'voxreel/testing';

import { endServers, recordKinds, temporaryFolder, withoutOptional, type RecordPlace } from '../server/library/stores.js';

let place: RecordPlace;
const folder = temporaryFolder();
before(async () => {
  const kind = recordKinds.find(({ skip }) => skip === false);
  place = (await kind?.place()) as RecordPlace;
});
after(async () => {
  await place.end();
  await endServers();
  rmSync(folder, { recursive: true, force: true });
});

/** A store with one fault, and words of what has to be found. */
const recordFaults: readonly (readonly [string, (good: RecordStore) => Partial<RecordStore>, RegExp])[] = [
  [
    'writes over what it does not know',
    (good) => ({
      put: async (user, name, record, options) => {
        const written = await good.put(user, name, record, options);
        return 'conflict' in written ? good.put(user, name, record, { ...options, known: written.conflict?.version ?? 0 }) : written;
      },
    }),
    /put: a put with version/,
  ],
  [
    'writes a record in another way',
    (good) => ({ put: (user, name, record, options) => good.put(user, name, record.replace('\\u0000', ''), options) }),
    /not as it was put/,
  ],
  [
    'has no quota',
    (good) => ({ put: (user, name, record, { known }) => good.put(user, name, record, { known, quota: { records: 1e9, bytes: 1e9 } }) }),
    /quota: of five/,
  ],
  [
    'forgets deletions',
    (good) => ({
      changes: async (user, since, most) => {
        const found = await good.changes(user, since, most);
        return found && { ...found, data: found.data.filter(({ record }) => record !== undefined) };
      },
    }),
    /changes: after a deletion/,
  ],
  [
    'takes any cursor',
    (good) => ({ changes: async (user, since, most) => (await good.changes(user, since, most)) ?? good.changes(user, undefined, most) }),
    /takes "nonsense"/,
  ],
  ['tells nobody', () => ({ listen: async () => () => {} }), /listen: a change is not told/],
  [
    'deletes without asking',
    (good) => ({
      remove: async (user, name) => {
        for (let known = 1; ; known += 1) {
          const removed = await good.remove(user, name, known);
          if ('version' in removed) return removed;
        }
      },
    }),
    /deletion with another version/,
  ],
  [
    'counts an upload that was given up',
    (good) => ({
      files: {
        ...good.files,
        reserve: async (user, upload, limit) => (await good.files.reserve(user, upload, limit)) || upload.bytes === 1,
      },
    }),
    /given up is counted again/,
  ],
  ['clears nothing', () => ({ clear: async () => {} }), /clear: it leaves records/],
  [
    'rejects',
    () => ({
      changes: async () => {
        throw new Error('It is broken.');
      },
    }),
    /fails: It is broken/,
  ],
];

it('checkRecordStore takes a store without what is optional', async () => {
  assert.deepEqual(await checkRecordStore({ open: () => withoutOptional(place.open()) }), []);
});

describe('checkRecordStore finds a store that', () => {
  for (const [what, fault, words] of recordFaults)
    it(what, async () => {
      const findings = await checkRecordStore({
        open() {
          const good = place.open();
          return { ...withoutOptional(good), ...fault(good) };
        },
      });
      assert.match(findings.join('\n'), words);
    });
});

const fileFaults: readonly (readonly [string, (good: FileStore) => Partial<FileStore>, RegExp])[] = [
  [
    'ignores ranges',
    (good) => ({ get: async (key) => good.get(key, { start: 0, end: (await good.size(key)) ?? 0 }) }),
    /put: bytes 0 to 2/,
  ],
  [
    'keeps what breaks off',
    (good) => ({ put: async (key, bytes, about) => good.put(key, swallowed(bytes), about) }),
    /broken: put\(\) resolves/,
  ],
  ['removes nothing', () => ({ remove: async () => {} }), /remove\(\) leaves it/],
  [
    'rejects',
    () => ({
      put: async () => {
        throw new Error('It is full.');
      },
    }),
    /fails: It is full/,
  ],
];

async function* swallowed(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch {
    // As a store that takes the end of a connection for the end of a file.
  }
}

describe('checkFileStore finds a store that', () => {
  for (const [what, fault, words] of fileFaults)
    it(what, async () => {
      const good = folderFiles(folder);
      const findings = await checkFileStore({ open: () => ({ ...good, ...fault(good) }) });
      assert.match(findings.join('\n'), words);
    });
});
