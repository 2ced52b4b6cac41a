// MiniMax: what it sends is what its documentation shows, and what its codes come to.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { miniMaxBody } from 'voxreel/services/mini-max';
import { miniMax } from 'voxreel/services';

import { createOutside } from '../../../src/server/backends/outside.js';

const png = 'iVBORw0KGgoAAAANSUhEUg==';

describe('the body of a film', () => {
  it('lasts six or ten seconds, and has pictures as links', () => {
    const images = [png, 'https://example.org/last.png'];
    const metadata = { resolution: '768P', duration: 60 };
    assert.deepEqual(miniMaxBody({ model: 'MiniMax-Hailuo-02', prompt: 'a fox', duration: 9, images, metadata }), {
      resolution: '768P',
      model: 'MiniMax-Hailuo-02',
      prompt: 'a fox',
      duration: 10,
      first_frame_image: `data:image/png;base64,${png}`,
      last_frame_image: 'https://example.org/last.png',
    });
  });
});

describe('an answer of 200', () => {
  const answering = (body: object) => {
    const service = { ...miniMax({ apiKey: 'sk-api-0123456789' }), fetch: async () => Response.json(body) };
    const outside = createOutside(service, { userId: 'u' }, {}, { timeoutMs: 60_000 });
    return { outside, made: service.video?.create({ model: 'MiniMax-Hailuo-02', prompt: 'a fox' }, outside) };
  };

  for (const [code, status, retryable, outcome] of [
    [1002, 429, true, 'untouched'],
    [1004, 401, false, 'untouched'],
    [1008, 402, false, 'answered'],
    [1026, 400, false, 'answered'],
    [4242, 500, false, 'unknown'],
  ] as const)
    it(`with ${code} is an error like ${status}`, async () => {
      const { made, outside } = answering({ base_resp: { status_code: code, status_msg: 'No.' } });
      await assert.rejects(async () => made, { code: String(code), status, retryable, message: 'No.' });
      assert.equal(outside.outcome(), outcome);
    });

  it('that does not say what came of it is none', async () => {
    const { made, outside } = answering({ task_id: '1' });
    await assert.rejects(async () => made, { code: 'bad_response' });
    assert.equal(outside.outcome(), 'unknown');
  });
});
