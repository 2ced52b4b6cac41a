// What `checkRecordStore` says of a store whose bin breaks a promise.
import type { RecordBin, RecordStore } from 'voxreel/server/library';

import { filesOf, itFinds, known, type Full } from './record-faults.js';

const all = { records: 500, bytes: 1_000_000 };
const binOf =
  (faulty: (bin: RecordBin, good: Full) => Partial<RecordBin>) =>
  (good: Full): Partial<RecordStore> => ({ bin: { ...good.bin, ...faulty(good.bin, good) } });
const withBin =
  (faulty: (good: Full) => Partial<RecordStore>) =>
  (good: Full): Partial<RecordStore> => ({ bin: good.bin, ...faulty(good) });

itFinds([
  [
    'deletes into the bin without asking',
    binOf((bin) => ({
      async put(user, name) {
        const asked = await bin.put(user, name, 1);
        return 'conflict' in asked ? bin.put(user, name, asked.conflict?.version ?? 0) : asked;
      },
    })),
    /bin\.put: a deletion of version 7 of version 1 gives .*must be a conflict/,
    /bin\.put: a deletion that is a conflict puts the record into the bin/,
  ],
  [
    'has a bin that only says that it has deleted',
    binOf(() => ({ put: async () => ({ version: 1, cursor: '' }) })),
    /bin\.put: a deletion of version 1 gets .*must be version 2/,
    /bin\.put: of a deletion into the bin changes\(\) tells \[\]/,
    /bin\.put: a deletion that comes again/,
    /bin\.put: a deletion of what never was must give version 0/,
  ],
  [
    'deletes for good what belongs into the bin',
    binOf((_bin, good) => ({ put: good.remove })),
    /bin\.put: of one record that was deleted twice, and one that never was, the bin holds \[\]/,
    /bin\.restore: the file of a record in the bin is gone/,
    /bin\.restore: of four who restore one record at once 0 succeed/,
  ],
  [
    'lists the bin as it is not',
    binOf((bin) => ({
      async list(user, next, most) {
        const found = await bin.list(known(user), next, { ...most, bytes: 1e9 });
        const data = found.data.map((each) => ({
          ...each,
          kind: 'videos',
          record: JSON.stringify(JSON.parse(each.record)),
          bytes: each.record.length,
          deletedAt: each.deletedAt / 1000,
        }));
        return { data: data.toReversed(), next: next ?? found.next ?? '0' };
      },
    })),
    /bin\.list: a record is listed as .*not as it was put/,
    /bin\.list: the record a of the kind video is listed as "a" of "videos"/,
    /bin\.list: a record of \d+ bytes with a file of 400 has \d+ bytes/,
    /bin\.list: deletedAt is .*milliseconds since 1970/,
    /bin\.list: another user sees/,
    /bin\.list: in pages of 2 it gives .*the latest deletion first/,
    /bin\.list: the page that ends with the last record gives a next/,
    /bin\.list: a page of 1 byte has 5 records/,
  ],
  [
    'gives the first page of the bin for any other',
    binOf((bin) => ({ list: async (user, _next, most) => bin.list(user, undefined, most) })),
    /bin\.list: after "nonsense", which it never gave as next/,
  ],
  [
    'restores for anyone, without a quota and without files',
    binOf((bin, good) => ({
      async restore(user, name) {
        const restored = await bin.restore(known(user), name, { records: 1e9, bytes: 1e9 });
        await good.files.remove(known(user), `file-${name.id}`);
        return restored && { version: 1, cursor: '' };
      },
    })),
    /bin\.restore: another user restores it/,
    /bin\.restore: restoring beyond the quota of records gives/,
    /bin\.restore: a record is restored without its file/,
  ],
  [
    'restores one record for everyone who asks',
    binOf((bin) => ({
      async restore(user, name, quota) {
        const restored = await bin.restore(user, name, quota);
        return restored ?? { version: 1, cursor: '' };
      },
    })),
    /bin\.restore: of four who restore one record at once 4 succeed/,
    /bin\.restore: restoring what is not in the bin must give undefined/,
    /bin\.restore: what remove\(\) deleted for good can be restored/,
  ],
  [
    'restores without telling pages, and loses what exceeds the quota',
    binOf((bin) => ({
      async restore(user, name, quota) {
        const isThere = await bin.empty(user, name);
        if (isThere === 0) return undefined;
        return quota.records === 0 ? { exceeded: 'records' } : { version: 1, cursor: '' };
      },
    })),
    /bin\.restore: restoring beyond the quota loses the record/,
  ],
  [
    'restores with an old version, and tells pages of nothing',
    withBin((good) => ({
      changes: async (user, since, most) => {
        const found = await good.changes(user, since, most);
        return found && { ...found, data: found.data.filter(({ version }) => version < 3) };
      },
      bin: {
        ...good.bin,
        async restore(user, name, quota) {
          const restored = await good.bin.restore(user, name, quota);
          return restored && 'version' in restored ? { ...restored, version: 1 } : restored;
        },
      },
    })),
    /bin\.restore: restored from version 2 it gets .*must be version 3/,
    /bin\.restore: of a restoration changes\(\) tells \[\]/,
  ],
  [
    'empties the bin of everyone when it is asked for one record',
    binOf((bin) => ({
      async empty(user) {
        await bin.empty(`${known(user)} other`);
        return bin.empty(known(user));
      },
    })),
    /bin\.empty: deleting one record for good that is not in the bin must give 0/,
    /bin\.empty: deleting one record for good gives 0, and then 0/,
    /bin\.empty: deleting one record for good deletes the file of another/,
    /bin\.empty: emptying a bin of 2 records gives 0/,
    /bin\.empty: emptying it empties the bin of another user/,
  ],
  [
    'deletes more than what is in the bin',
    binOf((bin, good) => ({
      async empty(user, name) {
        const count = await bin.empty(user, name);
        await good.clear(user);
        return count;
      },
    })),
    /bin\.empty: emptying it deletes what is not in it/,
    /bin\.empty: created again it gets .*must be version 3/,
  ],
  [
    'empties nothing',
    binOf(() => ({ empty: async () => 2 })),
    /bin\.empty: the file of a record that was deleted for good is left/,
    /bin\.empty: the bin is not empty after it was emptied/,
    /bin\.empty: emptying it leaves files/,
    /bin\.empty: files\.unused\(\) does not give the keys/,
  ],
  [
    'has no room for what was emptied, and gives away the bytes of what was restored',
    withBin((good) => {
      const keys: string[] = [];
      return filesOf(good, {
        reserve: async (user, upload, limit) => upload.bytes !== 1000 && good.files.reserve(user, upload, limit),
        keep: async (user, file, replace) => {
          keys.push(file.key);
          return good.files.keep(user, file, replace);
        },
        unused: async () => keys.splice(0),
      });
    }),
    /bin\.empty: what was deleted for good leaves no room/,
    /bin\.empty: files\.unused\(\) gives the key of a file whose record was restored/,
  ],
  [
    'keeps in the bin what is not there any more',
    binOf((bin) => {
      const ever: Record<string, Awaited<ReturnType<RecordBin['list']>>> = {};
      return {
        async list(user, next, most) {
          const found = await bin.list(user, next, most);
          if (found.data.length > 0 && next === undefined) ever[user] = found;
          return ever[user] ?? found;
        },
        async put(user, name, version) {
          const written = await bin.put(user, name, version);
          ever[user] = await bin.list(user, undefined, all);
          return written;
        },
      };
    }),
    /bin\.restore: what was restored is still in the bin/,
    /bin and put: a record that was made again is still in the bin/,
    /bin and clear: clear\(\) leaves what is in the bin/,
  ],
  [
    'forgets the files of a record that is made again, or which they are',
    withBin((good) => ({
      async put(user, name, record, options) {
        if (!record.includes('2')) return good.put(user, name, record, { ...options, files: [] });
        const { version = 0 } = (await good.put(user, name, record, { ...options, files: [] })) as { version?: number };
        await good.files.remove(user, 'file-named');
        return { version: version + 1, cursor: '' };
      },
    })),
    /bin and put: a record that is made again while it is in the bin gets/,
    /bin and put: a record that was made again loses a file that it names/,
    /bin and put: a file that only the record in the bin had is left/,
  ],
  [
    'does not count what is in the bin',
    withBin((good) => ({
      put: (user, name, record, options) => good.put(user, name, record, { ...options, quota: all }),
      ...filesOf(good, { reserve: (user, upload, { ttlMs }) => good.files.reserve(user, upload, { ttlMs, quotaBytes: 1e9 }) }),
    })),
    /bin and quota: when a record needs 200 bytes, a bin of two with 300 each keeps \["a","b"\]/,
    /bin and quota: a record that does not fit even with an empty bin must exceed bytes/,
    /bin and quota: an upload exceeds the quota with what is in the bin/,
  ],
  [
    'has a bin that gives way to nothing',
    withBin((good) => ({
      put: async (user, name, record, options) =>
        options.quota.bytes < 1e6 ? { exceeded: 'bytes' } : good.put(user, name, record, options),
      ...filesOf(good, { reserve: async (user, upload, limit) => limit.quotaBytes >= 1e6 && good.files.reserve(user, upload, limit) }),
    })),
    /bin and quota: the bin does not give way to a record/,
    /bin and quota: the bin does not give way to an upload/,
  ],
  [
    'counts the records in the bin',
    withBin((good) => ({
      put: async (user, name, record, options) =>
        options.quota.records === 2 ? { exceeded: 'records' } : good.put(user, name, record, options),
    })),
    /bin and quota: records in the bin count as records of the quota/,
  ],
  [
    'empties the whole bin for one record',
    withBin((good) => ({
      async put(user, name, record, options) {
        const written = await good.put(user, name, record, options);
        if (options.quota.records === 9) await good.bin.empty(user);
        return written;
      },
    })),
    /bin and quota: a record that does not fit empties the bin all the same/,
  ],
  [
    'clears nothing while its bin is not empty',
    withBin((good) => ({
      clear: async (user) => ((await good.bin.list(user, undefined, all)).data.length > 0 ? undefined : good.clear(user)),
    })),
    /bin and clear: clear\(\) leaves what is in the bin/,
    /bin and clear: clear\(\) leaves a file of what is in the bin/,
  ],
  [
    'clears the bin of another user',
    withBin((good) => ({
      async clear(user) {
        for (const of of [known(user), `${known(user)} other`]) await good.clear(of);
      },
    })),
    /bin and clear: clear\(\) empties the bin of another user too/,
  ],
]);
