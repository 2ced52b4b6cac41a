// The state of a gateway in the database of its library, and whom that database knows.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { embeddedDatabase } from '../../../../src/server/node/library/embedded.js';
import { sqlRecords } from '../../../../src/server/node/library/sql-records.js';
import { sqlState } from '../../../../src/server/node/library/sql-state.js';
import { hasUser } from '../../../../src/server/node/library/sql-user.js';
import { putDatabase } from './embedded-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'voxreel-'));
let database: ReturnType<typeof embeddedDatabase>;
before(async () => {
  database = embeddedDatabase(await putDatabase(join(folder, 'records')));
});
after(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a sum may reach its limit and not pass it, and what is given back brings it to nothing at most', async () => {
  const { add } = sqlState(database);
  assert.ok(add !== undefined);
  const limits = { most: 10, ttlMs: 60_000 };
  assert.deepEqual(await add('spent', 4, limits), { added: true, sum: 4 });
  assert.deepEqual(await add('spent', 6, limits), { added: true, sum: 10 });
  assert.deepEqual(await add('spent', 1, limits), { added: false, sum: 10 });
  assert.deepEqual(await add('spent', 0, limits), { added: true, sum: 10 });
  assert.deepEqual(await add('spent', -12, limits), { added: true, sum: 0 });
});

test('a user is known from the first record on, and a cursor as it was given alone', async () => {
  const records = sqlRecords(database);
  await records.changes('ann', undefined, { records: 1, bytes: 1 });
  assert.equal(await hasUser(database, 'ann'), false);
  await records.put('ann', { kind: 'video', id: 'a' }, '{}', { known: 0, quota: { records: 1, bytes: 1000 } });
  assert.equal(await hasUser(database, 'ann'), true);
  assert.equal(await hasUser(database, 'ben'), false);
  const most = { records: 1, bytes: 1000 };
  const { cursor = '' } = (await records.changes('ann', undefined, most)) ?? {};
  assert.deepEqual(await records.changes('ann', cursor, most), { data: [], cursor, more: false });
  for (const wrong of [`${cursor}x`, `x.${cursor}`, `${cursor}.1`, ` ${cursor}`])
    assert.equal(await records.changes('ann', wrong, most), undefined, wrong);
});
