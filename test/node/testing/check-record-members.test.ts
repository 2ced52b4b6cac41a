// What `checkRecordStore` says of a store whose usage(), expire(), get(), shares, push or watched break a promise.
import type { ExpiredRecord, LibraryUsage, PushList, RecordStore, ShareList, WatchedVideo, WatchList } from 'voxreel/server/library';

import { filesOf, itFinds, known, type Fault, type Full } from './record-faults.js';

const aFile = { id: 'a', key: 'k', bytes: 1, type: 'video/mp4' };

const usageOf =
  (faulty: (usage: LibraryUsage) => LibraryUsage | undefined) =>
  (good: Full): Partial<RecordStore> => ({
    bin: good.bin,
    async usage(user) {
      const usage = await good.usage(user);
      return usage && faulty(usage);
    },
  });

const usageFaults: readonly Fault[] = [
  [
    'adds its use up in another way',
    usageOf(({ total, kinds, bin }) => ({
      total: { ...total, records: total.records + bin.records },
      kinds: { ...kinds, video: { records: 2, bytes: 14 }, draft: { records: 0, bytes: 0 } },
      bin: { ...bin, bytes: 7 },
    })),
    /usage: its total is 3 records and 596 bytes, must be 2 records and 596 bytes/,
    /usage: of the kind video it tells 2 records and 14 bytes, must be 1 record and 407 bytes/,
    /usage: it tells of the kinds \["draft"\]/,
    /usage: of the bin it tells 1 record and 7 bytes, must be 1 record and 37 bytes/,
    /usage: after a deletion for good its total is/,
  ],
  ['tells nothing of what uses how much', usageOf(() => undefined), /usage: it tells nothing of a user who has records/],
  [
    'tells others what a user has',
    (good) => ({ usage: (user) => good.usage(known(user)) }),
    /usage: of a user who has nothing its total is 1 record /,
  ],
];

const expireOf =
  (faulty: (expire: Full['expire'], good: Full) => Full['expire']) =>
  (good: Full): Partial<RecordStore> => ({ bin: good.bin, expire: faulty(good.expire, good) });
const eachOf = (kinds: Readonly<Record<string, number>>, ms: number) => Object.fromEntries(Object.keys(kinds).map((kind) => [kind, ms]));

const expiryFaults: readonly Fault[] = [
  [
    'deletes what is young',
    expireOf(
      (expire) =>
        ({ kinds, bin }, limit) =>
          expire({ kinds: eachOf(kinds, -60_000), bin }, limit),
    ),
    /expire: it deletes \[.*"changed".*\], which are younger than the age that is given/,
  ],
  [
    'deletes more than the limit, from bins without an age, and in bins what has just come',
    expireOf(
      (expire) =>
        ({ kinds, bin = -60_000 }, limit) =>
          expire({ kinds, bin: bin > 1e6 ? bin : -60_000 }, limit + 10),
    ),
    /expire: with a limit of 1 it deletes \d+\./,
    /expire: with an age for one kind alone it also deletes \[.*"binned".*\]/,
    /expire: it deletes what was put into the bin just now/,
  ],
  [
    'deletes of every kind, and what was changed just now',
    expireOf((expire) => async ({ kinds, bin }, limit) => {
      const [age = 0] = Object.values(kinds);
      if (limit > 1 && age < 1e6) return expire({ kinds: { ...kinds, video: -60_000 }, bin }, limit);
      const ended = await expire({ kinds, bin }, limit);
      return ended.flatMap((each) => [each, { ...each, id: 'changed' }]);
    }),
    /expire: it deletes what was changed just now/,
    /expire: it deletes a record of a kind for which no age is given/,
  ],
  [
    'gives what it deletes again and again',
    expireOf((expire) => {
      const ever: ExpiredRecord[] = [];
      return async (ages, limit) => {
        ever.push(...(await expire(ages, limit)));
        return [...ever];
      };
    }),
    /expire: it returns one deleted record to two callers/,
  ],
  [
    'has no age for its bin, keeps files, and tells pages nothing',
    (good) => ({
      ...expireOf(
        (expire) =>
          ({ kinds }, limit) =>
            expire({ kinds, bin: undefined }, limit),
      )(good),
      ...filesOf(good, { find: async () => aFile }),
      changes: async (user, since, most) => {
        const found = await good.changes(user, since, most);
        return found && { ...found, data: found.data.filter(({ record }) => record !== undefined) };
      },
    }),
    /expire: it does not return \["binned"\] within 5 seconds/,
    /expire: of a record that is deleted because of its age changes\(\) tells undefined/,
    /expire: the file "of-a" of what it deleted is left/,
    /expire: the bin has \["binned"\]/,
  ],
  ['deletes nothing', expireOf(() => async () => []), /expire: a record that is older than the age that is given is not deleted/],
];

