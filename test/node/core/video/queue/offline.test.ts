// Only a `navigator` that says so is offline: those of Node and Bun have no `onLine`.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';

import { createVideoQueue, memoryStorage } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/store/tasks-state.js';

const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
afterEach(() => {
  if (own === undefined) Reflect.deleteProperty(globalThis, 'navigator');
  else Object.defineProperty(globalThis, 'navigator', own);
});

async function submitUnder(navigator: object | undefined): Promise<string | undefined> {
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
  const queue = createVideoQueue({
    baseUrl: 'https://api.example',
    poll: { firstMs: 3_600_000 },
    storage: memoryStorage<VideoTask>(),
    fetch: async () => new Response(JSON.stringify({ task_id: 't', status: 'queued' })),
  });
  try {
    return (await queue.submit({ model: 'any', prompt: 'a heron' })).taskId;
  } finally {
    queue.close();
  }
}

describe('a headless queue', () => {
  it('sends where there is no navigator, as in Node 20', async () => assert.equal(await submitUnder(undefined), 't'));
  it('sends where the navigator has no onLine, as in Node 22 and Bun', async () =>
    assert.equal(await submitUnder({ userAgent: 'Node.js/22' }), 't'));
  it('sends while the browser says it is online', async () => assert.equal(await submitUnder({ onLine: true }), 't'));
  it('keeps it waiting while the browser says it is offline', async () => assert.equal(await submitUnder({ onLine: false }), undefined));
});
