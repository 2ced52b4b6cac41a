// What the services of one POST send, word for word. Where a maker's package can be installed, its types say so too; the others are held to what their packages send.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';

import Replicate, { validateWebhook } from 'replicate';
import type { Service } from 'voxreel';
import { arkInput } from 'voxreel/services/ark';
import { veoInput } from 'voxreel/services/google';
import { openRouterInput } from 'voxreel/services/open-router';
import { replicateInput } from 'voxreel/services/replicate';
import { xaiInput } from 'voxreel/services/xai';
import { ark, google, replicate, resolutionOf, xai } from 'voxreel/services';

import { createOutside } from '../../../src/server/backends/outside.js';
import { replicateSignedBody } from '../../../src/services/replicate-signature.js';
import { replicateJudge } from './replicate-judge.js';

const png = 'iVBORw0KGgoAAAANSUhEUg==';
const link = `data:image/png;base64,${png}`;
const last = 'https://example.org/last.png';
const apiKey = 'a-key-of-the-maker';

/** A service whose maker always answers this. */
const answering = (service: Service, body: object, status = 200): Service => ({
  ...service,
  fetch: async () => Response.json(body, { status }),
});
const query = (service: Service, body: object, status?: number) => {
  const outside = createOutside(answering(service, body, status), { userId: 'u' }, {}, { timeoutMs: 60_000 });
  return service.video?.query({ id: 'task-1', model: 'm' }, outside);
};

describe('Veo', () => {
  it('is asked with instances and parameters', () => {
    const request = { model: 'veo-3.1-generate-preview', prompt: 'a fox', duration: 8, size: '1920x1080', n: 1, image: png };
    assert.deepEqual(veoInput({ ...request, metadata: { image_tail: link, negativePrompt: 'hens' } }), {
      instances: [
        {
          prompt: 'a fox',
          image: { bytesBase64Encoded: png, mimeType: 'image/png' },
          lastFrame: { bytesBase64Encoded: png, mimeType: 'image/png' },
        },
      ],
      parameters: { negativePrompt: 'hens', sampleCount: 1, durationSeconds: 8, aspectRatio: '16:9', resolution: '1080p' },
    });
  });

  it('takes no address of a picture, and no number or length from the options', () => {
    assert.throws(() => veoInput({ model: 'veo-3.1-generate-preview', prompt: 'a fox', image: last }), { code: 'invalid_input' });
    const metadata = { sampleCount: 4, durationSeconds: 8 };
    assert.deepEqual(veoInput({ model: 'veo-3.1-generate-preview', prompt: 'a fox', metadata }), {
      instances: [{ prompt: 'a fox' }],
      parameters: {},
    });
  });

  it('says what was filtered, and why', async () => {
    const filtered = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['It shows a person.'] };
    const task = await query(google({ apiKey }), { name: 'operations/1', done: true, response: { generateVideoResponse: filtered } });
    assert.deepEqual([task?.status, task?.error?.code, task?.error?.message], ['failed', 'moderation_blocked', 'It shows a person.']);
  });
});

describe('xAI', () => {
  it('is asked as its package asks', () => {
    const request = { model: 'grok-imagine-video', prompt: 'a fox', duration: 5, width: 720, height: 1280, image: png };
    assert.deepEqual(xaiInput({ ...request, metadata: { user: 'somebody else' } }, 'hashed'), {
      model: 'grok-imagine-video',
      prompt: 'a fox',
      duration: 5,
      aspect_ratio: '9:16',
      resolution: '720p',
      image: { url: link },
      user: 'hashed',
    });
  });

  it('has failed where a finished video is blocked, or where the request has expired', async () => {
    const video = { url: 'https://vidgen.x.ai/a.mp4', duration: 5 };
    const blocked = await query(xai({ apiKey }), { status: 'done', video: { ...video, respect_moderation: false } });
    assert.deepEqual([blocked?.status, blocked?.error?.code], ['failed', 'moderation_blocked']);
    assert.equal((await query(xai({ apiKey }), { status: 'expired' }))?.error?.code, 'expired');
    assert.equal((await query(xai({ apiKey }), { video }))?.status, 'succeeded');
    assert.equal((await query(xai({ apiKey }), { status: 'dreaming' }))?.status, 'unknown');
    assert.deepEqual((await query(xai({ apiKey }), { progress: 30 }, 202))?.progress, 0.3);
  });
});

describe('OpenRouter', () => {
  it('is asked in the words of its wire, and for nothing of another user', () => {
    const request = { model: 'google/veo-3.1', prompt: 'a fox', duration: 8, size: '1280x720', seed: 7, images: [png, last] };
    const metadata = { generate_audio: true, callback_url: 'https://elsewhere.example', previous_job_id: 'gen-vid-1', user: 'x' };
    assert.deepEqual(openRouterInput({ ...request, metadata }, 'hashed'), {
      model: 'google/veo-3.1',
      prompt: 'a fox',
      duration: 8,
      seed: 7,
      size: '1280x720',
      generate_audio: true,
      frame_images: [
        { type: 'image_url', image_url: { url: link }, frame_type: 'first_frame' },
        { type: 'image_url', image_url: { url: last }, frame_type: 'last_frame' },
      ],
      user: 'hashed',
    });
  });
});

