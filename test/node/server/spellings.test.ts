// Names and addresses in other spellings: what a service behind the gateway would read all the same is capped and checked all the same.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import type { GatewayOptions } from 'voxreel/server';

import { setWayOut } from '../../../src/server/way-out.js';
import { createTask, gatewayTo } from './gateway-client.js';

const limits = { duration: { max: 10 }, n: 2, fps: 30, pixels: 1920 * 1080, promptLength: 100 };

/** `passes`, or the refusal and its field. */
async function verdict(fields: Readonly<Record<string, unknown>>, options: Partial<GatewayOptions> = {}): Promise<string> {
  setWayOut(async () => Response.json({ task_id: 't', status: 'processing' }));
  const gateway = gatewayTo('https://service.example', { limits, models: ['cheap-*'], ...options });
  const answer = await createTask(gateway, { body: { model: 'cheap-1', prompt: 'sea', ...fields } });
  const body = (await answer.json()) as { code?: string; param?: string };
  return answer.status === 200 ? 'passes' : `${body.code ?? ''} ${body.param ?? ''}`;
}

describe('names in other spellings', () => {
  const capped: Readonly<Record<string, unknown>> = {
    Model_name: 'dear-1',
    REQ_KEY: 'dear-1',
    modelName: 'dear-1',
    'req_\u212Aey': 'dear-1',
    Duration: 3600,
    DURATION: '3600',
    duration_sec: '3600s',
    ſecondſ: 3600,
    video_length: 3600,
    durationMs: 3_600_000,
    numFrames: 100_000,
    FRAMES: '100000',
    N: 100,
    num_videos: 100,
    Number_Of_Videos: 100,
    batchSize: 100,
    'Sample-Count': 100,
    n_variants: 100,
    FPS: 1000,
    frameRate: 1000,
    Width: 100_000,
    Resolution: '9999p',
    Size: '8000*8000',
    Prompt: 'a'.repeat(101),
    Callback_Url: 'http://10.0.0.1/',
    WebHook: '//10.0.0.1/',
    Image: '/etc/passwd',
    'first_frame_ur\u006c': 'file:///etc/passwd',
  };
  for (const [name, value] of Object.entries(capped)) {
    it(`keep the cap of ${name} in the metadata, at every depth`, async () => {
      for (const metadata of [{ [name]: value }, { parameters: { [name]: value } }, { a: [{ b: { [name]: value } }] }])
        assert.match(await verdict({ metadata }), /^(?:invalid_value|model_not_allowed|address_not_allowed|invalid_image) metadata\./);
    });
    it(`keep the cap of ${name} in a field the site lets through`, async () => {
      assert.notEqual(await verdict({ [name]: value }, { extraFields: [name] }), 'passes');
    });
  }
  it('that end as those of addresses and pictures do hold nothing else', async () => {
    const addresses = [
      'my_link',
      'href',
      'WebHook',
      'own_callback',
      'endpoint',
      'uri',
      'hook_url',
      'links',
      'urls',
      'url2',
      'callbackUrls3',
    ];
    for (const name of addresses) assert.equal(await verdict({ metadata: { [name]: 'nowhere' } }), `address_not_allowed metadata.${name}`);
    const pictures = [
      'mask',
      'ref_img',
      'photos',
      'end_frame',
      'picture_url',
      'imgUris',
      'image_base64',
      'photo_b64s',
      'frame_src2',
      'tail_image_tail',
    ];
    for (const name of pictures) assert.equal(await verdict({ metadata: { [name]: '../key' } }), `invalid_image metadata.${name}`);
    for (const name of ['linked', 'urlish', 'masked', 'imagery'])
      assert.equal(await verdict({ metadata: { [name]: 'nowhere' } }), 'passes');
  });
  it('do not stand beside each other', async () => {
    for (const [one, other] of [
      ['duration', 'Duration'],
      ['req_key', 'req_\u212Aey'],
      ['seed', 'ſeed'],
      ['own', 'OWN'],
    ] as const)
      assert.equal(await verdict({ metadata: { [one]: 1, [other]: 2 } }), `duplicate_key ${other}`);
  });
  it('are no fields of the request itself', async () => {
    for (const name of ['Duration', 'N', 'METADATA', 'ſeed', 'call_back'])
      assert.equal(await verdict({ [name]: 1 }), `unknown_field ${name}`);
  });
  it('of a file that was never uploaded name no file', async () => {
    assert.equal(await verdict({ image: `file_${'a'.repeat(60)}` }), 'file_not_exist image');
  });
  it('add up to one picture', async () => {
    assert.equal(await verdict({ metadata: { Width: 8000, HEIGHT: 8000 } }), 'invalid_value metadata.width');
  });
});