const getFaults: readonly Fault[] = [
  [
    'gets what it should not',
    (good) => ({
      get: async (user, name) => (await good.get(known(user), name)) ?? { ...name, version: 1, record: '{}' },
    }),
    /get: a record that never was must be undefined/,
    /get: another user sees it/,
    /get: a record that was deleted must be undefined/,
  ],
  [
    'gets a record as it was not put',
    (good) => {
      const ever = new Map<string, ReturnType<Full['get']>>();
      return {
        async get(user, name) {
          const found = await good.get(user, name);
          if (found !== undefined && !ever.has(user)) ever.set(user, Promise.resolve({ ...found, record: '{"n":1}' }));
          return ever.get(user);
        },
      };
    },
    /get: a record at version 1 comes back as .*not as it was put/,
    /get: after a change to \{"n":2\}, version 2, it gives/,
  ],
];

const sharesOf =
  (faulty: (shares: ShareList) => Partial<ShareList>) =>
  (good: Full): Partial<RecordStore> => ({ get: good.get, bin: good.bin, shares: { ...good.shares, ...faulty(good.shares) } });

const shareFaults: readonly Fault[] = [
  ['has shares and no get()', (good) => ({ shares: good.shares }), /shares\.add: get\(\) is missing, which shares need/],
  [
    'shares what is not there, and as much as one likes',
    sharesOf((shares) => ({
      async add(user, share) {
        const added = await shares.add(user, share, 1e6);
        return added === 'missing' ? 'added' : added;
      },
    })),
    /shares\.add: a share of a record that the user does not have gives/,
    /shares\.add: of four shares at once, where 2 are allowed, 4 are added/,
  ],
  [
    'refuses shares that have expired, and counts them',
    sharesOf((shares) => ({
      add: async (user, share, most) => ((share.expiresAt ?? Infinity) < Date.now() ? 'many' : shares.add(user, share, most - 1)),
    })),
    /shares\.add: a share that has expired already gives "many", must be added/,
    /shares\.add: of four shares at once, where 2 are allowed, 1 are added/,
  ],
  [
    'opens a share as it is not',
    sharesOf((shares) => ({
      async open(token) {
        const share = await shares.open(token, true);
        const { id = 'a', kind = 'video', userId = 'ann', data = '{}', visits = 0 } = share ?? {};
        return { token, id, kind: `${kind}s`, userId, data: JSON.stringify(JSON.parse(data)), expiresAt: 1, createdAt: 1, visits };
      },
    })),
    /shares\.open: it opens as .*token, userId, kind, id, expiresAt/,
    /shares\.open: its data comes back as .*not as it was added/,
    /shares\.open: createdAt is 1, must be in milliseconds/,
    /shares\.open: after four visits at once, and two looks that are no visits, it has 6 visits/,
    /shares\.open: a token that never was opens something/,
    /shares\.open: a share without an end opens with expiresAt 1/,
    /shares\.open: a share that has expired opens/,
    /shares\.remove: a share that was ended still opens/,
  ],
  [
    'lists shares of anyone, and the oldest first',
    sharesOf((shares) => ({ list: async (user) => (await shares.list(known(user))).toReversed() })),
    /shares\.list: of three shares and one that has expired it lists \["a","b","c"\]/,
    /shares\.list: it lists the shares of another user/,
  ],
  [
    'ends shares of others, and more than one',
    sharesOf((shares) => ({
      async remove(user) {
        for (const { token } of await shares.list(known(user))) await shares.remove(known(user), token);
        return true;
      },
    })),
    /shares\.remove: another user can end a share/,
    /shares\.remove: remove\(\) must be true, then false/,
    /shares\.remove: it ends another share too/,
  ],
  [
    'keeps shares of what was deleted',
    sharesOf((shares) => {
      const ever = new Map<string, Awaited<ReturnType<ShareList['open']>>>();
      return {
        async add(userId, share, most) {
          ever.set(share.token, { ...share, userId, createdAt: Date.now(), visits: 0 });
          return shares.add(userId, share, most);
        },
        open: async (token) => ever.get(token),
      };
    }),
    /shares and deletion: remove\(\) leaves the shares of a record/,
    /shares and deletion: bin\.put\(\) leaves the shares of a record/,
    /shares and deletion: clear\(\) leaves a share\./,
  ],
  [
    'ends every share of a user with one record, until that is back',
    (good) => {
      let isAway = false;
      return {
        ...sharesOf((shares) => ({ open: async (token, visit) => (isAway ? undefined : shares.open(token, visit)) }))(good),
        put: async (user, name, record, options) => {
          isAway = false;
          return good.put(user, name, record, options);
        },
        remove: async () => {
          isAway = true;
          return { version: 2, cursor: '' };
        },
      };
    },
    /shares and deletion: remove\(\) ends a share of another record/,
    /shares and deletion: a share that ended by remove\(\) is back with its record/,
  ],
];

