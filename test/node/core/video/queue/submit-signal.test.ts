// A request that its caller gives up: unsent where it can be, else watched on.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createVideoQueue, memoryStorage } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';

const draft = { model: 'any', prompt: 'a heron' };

function queueWith(fetch: typeof globalThis.fetch) {
  return createVideoQueue({ baseUrl: 'https://api.example', poll: { firstMs: 3_600_000 }, storage: memoryStorage<VideoTask>(), fetch });
}

test('a signal that fired before sends nothing and leaves no task', async () => {
  let requests = 0;
  const queue = queueWith(async () => {
    requests++;
    return Response.json({ task_id: 't', status: 'queued' });
  });
  await assert.rejects(queue.submit(draft, { signal: AbortSignal.abort() }), { code: 'aborted' });
  assert.deepEqual([requests, queue.tasks.get()], [0, []]);
  queue.close();
});

test('a signal that fires after the request was sent rejects; the task stays and is watched', async () => {
  const caller = new AbortController();
  let answer = (_response: Response): void => {};
  const service = new Promise<Response>((resolve) => (answer = resolve));
  let sentSignal: AbortSignal | null | undefined;
  const queue = queueWith((_, init) => {
    sentSignal = init?.signal;
    caller.abort();
    return service;
  });
  await assert.rejects(queue.submit(draft, { signal: caller.signal }), { code: 'aborted' });
  assert.deepEqual(
    queue.tasks.get().map(({ status }) => status),
    ['submitting'],
  );
  assert.equal(sentSignal?.aborted, false);
  const watched = new Promise<void>((resolve) => queue.tasks.subscribe((tasks) => tasks[0]?.status === 'processing' && resolve()));
  answer(Response.json({ task_id: 't', status: 'queued' }));
  await watched;
  assert.equal(queue.tasks.get()[0]?.taskId, 't');
  queue.close();
});
