// Luma: what it sends is what its documentation shows.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { lumaBody } from 'voxreel/services/luma';

const png = 'iVBORw0KGgoAAAANSUhEUg==';

describe('the body of a generation', () => {
  it('has what concerns the film under `video`, in words', () => {
    const request = { model: 'ray-3.2', prompt: 'a fox', duration: 8, size: '1920x1080', metadata: { loop: true, resolution: '360p' } };
    assert.deepEqual(lumaBody(request), {
      model: 'ray-3.2',
      type: 'video',
      prompt: 'a fox',
      aspect_ratio: '16:9',
      video: { loop: true, resolution: '1080p', duration: '10s' },
    });
  });

  it('has a picture as an address or as data with its type, and then lasts five seconds', () => {
    const images = [`data:image/png;base64,${png}`, 'https://example.org/last.png'];
    assert.deepEqual(lumaBody({ model: 'ray-3.2', prompt: 'a fox', duration: 10, images }), {
      model: 'ray-3.2',
      type: 'video',
      prompt: 'a fox',
      video: {
        duration: '5s',
        start_frame: { data: png, media_type: 'image/png' },
        end_frame: { url: 'https://example.org/last.png' },
      },
    });
  });
});