const pushOf =
  (faulty: (push: PushList) => Partial<PushList>): Fault[1] =>
  (good) => ({ push: { ...good.push, ...faulty(good.push) } });

const pushFaults: readonly Fault[] = [
  [
    'keeps every browser for all who signed in there, as often as it was put',
    pushOf(() => {
      const all: { readonly user: string; readonly id: string; readonly data: string }[] = [];
      return {
        put: async (user, { id, data }) => void all.push({ user, id, data: JSON.stringify(JSON.parse(data)) }),
        list: async (user) => all.filter((one) => one.user === user).map(({ id, data }) => ({ id, data })),
      };
    }),
    /push\.put: a browser comes back as .*not as it was put/,
    /push\.put: a browser that is put again must be one/,
    /push\.put: a browser where another user signs in must be that one/,
    /push\.put: of one browser that is put four times at once there must be one/,
    /push\.list: it must list the browser that was put last first/,
    /push\.list: of more than 2, where 2 are allowed/,
    /push\.remove: remove\(\) must be true, then false/,
    /push\.remove: clear\(\) leaves a browser/,
  ],
  [
    'lists and removes the browsers of others',
    pushOf((push) => ({
      list: (user) => push.list(known(user)),
      async remove(user) {
        for (const { id } of await push.list(known(user))) await push.remove(known(user), id);
        return true;
      },
    })),
    /push\.list: it lists the browsers of another user/,
    /push\.remove: another user can remove a browser/,
    /push\.remove: it removes another browser too/,
  ],
];

const watchedOf =
  (faulty: (watched: WatchList) => Partial<WatchList>): Fault[1] =>
  (good) => ({ watched: { ...good.watched, ...faulty(good.watched) } });

