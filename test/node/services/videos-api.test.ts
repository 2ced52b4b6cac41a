// The `/v1/videos` family: what it sends is what the `openai` package would, by its types; and that client reads the same stub as our service does.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import OpenAI from 'openai';
import type { VideoCreateParams } from 'openai/resources/videos';
import { videosApiFields } from 'voxreel/services/videos-api';

import { videosApiJudge as judge } from './videos-api-judge.js';

const png = 'iVBORw0KGgoAAAANSUhEUg==';

describe('the fields of a video', () => {
  it('are those of the type', () => {
    const plain = { model: 'sora-2', prompt: 'a fox', seconds: '8', size: '1280x720' } satisfies VideoCreateParams;
    assert.deepEqual(videosApiFields({ model: 'sora-2', prompt: 'a fox', duration: 8, width: 1280, height: 720 }), plain);
    const linked = {
      model: 'sora-2',
      prompt: 'a fox',
      input_reference: { image_url: 'https://example.org/a.png' },
    } satisfies VideoCreateParams;
    assert.deepEqual(videosApiFields({ model: 'sora-2', prompt: 'a fox', image: 'https://example.org/a.png' }), linked);
  });

  it('a picture in the request is a file in the form', async () => {
    const { input_reference: picture } = videosApiFields({ model: 'sora-2', prompt: 'a fox', image: `data:image/png;base64,${png}` });
    assert.ok(picture instanceof File);
    assert.deepEqual(
      [picture.type, picture.name, Buffer.from(await picture.arrayBuffer()).toString('base64')],
      ['image/png', 'image.png', png],
    );
  });
});

describe('the stub of the shared suite', () => {
  let client: OpenAI;
  before(async () => {
    client = new OpenAI({ apiKey: judge.key, baseURL: `${await judge.start()}/v1`, maxRetries: 0 });
  });
  after(() => judge.stop());

  it('is read by the maker’s own client too', async () => {
    judge.plan({ ends: 'well', url: '' });
    const { id, status } = await client.videos.create({ prompt: 'a fox', model: 'sora-2' });
    assert.equal(status, 'processing');
    const statuses = [];
    for (let asked = 0; asked < 3; asked += 1) statuses.push((await client.videos.retrieve(id)).status);
    assert.deepEqual(statuses, ['in_progress', 'in_progress', 'completed']);
    assert.equal(await (await client.videos.downloadContent(id)).text(), '0123456789');
    judge.plan({ ends: 'badly', message: 'The fox ran away.', code: 'moderation_blocked' });
    for (let asked = 0; asked < 2; asked += 1) await client.videos.retrieve(id);
    assert.deepEqual((await client.videos.retrieve(id)).error, { code: 'moderation_blocked', message: 'The fox ran away.' });
    assert.equal((await client.videos.delete(id)).deleted, true);
    await assert.rejects(client.videos.retrieve(id), { status: 404 });
  });
});
