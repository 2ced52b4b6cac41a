// What is deleted and can come back, what goes for good, and what uses how much: on every record store there is.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { AuditEvent, Gateway } from 'voxreel/server';
import type { LibraryRetention, RecordStore } from 'voxreel/server/library';
import { folderFiles } from 'voxreel/server/node';

import { gatewayTo, refusedWith } from '../gateway-client.js';
import { ask, changes, putFile, putRecord } from './library-client.js';
import { endServers, recordKinds, temporaryFolder, type RecordPlace } from './stores.js';

const bytes = new Uint8Array(10_000).fill(1);
/** A video whose file is in the library. */
const withFile = (file: string): object => ({ prompt: 'sea', outputs: [{ url: 'https://example.org/1.mp4', libraryFile: file }] });

interface Usage {
  readonly total: { readonly records: number; readonly bytes: number };
  readonly kinds: Record<string, { readonly records: number; readonly bytes: number }>;
  readonly bin: { readonly records: number; readonly bytes: number };
  readonly limits: { readonly records: number | null; readonly bytes: number | null };
  readonly retention: Record<string, number>;
}

interface Binned {
  readonly data: readonly {
    readonly kind: string;
    readonly id: string;
    readonly bytes: number;
    readonly deleted_at: number;
    readonly record: object;
  }[];
  readonly next: string | null;
}

after(endServers);

