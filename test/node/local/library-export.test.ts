// `npx voxreel library export` and `import`, as an operator runs them: out of a library and into another, killed and run again, and what they refuse.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, it } from 'node:test';

import { strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import type { FileStore, RecordStore } from 'voxreel/server/library';
import { embeddedRecords, folderFiles } from 'voxreel/server/node';

import { putDatabase } from '../server/library/embedded-folder.js';
import { startPostgres, withoutPostgres } from '../server/library/postgres-server.js';
import { addFile, fill, hashOf, killedVoxreel, newFolders, voxreel } from './library-fixture.js';

const users = ['ann', 'ben "the" 雷'];
const newFolder = newFolders();

async function inLibrary<T>(folder: string, work: (records: RecordStore, files: FileStore) => Promise<T>): Promise<T> {
  const records = embeddedRecords(join(folder, 'records'));
  try {
    return await work(records, folderFiles(join(folder, 'files')));
  } finally {
    await records.close();
  }
}

/** What a person has made, without what only this library knows of it. */
const contentOf = (folder: string) =>
  inLibrary(folder, async (records, files) => {
    const all = [];
    for (const user of users) {
      const found = await records.changes(user, undefined, { records: 10_000, bytes: 10 ** 9 });
      const kept = (found?.data ?? []).flatMap(({ kind, id, record }) =>
        record === undefined ? [] : [[`${kind}/${id}`, JSON.parse(record)]],
      );
      const listed = await records.files.list(user, '', 1000);
      const hashes = await Promise.all(listed.map(async ({ key, bytes }) => hashOf(await files.get(key, { start: 0, end: bytes }))));
      all.push({
        user,
        records: Object.fromEntries(kept),
        files: listed.map(({ id, type, bytes }, at) => ({ id, type, bytes, hash: hashes[at] })),
      });
    }
    return all;
  });

async function emptyLibrary(): Promise<string> {
  const folder = newFolder();
  await putDatabase(join(folder, 'records'));
  return folder;
}

const failure = (args: readonly string[]): Promise<{ stderr: string; stdout: string; code: number }> =>
  voxreel(['library', ...args]).then(
    ({ stdout }) => assert.fail(`it went through: ${stdout}`),
    (error: { stderr: string; stdout: string; code: number }) => error,
  );

describe('npx voxreel library export and import', () => {
  let source: string;
  let exported: string;
  before(async () => {
    source = await emptyLibrary();
    await inLibrary(source, (records, files) => fill(records, files, { fileBytes: 300_000 }));
    exported = join(newFolder(), 'export');
  });
  const copyOfExport = (): string => {
    const folder = newFolder();
    cpSync(exported, folder, { recursive: true });
    return folder;
  };
  const zipsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.zip'));
  const zipOf = (user: string) => join(exported, zipsIn(exported).find((name) => name.startsWith(user)) ?? assert.fail());

  it('goes on after a kill, writes a zip for each user, and refuses a folder that is finished', async () => {
    const args = ['library', 'export', '--data', source, '--out', exported];
    assert.ok(
      await killedVoxreel(args, {}, () => existsSync(exported) && readdirSync(exported).some((name) => name.endsWith('.zip.part'))),
    );
    assert.equal(existsSync(join(exported, 'export.json')), false);
    const { stdout } = await voxreel(args);
    assert.match(stdout, /2 users|1 user exported now/);
    assert.equal(zipsIn(exported).length, 2);
    assert.deepEqual(Object.keys(unzipSync(readFileSync(zipOf('ben')))).toSorted(), [
      'files.jsonl',
      'files/0001-Lake.mp4',
      'files/0002-lake.mp4',
      'library.json',
      'records.jsonl',
    ]);
    assert.equal(statSync(zipOf('ann')).mode & 0o077, 0, 'nobody else on the machine may read it');
    assert.match((await failure(args.slice(1))).stderr, /has a finished export\. Choose another folder/);
  });

  it('brings records and files of all users into another library, and goes on after a kill', async () => {
    const target = await emptyLibrary();
    const args = ['library', 'import', '--data', target, '--from', exported];
    const isBegun = (): boolean => existsSync(join(target, 'files')) && readdirSync(join(target, 'files'), { recursive: true }).length > 1;
    assert.ok(await killedVoxreel(args, {}, isBegun));
    await voxreel(args);
    assert.deepEqual(await contentOf(target), await contentOf(source));
    const { stdout } = await voxreel(args);
    assert.match(stdout, /2 users: 0 records and 0 files \(0 bytes\) added now, 82 there before/);
  });

  it('leaves what is there with other content, says what that is, and ends with code 1', async () => {
    const target = await emptyLibrary();
    const quota = { records: 100, bytes: 10 ** 9 };
    await inLibrary(target, async (records, files) => {
      await records.put('ann', { kind: 'video', id: 'n1' }, '{"mine":1}', { known: 0, quota });
      await addFile({ records, files }, 'ann', 'Lake', 5);
    });
    const { stdout, code } = await failure(['import', '--data', target, '--from', zipOf('ann')]);
    assert.equal(code, 1);
    assert.match(stdout, /2 there with other content, which stays: file Lake of ann, video\/n1 of ann/);
    const [ann] = await contentOf(target);
    assert.deepEqual(ann?.records['video/n1'], { mine: 1 });
    assert.equal(Object.keys(ann?.records ?? {}).length, 39);
  });

  it('takes what a user has downloaded, for the user that --user names', async () => {
    const target = await emptyLibrary();
    const { 'library.json': _about, ...entries } = unzipSync(readFileSync(zipOf('ben')));
    const path = join(newFolder(), 'library.zip');
    writeFileSync(path, zipSync(entries));
    assert.match((await failure(['import', '--data', target, '--from', path])).stderr, /does not say whose library it is: --user <id>/);
    await voxreel(['library', 'import', '--data', target, '--from', path, '--user', 'ann']);
    const [[ann], [, ben]] = [await contentOf(target), await contentOf(source)];
    assert.deepEqual({ ...ann, user: '' }, { ...ben, user: '' });
  });

  it('takes the later of two lines for one record: it was changed while it was exported', async () => {
    const target = await emptyLibrary();
    const path = join(newFolder(), 'library.zip');
    const line = (version: number) => `${JSON.stringify({ kind: 'video', id: 'a', version, record: { version } })}\n`;
    writeFileSync(path, zipSync({ 'records.jsonl': strToU8(line(1) + line(2)), 'files.jsonl': new Uint8Array() }));
    const { stdout } = await voxreel(['library', 'import', '--data', target, '--from', path, '--user', 'ann']);
    assert.match(stdout, /1 user: 1 record and 0 files/);
    assert.deepEqual((await contentOf(target))[0]?.records, { 'video/a': { version: 2 } });
  });

  it('goes into Postgres, and tells its address without the password', { skip: withoutPostgres }, async () => {
    const postgres = await startPostgres();
    try {
      // Its socket asks nobody for a password.
      const records = postgres.database().replace('postgres@', 'postgres:hunter22@');
      const args = ['library', 'import', '--records', records, '--files', join(newFolder(), 'files'), '--from', exported];
      const { stdout } = await voxreel(args);
      assert.match(stdout, / -> postgres:\/\/.+ and .+files\n {2}2 users: 78 records and 4 files/);
      assert.doesNotMatch(stdout, /hunter22/);
    } finally {
      await postgres.stop();
    }
  });

  describe('refuses before it writes anything', () => {
    const record = strToU8('{"kind":"video","id":"a","version":1,"record":{}}\n');
    const whole: Zippable = { 'records.jsonl': record, 'files.jsonl': new Uint8Array() };
    const listed = (fields: object) => strToU8(`${JSON.stringify({ id: 'f', type: 'video/mp4', bytes: 3, path: 'files/f', ...fields })}\n`);
    const three = new Uint8Array(3);
    const cases: Readonly<Record<string, readonly [entries: Zippable, why: RegExp]>> = {
      'a path that escapes': [{ ...whole, '../../outside.mp4': three }, /invalid relative path: \.\.\/\.\.\/outside\.mp4/],
      'an absolute path': [{ ...whole, '/etc/outside': three }, /absolute path: \/etc\/outside/],
      'a path of Windows': [{ ...whole, 'files\\..\\..\\outside': three }, /invalid characters in fileName/],
      'a listed path outside of its files': [
        { ...whole, 'files.jsonl': listed({ path: '../outside' }) },
        /line 1: \.\.\/outside is not in the zip/,
      ],
      'a listed path to another entry': [
        { ...whole, 'files.jsonl': listed({ path: 'records.jsonl' }) },
        /line 1: records\.jsonl is not in the zip/,
      ],
      'a file of another size': [
        { ...whole, 'files/f': three, 'files.jsonl': listed({ bytes: 4 }) },
        /files\/f has 3 bytes, files\.jsonl says 4/,
      ],
      'an id that no library has': [{ ...whole, 'files/f': three, 'files.jsonl': listed({ id: 'f f' }) }, /files\.jsonl, line 1 must be/],
      'a line that is no record': [{ ...whole, 'records.jsonl': strToU8('{"kind":"video"}\n') }, /records\.jsonl, line 1 must be/],
      'another zip': [{ 'a.txt': three }, /It has no records\.jsonl: it is no export of a library/],
    };
    for (const [title, [entries, why]] of Object.entries(cases))
      it(title, async () => {
        const path = join(newFolder(), 'library.zip');
        writeFileSync(path, zipSync(entries));
        const target = join(newFolder(), 'data');
        const { stderr } = await failure(['import', '--data', target, '--from', path, '--user', 'ann']);
        assert.match(stderr, why);
        assert.match(stderr, /Nothing of it was imported/);
        assert.equal(existsSync(target), false);
      });

    it('what is no zip', async () => {
      const path = join(newFolder(), 'library.zip');
      writeFileSync(path, 'no zip');
      assert.match((await failure(['import', '--data', newFolder(), '--from', path])).stderr, /library\.zip: .+Nothing of it was imported/);
    });
  });

  it('keeps no file whose bytes are damaged', async () => {
    const [folder, target] = [copyOfExport(), await emptyLibrary()];
    const path = join(folder, basename(zipOf('ann')));
    const bytes = readFileSync(path);
    // In the middle of a file of 300,000 equal bytes.
    bytes[bytes.length - 400_000] = 99;
    writeFileSync(path, bytes);
    assert.match((await failure(['import', '--data', target, '--from', path])).stderr, /files\/0001-Lake\.mp4 is damaged/);
    const [ann] = await contentOf(target);
    assert.deepEqual(ann?.files, []);
  });

  it('says which flag is missing', async () => {
    assert.match((await failure(['export', '--data', source])).stderr, /Say where to: --out <folder>/);
    assert.match((await failure(['import', '--data', source])).stderr, /Say where from: --from <folder or zip>/);
    assert.match((await failure(['export', '--out', newFolder()])).stderr, /Say where the library is/);
    const [nobody, out] = [['--user', 'nobody'], join(newFolder(), 'export')];
    assert.match((await failure(['export', '--data', source, '--out', out, ...nobody])).stderr, /has no library of nobody/);
    assert.equal(existsSync(out), false);
    assert.match((await failure(['import', '--data', source, '--from', newFolder()])).stderr, /there is no zip in/);
    assert.match((await failure(['import', '--data', source, '--from', exported, '--user', 'ann'])).stderr, /--user is for one zip/);
  });
});
