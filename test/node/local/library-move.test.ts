// `npx voxreel library move`, as an operator runs it: to Postgres and S3 and back, killed and run again, and what it refuses.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { embeddedRecords, folderFiles, postgresRecords, s3Files } from 'voxreel/server/node';

import { lazy } from '../../../src/base/lazy.js';
import { putDatabase } from '../server/library/embedded-folder.js';
import { startPostgres, withoutPostgres, type PostgresServer } from '../server/library/postgres-server.js';
import { s3Keys, startS3, type S3Server } from '../server/library/s3-server.js';
import { addFile, contentOf, cursorsOf, fill, killedVoxreel, newFolders, voxreel } from './library-fixture.js';

const newFolder = newFolders();

/** A new `--data` folder; gives what its pages see. */
async function filledFolder(size: Parameters<typeof fill>[2] = {}) {
  const folder = await emptyFolder();
  const [records, files] = [embeddedRecords(join(folder, 'records')), folderFiles(join(folder, 'files'))];
  await fill(records, files, size);
  const cursors = await cursorsOf(records);
  const content = await contentOf(records, files, cursors);
  await records.close();
  return { folder, files, cursors, content };
}

/** A `--data` folder that nobody has used yet. */
async function emptyFolder(): Promise<string> {
  const folder = newFolder();
  await putDatabase(join(folder, 'records'));
  return folder;
}

const filled = lazy(filledFolder);

/** The same in a folder of its own: to fill one takes longer than to copy it. */
async function dataFolder() {
  const [folder, { cursors, content, folder: made }] = [newFolder(), await filled.get()];
  cpSync(made, folder, { recursive: true });
  return { folder, files: folderFiles(join(folder, 'files')), cursors, content };
}

const failure = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ stderr: string; stdout: string; code: number }> =>
  voxreel(['library', 'move', ...args], env).then(
    ({ stdout }) => assert.fail(`it went through: ${stdout}`),
    (error: { stderr: string; stdout: string; code: number }) => error,
  );

