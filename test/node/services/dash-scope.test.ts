// DashScope: what it sends, over the three ways its models are asked.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { dashScopeBody } from 'voxreel/services/dash-scope';

const png = 'iVBORw0KGgoAAAANSUhEUg==';
const link = `data:image/png;base64,${png}`;

describe('the body of a task', () => {
  it('has pixels, and a single picture, up to Wan 2.6', () => {
    assert.deepEqual(dashScopeBody({ model: 'wan2.6-t2v', prompt: 'a fox', duration: 5, size: '1280x720' }), {
      model: 'wan2.6-t2v',
      input: { prompt: 'a fox' },
      parameters: { duration: 5, size: '1280*720' },
    });
    assert.deepEqual(dashScopeBody({ model: 'wan2.6-i2v', prompt: 'a fox', size: '1080x1920', image: png }), {
      model: 'wan2.6-i2v',
      input: { prompt: 'a fox', img_url: link },
      parameters: { resolution: '1080P' },
    });
  });

  it('has tiers, and pictures by their part, since Wan 2.7', () => {
    const images = [png, 'https://example.org/last.png'];
    const media = [
      { type: 'first_frame', url: link },
      { type: 'last_frame', url: 'https://example.org/last.png' },
    ];
    assert.deepEqual(dashScopeBody({ model: 'wan2.7-i2v', prompt: 'a fox', size: '1280x720', images }), {
      model: 'wan2.7-i2v',
      input: { prompt: 'a fox', media },
      parameters: { resolution: '720P' },
    });
    assert.deepEqual(dashScopeBody({ model: 'wan3.0-video', prompt: 'a fox', size: '480x832', images }), {
      model: 'wan3.0-video',
      input: { prompt: 'a fox', media },
      parameters: { resolution: '480P', ratio: '9:16' },
    });
  });

  it('sorts the options of a page into the input and the parameters, under the fields of the request', () => {
    const metadata = { negative_prompt: 'a hen', watermark: true, duration: 15, prompt: 'a hen' };
    assert.deepEqual(dashScopeBody({ model: 'wan2.7-t2v', prompt: 'a fox', duration: 5, seed: 7, metadata }), {
      model: 'wan2.7-t2v',
      input: { negative_prompt: 'a hen', prompt: 'a fox' },
      parameters: { watermark: true, prompt: 'a hen', duration: 5, seed: 7 },
    });
  });
});