for (const { name, skip, place } of recordKinds)
  describe(`the bin of ${name}`, { skip }, () => {
    let site: RecordPlace;
    let records: RecordStore;
    let gateway: Gateway;
    const heard: AuditEvent[] = [];
    const files = folderFiles(temporaryFolder());
    const withRetention = (retention: LibraryRetention, quota = {}) =>
      gatewayTo('http://127.0.0.1:9', {
        library: { records, files, retention, quota },
        audit: (event) => heard.push(event),
        logUser: 'plain',
      });
    before(async () => {
      site = await place();
      records = site.open();
      gateway = withRetention({});
      // Makes its tables, which may take longer than a request.
      await records.changes('nobody', undefined, { records: 1, bytes: 1 });
    });
    after(() => site.end());

    let count = 0;
    const newUser = (): string => `${name}${(count += 1)}`;
    const get = async <T>(path: string, user: string, from = gateway): Promise<T> =>
      (await (await ask(from, 'GET', path, { user })).json()) as T;
    const remove = (id: string, version: number, user: string, from = gateway) =>
      ask(from, 'DELETE', `/records/video/${id}`, { user, headers: { 'if-match': `"${version}"` } });
    const statusOf = async (answer: Promise<Response>): Promise<number> => (await answer).status;
    const madeWithFile = async (id: string, user: string, from = gateway): Promise<void> => {
      assert.equal((await putFile(from, `file-${id}`, bytes, { user })).status, 201);
      assert.equal((await putRecord(from, id, withFile(`file-${id}`), 0, user)).status, 201);
    };

    it('holds what was deleted, files included, and gives it back as a new version', async () => {
      const user = newUser();
      await madeWithFile('a', user);
      const { cursor } = await changes(gateway, '', user);
      assert.equal(await statusOf(remove('a', 1, user)), 204);
      assert.deepEqual((await changes(gateway, `?since=${cursor}`, user)).data, [{ kind: 'video', id: 'a', version: 2, deleted: true }]);
      const { data, next } = await get<Binned>('/bin', user);
      assert.deepEqual(
        [data.map(({ kind, id, record }) => ({ kind, id, record })), next],
        [[{ kind: 'video', id: 'a', record: withFile('file-a') }], null],
      );
      assert.ok(Math.abs((data[0]?.deleted_at ?? 0) - Date.now()) < 60_000);
      assert.equal(await statusOf(ask(gateway, 'GET', '/files/file-a', { user })), 200);
      const restored = await ask(gateway, 'POST', '/bin/video/a', { user });
      assert.deepEqual([restored.status, await restored.json()], [200, { kind: 'video', id: 'a', version: 3 }]);
      assert.deepEqual((await changes(gateway, '', user)).data, [{ kind: 'video', id: 'a', version: 3, record: withFile('file-a') }]);
      assert.deepEqual((await get<Binned>('/bin', user)).data, []);
      await refusedWith(await ask(gateway, 'POST', '/bin/video/a', { user }), 404, 'record_not_exist');
      assert.equal(await statusOf(ask(gateway, 'GET', '/files/file-a', { user })), 200);
      assert.deepEqual(
        heard.filter(({ user: by }) => by === user).map(({ type }) => type),
        ['deleted', 'restored', 'refused'],
      );
    });

    it('is emptied record by record or at once, and then the files are gone too', async () => {
      const user = newUser();
      for (const id of ['a', 'b', 'c']) {
        await madeWithFile(id, user);
        await remove(id, 1, user);
      }
      assert.equal(await statusOf(ask(gateway, 'DELETE', '/bin/video/a', { user })), 204);
      await refusedWith(await ask(gateway, 'DELETE', '/bin/video/a', { user }), 404, 'record_not_exist');
      await refusedWith(await ask(gateway, 'GET', '/files/file-a', { user }), 404, 'file_not_exist');
      assert.deepEqual(
        (await get<Binned>('/bin', user)).data.map(({ id }) => id),
        ['c', 'b'],
      );
      assert.equal(await statusOf(ask(gateway, 'DELETE', '/bin', { user })), 204);
      assert.deepEqual((await get<Binned>('/bin', user)).data, []);
      for (const id of ['b', 'c']) await refusedWith(await ask(gateway, 'GET', `/files/file-${id}`, { user }), 404, 'file_not_exist');
      assert.deepEqual((await get<Usage>('/usage', user)).total, { records: 0, bytes: 0 });
      // An old version never becomes the current one again.
      assert.equal(((await (await putRecord(gateway, 'a', {}, 0, user)).json()) as { version: number }).version, 3);
    });

    it('is listed in pages, the latest deletion first', async () => {
      const user = newUser();
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        await putRecord(gateway, id, { id }, 0, user);
        await remove(id, 1, user);
      }
      const seen: string[] = [];
      let query = '?limit=2';
      for (let next: string | null = ''; next !== null;) {
        const page: Binned = await get<Binned>(`/bin${query}`, user);
        seen.push(...page.data.map(({ id }) => id));
        ({ next } = page);
        query = `?limit=2&after=${next}`;
      }
      assert.deepEqual(seen, ['e', 'd', 'c', 'b', 'a']);
      for (const after of ['x', "';--", '9'.repeat(40)])
        assert.deepEqual((await get<Binned>(`/bin?after=${encodeURIComponent(after)}`, user)).data, []);
      await refusedWith(await ask(gateway, 'GET', '/bin?limit=0', { user }), 400, 'invalid_value');
    });

    it('gives way to what is made, the oldest deletion first, and to nothing that would not fit anyway', async () => {
      const user = newUser();
      const small = withRetention({}, { bytes: 35_000 });
      for (const id of ['a', 'b', 'c']) await madeWithFile(id, user, small);
      await remove('b', 1, user, small);
      await remove('a', 1, user, small);
      assert.equal(await statusOf(putFile(small, 'more', new Uint8Array(30_000), { user })), 413);
      assert.equal((await get<Binned>('/bin', user, small)).data.length, 2);
      await madeWithFile('d', user, small);
      assert.deepEqual(
        (await get<Binned>('/bin', user, small)).data.map(({ id }) => id),
        ['a'],
      );
      await refusedWith(await ask(small, 'GET', '/files/file-b', { user }), 404, 'file_not_exist');
      const { total } = await get<Usage>('/usage', user, small);
      assert.equal(total.records, 2);
      assert.ok(total.bytes > 30_000 && total.bytes < 31_000, `${total.bytes}`);
    });

    it('keeps the files of a record that is made again under its name, and drops the others', async () => {
      const user = newUser();
      await madeWithFile('a', user);
      await remove('a', 1, user);
      assert.equal(await statusOf(putRecord(gateway, 'a', withFile('file-a'), 0, user)), 201);
      assert.equal(await statusOf(ask(gateway, 'GET', '/files/file-a', { user })), 200);
      await remove('a', 3, user);
      assert.equal(await statusOf(putRecord(gateway, 'a', { prompt: 'another' }, 0, user)), 201);
      await refusedWith(await ask(gateway, 'GET', '/files/file-a', { user }), 404, 'file_not_exist');
      assert.deepEqual((await get<Binned>('/bin', user)).data, []);
    });

    it('tells what uses how much, to its user alone', async () => {
      const user = newUser();
      await madeWithFile('a', user);
      await madeWithFile('b', user);
      await remove('b', 1, user);
      await ask(gateway, 'PUT', '/records/conversation/c', {
        user,
        headers: { 'content-type': 'application/json', 'if-none-match': '*' },
        body: '{"events":[]}',
      });
      await putFile(gateway, 'loose', bytes, { user });
      const record = JSON.stringify(withFile('file-a')).length;
      const usage = await get<Usage>('/usage', user);
      assert.deepEqual(usage, {
        total: { records: 2, bytes: 30_000 + 2 * record + 13 },
        kinds: { video: { records: 1, bytes: 10_000 + record }, conversation: { records: 1, bytes: 13 } },
        bin: { records: 1, bytes: 10_000 + record },
        limits: { records: 20_000, bytes: 10 * 1024 ** 3 },
        retention: { bin: 30 },
      });
      const stranger = newUser();
      assert.deepEqual((await get<Usage>('/usage', stranger)).total, { records: 0, bytes: 0 });
      assert.deepEqual((await get<Binned>('/bin', stranger)).data, []);
      await refusedWith(await ask(gateway, 'POST', '/bin/video/b', { user: stranger }), 404, 'record_not_exist');
      await refusedWith(await ask(gateway, 'DELETE', '/bin/video/b', { user: stranger }), 404, 'record_not_exist');
      assert.equal((await get<Binned>('/bin', user)).data.length, 1);
    });

    it('is not there where a deletion is for good', async () => {
      const user = newUser();
      const strict = withRetention({ bin: 0 });
      await madeWithFile('a', user, strict);
      await remove('a', 1, user, strict);
      assert.deepEqual((await get<Binned>('/bin', user, strict)).data, []);
      await refusedWith(await ask(strict, 'GET', '/files/file-a', { user }), 404, 'file_not_exist');
    });

    it('and the library lose by age what they may not keep, once, with its files, and pages hear of it', async () => {
      const [user, other] = [newUser(), newUser()];
      for (const of of [user, other]) await madeWithFile('old', of);
      await madeWithFile('binned', user);
      await remove('binned', 1, user);
      await ask(gateway, 'PUT', '/records/conversation/kept', {
        user,
        headers: { 'content-type': 'application/json', 'if-none-match': '*' },
        body: '{}',
      });
      const { cursor } = await changes(gateway, '', user);
      const none = await records.expire?.({ kinds: { video: 60_000 }, bin: 60_000 }, 10);
      assert.deepEqual(
        none?.filter(({ userId }) => userId === user || userId === other),
        [],
      );
      // A negative age is one that everything has.
      const ended = await Promise.all([1, 2].map(async () => records.expire?.({ kinds: { video: -60_000 }, bin: -60_000 }, 1000)));
      const ours = ended.flatMap((list) => list ?? []).filter(({ userId }) => userId === user || userId === other);
      assert.deepEqual(ours.map(({ userId, id }) => `${userId === user ? 'user' : 'other'} ${id}`).sort(), [
        'other old',
        'user binned',
        'user old',
      ]);
      assert.deepEqual((await changes(gateway, `?since=${cursor}`, user)).data, [{ kind: 'video', id: 'old', version: 2, deleted: true }]);
      assert.deepEqual((await get<Binned>('/bin', user)).data, []);
      assert.deepEqual((await get<Usage>('/usage', user)).total, { records: 1, bytes: 2 });
      for (const id of ['old', 'binned'])
        await refusedWith(await ask(gateway, 'GET', `/files/file-${id}`, { user }), 404, 'file_not_exist');
    });
  });

