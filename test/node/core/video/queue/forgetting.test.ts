// What a page that stays open remembers of its tasks ends with them.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createVideoQueue, memoryStorage } from 'voxreel';
import type { VideoQueue } from 'voxreel';

import { isFreed } from '../../../garbage.js';

const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Sends a draft with a picture, of which nothing but the queue can know afterwards. */
async function send(queue: VideoQueue) {
  const draft = { model: 'my-own', prompt: 'A heron', image: png };
  const { id } = await queue.submit(draft);
  return { id, draft: new WeakRef(draft) };
}

for (const [how, take] of [
  ['removed', (queue: VideoQueue, id: string) => queue.remove(id)],
  ['cleared', (queue: VideoQueue) => queue.clear()],
] as const)
  test(`the picture of a task that was ${how} is let go`, async () => {
    let made = 0;
    const fetch = async () =>
      new Response(JSON.stringify({ task_id: `t${++made}`, status: 'failed', error: { code: 'policy', message: 'no' } }), {
        headers: { 'content-type': 'application/json' },
      });
    const queue = createVideoQueue({ baseUrl: 'http://service.test', storage: memoryStorage(), fetch, poll: { firstMs: 1, everyMs: 1 } });
    const kept = await send(queue);
    const gone = await send(queue);
    while (queue.tasks.get().some(({ status }) => status !== 'failed')) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.equal(await isFreed(gone.draft), false, 'a task that is here can be made again');
    await take(queue, gone.id);
    assert.equal(await isFreed(gone.draft), true);
    assert.equal(await isFreed(kept.draft), how === 'cleared');
    queue.close();
  });
