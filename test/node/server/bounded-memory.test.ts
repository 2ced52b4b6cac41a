// What the gateway remembers of the words that it makes for users and tasks: not made twice, and never more than so many.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';

import { ownerOf } from '../../../src/server/library/library-owner.js';
import { createTaskIds } from '../../../src/server/task-ids.js';

/** How often `work` has something made by this method. */
const counting = (context: TestContext, method: 'digest' | 'sign') => {
  const { mock } = context.mock.method(crypto.subtle, method);
  return async (work: () => Promise<unknown>): Promise<number> => {
    const before = mock.callCount();
    await work();
    return mock.callCount() - before;
  };
};

test('the ids of tasks: 5,000 are remembered', async (context) => {
  const ids = createTaskIds('a secret of the site');
  const made = counting(context, 'sign');
  const first = await ids.sign('ann', 'task');
  assert.equal(await made(() => ids.verify('ann', first)), 0);
  for (let at = 0; at < 5000; at += 1) await ids.sign('ann', `task ${at}`);
  assert.equal(await made(() => ids.sign('ann', 'task')), 1);
  assert.equal(await ids.sign('ann', 'task'), first);
});

test('the names of libraries: those of 10,000 users are remembered', async (context) => {
  const made = counting(context, 'digest');
  const first = await ownerOf('ann');
  assert.equal(await made(() => ownerOf('ann')), 0);
  for (let at = 0; at < 10_000; at += 1) await ownerOf(`user ${at}`);
  assert.equal(await made(() => ownerOf('ann')), 1);
  assert.equal(await ownerOf('ann'), first);
  assert.notEqual(await ownerOf('ben'), first);
});