describe('Ark', () => {
  it('is asked with a list of what the video is made of', () => {
    const request = { model: 'seedance-1-5-pro-251215', prompt: 'a fox', duration: 5, size: '960x960', images: [png, last] };
    assert.deepEqual(arkInput({ ...request, metadata: { generate_audio: true, frames: 289, callback_url: last } }), {
      model: 'seedance-1-5-pro-251215',
      content: [
        { type: 'text', text: 'a fox' },
        { type: 'image_url', image_url: { url: link }, role: 'first_frame' },
        { type: 'image_url', image_url: { url: last }, role: 'last_frame' },
      ],
      ratio: '1:1',
      resolution: '720p',
      duration: 5,
      generate_audio: true,
    });
    const alone = arkInput({ model: 'm', prompt: 'a fox', image: last })['content'];
    assert.deepEqual(alone, [
      { type: 'text', text: 'a fox' },
      { type: 'image_url', image_url: { url: last } },
    ]);
  });

  it('keeps a video for a day', async () => {
    const task = await query(ark({ apiKey }), { status: 'succeeded', updated_at: 1_790_000_000, content: { video_url: last } });
    assert.deepEqual(task?.outputs[0]?.expiresAt, 1_790_000_000_000 + 86_400_000);
    assert.equal((await query(ark({ apiKey }), { status: 'cancelled' }))?.error?.code, 'cancelled');
  });
});

describe('Replicate', () => {
  let url: string;
  before(async () => {
    url = await replicateJudge.start();
  });
  after(() => replicateJudge.stop());

  it('is asked in the words of each model', () => {
    const images = [png, last];
    assert.deepEqual(replicateInput({ model: 'kwaivgi/kling-v2.1', prompt: 'a fox', duration: 5, size: '1280x720', images }), {
      prompt: 'a fox',
      duration: 5,
      start_image: link,
      end_image: last,
    });
    assert.deepEqual(replicateInput({ model: 'kwaivgi/kling-v2.6', prompt: 'a fox', image: png }), { prompt: 'a fox', start_image: link });
    assert.throws(() => replicateInput({ model: 'kwaivgi/kling-v2.6', prompt: 'a fox', images }), {
      code: 'invalid_input',
      param: 'image_tail',
    });
    assert.deepEqual(replicateInput({ model: 'google/veo-3.1', prompt: 'a fox', size: '1280x720', metadata: { generate_audio: false } }), {
      prompt: 'a fox',
      aspect_ratio: '16:9',
      resolution: '720p',
      generate_audio: false,
    });
  });

  it('sends what its own client sends, which reads the same stub', async () => {
    const sent: string[] = [];
    const watched = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init);
      sent.push(`${request.method} ${new URL(request.url).pathname} ${await request.clone().text()}`);
      return fetch(request);
    };
    const client = new Replicate({ auth: replicateJudge.key, baseUrl: `${url}/v1`, fetch: watched });
    replicateJudge.plan({ ends: 'well', url: last });
    const model = replicateJudge.model as 'google/veo-3.1';
    const made = await client.predictions.create({ model, input: { prompt: 'a fox', duration: 8 } });
    const statuses = [];
    for (let asked = 0; asked < 3; asked += 1) statuses.push((await client.predictions.get(made.id)).status);
    assert.deepEqual(statuses, ['processing', 'processing', 'succeeded']);
    await client.predictions.cancel(made.id);

    const theirs = sent.splice(0);
    const service: Service = { ...replicateJudge.service(url), fetch: watched };
    const outside = createOutside(service, { userId: 'u' }, {}, { timeoutMs: 60_000 });
    replicateJudge.plan({ ends: 'well', url: last });
    const task = await service.video?.create({ model, prompt: 'a fox', duration: 8 }, outside);
    const ref = { id: task?.taskId ?? '', model };
    for (let asked = 0; asked < 3; asked += 1) await service.video?.query(ref, outside);
    await service.video?.cancel?.(ref, outside);
    const shapeOf = (line: string): string => line.replaceAll(/prediction\d+/g, 'id');
    assert.deepEqual(
      sent.map(shapeOf).filter((line) => line.startsWith('GET')),
      theirs.map(shapeOf).filter((line) => line.startsWith('GET')),
    );
    const posts = (lines: readonly string[]) =>
      lines.filter((line) => line.startsWith('POST')).map((line) => shapeOf(line.replace(/^(\S+ \S+) (.*)$/, '$1')));
    assert.deepEqual(posts(sent), posts(theirs));
    const bodyOf = (lines: readonly string[]): unknown =>
      JSON.parse(
        lines
          .find((line) => line.startsWith('POST'))
          ?.split(' ')
          .slice(2)
          .join(' ') ?? '',
      );
    assert.deepEqual(bodyOf(sent), bodyOf(theirs));
  });

  it('runs a version where the model names one, and brings files to the maker', async () => {
    const sent: string[] = [];
    const service: Service = {
      ...replicate({ apiKey }),
      fetch: async (input, init) => {
        const request = new Request(input, init);
        sent.push(`${request.method} ${new URL(request.url).pathname}`);
        return Response.json({ id: 'p1', urls: { get: 'https://api.replicate.com/v1/files/f1' } }, { status: 201 });
      },
    };
    const outside = createOutside(service, { userId: 'u' }, {}, { timeoutMs: 60_000 });
    await service.video?.create({ model: 'someone/fox:abc', prompt: 'a fox' }, outside);
    const file = await service.video?.upload?.(new File(['png'], 'a.png', { type: 'image/png' }), outside);
    assert.equal(file?.reference, 'https://api.replicate.com/v1/files/f1');
    assert.deepEqual(sent, ['POST /v1/predictions', 'POST /v1/files']);
  });
});

