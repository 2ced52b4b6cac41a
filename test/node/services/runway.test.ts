// Runway: what it sends is what `@runwayml/sdk` would, by its types; and that client reads the same stub as our service does.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import RunwayML from '@runwayml/sdk';
import { runwayBody } from 'voxreel/services/runway';

import { runwayJudge as judge } from './runway-judge.js';

const png = 'iVBORw0KGgoAAAANSUhEUg==';

describe('the body of a task', () => {
  it('is that of its type', () => {
    const text = { model: 'gen4.5', promptText: 'a fox', ratio: '720:1280', duration: 5 } satisfies RunwayML.TextToVideoCreateParams;
    assert.deepEqual(runwayBody({ model: 'gen4.5', prompt: 'a fox', width: 1080, height: 1920 }), text);

    const picture = {
      model: 'gen4_turbo',
      promptText: 'a fox',
      promptImage: `data:image/png;base64,${png}`,
      ratio: '1584:672',
      duration: 10,
      seed: 7,
    } satisfies RunwayML.ImageToVideoCreateParams;
    const asked = { model: 'gen4_turbo', prompt: 'a fox', image: png, size: '2100x900', duration: 10, seed: 7 };
    assert.deepEqual(runwayBody(asked), picture);

    const frames = {
      model: 'veo3.1',
      promptText: 'a fox',
      promptImage: [
        { uri: 'https://example.org/a.png', position: 'first' },
        { uri: 'https://example.org/b.png', position: 'last' },
      ],
      ratio: '1920:1080',
      duration: 8,
      audio: true,
    } satisfies RunwayML.ImageToVideoCreateParams;
    const images = ['https://example.org/a.png', 'https://example.org/b.png'];
    const metadata = { audio: true, duration: 4, model: 'gen4.5' };
    assert.deepEqual(runwayBody({ model: 'veo3.1', prompt: 'a fox', duration: 8, size: '1920x1080', images, metadata }), frames);
  });

  it('has the size as written for a model it does not know', () => {
    assert.deepEqual(runwayBody({ model: 'wan3', prompt: 'a fox', size: '832x480' }), {
      model: 'wan3',
      promptText: 'a fox',
      ratio: '832:480',
    });
  });
});

describe('the stub of the shared suite', () => {
  let client: RunwayML;
  before(async () => {
    client = new RunwayML({ apiKey: judge.key, baseURL: await judge.start(), maxRetries: 0 });
  });
  after(() => judge.stop());

  it('is read by the maker’s own client too', async () => {
    judge.plan({ ends: 'well', url: 'https://cdn.example.org/fox.mp4' });
    const { id } = await client.textToVideo.create({ model: 'gen4.5', promptText: 'a fox', ratio: '1280:720', duration: 5 });
    const read = [];
    for (let asked = 0; asked < 3; asked += 1) read.push(await client.tasks.retrieve(id));
    assert.deepEqual(
      read.map(({ status }) => status),
      ['PENDING', 'RUNNING', 'SUCCEEDED'],
    );
    const last = read.at(-1);
    assert.deepEqual(last?.status === 'SUCCEEDED' && last.output, ['https://cdn.example.org/fox.mp4']);
    await client.tasks.delete(id);
    judge.plan({ ends: 'refused', status: 400, message: 'Not that, please.' });
    const refused = client.imageToVideo.create({
      model: 'gen4.5',
      promptImage: 'https://example.org/a.png',
      promptText: 'a fox',
      ratio: '1584:672',
      duration: 2,
    });
    await assert.rejects(refused, { status: 400 });
  });
});