describe('a retention', () => {
  it('deletes what is too old beside requests, and tells the audit', async () => {
    const kind = recordKinds.find(({ skip }) => skip === false);
    const site = await kind?.place();
    assert.ok(site !== undefined);
    const records = site.open();
    const expired = [{ userId: 'ann', kind: 'video', id: 'a' }];
    const asked: unknown[] = [];
    const heard: AuditEvent[] = [];
    let told = (): void => {};
    const hearing = new Promise<void>((resolve) => (told = resolve));
    const store = {
      ...records,
      async expire(ages: unknown) {
        asked.push(ages);
        return asked.length === 1 ? expired : [];
      },
    };
    const library = { records: store, files: folderFiles(temporaryFolder()), retention: { video: 90, bin: 7 } };
    const gateway = gatewayTo('http://127.0.0.1:9', {
      library,
      logUser: 'plain',
      audit(event) {
        heard.push(event);
        told();
      },
    });
    await ask(gateway, 'GET', '/changes');
    await hearing;
    const dayMs = 86_400_000;
    assert.deepEqual(asked, [{ kinds: { video: 90 * dayMs }, bin: 7 * dayMs }]);
    const [{ time = '', ...event } = {}] = heard as unknown as readonly Record<string, unknown>[];
    assert.deepEqual([typeof time, event], ['string', { type: 'expired', user: 'ann', kind: 'video', id: 'a' }]);
    await site.end();
  });

  it('is refused where the store cannot tell what is old, or days are none', () => {
    const files = folderFiles(temporaryFolder());
    const noop = async () => {};
    const records = { changes: noop, put: noop, remove: noop, clear: noop, listen: noop } as unknown as RecordStore;
    const withOption = (retention: unknown, expire?: unknown) => () =>
      gatewayTo('http://127.0.0.1:9', {
        library: {
          records: { ...records, ...(expire === undefined ? {} : { expire }) } as RecordStore,
          files,
          retention: retention as LibraryRetention,
        },
      });
    assert.throws(withOption({ video: 3 }), { code: 'invalid_input', message: /library\.retention: needs a record store with expire\(\)/ });
    for (const days of ['3', -1, Number.NaN, 1e9])
      assert.throws(withOption({ video: days }, noop), {
        code: 'invalid_input',
        message: /library\.retention\.video: must be a number of days/,
      });
  });
});
