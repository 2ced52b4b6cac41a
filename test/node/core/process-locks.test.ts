// Node 26 and Deno have Web Locks for the whole process, in which each user has a queue and a session of their own: none waits for another.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { createRealtimeSession, createVideoQueue, memoryStorage, transcript } from 'voxreel';

import type { VideoTask } from '../../../src/core/store/tasks-state.js';
import { obliging, scriptedTransport, until } from './realtime/scripted-transport.js';

const own = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
/** Locks that somebody else in the process holds for good. */
const held = {
  request: (_name: string, options: { readonly ifAvailable?: boolean }, granted: (lock: null) => unknown): Promise<unknown> =>
    options.ifAvailable === true ? Promise.resolve(granted(null)) : new Promise(() => {}),
  query: async () => ({ held: [], pending: [] }),
};

describe('in a process whose locks another user holds', { timeout: 120_000 }, () => {
  beforeEach(() => {
    Object.defineProperty(globalThis, 'navigator', { value: { locks: held }, configurable: true });
  });
  afterEach(() => {
    if (own === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', own);
  });

  it('a queue asks after its tasks', async () => {
    const answers = [
      { task_id: 't', status: 'queued' },
      { task_id: 't', status: 'succeeded', url: 'https://api.example/t.mp4' },
    ];
    const queue = createVideoQueue({
      baseUrl: 'https://api.example',
      poll: { firstMs: 1, everyMs: 1 },
      storage: { ...memoryStorage<VideoTask>(), persistent: true },
      fetch: async () => new Response(JSON.stringify(answers.shift() ?? answers)),
    });
    await queue.submit({ model: 'any', prompt: 'a heron' });
    await until(() => queue.tasks.get()[0]?.status === 'succeeded');
    queue.close();
  });

  it('a session finds the conversation that another has kept', async () => {
    const storage = memoryStorage();
    const open = (server = obliging()) => {
      const transport = scriptedTransport();
      transport.server = server;
      return createRealtimeSession({
        baseUrl: 'http://service.test',
        model: 'm',
        getToken: async () => 'token',
        transports: [transport],
        storage,
      });
    };
    const first = open(obliging('Hello back.'));
    await first.connect();
    first.sendText('Hello.');
    first.close();
    const second = open();
    await second.ready;
    assert.deepEqual(
      transcript(second.store.get()).map(({ text }) => text),
      ['Hello.', 'Hello back.'],
    );
    second.close();
  });
});