describe('npx voxreel library move, to Postgres and S3', { skip: withoutPostgres }, () => {
  let postgres: PostgresServer;
  let s3: S3Server;
  let env: Record<string, string>;
  before(async () => {
    [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
    env = { S3_URL: s3.url, S3_ACCESS_KEY_ID: s3Keys.accessKeyId, S3_SECRET_ACCESS_KEY: s3Keys.secretAccessKey };
  });
  after(async () => {
    await s3.close();
    await postgres.stop();
  });
  const bucket = (prefix?: string) => s3Files({ url: s3.url, ...s3Keys, prefix });

  it('brings users, cursors, records, shares, watched videos and files, and back again', async () => {
    const source = await filledFolder({ fileBytes: 9_000_000 });
    const url = postgres.database();
    const keyFile = join(newFolder(), 'key');
    writeFileSync(keyFile, `${s3Keys.secretAccessKey}\n`);
    const { S3_SECRET_ACCESS_KEY: _, ...others } = env;
    const secrets = { ...others, S3_SECRET_ACCESS_KEY_FILE: keyFile, DATABASE_URL: url, S3_PREFIX: 'library/' };
    const there = await voxreel(['library', 'move', '--from', source.folder, '--to-records', 'postgres', '--to-files', 's3'], secrets);
    assert.match(there.stdout, /\n {2}2 users\n/);
    assert.match(there.stdout, /\n {2}2 shares\n/);
    assert.match(there.stdout, /\n {2}2 watched videos\n/);
    assert.match(there.stdout, /\n {2}4 files copied now \(36\.0 MB\), 0 files there before\n/);
    assert.match(there.stderr, /^Records: \d+ of \d+ rows$/m);
    assert.match(there.stderr, /^Files: 4 of 4, 36\.0 MB of 36\.0 MB$/m);
    const records = postgresRecords(url);
    assert.deepEqual(await contentOf(records, bucket('library/'), source.cursors), source.content);
    assert.equal((await records.watched?.lease(10, 1000))?.length, 0, 'none is due before its time');
    await records.watched?.hurry('watched-ann');
    assert.deepEqual(
      (await records.watched?.lease(10, 1000))?.map(({ marks }) => marks),
      [['mark one', 'mark "two"']],
    );
    await records.close();

    const back = await emptyFolder();
    await voxreel(['library', 'move', '--from-records', url, '--from-files', 's3', '--to', back], secrets);
    const [again, files] = [embeddedRecords(join(back, 'records')), folderFiles(join(back, 'files'))];
    assert.deepEqual(await contentOf(again, files, source.cursors), source.content);
    const { quota, name } = { quota: { records: 1000, bytes: 10 ** 9 }, name: { kind: 'video', id: 'new' } };
    await again.put('ann', name, '{}', { known: 0, quota });
    const found = await again.changes('ann', source.cursors['ann'], { records: 500, bytes: 10 ** 6 });
    assert.deepEqual(found?.data.at(-1), { ...name, version: 1, record: '{}' }, 'the cursors go on');
    await again.close();
  });

  it('goes on where it was killed, with an equal end', async () => {
    const source = await filledFolder({ count: 150, fileBytes: 3_000_000 });
    const more = embeddedRecords(join(source.folder, 'records'));
    for (let at = 0; at < 30; at += 1) await addFile({ records: more, files: source.files }, 'ann', `clip${at}`, 3_000_000);
    const content = await contentOf(more, source.files, source.cursors);
    await more.close();
    const url = postgres.database();
    const command = ['library', 'move', '--from', source.folder, '--to-records', url, '--to-files', 's3'];
    const keys = { ...env, S3_PREFIX: 'killed/' };
    const puts = () => s3.asked.filter((asked) => asked.startsWith('PUT')).length;
    assert.ok(await killedVoxreel(command, keys, (said) => said.includes('Records: ')), 'while it copied records');
    for (const [round, most] of [3, 9].entries()) {
      const before = puts();
      assert.ok(await killedVoxreel(command, keys, () => puts() - before >= most), `round ${round}, while it copied files`);
    }
    const { stdout } = await voxreel(command, keys);
    const [, copied, kept] = /(\d+) files? copied now \([^)]+\), (\d+) files? there before/.exec(stdout) ?? [];
    assert.equal(Number(copied) + Number(kept), 34, stdout);
    assert.ok(Number(kept) >= 4, stdout);
    const records = postgresRecords(url);
    assert.deepEqual(await contentOf(records, bucket('killed/'), source.cursors), content);
    await records.close();
    const again = await voxreel(command, keys);
    assert.match(again.stdout, / 0 rows copied now, /);
    assert.match(again.stdout, / 0 files copied now \(0 bytes\), 34 files there before/);
  });

  it('brings what the source has changed and deleted between a run that was interrupted and the next', async () => {
    const source = await dataFolder();
    const url = postgres.database();
    const command = ['library', 'move', '--from', source.folder, '--to-records', url, '--to', newFolder()];
    // Everything is copied, and the end is not reached.
    const { default: pg } = await import('pg');
    await voxreel(command);
    const client = new pg.Client(url);
    await client.connect();
    await client.query('UPDATE voxreel_moves SET done_at = NULL');
    await client.end();
    const [records, quota] = [embeddedRecords(join(source.folder, 'records')), { records: 5000, bytes: 10 ** 9 }];
    await records.put('ann', { kind: 'video', id: 'n4' }, '{"later":1}', { known: 1, quota });
    await records.shares?.remove('ann', 'token-3');
    await records.files.remove('ann', 'Lake');
    await addFile({ records, files: source.files }, 'ann', 'lake', 5000);
    const content = await contentOf(records, source.files, source.cursors);
    await records.close();
    await voxreel(command);
    const moved = postgresRecords(url);
    assert.deepEqual(await contentOf(moved, folderFiles(join(command.at(-1) ?? '', 'files')), source.cursors), content);
    await moved.close();
  });

  it('refuses a target with a library of another origin, and one that has been used since', async () => {
    const source = await dataFolder();
    const url = postgres.database();
    const quota = { records: 1000, bytes: 10 ** 9 };
    const records = postgresRecords(url);
    await records.put('ann', { kind: 'video', id: 'own' }, '{}', { known: 0, quota });
    const refused = await failure(['--from', source.folder, '--to-records', url]);
    assert.match(
      refused.stderr,
      /^voxreel: The target has a library that did not come from this move \(users: 1\)\. Nothing was changed\./m,
    );
    assert.deepEqual(
      (await records.changes('ann', undefined, { records: 9, bytes: 999 }))?.data.map(({ id }) => id),
      ['own'],
    );
    await records.clear('ann');
    await voxreel(['library', 'move', '--from', source.folder, '--to-records', url]);
    const other = await filledFolder();
    assert.match((await failure(['--from', other.folder, '--to-records', url])).stderr, /of another origin: 2 of its 2 users/);
    await records.put('ann', { kind: 'video', id: 'later' }, '{}', { known: 0, quota });
    assert.match((await failure(['--from', source.folder, '--to-records', url])).stderr, /has been used since then/);
    await records.close();
  });

  it('shows no password', async () => {
    const source = await dataFolder();
    const { stderr } = await failure(['--from', source.folder, '--to-records', 'postgres://ann:hunter22@127.0.0.1:9/library']);
    assert.ok(!stderr.includes('hunter22'), stderr);
  });
});

