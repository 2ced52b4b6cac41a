import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';

import { memoryState } from 'voxreel/server';
import type { Gateway, GatewayState } from 'voxreel/server';
import { createVideoQueue, memoryStorage } from 'voxreel';
import type { VideoQueue } from 'voxreel';

import type { VideoTask } from '../../../src/core/store/tasks-state.js';
import { until } from '../core/realtime/scripted-transport.js';
import { startCountingService, type CountingService } from './counting-service.js';
import { gatewayTo } from './gateway-client.js';

let service: CountingService;
let state: GatewayState;
const open: VideoQueue[] = [];
before(async () => {
  service = await startCountingService({ queried: (id) => ({ task_id: id, status: 'succeeded', url: 'https://cdn.example/video.mp4' }) });
});
after(() => service.close());
beforeEach(() => {
  state = memoryState();
});
afterEach(() => open.splice(0).forEach((queue) => queue.close()));

/** A queue whose requests go through `gateway`; `onTheWay` stands between them. */
function queueBefore(gateway: Gateway, onTheWay: (request: Request, pass: () => Promise<Response>) => Promise<Response>): VideoQueue {
  const fetch: typeof globalThis.fetch = async (address, { method = 'GET', headers, body } = {}) => {
    const request = () => {
      const sent = new Request(address, { method, ...(headers ? { headers } : {}), ...(body ? { body } : {}) });
      sent.headers.set('origin', 'https://www.example.org');
      sent.headers.set('cookie', 'user=ann');
      return sent;
    };
    return onTheWay(request(), () => gateway(request()));
  };
  const queue = createVideoQueue({
    baseUrl: 'http://gateway.test',
    idempotent: true,
    poll: { firstMs: 20 },
    storage: memoryStorage<VideoTask>(),
    fetch,
  });
  open.push(queue);
  return queue;
}

const draft = { model: 'vidu-q2', prompt: 'a heron' };

describe('a queue that repeats under its key, through the gateway', () => {
  it('makes one task where the line of its first request was cut', async () => {
    const before = service.taken.length;
    let cut = false;
    const queue = queueBefore(gatewayTo(service.url, { state }), async ({ method }, pass) => {
      const answer = await pass();
      if (method !== 'POST' || cut) return answer;
      cut = true;
      throw new TypeError('fetch failed');
    });
    assert.equal((await queue.submit(draft)).status, 'unconfirmed');
    const { id } = await queue.refresh(queue.tasks.get()[0]?.id ?? '');
    const task = await queue.refresh(id);
    assert.equal(task.status, 'succeeded');
    assert.equal(service.taken.length, before + 1);
    assert.equal(task.outputs[0]?.url, 'https://cdn.example/video.mp4');
  });

  it('leaves a doubt to a person, sent by it once or again by something on the way, and asks no more', async () => {
    const before = service.taken.length;
    service.next(() => 'cut');
    let posts = 0;
    const queue = queueBefore(gatewayTo(service.url, { state }), async ({ method }, pass) => {
      if (method === 'POST' && ++posts === 1) await pass();
      return pass();
    });
    // A proxy has sent it twice: what the queue hears is the gateway's word on the second.
    assert.equal((await queue.submit(draft)).status, 'unconfirmed');
    await queue.refresh(queue.tasks.get()[0]?.id ?? '');
    const [task] = queue.tasks.get();
    assert.equal(task?.status, 'unconfirmed');
    assert.equal(task.pollError, undefined);
    assert.equal(service.taken.length, before + 1);
  });

  it('waits for a first that is still under way', async () => {
    const held = service.hold();
    const before = service.taken.length;
    let posts = 0;
    const [slow, quick] = [
      gatewayTo(service.url, { state, limits: { timeoutMs: 20_000 } }),
      gatewayTo(service.url, { state, limits: { timeoutMs: 50 } }),
    ];
    let released = false;
    const queue = queueBefore(quick, async (request, pass) => {
      if (request.method !== 'POST' || released) return slow(request);
      if (++posts === 1) void slow(request);
      await held.arrived;
      return pass();
    });
    assert.equal((await queue.submit(draft)).status, 'unconfirmed');
    const id = queue.tasks.get()[0]?.id ?? '';
    await queue.refresh(id);
    assert.ok(queue.tasks.get()[0]?.pollError, 'it goes on asking');
    // From here on nothing is hurried.
    released = true;
    held.release();
    // The gateway's Retry-After has to pass first.
    await until(async () => (await queue.refresh(id)).status === 'succeeded');
    assert.equal(service.taken.length, before + 1);
  });
});
