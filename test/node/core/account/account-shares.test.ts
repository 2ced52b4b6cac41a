// Links that a page makes to what its user has in the library, before the real library of a gateway.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';

import { accountStorage, isVoxreelError, type AccountShare } from 'voxreel';
import type { Gateway } from 'voxreel/server';

import { librarySite, putFile, type LibrarySite } from '../../server/library/library-client.js';
import { endServers } from '../../server/library/stores.js';
import { closeDevices, openDevice, type Device } from './devices.js';

const publicUrl = 'https://video.example.org';
let site: LibrarySite;
let [gateway, hidden]: Gateway[] = [];
before(async () => {
  site = await librarySite({ records: 20 });
  gateway = site.gateway({ publicUrl, limits: { perUser: false } });
  hidden = site.gateway({ limits: { perUser: false } });
});
afterEach(closeDevices);
after(async () => {
  await site.end();
  await endServers();
});

let users = 0;
const device = (by: () => Gateway | undefined = () => gateway): Device => openDevice(() => by() as Gateway, `share user ${users++}`);
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'resolved',
    (error: unknown) => (isVoxreelError(error) ? error.code : error),
  );
const ended = { status: 'succeeded', outputs: [{ url: 'https://files.test/1.mp4' }] } as const;
/** By anybody who has the link. */
const visit = async ({ url }: AccountShare) => gateway?.(new Request(url.replace(publicUrl, 'http://gateway.test')));
const seen = async (share: AccountShare): Promise<unknown> => (await visit(share))?.json();

async function deviceWithFilm(): Promise<Device> {
  const one = device();
  assert.equal((await putFile(gateway as Gateway, 'film', 'a film', { user: one.login })).status, 201);
  await one.create('sea', ended);
  return one;
}

describe('the links of an account', () => {
  it('show a video that this device has just made, until they are ended', async () => {
    const { storage } = await deviceWithFilm();
    const share = await storage.shares.create('sea', { title: 'The sea', files: ['film'] });
    assert.deepEqual(
      [share.url, share.key, share.kind, share.visits, share.expiresAt],
      [`${publicUrl}/v1/shared/${share.token}`, 'sea', 'video', 0, undefined],
    );
    const { title, files } = (await seen(share)) as { title: string; files: readonly object[] };
    assert.deepEqual([title, files.length], ['The sea', 1]);
    const [listed, ...more] = await storage.shares.list();
    assert.deepEqual([listed?.token, listed?.url, listed?.key, more], [share.token, share.url, 'sea', []]);
    assert.ok(Math.abs((listed?.createdAt ?? 0) - share.createdAt) < 60_000, 'milliseconds since 1970');

    await storage.shares.end(share.token);
    assert.deepEqual(await storage.shares.list(), []);
    assert.equal((await visit(share))?.status, 404);
    assert.equal(await codeOf(storage.shares.end(share.token)), 'resolved', 'it has ended already');
  });

  it('show what was said, and end by themselves where that was asked for', async () => {
    const { storage } = device();
    const conversation = { kind: 'conversation', version: 2, id: 'talk', events: [], pending: [], savedAt: 1 };
    await storage.put('conversation:talk', conversation as never);
    const transcript = [
      { role: 'user', text: 'What is the sea?' },
      { role: 'assistant', text: 'Salt water.' },
    ] as const;
    const share = await storage.shares.create('conversation:talk', { transcript, expiresInS: 3600 });
    assert.equal(share.key, 'conversation:talk');
    assert.ok(Math.abs((share.expiresAt ?? 0) - Date.now() - 3_600_000) < 60_000);
    assert.deepEqual(((await seen(share)) as { transcript: unknown }).transcript, transcript);
    assert.deepEqual((await storage.shares.list())[0]?.expiresAt, share.expiresAt);
  });

  it('show a line that is too long for one as several, with every word and character whole', async () => {
    const { storage } = device();
    await storage.put('conversation:talk', { kind: 'conversation', version: 2, id: 'talk', events: [], pending: [], savedAt: 1 } as never);
    const text = `${'many words and 🌊 '.repeat(1500)}${'🌊'.repeat(15_000)}`;
    const answer = { role: 'assistant', text: 'x'.repeat(20_000) } as const;
    const share = await storage.shares.create('conversation:talk', { transcript: [{ role: 'user', text }, answer] });
    const { transcript } = (await seen(share)) as { readonly transcript: readonly { readonly role: string; readonly text: string }[] };
    const said = transcript.slice(0, -1);
    assert.deepEqual(transcript.at(-1), answer);
    assert.equal(said.map((line) => line.text).join(''), text);
    assert.ok(said.length > 2 && said.every((line) => line.role === 'user' && !/\p{Surrogate}/u.test(line.text)));
    assert.ok(said[0]?.text.endsWith(' '), 'it ends with a word');
  });

  it('say what stands in the way of one', async () => {
    const one = await deviceWithFilm();
    const { shares } = one.storage;
    assert.equal(await codeOf(shares.create('sea')), 'nothing_to_share', 'its file is not in the library');
    assert.equal(await codeOf(shares.create('nothing', { files: ['film'] })), 'record_not_exist');
    assert.equal(await codeOf(shares.create('sea', { files: ['no film'] })), 'file_not_exist');
    assert.equal(await codeOf(shares.create('x'.repeat(300))), 'record_not_exist');
    assert.equal(await codeOf(shares.create('sea', { files: ['film'], expiresInS: 1 })), 'invalid_value');
    const elsewhere = device(() => hidden);
    await elsewhere.create('sea', ended);
    assert.equal(await codeOf(elsewhere.storage.shares.create('sea')), 'shares_not_available');
    const answers = async (status: number, body: unknown) => {
      const fetch = async () => Response.json(body, { status });
      const storage = accountStorage({ baseUrl: 'http://other.test', user: `odd ${users++}`, database: `odd ${users}`, fetch });
      return codeOf(storage.shares.list()).finally(() => storage.close());
    };
    assert.equal(await answers(404, { error: { code: 'not_found' } }), 'unsupported');
    assert.equal(await answers(200, { data: 7 }), 'bad_response');
    const odd = [null, {}, { token: 't', url: 'javascript:alert(1)', kind: 'video', id: 'a', created_at: 1 }];
    assert.equal(await answers(200, { data: odd }), 'resolved', 'what cannot be read is left out');
  });
});
