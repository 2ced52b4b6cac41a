// Pictures of a user's videos: brought by one device, there for the others, and gone with their video.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import type { Gateway } from 'voxreel/server';
import { folderFiles } from 'voxreel/server/node';

import { gatewayTo, refusedWith } from '../gateway-client.js';
import { ask, putRecord } from './library-client.js';
import { endServers, recordKinds, temporaryFolder, type RecordPlace } from './stores.js';

const picture = new Uint8Array(3000).fill(7);
const withOutputs = (count: number): object => ({
  prompt: 'sea',
  outputs: Array.from({ length: count }, (_, at) => ({ url: `https://example.org/${at}.mp4` })),
});

after(endServers);

for (const { name, skip, place } of recordKinds)
  describe(`posters of ${name}`, { skip }, () => {
    let site: RecordPlace;
    let gateway: Gateway;
    const files = folderFiles(temporaryFolder());
    before(async () => {
      site = await place();
      const records = site.open();
      gateway = gatewayTo('http://127.0.0.1:9', { library: { records, files } });
      // Makes its tables, which may take longer than a request.
      await records.changes('nobody', undefined, { records: 1, bytes: 1 });
    });
    after(() => site.end());

    let count = 0;
    const newUser = (): string => `poster${name}${(count += 1)}`;
    const get = (path: string, user: string) => ask(gateway, 'GET', `/posters/${path}`, { user });
    const put = (path: string, user: string, body: BodyInit = picture, type = 'image/webp') =>
      ask(gateway, 'PUT', `/posters/${path}`, { user, headers: { 'content-type': type }, body });
    const remove = (path: string, user: string, version = 1) =>
      ask(gateway, 'DELETE', path, { user, headers: { 'if-match': `"${version}"` } });
    const usedBytes = async (user: string, of = (used: { total: { bytes: number }; bin: { bytes: number } }) => used.total.bytes) =>
      of((await (await ask(gateway, 'GET', '/usage', { user })).json()) as never);

    it('are none until one is brought, and then that one, for its user alone', async () => {
      const [user, other] = [newUser(), newUser()];
      for (const whose of [user, other]) await putRecord(gateway, 'a', withOutputs(2), 0, whose);
      const before = await usedBytes(user);
      const none = await get('a/1', user);
      assert.deepEqual([none.status, await none.text()], [204, '']);
      assert.equal((await put('a/1', user)).status, 201);
      const found = await get('a/1', user);
      assert.deepEqual([found.status, found.headers.get('content-type')], [200, 'image/webp']);
      assert.deepEqual(new Uint8Array(await found.arrayBuffer()), picture);
      for (const [path, whose] of [
        ['a/0', user],
        ['a/1', other],
      ] as const)
        assert.equal((await get(path, whose)).status, 204);
      assert.equal((await usedBytes(user)) - before, picture.length);
    });

    it('stay as the first device has drawn them', async () => {
      const user = newUser();
      await putRecord(gateway, 'a', withOutputs(1), 0, user);
      await put('a/0', user);
      assert.equal((await put('a/0', user, new Uint8Array(10))).status, 204);
      assert.deepEqual(new Uint8Array(await (await get('a/0', user)).arrayBuffer()), picture);
    });

    it('go into the bin with their video, come back with it, and go for good with it', async () => {
      const user = newUser();
      await putRecord(gateway, 'a', withOutputs(1), 0, user);
      await put('a/0', user);
      await remove('/records/video/a', user);
      assert.ok((await usedBytes(user, ({ bin }) => bin.bytes)) > picture.length);
      assert.equal((await ask(gateway, 'POST', '/bin/video/a', { user })).status, 200);
      assert.equal((await get('a/0', user)).status, 200);
      await remove('/records/video/a', user, 3);
      assert.equal((await ask(gateway, 'DELETE', '/bin/video/a', { user })).status, 204);
      assert.equal((await get('a/0', user)).status, 204);
      assert.equal(await usedBytes(user), 0);
    });

    it('are refused for what is no video of the user, or has no such output', async () => {
      const [user, other] = [newUser(), newUser()];
      await putRecord(gateway, 'a', withOutputs(1), 0, user);
      for (const [path, whose] of [
        ['a/1', user],
        ['b/0', user],
        ['a/0', other],
      ] as const)
        await refusedWith(await put(path, whose), 404, 'record_not_exist');
      assert.equal((await put('a/16', user)).status, 404);
      for (const whose of [user, other]) assert.ok((await usedBytes(whose)) < picture.length);
    });

    it('are refused as anything but a small picture', async () => {
      const user = newUser();
      await putRecord(gateway, 'a', withOutputs(1), 0, user);
      await refusedWith(await put('a/0', user, picture, 'video/mp4'), 400, 'content_type_not_allowed');
      await refusedWith(await put('a/0', user, picture, 'image/svg+xml'), 400, 'content_type_not_allowed');
      await refusedWith(await put('a/0', user, new Uint8Array(262_145)), 400, 'body_too_large');
      await refusedWith(await put('a/0', user, new Uint8Array(0)), 400, 'invalid_body');
      assert.equal((await get('a/0', user)).status, 204);
      assert.equal((await put('a/0', user, new Uint8Array(262_144))).status, 201);
    });

    it('are not left behind where the video is deleted while its picture comes', async () => {
      const user = newUser();
      await putRecord(gateway, 'a', withOutputs(1), 0, user);
      const body = new ReadableStream({
        async pull(controller) {
          controller.enqueue(picture);
          await remove('/records/video/a', user);
          controller.close();
        },
      });
      await refusedWith(await put('a/0', user, body), 404, 'record_not_exist');
      await ask(gateway, 'DELETE', '/bin', { user });
      assert.equal(await usedBytes(user), 0);
    });
  });