describe('a webhook of Replicate', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  const body = JSON.stringify({ id: 'p1', status: 'succeeded', output: 'https://replicate.delivery/a.mp4' });
  const secret = `whsec_${Buffer.from('a secret of 24 characters').toString('base64')}`;
  const outside = createOutside(answering(replicate({ apiKey }), { key: secret }), { userId: 'u' }, {}, { timeoutMs: 60_000 });
  const secretUrl = 'https://api.replicate.com/v1/webhooks/default/secret';

  const signed = (text: string, at = now): Record<string, string> => {
    const timestamp = String(at / 1000);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key).update(`msg_1.${timestamp}.${text}`).digest('base64');
    return { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v2,AAAA v1,${signature}` };
  };
  const sent = (text: string, headers: Record<string, string>) =>
    new Request('https://site.example/hook', { method: 'POST', body: text, headers });
  const read = (text: string, headers: Record<string, string>) =>
    replicateSignedBody(sent(text, headers), outside, secretUrl, { authorization: `Bearer ${apiKey}` }, now);

  it('is read where the maker’s package finds it right too', async () => {
    assert.equal(await validateWebhook(sent(body, signed(body)), secret), true);
    assert.equal((await read(body, signed(body)))['id'], 'p1');
  });

  it('is refused with another body, another time, an old time, or no signature', async () => {
    const refused = { code: 'unauthorized' };
    const headers = signed(body);
    const changed = body.replace('a.mp4', 'b.mp4');
    assert.equal(await validateWebhook(sent(changed, headers), secret), false);
    await assert.rejects(read(changed, headers), refused);
    await assert.rejects(read(body, { ...headers, 'webhook-timestamp': String(now / 1000 + 1) }), refused);
    await assert.rejects(read(body, signed(body, now - 301_000)), refused);
    await assert.rejects(read(body, { ...headers, 'webhook-signature': '' }), refused);
    await assert.rejects(read(body, {}), refused);
  });

  it('is asked for where the site has an address for it, and tells what became of the task', async () => {
    const posted: unknown[] = [];
    const service: Service = {
      ...replicate({ apiKey }),
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'GET') return Response.json({ key: secret });
        posted.push(await request.json());
        return Response.json({ id: 'p1' }, { status: 201 });
      },
    };
    const callback = 'https://site.example/v1/hooks/1';
    const watched = createOutside(service, { userId: 'u' }, {}, { timeoutMs: 60_000 });
    await service.video?.create({ model: 'google/veo-3.1', prompt: 'a fox' }, { ...watched, callback });
    assert.deepEqual(posted, [{ input: { prompt: 'a fox' }, webhook: callback, webhook_events_filter: ['completed'] }]);
    const told = await service.video?.webhook?.(sent(body, signed(body, Date.now())), watched);
    assert.ok(told !== undefined && !(told instanceof Response));
    assert.deepEqual([told.taskId, told.reading.status], ['p1', 'succeeded']);
  });
});

it('a resolution is counted in lines, or in pixels', () => {
  const steps = ['480p', '720p', '1080p', '4k'] as const;
  const asked = (size: string, by?: 'lines' | 'pixels') => resolutionOf({ model: 'm', prompt: 'p', size }, steps, by);
  assert.deepEqual([asked('1280x720'), asked('1080x1920'), asked('3840x2160'), asked('640x480')], ['720p', '1080p', '4k', '480p']);
  assert.deepEqual([asked('640x640'), asked('640x640', 'pixels'), asked('2206x946', 'pixels')], ['720p', '480p', '1080p']);
  assert.equal(asked('large'), undefined);
});
