import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lazy } from '../../../src/base/lazy.js';

test('loads once for all who ask, and again after a failure', async () => {
  let loads = 0;
  const value = lazy(async () => {
    loads += 1;
    if (loads === 1) throw new Error('not yet');
    return loads;
  });
  await assert.rejects(value.get(), /not yet/);
  assert.equal(value.loaded, undefined);
  assert.deepEqual(await Promise.all([value.get(), value.get()]), [2, 2]);
  assert.equal(value.loaded, 2);
});
