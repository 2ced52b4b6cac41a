// `npx voxreel library forget`: nothing of one user is left, and everything of the others.
import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { embeddedRecords, folderFiles } from 'voxreel/server/node';

import { putDatabase } from '../server/library/embedded-folder.js';
import { temporaryFolder } from '../server/library/stores.js';
import { contentOf, fill, voxreel } from './library-fixture.js';

const page = { records: 500, bytes: 10 ** 6 };
const folder = temporaryFolder();
const filesOf = (): number =>
  readdirSync(join(folder, 'files'), { recursive: true, encoding: 'utf8' }).filter((name) => /[\da-f-]{36}$/.test(name)).length;

describe('npx voxreel library forget', () => {
  before(async () => {
    const records = embeddedRecords(await putDatabase(join(folder, 'records')));
    await fill(records, folderFiles(join(folder, 'files')), { count: 8 });
    await records.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('deletes records, files with their bytes, shares and watched videos of one user', async () => {
    assert.equal(filesOf(), 4);
    const { stdout } = await voxreel(['library', 'forget', '--user', 'ann', '--data', folder]);
    assert.match(stdout, /^Deleted of ann: 7 records, 2 files, and their shares and watched videos\.\nRemoved the bytes of 2 files /);
    assert.equal(filesOf(), 2);
    const [records, files] = [embeddedRecords(join(folder, 'records')), folderFiles(join(folder, 'files'))];
    const [ann, other] = (await contentOf(records, files)) as {
      readonly listed: unknown[];
      readonly hashes: unknown[];
      readonly shares: unknown[];
    }[];
    assert.deepEqual([ann?.listed, ann?.shares], [[], []]);
    assert.deepEqual((await records.changes('ann', undefined, page))?.data, []);
    await records.watched?.hurry('watched-ann');
    assert.deepEqual(await records.watched?.lease(10, 1000), []);
    assert.deepEqual([other?.listed.length, other?.shares.length, other?.hashes.every((hash) => typeof hash === 'string')], [2, 1, true]);
    await records.close();
  });

  it('says when there was nothing, and what it needs to know', async () => {
    const { stdout } = await voxreel(['library', 'forget', '--user', 'nobody', '--data', folder]);
    assert.match(stdout, /^The library had no records and no files of nobody\.\n/);
    for (const [args, words] of [
      [['--data', folder], /^voxreel: Say whose library: --user <id>/],
      [['--user', 'ann'], /^voxreel: Say where the library is/],
      [['--user', 'ann', '--records', join(folder, 'records')], /^voxreel: Say where the library is/],
      [['--user', 'ann', '--data', 'nowhere'], /^voxreel: --records: there is no folder nowhere/],
    ] as const)
      await assert.rejects(voxreel(['library', 'forget', ...args]), { code: 1, stderr: words });
  });
});
