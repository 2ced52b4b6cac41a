// What a user deleted on one device and restores on another, and what uses how much, before the real library of a gateway.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';

import { accountStorage, isVoxreelError } from 'voxreel';
import type { Gateway } from 'voxreel/server';

import { librarySite, type LibrarySite } from '../../server/library/library-client.js';
import { endServers } from '../../server/library/stores.js';
import { closeDevices, offline, openDevice, type Device } from './devices.js';

let site: LibrarySite;
let gateway: Gateway;
before(async () => {
  site = await librarySite({ records: 20 });
  gateway = site.gateway({ limits: { perUser: false } });
});
afterEach(closeDevices);
after(async () => {
  await site.end();
  await endServers();
});

let users = 0;
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'resolved',
    (error: unknown) => (isVoxreelError(error) ? error.code : error),
  );

/** Two devices of one user. */
async function withDevices(work: (one: Device, other: Device) => Promise<void>): Promise<void> {
  const user = `bin user ${users++}`;
  const [one, other] = [openDevice(() => gateway, user), openDevice(() => gateway, user)];
  await work(one, other);
}

const ended = { status: 'succeeded', outputs: [{ url: 'https://files.test/1.mp4' }] } as const;

describe('the bin of an account', () => {
  it('has what any device deleted, and gives it back to all', () =>
    withDevices(async (one, other) => {
      await one.create('first', ended);
      await one.create('second', ended);
      await one.storage.synchronize();
      await other.storage.synchronize();
      await other.storage.remove('first');
      await other.storage.synchronize();
      await one.storage.synchronize();
      assert.equal(await one.get('first'), undefined);

      const { records, next } = await one.storage.bin.list();
      assert.deepEqual([records.map(({ key, kind }) => [key, kind]), next], [[['first', 'video']], undefined]);
      assert.equal(records[0]?.record['prompt'], 'The sea, first');
      assert.ok((records[0]?.bytes ?? 0) > 100);
      assert.ok(Math.abs((records[0]?.deletedAt ?? 0) - Date.now()) < 3_600_000, 'milliseconds since 1970');

      await one.storage.bin.restore('first');
      assert.equal((await one.get('first'))?.prompt, 'The sea, first', 'it is back when that is done');
      assert.deepEqual(await one.storage.bin.list(), { records: [], next: undefined });
      await other.storage.synchronize();
      assert.equal((await other.get('first'))?.status, 'succeeded');
      assert.equal(await codeOf(one.storage.bin.restore('first')), 'record_not_exist');
    }));

  it('is listed in pages, and emptied record by record or at once', () =>
    withDevices(async (one) => {
      for (const id of ['a', 'b', 'c']) await one.create(id, ended);
      await one.storage.synchronize();
      for (const id of ['a', 'b', 'c']) {
        await one.storage.remove(id);
        await one.storage.synchronize();
      }
      const first = await one.storage.bin.list({ limit: 2 });
      assert.deepEqual(
        first.records.map(({ key }) => key),
        ['c', 'b'],
      );
      const last = await one.storage.bin.list({ limit: 2, after: first.next });
      assert.deepEqual([last.records.map(({ key }) => key), last.next], [['a'], undefined]);
      await one.storage.bin.remove('b');
      assert.equal(await codeOf(one.storage.bin.remove('b')), 'record_not_exist');
      assert.equal((await one.storage.bin.list()).records.length, 2);
      await one.storage.bin.clear();
      assert.deepEqual((await one.storage.bin.list()).records, []);
    }));

  it('shows a queue its own videos alone', () =>
    withDevices(async (one) => {
      await one.create('mine', { ...ended, agent: 'a queue of its own' });
      await one.create('ours', ended);
      await one.storage.synchronize();
      await one.storage.removeAll(['mine', 'ours']);
      await one.storage.synchronize();
      const named = accountStorage({
        baseUrl: 'http://gateway.test',
        user: one.login,
        name: 'another',
        database: 'a third device',
        fetch: (url, init) => {
          const request = new Request(url, init);
          request.headers.set('cookie', `user=${one.login}`);
          request.headers.set('origin', 'https://www.example.org');
          return Promise.resolve(gateway(request));
        },
      });
      const { records } = await named.bin.list().finally(() => named.close());
      assert.deepEqual(
        records.map(({ key }) => key),
        ['ours'],
        'a video of no queue belongs to each',
      );
    }));

  it('tells what uses how much, and what the limits are', () =>
    withDevices(async (one) => {
      await one.create('kept', ended);
      await one.create('gone', ended);
      await one.storage.synchronize();
      await one.storage.remove('gone');
      await one.storage.synchronize();
      const { total, kinds, bin, limits, retention } = await one.storage.usage();
      assert.deepEqual([total.records, kinds['video']?.records, bin.records], [1, 1, 1]);
      assert.equal(total.bytes, (kinds['video']?.bytes ?? 0) + bin.bytes);
      assert.deepEqual([limits.records, retention], [20, { bin: 30 }]);
    }));

  it('says what is wrong: offline, signed out, and a gateway without a bin', async () => {
    await withDevices(async (one) => {
      await one.create('first', ended);
      await one.storage.synchronize();
      one.network.lost = offline;
      assert.equal(await codeOf(one.storage.bin.list()), 'network');
      assert.equal(await codeOf(one.storage.usage()), 'network');
      await one.storage.forget();
      assert.equal(await codeOf(one.storage.bin.clear()), 'closed');
    });
    const { bin: _bin, usage: _usage, ...records } = site.records;
    const without = site.gateway({ library: { records, files: site.files } });
    const device = openDevice(() => without, 'without a bin');
    const codes = await Promise.all([codeOf(device.storage.bin.list()), codeOf(device.storage.usage())]);
    assert.deepEqual(codes, ['unsupported', 'unsupported']);
  });
});