const watchedFaults: readonly Fault[] = [
  [
    'gives a video to everyone who asks',
    watchedOf(() => {
      const [known, due] = [new Map<string, WatchedVideo>(), new Set<string>()];
      return {
        async add(video, afterMs) {
          known.set(video.key, video);
          if (afterMs === 0) due.add(video.key);
        },
        hurry: async (key) => void due.add(key),
        lease: async () => [...known.values()].filter(({ key }) => due.has(key)).map((video) => ({ ...video, lease: '1' })),
      };
    }),
    /watched\.lease: of four who ask at once for a video that was hurried 4 get it/,
    /watched\.lease: a video that one gateway has is given to another/,
    /watched\.putOff: a video is still watched after finish\(\)/,
  ],
  [
    'gives videos that are not due, and none that are hurried',
    watchedOf((watched) => ({ add: (video) => watched.add(video, 0), hurry: async () => {} })),
    /watched\.lease: a video that is due in an hour is given to a gateway now/,
  ],
  [
    'changes a video that is there',
    watchedOf((watched) => ({
      async add(video) {
        await watched.remove(video.key);
        await watched.add(video, 0);
      },
    })),
    /watched\.lease: a video comes back as .*"data":"\{\}"/,
  ],
  [
    'asks for no lease',
    watchedOf(() => ({ renew: async () => true, putOff: async () => true, finish: async () => true })),
    /watched\.putOff: renew\(\) takes a lease that was never given/,
    /by a lease that another has by now give \[true,true,true\]/,
    /watched\.putOff: finish\(\) takes the lease of before putOff\(\)/,
    /watched\.remove: a video is still watched after remove\(\)/,
    /watched\.remove: a video is still watched after the deletion of its record/,
    /watched\.remove: a video is still watched after clear\(\)/,
  ],
  [
    'takes no lease',
    watchedOf(() => ({ renew: async () => false, putOff: async () => false, finish: async () => false })),
    /watched\.putOff: renew\(\) must take the lease on another instance/,
    /watched\.putOff: a video is not given to another gateway when its lease is over/,
    /watched\.putOff: putOff\(\) must take a good lease/,
    /watched\.putOff: finish\(\) must take a good lease/,
  ],
  [
    'forgets what a video is put off with',
    watchedOf((watched) => ({ putOff: (key, lease, afterMs) => watched.putOff(key, lease, afterMs, '{"n":1}') })),
    /watched\.putOff: a video that was put off with \{"n":2\} comes back with "\{\\"n\\":1\}"/,
  ],
  [
    'takes any record for that of a video',
    watchedOf(() => ({ recordOf: async () => ({ id: 'other', version: 1, record: '{}' }) })),
    /watched\.recordOf: without a video record that holds a mark it gives/,
    /watched\.recordOf: the record that holds a mark comes back as .*"id":"other"/,
    /watched\.recordOf: it gives a record for a video that is not watched/,
  ],
  [
    'stores and writes for a video that nobody watches',
    (good) => ({
      watched: good.watched,
      put: (user, name, record, options) => good.put(user, name, record, { ...options, lease: undefined }),
      files: { ...good.files, reserve: (user, { key, bytes }, limit) => good.files.reserve(user, { key, bytes }, limit) },
    }),
    /watched and its files: reserve\(\) counts an upload for a video that nobody watches/,
    /watched and its files: put\(\) writes by a lease that was never given/,
    /watched and its files: a file that was stored for a video is there after its record was deleted/,
    /watched and its files: an upload for a video is kept after its record was deleted/,
    /watched and its files: put\(\) writes by the lease of a video whose record was deleted/,
  ],
  [
    'stores and writes nothing for a video',
    (good) => ({
      watched: good.watched,
      put: async (user, name, record, options) =>
        options.lease === undefined ? good.put(user, name, record, options) : { conflict: undefined },
    }),
    /watched and its files: put\(\) must write by a good lease/,
  ],
];

itFinds([...usageFaults, ...expiryFaults, ...getFaults, ...shareFaults, ...pushFaults, ...watchedFaults]);
