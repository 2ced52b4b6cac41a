// A page without a plugin: the queue asks the gateway for another maker's model as for any other.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { createVideoQueue, memoryStorage } from 'voxreel';

import type { VideoTask } from '../../../src/core/video/queue/video-queue.js';
import { until } from '../core/realtime/scripted-transport.js';
import { judges } from './judges.js';
import { page, siteWith } from './scripted-service.js';

for (const judge of judges)
  describe(`a queue before the gateway before ${judge.id} and its ${judge.model}`, () => {
    let url: string;
    before(async () => {
      url = await judge.start();
    });
    after(() => judge.stop());

    const queueFor = () => {
      const gateway = siteWith([judge.service(url)]);
      return createVideoQueue({
        baseUrl: 'http://gateway.test',
        poll: { firstMs: 1, everyMs: 1 },
        storage: memoryStorage<VideoTask>(),
        fetch: (address, { method = 'GET', headers, body } = {}) => {
          const request = new Request(address, { method, ...(headers ? { headers } : {}), ...(body ? { body } : {}) });
          request.headers.set('origin', page);
          request.headers.set('cookie', 'user=ann');
          return gateway(request);
        },
      });
    };

    it('has a video made, and hears why one has failed', async () => {
      const queue = queueFor();
      const ended = async (): Promise<VideoTask | undefined> => {
        await until(() => !['submitting', 'processing'].includes(queue.tasks.get()[0]?.status ?? 'submitting'));
        return queue.tasks.get()[0];
      };
      judge.plan({ ends: 'well', url: 'https://cdn.example.org/fox.mp4' });
      const { taskId = '' } = await queue.submit({ model: judge.model, prompt: 'a fox' });
      const made = await ended();
      const streamed = `http://gateway.test/v1/video/generations/${taskId}/content/0`;
      assert.equal(made?.status, 'succeeded', JSON.stringify(made));
      assert.ok(['https://cdn.example.org/fox.mp4', streamed].includes(made.outputs[0]?.url ?? ''), made.outputs[0]?.url);

      judge.plan({ ends: 'badly', message: 'The fox ran away.' });
      await queue.submit({ model: judge.model, prompt: 'a fox' });
      const failed = await ended();
      assert.deepEqual([failed?.status, failed?.error?.message], ['failed', 'The fox ran away.']);
      queue.close();
    });
  });