describe('fields that are within the caps, and those that decide nothing', () => {
  const passing: readonly object[] = [
    { Duration: 5, numFrames: 120, num_videos: 2, FPS: 24, Resolution: '1080p', Size: '1280*720', model_name: 'cheap-2' },
    { frames: ['https://a.example.org/1.png', 'https://a.example.org/2.png'] },
    { font: { size: 12 }, camera: { frame: 'wide', count: 'all', image: { weight: 1 } } },
    { image_tail: null, model_name: null, images: null, webhook: null, resolution: null, masks: [null] },
    { image_tail: '', duration: null, parameters: { duration: 10, n: 1, prompt: 'https: the movie' } },
    { style: 'noir: rain', ratio: '16:9', note: 'a/b', quality: 'high' },
    { image: '/9j/4AAQSkZJRg==', first_frame: 'iVBORw0KGgo=', masks: ['UklGRiQA', 'data:image/webp;base64,UklGRiQA'] },
    { image_strength: 0.5, imageGuidance: 'high', link_style: 'http', frameInterpolation: '2x' },
    { watermark: { text: 'own' }, seed: '7', webhook: 'https://www.example.org/hook' },
  ];
  for (const metadata of passing)
    it(`lets ${JSON.stringify(metadata).slice(0, 90)} through`, async () => assert.equal(await verdict({ metadata }), 'passes'));
});

describe('addresses in other spellings', () => {
  const addresses = [
    'http:10.0.0.1',
    'http:\\\\10.0.0.1',
    'HTTP:/10.0.0.1/',
    '//10.0.0.1/a.png',
    '\\\\10.0.0.1\\share',
    '/\\10.0.0.1/a.png',
    ' http://10.0.0.1/',
    '\u0000http://10.0.0.1/',
    '\u00a0http://10.0.0.1/',
    '\ufeffhttp://10.0.0.1/',
    'ht\ntp://10.0.0.1/',
    'h\tttp:10.0.0.1',
    '\r\n//10.0.0.1/',
    'file:/etc/passwd',
    'FILE:///etc/passwd',
    'file:etc/passwd',
    'jar:http://10.0.0.1!/',
    'data:text/html;base64,PGI+',
    ' data:text/html,x',
    'Data:image/svg+xml;base64,PHN2Zz4=',
  ];
  for (const address of addresses) {
    it(`finds ${JSON.stringify(address)} in any field`, async () => {
      for (const fields of [
        { image: address },
        { images: [address] },
        { metadata: { image_tail: address } },
        { metadata: { own: [address] } },
      ])
        assert.match(await verdict(fields), /^(?:address_not_allowed|invalid_image) /, JSON.stringify(fields));
    });
  }
  for (const path of ['/etc/passwd', 'etc/passwd', '../key', 'key.pem', 'C:\\key', '/etc/shadow1', 'secretfile00/']) {
    it(`takes ${path} for no Base64`, async () => {
      for (const fields of [
        { image: path },
        { images: [path] },
        { metadata: { Image_Tail: path } },
        { metadata: { a: { last_frame_url: path } } },
      ])
        assert.match(await verdict(fields), /^invalid_image /, JSON.stringify(fields));
    });
  }

  it('says of one with another scheme that it is not http(s), whatever it holds further on', async () => {
    const answer = await createTask(gatewayTo('https://service.example'), {
      body: { model: 'cheap-1', prompt: 'sea', metadata: { webhook: 'ftp://a.example.org/http://b.example.org/' } },
    });
    assert.match(((await answer.json()) as { message: string }).message, / is not an http\(s\) address\.$/);
  });
});
