// Requests that a page had not heard about when it ended: what the next one makes of them.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { createVideoQueue, memoryStorage } from 'voxreel';
import type { VideoQueue } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';

const submitting: VideoTask = {
  version: 2,
  id: 'a',
  status: 'submitting',
  model: 'm',
  prompt: 'p',
  providerId: 'generic',
  draft: { model: 'm', prompt: 'p' },
  createdAt: 1000,
  updatedAt: 1000,
  deadlineAt: 9_999_999_999_999,
  idempotencyKey: 'k',
  outputs: [],
};
const answered: VideoTask = { ...submitting, status: 'processing', taskId: 't', updatedAt: 2000 };

/** A queue over a record as a page left it; `read` is called with each reading of the storage, before it. */
async function restored(read: (count: number, put: (record: VideoTask) => Promise<void>, queue: () => VideoQueue) => Promise<void>) {
  const storage = memoryStorage<VideoTask>();
  const put = (record: VideoTask) => storage.put(record.id, record);
  await put(submitting);
  let count = 0;
  let queue: VideoQueue | undefined;
  queue = createVideoQueue({
    baseUrl: 'https://api.example',
    poll: { firstMs: 3_600_000, everyMs: 3_600_000 },
    fetch: async () => new Response('{"task_id":"t","status":"processing"}'),
    storage: {
      ...storage,
      async all() {
        // The first reading is from the constructor.
        await Promise.resolve();
        await read(++count, put, () => queue ?? assert.fail());
        return storage.all();
      },
    },
  });
  await queue.ready;
  const [task] = queue.tasks.get();
  queue.close();
  const [stored] = await storage.all();
  return { shown: task?.status, stored: stored?.record.status, error: task?.error?.code };
}

it('a request that nobody holds any more is in doubt, and its record says so', async () => {
  const { shown, stored } = await restored(async () => undefined);
  assert.deepEqual([shown, stored], ['unconfirmed', 'unconfirmed']);
});

it('a request whose page wrote the answer meanwhile is not', async () => {
  const { shown, stored } = await restored(async (count, put) => (count === 2 ? put(answered) : undefined));
  assert.deepEqual([shown, stored], ['processing', 'processing']);
});

it('a queue that is closed meanwhile leaves the record to the next one', async () => {
  const { stored } = await restored(async (count, _, queue) => (count === 1 ? queue().close() : undefined));
  assert.equal(stored, 'submitting');
});
