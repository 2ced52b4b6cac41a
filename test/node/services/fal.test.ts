// fal: what it sends is what `@fal-ai/client` would, by its types; and its client reads the same stub as our service does.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';

import { createFalClient } from '@fal-ai/client';
import type {
  KlingVideoV26ProImageToVideoInput,
  KlingVideoV26ProTextToVideoInput,
  Veo31FirstLastFrameToVideoInput,
} from '@fal-ai/client/endpoints';
import type { Service } from 'voxreel';
import { falInput } from 'voxreel/services/fal';
import { createGateway } from 'voxreel/server';
import { fal } from 'voxreel/services';

import { falSignedBody } from '../../../src/services/fal-signature.js';
import { createOutside } from '../../../src/server/backends/outside.js';
import { falJudge } from './fal-judge.js';

const apiKey = 'key-id-0001:key-secret-0001';
const png = 'iVBORw0KGgoAAAANSUhEUg==';

describe('the input of an endpoint', () => {
  it('is that of its type', () => {
    const text = { prompt: 'a fox', duration: '5', aspect_ratio: '9:16', generate_audio: false } satisfies KlingVideoV26ProTextToVideoInput;
    const request = { model: 'fal-ai/kling-video/v2.6/pro/text-to-video', prompt: 'a fox', duration: 5, size: '1080x1920' };
    assert.deepEqual(falInput({ ...request, metadata: { generate_audio: false } }), text);

    const frames = {
      prompt: 'a fox',
      duration: '10',
      start_image_url: `data:image/png;base64,${png}`,
      end_image_url: 'https://example.org/last.png',
    } satisfies KlingVideoV26ProImageToVideoInput;
    const kling = { model: 'fal-ai/kling-video/v2.6/pro/image-to-video', prompt: 'a fox', duration: 10, image: png };
    assert.deepEqual(falInput({ ...kling, metadata: { image_tail: 'https://example.org/last.png' } }), frames);

    const veo = {
      prompt: 'a fox',
      duration: '8s',
      seed: 7,
      first_frame_url: 'https://example.org/first.png',
      last_frame_url: 'https://example.org/last.png',
    } satisfies Veo31FirstLastFrameToVideoInput;
    const images = ['https://example.org/first.png', 'https://example.org/last.png'];
    assert.deepEqual(falInput({ model: 'fal-ai/veo3.1/first-last-frame-to-video', prompt: 'a fox', duration: 8, seed: 7, images }), veo);
  });

  it('what a page writes as an option takes the place of no field of the request', () => {
    const input = falInput({
      model: 'fal-ai/x/y',
      prompt: 'a fox',
      duration: 5,
      metadata: { prompt: 'a hen', duration: '60', style: 'oil' },
    });
    assert.deepEqual(input, { prompt: 'a fox', duration: '5', style: 'oil' });
  });
});

