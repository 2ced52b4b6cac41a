// What each service makes of the references of a request: the field it takes them in, and the prompt that speaks of them.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { VideoGenerationReferenceType } from '@google/genai';
import type RunwayML from '@runwayml/sdk';
import type { Service } from 'voxreel';
import { vidu } from 'voxreel/providers/vidu';
import { ark, dashScope, fal, google, kling, miniMax, openRouter, replicate, runway, xai } from 'voxreel/services';
import { arkInput } from 'voxreel/services/ark';
import { dashScopeBody } from 'voxreel/services/dash-scope';
import { falInput } from 'voxreel/services/fal';
import { veoInput } from 'voxreel/services/google';
import { klingBody } from 'voxreel/services/kling';
import { miniMaxBody } from 'voxreel/services/mini-max';
import { openRouterInput } from 'voxreel/services/open-router';
import { replicateInput } from 'voxreel/services/replicate';
import { runwayBody } from 'voxreel/services/runway';
import { xaiInput } from 'voxreel/services/xai';

import { createOutside } from '../../../src/server/backends/outside.js';

const png = 'iVBORw0KGgoAAAANSUhEUg==';
const link = `data:image/png;base64,${png}`;
const address = 'https://example.org/dog.png';
const asked = {
  prompt: '@ada walks @dog past @nobody',
  references: [
    { image: png, role: 'person', name: 'ada' },
    { image: address, role: 'object', name: 'dog' },
  ],
};
const of = (model: string) => ({ model, ...asked });
const bare = 'ada walks dog past @nobody';

