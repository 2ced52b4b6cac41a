// Kling: what it sends to which endpoint, and that no answer gives its token away.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { klingBody } from 'voxreel/services/kling';
import { kling } from 'voxreel/services';

import { createOutside } from '../../../src/server/backends/outside.js';

const png = 'iVBORw0KGgoAAAANSUhEUg==';
const keys = { accessKey: 'AK0123456789', secretKey: 'SK0123456789' };

/** What was asked, and the service that asked it. */
function asking(answer: (request: Request) => Response) {
  const asked: string[] = [];
  const service = kling({
    ...keys,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      return answer(request);
    },
  });
  return { asked, service, outside: createOutside(service, { userId: 'u' }, {}, { timeoutMs: 60_000 }) };
}

describe('the body of a task', () => {
  it('has a ratio without a picture, and Base64 without a head with one', () => {
    const metadata = { mode: 'pro', duration: '60', seed: 7 };
    assert.deepEqual(klingBody({ model: 'kling-v2-6', prompt: 'a fox', duration: 5, size: '1080x1920', metadata }), {
      mode: 'pro',
      model_name: 'kling-v2-6',
      prompt: 'a fox',
      duration: '5',
      aspect_ratio: '9:16',
    });
    const images = [`data:image/png;base64,${png}`, 'https://example.org/last.png'];
    assert.deepEqual(klingBody({ model: 'kling-v2-6', prompt: 'a fox', size: '1080x1920', images }), {
      model_name: 'kling-v2-6',
      prompt: 'a fox',
      image: png,
      image_tail: 'https://example.org/last.png',
    });
  });
});

describe('a task from a picture', () => {
  it('is asked for where it was made', async () => {
    const { asked, service, outside } = asking(() => Response.json({ code: 0, data: { task_id: 't-1', task_status: 'submitted' } }));
    const made = await service.video?.create({ model: 'kling-v2-6', prompt: 'a fox', image: png }, outside);
    await service.video?.query({ id: 't-1', model: 'kling-v2-6', state: made?.state ?? '' }, outside);
    assert.deepEqual(asked, ['POST /v1/videos/image2video', 'GET /v1/videos/image2video/t-1']);
  });
});

describe('a refusal', () => {
  it('that repeats the token does not give it away', async () => {
    const { service, outside } = asking((request) =>
      Response.json({ code: 1303, message: `Slow down, ${request.headers.get('authorization')}` }, { status: 429 }),
    );
    const refused = service.video?.create({ model: 'kling-v2-6', prompt: 'a fox' }, outside);
    await assert.rejects(async () => refused, { status: 429, message: 'Slow down, Bearer [key]' });
  });

  it('with 200 is one all the same', async () => {
    const { service, outside } = asking(() => Response.json({ code: 1201, message: 'No.' }));
    const refused = service.video?.create({ model: 'kling-v2-6', prompt: 'a fox' }, outside);
    await assert.rejects(async () => refused, { code: '1201', message: 'No.' });
  });
});
