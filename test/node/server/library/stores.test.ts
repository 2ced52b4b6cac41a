import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

import { embeddedRecords, folderFiles, postgresRecords } from 'voxreel/server/node';
import { checkFileStore, checkRecordStore } from 'voxreel/testing';

import { startPostgres, withoutPostgres } from './postgres-server.js';
import { putDatabase } from './embedded-folder.js';
import { endServers, recordKinds, temporaryFolder } from './stores.js';

after(endServers);
const quota = { records: 1000, bytes: 1_000_000 };
const page = { records: 500, bytes: 1_000_000 };
const name = { kind: 'video', id: 'a' };

for (const kind of recordKinds)
  it(`${kind.name} keeps records as the contract says`, { skip: kind.skip }, async () => {
    const place = await kind.place();
    assert.deepEqual(await checkRecordStore({ open: () => place.open() }), []);
    await place.end();
  });

describe('postgresRecords', { skip: withoutPostgres }, () => {
  it('makes its tables once, no matter who comes first', async () => {
    const [postgres] = recordKinds;
    const place = await postgres?.place();
    const stores = Array.from({ length: 5 }, () => place?.open());
    const found = await Promise.all(stores.map(async (store) => store?.changes('ann', undefined, page)));
    assert.equal(found.filter((each) => each?.data.length === 0).length, 5);
    await place?.end();
  });

  it('is back after the server was killed, with all that was acknowledged, and listens again', async () => {
    const server = await startPostgres();
    const url = server.database();
    const errors: Error[] = [];
    const store = postgresRecords(url, { onError: (error) => errors.push(error), timeoutMs: 2000 });
    const heard: (string | undefined)[] = [];
    let told = (): void => {};
    const undo = await store.listen((userId) => {
      heard.push(userId);
      told();
    });
    await store.put('ann', name, '{"n":1}', { known: 0, quota });
    await server.kill();
    await assert.rejects(store.changes('ann', undefined, page));
    const again = new Promise<void>((resolve) => (told = () => heard.includes(undefined) && resolve()));
    await server.start();
    await again;
    assert.ok(errors.length > 0, 'the broken connection is reported');
    const found = await store.changes('ann', undefined, page);
    assert.deepEqual(found?.data, [{ ...name, version: 1, record: '{"n":1}' }]);
    const heardAgain = new Promise<void>((resolve) => (told = () => heard.at(-1) === 'bob' && resolve()));
    await store.put('bob', name, '{}', { known: 0, quota });
    await heardAgain;
    undo();
    await store.close();
    await server.stop();
  });

  it('refuses tables of a newer version', async () => {
    const server = await startPostgres();
    const url = server.database();
    const store = postgresRecords(url);
    await store.clear('ann');
    await store.close();
    const { default: pg } = await import('pg');
    const client = new pg.Client(url);
    await client.connect();
    await client.query('INSERT INTO voxreel_migrations (version) VALUES (999)');
    await client.end();
    const older = postgresRecords(url);
    await assert.rejects(older.changes('ann', undefined, page), /newer/);
    await older.close();
    await server.stop();
  });
});

describe('embeddedRecords', () => {
  it('keeps what was acknowledged when its process is killed, and refuses a second one meanwhile', async () => {
    const folder = await putDatabase(temporaryFolder());
    const writer = new URL('embedded-writer.js', import.meta.url).pathname;
    // It writes until it is killed, in the middle of a write.
    const { stdout: said } = spawnSync(process.execPath, [writer, folder], { encoding: 'utf8' });
    const acknowledged = said.split('\n').filter((line) => /^\d+$/.test(line)).length;
    assert.ok(acknowledged >= 20, said);
    assert.match(said, /refused: storage_unavailable/);
    const store = embeddedRecords(folder);
    const found = await store.changes('ann', undefined, page);
    assert.ok(Number(found?.data.length) >= acknowledged, `${found?.data.length} of ${acknowledged}`);
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('folderFiles', () => {
  it('keeps files as the contract says', async () => {
    const folder = temporaryFolder();
    assert.deepEqual(await checkFileStore({ open: () => folderFiles(folder) }), []);
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves nothing of an upload that breaks off, and removes what a killed process left a day ago', async () => {
    const folder = temporaryFolder();
    const unfinished = join(folder, 'unfinished');
    const files = folderFiles(folder);
    async function* broken() {
      yield new Uint8Array(1000);
      throw new Error('It broke off.');
    }
    await assert.rejects(files.put('a', broken(), { type: 'video/mp4' }), /broke off/);
    assert.deepEqual(readdirSync(unfinished), []);
    const [old, young] = [join(unfinished, 'old'), join(unfinished, 'young')];
    for (const file of [old, young]) writeFileSync(file, 'part');
    const longAgo = statSync(old).mtimeMs / 1000 - 90_000;
    utimesSync(old, longAgo, longAgo);
    await folderFiles(folder)
      .put('b', broken(), { type: 'video/mp4' })
      .catch(() => {});
    assert.deepEqual(readdirSync(unfinished), ['young']);
    rmSync(folder, { recursive: true, force: true });
  });

  it('takes no key that could be a path', async () => {
    const folder = temporaryFolder();
    const files = folderFiles(folder);
    for (const key of ['../a', 'a/b', '..', '.', '', 'A', 'a\0', '-a', 'a'.repeat(101), 'C:a'])
      for (const call of [
        async () => files.put(key, (async function* () {})(), { type: 'video/mp4' }),
        async () => files.get(key, { start: 0, end: 1 }),
        async () => files.size(key),
        async () => files.remove(key),
      ])
        await assert.rejects(call(), { code: 'invalid_input' }, JSON.stringify(key));
    rmSync(folder, { recursive: true, force: true });
  });
});
