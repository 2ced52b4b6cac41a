// What makes a page ask later, and at once again.
import { expect } from '@open-wc/testing';
import { createVideoQueue, memoryStorage } from 'voxreel';
import type { VideoQueue } from 'voxreel';

import type { VideoTask } from '../../../../../src/core/video/queue/video-queue.js';
import { json, scriptedService, task } from '../scripted-service.js';
import type { ScriptedService } from '../scripted-service.js';
import { until } from '../until.js';

const draft = { model: 'any-model', prompt: 'a heron over water' };
const done = { url: 'https://cdn.example/v.mp4' };

describe('the pace of a page', () => {
  const open: VideoQueue[] = [];
  const queueOf = (service: ScriptedService, everyMs = 20) => {
    const queue = createVideoQueue({
      baseUrl: 'https://api.example',
      fetch: service.fetch,
      poll: { firstMs: everyMs, everyMs },
      storage: memoryStorage<VideoTask>(),
    });
    open.push(queue);
    return queue;
  };
  const setOnline = (onLine: boolean) => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: onLine });
    dispatchEvent(new Event(onLine ? 'online' : 'offline'));
  };
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'onLine');
    for (const queue of open.splice(0)) queue.close();
  });

  it('asks nothing while the browser is offline, and at once when it is back', async () => {
    const service = scriptedService({});
    const queue = queueOf(service);
    await queue.submit(draft);
    await service.reached('GET', 2);
    setOnline(false);
    // Its last question may be under way.
    await new Promise((resolve) => setTimeout(resolve, 50));
    const asked = service.queries.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(service.queries.length).to.equal(asked);
    service.script.query = () => task('t1', 'succeeded', done);
    setOnline(true);
    await until(queue, ({ status }) => status === 'succeeded');
  });

  it('asks about no task while the service wants quiet about one', async () => {
    let created = 0;
    const service = scriptedService({
      create: () => task(`t${++created}`, 'queued'),
      query: ({ path }, count) =>
        count === 1 ? json({ message: 'slow down' }, 429, { 'retry-after': '0.6' }) : task(path.slice(-2), 'processing'),
    });
    const queue = queueOf(service);
    await queue.submit(draft);
    await service.reached('GET', 1);
    const refusedAt = Date.now();
    await queue.submit(draft);
    await service.reached('GET', 2);
    expect(Date.now() - refusedAt).to.be.at.least(550);
    await service.reached('GET', 6);
    expect(new Set(service.queries.map(({ path }) => path)).size).to.equal(2);
  });
});
