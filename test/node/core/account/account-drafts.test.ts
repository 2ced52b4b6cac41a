// Drafts of two devices before the real library of a gateway: each field merges by itself, and no file is left that no record names.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { VideoDraft } from 'voxreel';
import type { Gateway } from 'voxreel/server';

import { AccountDrafts } from '../../../../src/core/video/drafts/account-drafts.js';
import { librarySite, type LibrarySite } from '../../server/library/library-client.js';
import { endServers } from '../../server/library/stores.js';
import { closeDevices, offline, online, openDevice } from './devices.js';

let site: LibrarySite;
let gateway: Gateway;
before(async () => {
  site = await librarySite();
  gateway = site.gateway({ limits: { perUser: false } });
});
after(async () => {
  // Of a test that failed: what stays open keeps the process alive.
  for (const close of open) close();
  closeDevices();
  await site.end();
  await endServers();
});

let users = 0;
const open: (() => void)[] = [];
const picture = (bytes: number): Blob => new Blob([new Uint8Array(bytes)], { type: 'image/png' });

async function opened(user: string) {
  const database = `drafts of ${user} on ${users++}`;
  const device = openDevice(() => gateway, user, database);
  // It opens the account, with its network.
  await device.storage.all();
  const drafts = new AccountDrafts({ user, name: '', persistent: true }, { baseUrl: database, user, database });
  const put = async (draft: Partial<VideoDraft>): Promise<void> =>
    drafts.put({ id: 'd1', draft: { model: 'my-own', prompt: '', ...draft }, updatedAt: Date.now() });
  const shown = async () => (await drafts.all())[0]?.draft;
  const bytes = async () => (await device.storage.usage()).total.bytes;
  const close = () => [drafts, device.storage].forEach((one) => one.close());
  open.push(close);
  return { ...device, database, drafts, put, shown, bytes, close };
}

describe('drafts of an account', () => {
  it('merge field by field, those of the metadata too', async () => {
    const user = `writer${users++}`;
    const [one, other] = [await opened(user), await opened(user)];
    await one.put({ prompt: 'a heron', seed: 1, metadata: { style: 'ink', scale: 1 } });
    await one.storage.synchronize();
    await other.storage.synchronize();
    await other.shown();
    for (const { network } of [one, other]) network.lost = offline;
    await one.put({ prompt: 'a heron', seed: 1, metadata: { style: 'oil', scale: 1 } });
    await other.put({ prompt: 'a heron in rain', metadata: { style: 'ink', scale: 2, tail: 'yes' } });
    for (const { network } of [one, other]) network.lost = online;
    for (const { storage } of [one, other, one]) await storage.synchronize();
    for (const device of [one, other]) {
      assert.deepEqual(await device.shown(), {
        model: 'my-own',
        prompt: 'a heron in rain',
        metadata: { style: 'oil', scale: 2, tail: 'yes' },
      });
      device.close();
    }
  });

  it('leave no file behind whose record never arrived, and send none twice', async () => {
    const one = await opened(`writer${users++}`);
    await one.shown();
    one.network.lost = (_method, path) => (path.startsWith('/records') ? 'request' : undefined);
    await one.put({ prompt: 'first', image: picture(500) });
    await assert.rejects(one.storage.synchronize());
    assert.equal(await one.bytes(), 500);
    await one.put({ prompt: 'first', image: picture(700) });
    await assert.rejects(one.storage.synchronize());
    one.network.lost = online;
    await one.storage.synchronize();
    assert.ok((await one.bytes()) < 500 + 700, `${await one.bytes()} bytes`);
    assert.equal(one.network.asked.filter((asked) => asked.startsWith('PUT /files')).length, 2);
    await one.put({ prompt: 'first, longer', image: picture(900) });
    one.network.lost = (_method, path) => (path.startsWith('/records') ? 'request' : undefined);
    await assert.rejects(one.storage.synchronize());
    one.network.lost = online;
    await one.drafts.remove('d1');
    await one.storage.synchronize();
    assert.equal(await one.bytes(), 0);
    one.close();
  });

  it('of a gallery without a name are those of the gallery that has the usual one, and of no other', async () => {
    const user = `writer${users++}`;
    const device = await opened(user);
    await device.put({ prompt: 'a heron' });
    const promptsOf = async (name: string) => {
      const account = { baseUrl: `drafts of ${user}`, user, name, database: device.database };
      const drafts = new AccountDrafts({ user, name, persistent: true }, account);
      const shown = (await drafts.all()).map(({ draft }) => draft.prompt);
      drafts.close();
      return shown;
    };
    assert.deepEqual([await promptsOf('default'), await promptsOf('another')], [['a heron'], []]);
    device.close();
  });

  it('are not made again by a device that still shows one which another has removed', async () => {
    const user = `writer${users++}`;
    const [one, other] = [await opened(user), await opened(user)];
    await one.put({ prompt: 'a heron' });
    await one.storage.synchronize();
    await other.storage.synchronize();
    await other.shown();
    await one.drafts.remove('d1');
    await one.storage.synchronize();
    await other.storage.synchronize();
    await other.put({ prompt: 'a heron, edited' });
    assert.deepEqual(await other.drafts.all(), []);
    for (const device of [one, other]) device.close();
  });

  it('are sent at once by a page that is over with them, and by the same account where another opens it meanwhile', async () => {
    const user = `writer${users++}`;
    const [one, other] = [await opened(user), await opened(user)];
    await one.storage.synchronize();
    await one.put({ prompt: 'a heron' });
    one.close();
    const again = openDevice(() => gateway, user, one.database);
    await again.storage.all();
    const writes = () => [one, again].flatMap(({ network }) => network.asked).filter((request) => request.startsWith('PUT'));
    while ((await other.shown()) === undefined) await other.storage.synchronize();
    await again.storage.synchronize();
    assert.deepEqual(writes(), ['PUT /records/draft/d1']);
    again.storage.close();
    other.close();
  });
});