describe('the stub of the shared suite', () => {
  let url: string;
  before(async () => {
    url = await falJudge.start();
  });
  after(() => falJudge.stop());

  it('is read by the maker’s own client too', async () => {
    const client = createFalClient({
      credentials: falJudge.key,
      requestMiddleware: async (request) => ({ ...request, url: request.url.replace('https://queue.fal.run', url) }),
    });
    falJudge.plan({ ends: 'well', url: 'https://cdn.example.org/fox.mp4' });
    const { request_id: requestId } = await client.queue.submit(falJudge.model, { input: { prompt: 'a fox' } });
    const statuses = [];
    for (let asked = 0; asked < 3; asked += 1) statuses.push((await client.queue.status(falJudge.model, { requestId })).status);
    assert.deepEqual([statuses[0], statuses.at(-1)], ['IN_PROGRESS', 'COMPLETED']);
    const { data } = await client.queue.result(falJudge.model, { requestId });
    assert.equal((data as { readonly video: { readonly url: string } }).video.url, 'https://cdn.example.org/fox.mp4');
    falJudge.plan({ ends: 'badly', message: 'The fox ran away.' });
    await assert.rejects(client.queue.result(falJudge.model, { requestId }), { name: 'ValidationError', status: 422 });
  });

  it('takes a file where our service brings it', async () => {
    const service: Service = fal({ apiKey, baseUrl: url });
    const sent: string[] = [];
    const watched: Service = {
      ...service,
      hosts: [url, 'rest.fal.ai'],
      fetch: (input, init) => {
        const { method, headers, url: to } = new Request(input, init);
        sent.push(`${method} ${new URL(to).pathname} ${headers.get('authorization') ?? 'no key'}`);
        return fetch(to.replace('https://rest.fal.ai', url), init);
      },
    };
    const outside = createOutside(watched, { userId: 'u' }, {}, { timeoutMs: 60_000 });
    const reference = await service.video?.upload?.(new File(['png'], 'a.png', { type: 'image/png' }), outside);
    assert.match(reference?.reference ?? '', /^https:\/\/rest\.fal\.ai\/files\/.+\/a\.png$/);
    assert.deepEqual(
      [sent[0], sent[1]?.replace(/[\da-f-]{36}/, 'id')],
      [`POST /storage/upload/initiate Key ${apiKey}`, 'PUT /storage/upload/id no key'],
    );
  });
});

describe('a webhook', () => {
  const now = Date.parse('2026-11-24T12:00:00Z');
  const body = JSON.stringify({ request_id: 'r-1', status: 'OK', payload: { video: { url: 'https://v3.fal.media/a.mp4' } } });

  async function signing() {
    const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const { x = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey);
    const service: Service = { ...fal({ apiKey }), fetch: async () => Response.json({ keys: [{ x: 'AAAA' }, { x }] }) };
    const outside = createOutside(service, { userId: 'u' }, {}, { timeoutMs: 60_000 });
    const signed = async (text: string, at = now): Promise<Record<string, string>> => {
      const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');
      const message = ['r-1', 'user-1', String(at / 1000), digest].join('\n');
      const signature = Buffer.from(await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(message))).toString(
        'hex',
      );
      return {
        'x-fal-webhook-request-id': 'r-1',
        'x-fal-webhook-user-id': 'user-1',
        'x-fal-webhook-timestamp': String(at / 1000),
        'x-fal-webhook-signature': signature,
      };
    };
    const read = (text: string, headers: Record<string, string>) =>
      falSignedBody(
        new Request('https://site.example/hook', { method: 'POST', body: text, headers }),
        outside,
        'https://rest.fal.ai/.well-known/jwks.json',
        now,
      );
    return { read, signed };
  }

  it('cannot be without a key: the gateway says so', () => {
    const services = [fal({ apiKey: undefined as unknown as string })];
    const options = { services, secret: 'a long random text of the site', authorize: () => undefined, origins: [] };
    assert.throws(() => createGateway(options), { code: 'invalid_input', message: /fal: secrets must be texts of at least 8 characters/ });
  });

  it('is read as it was signed', async () => {
    const { read, signed } = await signing();
    assert.equal((await read(body, await signed(body)))['request_id'], 'r-1');
  });

  it('is refused with another body, another time, an old time, another key, or no signature', async () => {
    const { read, signed } = await signing();
    const refused = { code: 'unauthorized' };
    const headers = await signed(body);
    await assert.rejects(read(body.replace('v3', 'v4'), headers), refused);
    await assert.rejects(read(body, { ...headers, 'x-fal-webhook-timestamp': String(now / 1000 + 1) }), refused);
    await assert.rejects(read(body, await signed(body, now - 301_000)), refused);
    await assert.rejects(read(body, await (await signing()).signed(body)), refused);
    await assert.rejects(read(body, { ...headers, 'x-fal-webhook-signature': '' }), refused);
    await assert.rejects(read(body, {}), refused);
  });
});
