import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { unzipSync } from 'fflate';
import type { Gateway } from 'voxreel/server';

import { refusedWith } from '../gateway-client.js';
import { ask, librarySite, putFile, putRecord, type LibrarySite } from './library-client.js';
import { endServers } from './stores.js';

let site: LibrarySite;
let gateway: Gateway;
before(async () => {
  site = await librarySite();
  gateway = site.gateway();
});
after(async () => {
  await site.end();
  await endServers();
});

const bytes = (length: number, value: number) => new Uint8Array(length).fill(value);
const linesOf = (file: Uint8Array | undefined): unknown[] =>
  new TextDecoder()
    .decode(file)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

describe('the export of a library', () => {
  it('holds every record and file of the user, and nothing of anybody else', async () => {
    const ids = Array.from({ length: 450 }, (_, at) => `n${at}`);
    for (const id of ids) await putRecord(gateway, id, { id });
    await ask(gateway, 'DELETE', '/records/video/n0', { headers: { 'if-match': '"1"' } });
    await putRecord(gateway, 'foreign', { secret: true }, 0, 'bob');
    await putFile(gateway, 'foreign', bytes(10, 9), { user: 'bob' });
    await putFile(gateway, 'Lake~1', bytes(100_000, 1));
    await putFile(gateway, 'lake~1', bytes(70_000, 2), { 'content-type': 'image/png' });
    const answer = await ask(gateway, 'GET', '/export');
    assert.equal(answer.headers.get('content-type'), 'application/zip');
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="library-\d{4}-\d\d-\d\d\.zip"$/);
    const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    assert.deepEqual(Object.keys(zip).sort(), ['files.jsonl', 'files/0001-Lake-1.mp4', 'files/0002-lake-1.png', 'records.jsonl']);
    const records = linesOf(zip['records.jsonl']);
    assert.equal(records.length, 449);
    assert.deepEqual(records[0], { kind: 'video', id: 'n1', version: 1, record: { id: 'n1' } });
    assert.deepEqual(linesOf(zip['files.jsonl']), [
      { id: 'Lake~1', type: 'video/mp4', bytes: 100_000, path: 'files/0001-Lake-1.mp4' },
      { id: 'lake~1', type: 'image/png', bytes: 70_000, path: 'files/0002-lake-1.png' },
    ]);
    assert.deepEqual(zip['files/0001-Lake-1.mp4'], bytes(100_000, 1));
    assert.deepEqual(zip['files/0002-lake-1.png'], bytes(70_000, 2));
  });

  it('names no file by anything that a path could be made of', async () => {
    const user = 'climber';
    for (const id of ['...', '.hidden', '-rf', 'C%3Ax', '%40%2C%3D', '~', '..-..-etc', 'con', 'a'.repeat(200)])
      assert.equal((await putFile(gateway, id, bytes(10, 1), { user })).status, 201, id);
    const zip = unzipSync(new Uint8Array(await (await ask(gateway, 'GET', '/export', { user })).arrayBuffer()));
    const names = Object.keys(zip);
    assert.equal(names.length, 11);
    for (const name of names) assert.match(name, /^(?:records\.jsonl|files\.jsonl|files\/\d{4}(?:-[A-Za-z\d-]{1,80})?\.mp4)$/);
  });

  it('of nothing is a zip of two empty lists, and one at a time is made', async () => {
    const user = 'newcomer';
    const first = await ask(gateway, 'GET', '/export', { user });
    await refusedWith(await ask(gateway, 'GET', '/export', { user }), 429, 'too_many_exports');
    const zip = unzipSync(new Uint8Array(await first.arrayBuffer()));
    assert.deepEqual(
      Object.values(zip).map(({ byteLength }) => byteLength),
      [0, 0],
    );
    const left = await ask(gateway, 'GET', '/export', { user });
    await left.body?.cancel();
    assert.equal((await ask(gateway, 'GET', '/export', { user })).status, 200);
  });
});
