// A queue that closes: what nobody will send is made ready no longer.
import assert from 'node:assert/strict';
import { it } from 'node:test';

import { createVideoQueue, isVoxreelError, memoryStorage } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';

it('ends the work on a picture when the queue closes', { timeout: 120_000 }, async () => {
  const ended: string[] = [];
  const begun = new EventTarget();
  /** Works without end. */
  class EndlessWorker extends EventTarget {
    postMessage() {
      begun.dispatchEvent(new Event('work'));
    }
    terminate() {
      ended.push('work');
    }
  }
  const working = new Promise((resolve) => begun.addEventListener('work', resolve));
  Object.assign(globalThis, { Worker: EndlessWorker });
  try {
    const sent: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (input) => (sent.push(input), new Response('{}'));
    const queue = createVideoQueue({ baseUrl: 'https://api.example', storage: memoryStorage<VideoTask>(), fetch });
    const image = new Blob([new Uint8Array(500_000)], { type: 'image/png' });
    const submitted = queue.submit({ model: 'any', prompt: 'a heron', image }).catch((error: unknown) => error);
    await working;
    queue.close();
    const error = await submitted;
    assert.deepEqual([isVoxreelError(error) && error.code, ended, sent], ['closed', ['work'], []]);
  } finally {
    Reflect.deleteProperty(globalThis, 'Worker');
  }
});