describe('npx voxreel library move', () => {
  it('moves files alone, says which are missing, and leaves no half of one', async () => {
    const source = await dataFolder();
    const to = newFolder();
    const [lost = '', cut = ''] = readdirSync(join(source.folder, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      /[\da-f-]{36}$/.test(name),
    );
    rmSync(join(source.folder, 'files', lost));
    writeFileSync(join(source.folder, 'files', cut), 'short');
    const { stdout, code } = await failure(['--from', source.folder, '--to-files', to]);
    assert.equal(code, 1);
    assert.match(stdout, / 2 files copied now \(2\.0 kB\)/);
    assert.match(stdout, / 2 files listed but missing at the source, or of another size: /);
    assert.ok(stdout.includes(lost.slice(-36)) && stdout.includes(cut.slice(-36)), stdout);
    const there = readdirSync(to, { recursive: true, encoding: 'utf8' }).filter((name) => /[\da-f-]{36}$/.test(name));
    assert.equal(there.length, 2);
  });

  it('refuses a folder that a gateway has', async () => {
    const { folder } = await dataFolder();
    const records = embeddedRecords(join(folder, 'records'));
    await records.clear('nobody');
    const { stderr } = await failure(['--from', folder, '--to', await emptyFolder()]);
    assert.match(stderr, /^voxreel: Another process keeps its records in /m);
    await records.close();
  });

  for (const [what, args, words] of [
    ['no target', ['--from', 'x'], /^voxreel: Say where to: --to, --to-records or --to-files\. Use: voxreel library move /],
    ['no source', ['--to', 'x'], /^voxreel: Say where the records are: --from or --from-records/],
    ['no source of files', ['--from-records', 'x', '--to-files', 'y'], /^voxreel: Say where the files are/],
    ['one place for both', ['--from', 'x', '--to', 'x'], /^voxreel: Source and target are the same place/],
    ['a folder that is not there', ['--from', 'nowhere', '--to', 'x'], /^voxreel: --from-records: there is no folder nowhere/],
    [
      'an address that is none',
      ['--from-records', 'mysql://x', '--to-records', 'x'],
      /^voxreel: --from-records must be a folder, postgres:/,
    ],
    ['a bucket without its keys', ['--from-records', '.', '--from-files', '.', '--to-files', 's3'], /^voxreel: --to-files is s3: S3_URL, /],
    ['a database without its address', ['--from-records', 'postgres', '--to-records', 'x'], /^voxreel: .*DATABASE_URL must hold/],
  ] as const)
    it(`names what is wrong: ${what}`, async () => {
      const { stderr, code } = await failure(args);
      assert.match(stderr, words);
      assert.deepEqual([code, stderr.trim().split('\n').length], [1, 1]);
    });
});
