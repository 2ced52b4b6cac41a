// A watched video whose service says that there is no such task: asked again a few times, ever later, then given up.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createGoOn } from '../../../../src/server/library/go-on.js';
import { dataOf, taskIn } from '../../../../src/server/library/watched-task.js';

const task = {
  user: { id: 'ann' },
  taskId: 'task',
  model: 'm',
  idempotencyKey: '',
  draft: {},
  origin: 'https://www.example.org',
  createdAt: Date.now(),
};

/** Steps with what the one before has left; `statuses` of the service's answers, one for each. */
async function steps(
  statuses: readonly number[],
): Promise<readonly (readonly [seconds: number, misses: number | undefined] | undefined)[]> {
  const left = [...statuses];
  const query = async (): Promise<Response> => Response.json({ status: 'processing' }, { status: left.shift() ?? 200 });
  const tasks = { known: async () => ({ backend: { query } }), told: async () => ({ status: 'processing' }) };
  const goOn = createGoOn({ limits: {}, content: 'proxy' } as never, {} as never, { tasks, scrub: (text: string) => text } as never);
  const taken = [];
  for (let data = dataOf(task), at = 0; at < statuses.length; at += 1) {
    const onward = await goOn({ key: 'k', userId: 'ann', data, marks: [] } as never, new AbortController().signal);
    if (onward === undefined) return [...taken, undefined];
    data = onward.data ?? data;
    taken.push([onward.afterMs / 1000, taskIn(data)?.misses] as const);
  }
  return taken;
}

test('a task that its service does not know is asked about five times more, ever later', async () => {
  const missed = [5, 10, 15, 20, 25].map((seconds, at) => [seconds, at + 1] as const);
  assert.deepEqual(await steps([410, 400, 410, 400, 410, 410]), [...missed, undefined]);
});

test('one that is known again has all its tries back', async () => {
  assert.deepEqual(await steps([410, 410, 200, 410]), [
    [5, 1],
    [10, 2],
    [5, 0],
    [5, 1],
  ]);
});
