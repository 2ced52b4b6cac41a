import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';

import type { Gateway } from 'voxreel/server';

import { refusedWith } from '../gateway-client.js';
import { ask, changes, librarySite, putFile, putRecord, type LibrarySite } from './library-client.js';
import { endServers } from './stores.js';

let site: LibrarySite;
let gateway: Gateway;
let other: Gateway;
before(async () => {
  site = await librarySite({ records: 5, bytes: 1_000_000, fileBytes: 600_000 });
  gateway = site.gateway();
  other = site.gateway();
});
after(async () => {
  await site.end();
  await endServers();
});

const bytes = new Uint8Array(100_000).fill(1);
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
const textOf = async (answer: Promise<Response>): Promise<string> => {
  const { status, headers } = await answer;
  return JSON.stringify([status, headers.get('etag'), await (await answer).text()]);
};

describe('another user', () => {
  it('gets the same answer for a record or file that somebody has as for one that nobody has', async () => {
    await putRecord(gateway, 'there', { secret: true }, 0, 'owner');
    await putFile(gateway, 'there', bytes, { user: 'owner' });
    const asked = async (id: string): Promise<string[]> => {
      const user = `thief-of-${id}`;
      const json = { 'content-type': 'application/json' };
      const put = (headers: Record<string, string>) =>
        ask(other, 'PUT', `/records/video/${id}`, { user, headers: { ...json, ...headers }, body: '{"mine":true}' });
      const texts = [await textOf(put({ 'if-match': '"1"' }))];
      for (const [method, path, headers = {}] of [
        ['DELETE', `/records/video/${id}`, { 'if-match': '"1"' }],
        ['GET', `/files/${id}`],
        ['GET', `/files/${id}`, { range: 'bytes=0-1' }],
        ['HEAD', `/files/${id}`],
        ['DELETE', `/files/${id}`],
      ] as const)
        texts.push(await textOf(ask(other, method, path, { user, headers })));
      assert.deepEqual((await changes(other, '', user)).data, []);
      return texts;
    };
    const [there, missing] = [await asked('there'), await asked('missing')];
    assert.deepEqual(
      there,
      missing.map((text) => text.replaceAll('missing', 'there')),
    );
    assert.deepEqual((await changes(gateway, '', 'owner')).data[0]?.record, { secret: true });
    assert.equal((await (await ask(gateway, 'GET', '/files/there', { user: 'owner' })).arrayBuffer()).byteLength, 100_000);
  });

  it('writes the same id for itself, and neither sees the other', async () => {
    for (const user of ['one', 'two']) assert.equal((await putRecord(gateway, 'same', { user }, 0, user)).status, 201);
    for (const user of ['one', 'two']) assert.deepEqual((await changes(other, '', user)).data[0]?.record, { user });
  });

  it('learns nothing with the cursor of somebody else', async () => {
    await putRecord(gateway, 'a', {}, 0, 'rich');
    const { cursor } = await changes(gateway, '', 'rich');
    await putRecord(gateway, 'a', {}, 0, 'poor');
    for (const user of ['poor', 'nobody'])
      await refusedWith(await ask(other, 'GET', `/changes?since=${cursor}`, { user }), 410, 'cursor_gone');
  });

  it('neither reads nor writes for a page that has the library of somebody else', async () => {
    const { owner } = (await (await ask(gateway, 'GET', '/changes', { user: 'rich' })).json()) as { owner: string };
    assert.match(owner, /^[\da-f]{32}$/);
    const headers = { 'library-owner': owner, 'content-type': 'application/json', 'if-none-match': '*' };
    for (const [method, path, body] of [
      ['GET', '/changes'],
      ['GET', '/export'],
      ['PUT', '/records/video/page', '{}'],
      ['DELETE', '/records/video/page'],
      ['PUT', '/files/page', 'bytes'],
      ['DELETE', ''],
    ] as const)
      await refusedWith(await ask(other, method, path, { user: 'poor', headers, body }), 403, 'other_account');
    assert.equal((await ask(other, 'PUT', '/records/video/page', { user: 'rich', headers, body: '{}' })).status, 201);
  });

  it('is not another with a similar name', async () => {
    await putRecord(gateway, 'a', {}, 0, 'eve');
    for (const user of ['EVE', 'eve%', '_ve', "eve'--", 'eve%20', 'ev'])
      assert.deepEqual((await changes(gateway, '', user)).data, [], user);
  });
});