describe('references', () => {
  it('are content with a role for Seedance', () => {
    const { content } = arkInput(of('dreamina-seedance-2-0-260128'));
    assert.deepEqual(content, [
      { type: 'text', text: '[Image 1] walks [Image 2] past @nobody' },
      { type: 'image_url', image_url: { url: link }, role: 'reference_image' },
      { type: 'image_url', image_url: { url: address }, role: 'reference_image' },
    ]);
  });

  it('are a list for Grok Imagine, which makes no 1080p of them', () => {
    const { prompt, reference_images: images, resolution } = xaiInput({ ...of('grok-imagine-video-1.5'), size: '1920x1080' }, 'u');
    assert.deepEqual(
      { prompt, images, resolution },
      {
        prompt: '<IMAGE_1> walks <IMAGE_2> past @nobody',
        images: [{ url: link }, { url: address }],
        resolution: '720p',
      },
    );
  });

  it('are media for Wan', () => {
    const { input } = dashScopeBody(of('wan3.0-video'));
    assert.deepEqual(input, {
      prompt: 'Image 1 walks Image 2 past @nobody',
      media: [
        { type: 'reference_image', url: link },
        { type: 'reference_image', url: address },
      ],
    });
  });

  it('are assets for Veo, in eight seconds, and no addresses', () => {
    const [ada] = asked.references;
    const request = { ...of('veo-3.1-generate-preview'), references: ada === undefined ? [] : [ada], duration: 4 };
    const type: Lowercase<VideoGenerationReferenceType> = 'asset';
    assert.deepEqual(veoInput(request), {
      instances: [
        {
          prompt: 'ada walks @dog past @nobody',
          referenceImages: [{ image: { bytesBase64Encoded: png, mimeType: 'image/png' }, referenceType: type }],
        },
      ],
      parameters: { durationSeconds: 8 },
    });
    assert.throws(() => veoInput(of('veo-3.1-generate-preview')), { code: 'invalid_input' });
  });

  it('leave Veo one length, which its limits say wherever it is offered', () => {
    const models = [
      ...google({ apiKey: 'k', models: ['veo-3.1-generate-preview', 'veo-3.1-fast-generate-preview'] }).models,
      ...[replicate, openRouter, fal].flatMap((service) => service({ apiKey: 'k' }).models),
    ];
    const taking = models.filter(({ model, limits }) => model.includes('veo') && limits?.references !== undefined);
    assert.equal(taking.length, 5);
    for (const { limits } of taking) assert.deepEqual(limits?.references?.durations, [8]);
  });

  it('are a subject for MiniMax', () => {
    const { prompt, subject_reference: subjects } = miniMaxBody(of('S2V-01'));
    assert.equal(prompt, bare);
    assert.deepEqual(subjects, [
      { type: 'character', image: [link] },
      { type: 'character', image: [address] },
    ]);
  });

  it('go to an endpoint of their own at Kling', async () => {
    const { prompt, image_list: images } = klingBody(of('kling-v1-6'));
    assert.equal(prompt, bare);
    assert.deepEqual(images, [{ image: png }, { image: address }]);
    const sent: string[] = [];
    const service: Service = {
      ...kling({ accessKey: 'an-access-key', secretKey: 'a-secret-key' }),
      fetch: async (...request) => {
        sent.push(new Request(...request).url);
        return Response.json({ code: 0, data: { task_id: '1', task_status: 'succeed', task_result: { videos: [] } } });
      },
    };
    const outside = createOutside(service, { userId: 'u' }, {}, { timeoutMs: 60_000 });
    const made = await service.video?.create(of('kling-v1-6'), { ...outside, refused: () => undefined });
    await service.video?.query({ id: '1', model: 'kling-v1-6', state: made?.state }, outside);
    const url = 'https://api-singapore.klingai.com/v1/videos/multi-image2video';
    assert.deepEqual(sent, [url, `${url}/1`]);
  });

  it('are pictures for Veo at Replicate, in eight seconds of 16:9', () => {
    assert.deepEqual(replicateInput({ ...of('google/veo-3.1'), duration: 4, size: '720x1280' }), {
      prompt: bare,
      reference_images: [link, address],
      duration: 8,
      aspect_ratio: '16:9',
      resolution: '720p',
    });
  });

  it('are a list at Runway, by its SDK’s types', () => {
    const body = {
      model: 'seedance2',
      promptText: bare,
      references: [{ uri: link }, { uri: address }],
      ratio: '1280:720',
    } satisfies RunwayML.TextToVideoCreateParams;
    assert.deepEqual(runwayBody(of('seedance2')), body);
  });

  it('are input references for OpenRouter', () => {
    const { prompt, input_references: references } = openRouterInput(
      { ...of('bytedance/seedance-2.0'), metadata: { input_references: [7] } },
      'u',
    );
    assert.equal(prompt, bare);
    assert.deepEqual(references, [
      { type: 'image_url', image_url: { url: link } },
      { type: 'image_url', image_url: { url: address } },
    ]);
  });

  it('stand where each endpoint of fal wants them', () => {
    const veo = falInput(of('fal-ai/veo3.1/reference-to-video'));
    assert.deepEqual([veo['prompt'], veo['image_urls']], [bare, [link, address]]);
    const omni = falInput(of('fal-ai/kling-video/o1/reference-to-video'));
    assert.deepEqual([omni['prompt'], omni['image_urls']], ['@Image1 walks @Image2 past @nobody', [link, address]]);
    const q2 = falInput(of('fal-ai/vidu/q2/reference-to-video/pro'));
    assert.deepEqual([q2['prompt'], q2['reference_image_urls']], [bare, [link, address]]);
    const wan = falInput(of('fal-ai/wan/v2.7/reference-to-video'));
    assert.deepEqual([wan['prompt'], wan['reference_image_urls']], ['Image 1 walks Image 2 past @nobody', [link, address]]);
  });

  it('are pictures with an action for Vidu behind a relay', () => {
    const draft = { model: 'vidu-q2', prompt: asked.prompt, references: [{ image: link, name: 'ada' }] };
    assert.deepEqual(vidu.request?.(draft, { ...draft }), {
      model: 'vidu-q2',
      prompt: 'ada walks @dog past @nobody',
      images: [link],
      metadata: { action: 'referenceGenerate' },
    });
  });

  it('change nothing where there are none', () => {
    const plain = { model: 'fal-ai/kling-video/o1/reference-to-video', prompt: 'a fox @dawn', references: [] };
    assert.deepEqual(falInput(plain), { prompt: 'a fox @dawn' });
  });

  it('are declared with the number that each maker takes', () => {
    const services = [
      ark({ apiKey: 'key-of-ark' }),
      dashScope({ apiKey: 'key-of-wan' }),
      fal({ apiKey: 'key-of-fal' }),
      google({ apiKey: 'key-of-veo' }),
      kling({ accessKey: 'access-key', secretKey: 'secret-key' }),
      miniMax({ apiKey: 'key-of-hailuo' }),
      openRouter({ apiKey: 'key-of-router' }),
      replicate({ apiKey: 'key-of-replicate' }),
      runway({ apiKey: 'key-of-runway' }),
      xai({ apiKey: 'key-of-grok' }),
    ];
    const most = services.map(({ id, models }) => [id, Math.max(0, ...models.map(({ limits }) => limits?.references?.max ?? 0))]);
    assert.deepEqual(Object.fromEntries(most), {
      ark: 9,
      'dash-scope': 10,
      fal: 7,
      google: 6,
      kling: 4,
      'mini-max': 1,
      'open-router': 10,
      replicate: 3,
      runway: 9,
      xai: 7,
    });
  });
});
