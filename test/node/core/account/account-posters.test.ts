// Pictures of an account's videos between two devices before the real library of a gateway.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { accountStorage, createVideoQueue } from 'voxreel';
import type { DrawPoster, VideoTask } from 'voxreel';
import type { Gateway } from 'voxreel/server';

import { librarySite, type LibrarySite } from '../../server/library/library-client.js';
import { endServers } from '../../server/library/stores.js';
import { until } from '../realtime/scripted-transport.js';
import { closeDevices, offline, online, openDevice, type Device } from './devices.js';

let site: LibrarySite;
let gateway: Gateway;
before(async () => {
  site = await librarySite();
  gateway = site.gateway({ limits: { perUser: false } });
});
after(async () => {
  closeDevices();
  await site.end();
  await endServers();
});

let users = 0;
const picture = new Blob(['a picture'], { type: 'image/webp' });
const film = new Blob([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3]), new Uint8Array(1000)], { type: 'video/webm' });
const outputs = [{ url: 'https://videos.example/film.webm' }];
const made: Partial<VideoTask> = { status: 'succeeded', endedAt: 2, outputs };

/** A page of a device. `draw`: what it makes of a film. */
async function page({ storage }: Device, user: string, draw: DrawPoster) {
  const fetched: string[] = [];
  const queue = createVideoQueue({
    baseUrl: 'https://api.example',
    user,
    storage,
    fetch: async (input) => {
      fetched.push(String(input instanceof Request ? input.url : input));
      return new Response(film, { headers: { 'content-range': `bytes 0-${film.size - 1}/${film.size}` }, status: 206 });
    },
  });
  queue.results.drawPoster = draw;
  await queue.ready;
  return { fetched, queue };
}

const none: DrawPoster = async () => undefined;
const textOf = async (file: Promise<Blob | undefined>): Promise<string | undefined> => (await file)?.text();

describe('pictures of an account', () => {
  it('are drawn by the first page that shows a video, and taken from it by other devices', async () => {
    const user = `viewer${users++}`;
    const [one, other] = [openDevice(() => gateway, user), openDevice(() => gateway, user)];
    await one.create('1a', made);
    const first = await page(one, user, async () => picture);
    // Its record is not sent yet: it goes before its picture.
    assert.equal(await textOf(first.queue.results.poster('1a')), 'a picture');
    await until(async () => (await other.storage.posters.get('1a', 0)) !== undefined);
    await other.storage.synchronize();
    const second = await page(other, user, none);
    assert.equal(await textOf(second.queue.results.poster('1a')), 'a picture');
    assert.deepEqual([first.fetched, second.fetched], [['https://videos.example/film.webm'], []]);
    for (const { queue } of [first, second]) queue.close();
  });

  it('come to a device that cannot reach the file of the video', async () => {
    const user = `viewer${users++}`;
    const [one, other] = [openDevice(() => gateway, user), openDevice(() => gateway, user)];
    await one.create('1b', { ...made, outputs: [{ url: '' }] });
    await one.storage.synchronize();
    await one.storage.posters.put('1b', 0, picture);
    await other.storage.synchronize();
    const { queue, fetched } = await page(other, user, none);
    assert.equal(await textOf(queue.results.poster('1b')), 'a picture');
    assert.deepEqual(fetched, []);
    queue.close();
  });

  it('are drawn all the same while the library is away', async () => {
    const user = `viewer${users++}`;
    const one = openDevice(() => gateway, user);
    await one.create('1c', made);
    await one.storage.synchronize();
    one.network.lost = offline;
    const { queue } = await page(one, user, async () => picture);
    assert.equal(await textOf(queue.results.poster('1c')), 'a picture');
    one.network.lost = online;
    queue.close();
  });

  it('are no file of anybody else, and nothing that is no picture', async () => {
    const user = `viewer${users++}`;
    const [one, other] = [openDevice(() => gateway, user), openDevice(() => gateway, `${user}b`)];
    await one.create('1d', made);
    await one.storage.synchronize();
    assert.equal(await one.storage.posters.get('1d', 0), undefined);
    await one.storage.posters.put('1d', 0, picture);
    assert.equal(await textOf(one.storage.posters.get('1d', 0)), 'a picture');
    assert.equal(await other.storage.posters.get('1d', 0), undefined);
    await assert.rejects(other.storage.posters.put('1d', 0, picture), { code: 'record_not_exist' });
    // No video of a library.
    assert.equal(await one.storage.posters.get('draft:1d', 0), undefined);
    await one.storage.posters.put('draft:1d', 0, picture);
    const page = async () => new Response('<p>Sign in', { headers: { 'content-type': 'text/html' } });
    const { posters, close } = accountStorage({ baseUrl: 'http://gateway.test', user, database: `${user} signed out`, fetch: page });
    assert.equal(await posters.get('1d', 0), undefined);
    close();
  });
});