const injections = ["'; DROP TABLE voxreel_records; --", "' OR '1'='1", '$1', '\\', '%', '_', '"; --', '\u0000', '{{7*7}}'];

describe('SQL in a field', () => {
  it('is text wherever it stands', async () => {
    const user = "'; DELETE FROM voxreel_users; --";
    for (const [at, text] of [...injections, '\ud800'].entries()) {
      const written = await putRecord(gateway, 'a', { text, [text]: text }, at, user);
      assert.ok(written.ok, await written.text());
      const [found] = (await changes(gateway, '', user)).data;
      assert.deepEqual(found?.record, { text, [text]: text });
    }
    for (const text of injections) {
      const encoded = encodeURIComponent(text);
      for (const path of [`/changes?since=${encoded}`, `/changes?limit=${encoded}`, `/changes?since=0.${encoded}`]) {
        const { status } = await ask(gateway, 'GET', path, { user });
        assert.ok(status === 400 || status === 410, `${path} ${status}`);
      }
      const { status } = await putRecord(gateway, encoded, {}, 0, user);
      assert.ok([404, 201, 413].includes(status), `${text} ${status}`);
      const file = await putFile(gateway, encoded, bytes, { user });
      assert.ok([404, 201, 413].includes(file.status), `${text} ${file.status}`);
    }
    assert.equal((await changes(gateway, '', 'owner')).data.length, 1);
  });
});

describe('a path that leads elsewhere', () => {
  it('is not there', async () => {
    for (const id of ['..', '../a', '%2e%2e', '..%2f..%2fetc%2fpasswd', '%2fetc%2fpasswd', 'a%5c..%5cb', 'a%00', '....%2f'])
      for (const answer of [putFile(gateway, id, bytes), ask(gateway, 'GET', `/files/${id}`), putRecord(gateway, id, {})])
        assert.ok([404, 405].includes((await answer).status), `${id} ${(await answer).status}`);
  });
});

describe('the quota', () => {
  it('holds for records and files that come at once, at two gateways', async () => {
    const user = 'greedy';
    const records = await Promise.all(
      Array.from({ length: 12 }, (_, at) => putRecord(at % 2 ? gateway : other, `n${at}`, { at }, 0, user).then(({ status }) => status)),
    );
    assert.equal(records.filter((status) => status === 201).length, 5);
    assert.equal(records.filter((status) => status === 413).length, 7);
    const files = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        putFile(at % 2 ? gateway : other, `f${at}`, new Uint8Array(300_000), { user, 'content-length': '300000' }).then(
          ({ status }) => status,
        ),
      ),
    );
    assert.equal(files.filter((status) => status === 201).length, 3, files.join());
    assert.equal(files.filter((status) => status === 413).length, 7, files.join());
    await refusedWith(await putFile(gateway, 'more', new Uint8Array(200_000), { user }), 413, 'quota_exceeded');
    await refusedWith(await putFile(gateway, 'large', new Uint8Array(600_001), { user: 'rich' }), 400, 'body_too_large');
  });

  it('is not passed by a length that is a lie', async () => {
    const user = 'liar';
    for (const length of ['1', '100', '700000']) {
      const answer = await putFile(gateway, 'lie', new Uint8Array(500_000), { user, 'content-length': length });
      await refusedWith(answer, 400, length === '700000' ? 'body_too_large' : 'invalid_body');
    }
    await refusedWith(await putFile(gateway, 'short', bytes, { user, 'content-length': '200000' }), 400, 'invalid_body');
    // Nothing of them is counted.
    assert.equal((await putFile(gateway, 'a', new Uint8Array(600_000), { user })).status, 201);
    assert.equal((await putFile(gateway, 'b', new Uint8Array(390_000), { user })).status, 201);
  });

  it('of a user who has deleted everything is free again, and no byte is left', async () => {
    const user = 'tidy';
    for (let round = 0; round < 3; round += 1) {
      assert.equal((await putFile(gateway, 'a', new Uint8Array(600_000), { user })).status, 201);
      assert.equal((await ask(other, 'DELETE', '', { user })).status, 204);
    }
    for (const owner of ['owner', 'greedy', 'liar', 'rich', 'ann', "'; DELETE FROM voxreel_users; --"])
      await ask(gateway, 'DELETE', '', { user: owner });
    while (filesIn(site.folder).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});
