// The two documented video endpoints: life cycle, every field, every error.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';

import { openStudio, small } from './studio-client.js';
import type { AddressInfo } from 'node:net';

import { errorBody, videoTask } from 'voxreel/protocol';
import type { Answer, StudioClient } from './studio-client.js';

let studio: StudioClient;
before(() => {
  studio = openStudio();
});
after(() => studio.close());

function refused({ status, body }: Answer, expected: number, param: string, code?: string): void {
  assert.equal(status, expected, JSON.stringify(body));
  const error = errorBody.parse(body);
  assert.deepEqual(Object.keys(body).sort(), ['code', 'message', 'param', 'type']);
  assert.equal(error.param, param, JSON.stringify(body));
  assert.notEqual(error.message, '');
  if (code !== undefined) assert.equal(error.code, code);
}

describe('life cycle of a task', () => {
  it('goes from processing to succeeded with the documented fields', async () => {
    const created = await studio.create(small);
    assert.equal(created.status, 200);
    assert.equal(created.headers.get('retry-after'), '1', 'says when to ask');
    const { task_id: taskId, ...rest } = created.body;
    assert.match(String(taskId), /^task_[\w-]{32}$/);
    assert.deepEqual(
      { ...rest, created_at: 0 },
      { id: taskId, object: 'video', model: 'test-1', status: 'processing', progress: 0, created_at: 0 },
    );
    const done = videoTask.parse(await studio.ended(taskId));
    assert.deepEqual(
      { status: done.status, format: done.format, error: done.error, metadata: done.metadata, id: done.task_id },
      { status: 'succeeded', format: 'webm', error: null, metadata: { duration: 0.5, fps: 8, height: 32, width: 48, seed: 5 }, id: taskId },
    );
    assert.equal(done['progress'], 1);
    assert.match(done.url ?? '', /^http:\/\/studio\.test\/files\/[\w-]{24}\.webm$/);
  });

  it('answers queries while it renders, with progress that grows', async () => {
    const { body } = await studio.create({ model: 'm', prompt: 'mountains', seed: 1, duration: 2 });
    const seen: number[] = [];
    for (;;) {
      const answer = await studio.query(body['task_id']);
      if (answer.body['status'] !== 'processing') break;
      assert.equal(answer.body['url'], undefined);
      seen.push(Number(answer.body['progress']));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const between = new Set(seen.filter((value) => value > 0 && value < 1));
    assert.ok(between.size >= 3, `progress seen: ${[...between].join(' ')}`);
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
  });

  it('renders one after another, in the order of asking', async () => {
    const ids = [];
    for (const seed of [1, 2, 3]) ids.push((await studio.create({ ...small, seed })).body['task_id']);
    const last = await studio.ended(ids[2]);
    assert.equal(last['status'], 'succeeded');
    for (const id of ids) assert.equal((await studio.query(id)).body['status'], 'succeeded');
  });

  it('makes n videos, the first at url and all in outputs, each with its own seed', async () => {
    const done = await studio.make({ n: 3 });
    const outputs = done['outputs'] as { url: string; metadata: { seed: number } }[];
    assert.equal(outputs[0]?.url, done['url']);
    assert.deepEqual(
      outputs.map(({ metadata }) => metadata.seed),
      [5, 6, 7],
    );
    const files = await Promise.all(outputs.map(({ url }) => studio.bytes(url)));
    assert.notDeepEqual(files[0], files[1]);
    const alone = await studio.make({ seed: 6 });
    assert.deepEqual(files[1], await studio.bytes(alone['url']));
  });
});

describe('fields of a request', () => {
  it('are all taken together', async () => {
    const done = await studio.make({
      width: 48,
      height: 32,
      n: 1,
      response_format: 'webm',
      user: 'someone',
      metadata: { style: 'noir', quality_level: 'high', other: [1] },
    });
    assert.equal(done['status'], 'succeeded');
  });

  it('have defaults: 640x360, 24 frames a second, 5 seconds, a reported seed', async () => {
    const created = await studio.create({ model: 'm', prompt: 'sea' });
    const done = await studio.ended(created.body['task_id']);
    const { seed, ...rest } = done['metadata'] as Record<string, number>;
    assert.deepEqual(rest, { duration: 5, fps: 24, height: 360, width: 640 });
    assert.ok(Number.isSafeInteger(seed));
  });

  it('give the same bytes for the same seed, others for another', async () => {
    const [one, same, other] = [await studio.make(), await studio.make(), await studio.make({ seed: 6 })];
    assert.notEqual(one['url'], same['url']);
    assert.deepEqual(await studio.bytes(one['url']), await studio.bytes(same['url']));
    assert.notDeepEqual(await studio.bytes(one['url']), await studio.bytes(other['url']));
  });

  const sizes: [string, Record<string, unknown>, number, number][] = [
    ['size', { size: '50x30' }, 50, 30],
    ['width and height', { size: undefined, width: 44, height: 26 }, 44, 26],
    ['odd width and height', { size: undefined, width: 45, height: 27 }, 45, 27],
    ['size beside equal width and height', { size: '50x30', width: 50, height: 30 }, 50, 30],
    ['width alone', { size: undefined, width: 64 }, 64, 36],
    ['height alone', { size: undefined, height: 36 }, 64, 36],
    ['aspect_ratio of group B', { model: 'jimeng-2', size: undefined, metadata: { aspect_ratio: '1:1' } }, 480, 480],
    ['aspect_ratio with a height', { model: 'jimeng-2', size: undefined, height: 60, metadata: { aspect_ratio: '2:3' } }, 40, 60],
    ['resolution of group C', { model: 'vidu-2', size: undefined, metadata: { resolution: '90p' } }, 160, 90],
  ];
  for (const [name, change, width, height] of sizes) {
    it(`${name} gives ${width}x${height}`, async () => {
      const metadata = (await studio.make(change))['metadata'] as Record<string, unknown>;
      assert.deepEqual([metadata['width'], metadata['height']], [width, height]);
    });
  }

  it('seed and duration of groups A and C are taken from metadata where the top level has none', async () => {
    const kling = await studio.make({ model: 'kling-v1', seed: undefined, metadata: { seed: 77 } });
    assert.equal((kling['metadata'] as Record<string, unknown>)['seed'], 77);
    const vidu = await studio.make({ model: 'vidu-2', seed: undefined, duration: undefined, metadata: { seed: 78, duration: 1 } });
    assert.deepEqual(
      [(vidu['metadata'] as Record<string, unknown>)['seed'], (vidu['metadata'] as Record<string, unknown>)['duration']],
      [78, 1],
    );
    const ruled = await studio.make({ model: 'vidu-2', metadata: { seed: 78, duration: 1 } });
    assert.deepEqual(
      [(ruled['metadata'] as Record<string, unknown>)['seed'], (ruled['metadata'] as Record<string, unknown>)['duration']],
      [5, 0.5],
    );
  });

  it('duration is reported as made: whole frames', async () => {
    const done = await studio.make({ duration: 0.55 });
    assert.equal((done['metadata'] as Record<string, unknown>)['duration'], 0.5);
  });
});

describe('400', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['model missing', { model: undefined }, 'model'],
    ['model empty', { model: '' }, 'model'],
    ['prompt missing', { prompt: undefined }, 'prompt'],
    ['prompt of blanks', { prompt: '  ' }, 'prompt'],
    ['prompt too long', { prompt: 'x'.repeat(4001) }, 'prompt'],
    ['duration no number', { duration: '5' }, 'duration'],
    ['duration zero', { duration: 0 }, 'duration'],
    ['duration too long', { duration: 61 }, 'duration'],
    ['fps fractional', { fps: 23.9 }, 'fps'],
    ['fps too high', { fps: 61 }, 'fps'],
    ['width too large', { size: undefined, width: 1921, height: 100 }, 'width'],
    ['height too small', { size: undefined, width: 100, height: 8 }, 'height'],
    ['size malformed', { size: '640*360' }, 'size'],
    ['size too large', { size: '4000x100' }, 'size'],
    ['size against width', { width: 47 }, 'size'],
    ['too many pixels', { size: '1920x1080', duration: 60, fps: 60 }, 'duration'],
    ['n zero', { n: 0 }, 'n'],
    ['n too large', { n: 5 }, 'n'],
    ['response_format unknown', { response_format: 'avi' }, 'response_format'],
    ['mp4 of odd width', { response_format: 'mp4', size: '47x32' }, 'width'],
    ['seed fractional', { seed: 1.5 }, 'seed'],
    ['user no string', { user: 7 }, 'user'],
    ['metadata no object', { metadata: 'x' }, 'metadata'],
    ['image no image', { image: Buffer.from('hello world').toString('base64') }, 'image'],
    ['image no Base64', { image: 'data:image/png;base64,***' }, 'image'],
    ['image far away', { image: 'http://example.com/x.png' }, 'image'],
    ['image of the metadata address', { image: 'http://169.254.169.254/latest' }, 'image'],
    ['image by file', { image: 'file:///etc/passwd' }, 'image'],
    ['group A: negative_prompt no string', { model: 'kling-v1', metadata: { negative_prompt: 3 } }, 'metadata.negative_prompt'],
    ['group A: seed no integer', { model: 'kling-v1', metadata: { seed: 'x' } }, 'metadata.seed'],
    ['group A: image_tail far away', { model: 'kling-v1', metadata: { image_tail: 'https://example.com/x.png' } }, 'metadata.image_tail'],
    ['group B: req_key no string', { model: 'jimeng-2', metadata: { req_key: 3 } }, 'metadata.req_key'],
    ['group B: image_urls no list', { model: 'jimeng-2', metadata: { image_urls: 'x' } }, 'metadata.image_urls'],
    ['group B: image_urls of nonsense', { model: 'jimeng-2', metadata: { image_urls: ['?'] } }, 'metadata.image_urls.0'],
    ['group B: aspect_ratio malformed', { model: 'jimeng-2', metadata: { aspect_ratio: '16/9' } }, 'metadata.aspect_ratio'],
    ['group B: aspect_ratio too wide', { model: 'jimeng-2', metadata: { aspect_ratio: '9:1' } }, 'metadata.aspect_ratio'],
    ['group C: duration too long', { model: 'vidu-2', metadata: { duration: 90 } }, 'metadata.duration'],
    ['group C: resolution malformed', { model: 'vidu-2', metadata: { resolution: '1080' } }, 'metadata.resolution'],
    ['group C: movement_amplitude unknown', { model: 'vidu-2', metadata: { movement_amplitude: 'huge' } }, 'metadata.movement_amplitude'],
    ['group C: bgm no boolean', { model: 'vidu-2', metadata: { bgm: 'yes' } }, 'metadata.bgm'],
    ['group C: payload no string', { model: 'vidu-2', metadata: { payload: {} } }, 'metadata.payload'],
    ['group C: callback_url no URL', { model: 'vidu-2', metadata: { callback_url: 'x' } }, 'metadata.callback_url'],
    [
      'group C: callback_url far away',
      { model: 'vidu-2', metadata: { callback_url: 'https://example.com/hook' } },
      'metadata.callback_url',
    ],
  ];
  for (const [name, change, param] of cases)
    it(`${name} names ${param}`, async () => refused(await studio.create({ ...small, ...change }), 400, param));

  it('a body that is no JSON, no object, too large or of another type', async () => {
    refused(await studio.create('{'), 400, 'body', 'invalid_json');
    refused(await studio.create('[]'), 400, 'body');
    refused(await studio.create({ ...small, filler: 'x'.repeat(12_000_001) }), 400, 'body', 'body_too_large');
    refused(await studio.create(small, { 'content-type': 'text/plain' }), 400, 'Content-Type');
  });

  it('a task that does not exist', async () => refused(await studio.query('task_nothing'), 400, 'task_id', 'task_not_exist'));

  it('a method that is not offered', async () => {
    const answer = await studio.send('/v1/video/generations', { headers: { authorization: 'Bearer key-a' } });
    assert.equal(answer.status, 400);
  });
});

describe('401 and 403', () => {
  it('401 without a bearer, with another scheme, with a wrong key; on create and on query', async () => {
    for (const authorization of ['', 'Basic a2V5LWE=', 'Bearer wrong', 'Bearer']) {
      refused(await studio.create(small, { authorization }), 401, 'Authorization');
      refused(await studio.query('task_x', { authorization }), 401, 'Authorization');
    }
  });

  it('403 for an ephemeral realtime token', async () => {
    refused(await studio.create(small, { authorization: 'Bearer token' }), 403, 'Authorization');
    refused(await studio.query('task_x', { authorization: 'Bearer token' }), 403, 'Authorization');
  });

  it('403 for a task made with another key', async () => {
    const { body } = await studio.create(small);
    refused(await studio.query(body['task_id'], { authorization: 'Bearer key-b' }), 403, 'task_id');
  });
});

describe('500', () => {
  it('when too many tasks wait, or the service is closing', async () => {
    const closing = openStudio();
    await closing.close();
    await closing.close();
    refused(await closing.create(small), 500, '', 'queue_full');
  });
});

describe('Idempotency-Key', () => {
  it('gives the first answer again, also when both come at once', async () => {
    const headers = { 'idempotency-key': 'once' };
    const [one, two] = await Promise.all([studio.create(small, headers), studio.create(small, headers)]);
    assert.deepEqual(one.body, two.body);
    assert.deepEqual((await studio.create(small, headers)).body, one.body);
    const other = await studio.create(small, { ...headers, authorization: 'Bearer key-b' });
    assert.notEqual(other.body['task_id'], one.body['task_id']);
  });

  it('refuses another body, and forgets what was refused', async () => {
    const headers = { 'idempotency-key': 'twice' };
    refused(await studio.create({ ...small, prompt: '' }, headers), 400, 'prompt');
    assert.equal((await studio.create(small, headers)).status, 200);
    refused(await studio.create({ ...small, seed: 9 }, headers), 400, 'Idempotency-Key');
  });
});

describe('callback_url', () => {
  it('is sent the task when it ends, with the payload', async () => {
    let receive: (text: string) => void;
    const received = new Promise<string>((resolve) => (receive = resolve));
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => (response.end(), receive(text)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address() as AddressInfo;
    const metadata = { callback_url: `http://127.0.0.1:${address.port}/hook`, payload: 'mine' };
    const created = await studio.create({ ...small, model: 'vidu-2', metadata });
    const told = JSON.parse(await received) as Record<string, unknown>;
    server.close();
    assert.deepEqual([told['task_id'], told['status'], told['payload']], [created.body['task_id'], 'succeeded', 'mine']);
    assert.equal(told['url'], (await studio.ended(created.body['task_id']))['url']);
  });
});

describe('addresses of this machine', () => {
  it('are not called unless the service was told to, nor is any other host but those it was given', async () => {
    const careful = openStudio({ reach: { allowLoopback: false, allowedHosts: ['images.example'] } });
    const hosts = ['127.0.0.1:8787', 'localhost', '[::1]:1', '127.1', '0x7f.1', '2130706433', 'elsewhere.example'];
    for (const host of hosts) {
      const image = await careful.create({ ...small, image: `http://${host}/x.png` });
      refused(image, 400, 'image', 'image_address_not_allowed');
      const metadata = { callback_url: `http://${host}/hook` };
      refused(await careful.create({ ...small, model: 'vidu-2', metadata }), 400, 'metadata.callback_url', 'callback_address_not_allowed');
    }
    assert.equal((await careful.create({ ...small, image: 'http://images.example/x.png' })).status, 200);
    await careful.close();
  });
});

describe('result files', () => {
  it('are served whole and in ranges, with type and tag', async () => {
    const done = await studio.make();
    const whole = await studio.file(done['url']);
    assert.deepEqual([whole.status, whole.headers.get('content-type'), whole.headers.get('accept-ranges')], [200, 'video/webm', 'bytes']);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    assert.equal(whole.headers.get('content-length'), String(bytes.length));
    const ranges: [string, number, number][] = [
      ['bytes=0-9', 0, 10],
      ['bytes=5-', 5, bytes.length],
      ['bytes=-7', bytes.length - 7, bytes.length],
      ['bytes=3-99999999', 3, bytes.length],
    ];
    for (const [range, from, to] of ranges) {
      const part = await studio.file(done['url'], { range });
      assert.equal(part.status, 206);
      assert.equal(part.headers.get('content-range'), `bytes ${from}-${to - 1}/${bytes.length}`);
      assert.deepEqual(new Uint8Array(await part.arrayBuffer()), bytes.slice(from, to));
    }
    assert.equal((await studio.file(done['url'], { range: 'bytes=99999999-' })).status, 416);
    assert.equal((await studio.file(done['url'], { range: 'bytes=0-9', 'if-range': '"other"' })).status, 200);
    assert.equal((await studio.file(done['url'], { 'if-none-match': whole.headers.get('etag') ?? '' })).status, 304);
    const head = await studio.file(done['url'], {}, 'HEAD');
    assert.deepEqual([head.headers.get('content-length'), (await head.arrayBuffer()).byteLength], [String(bytes.length), 0]);
  });

  it('make room for newer ones within the byte budget', async () => {
    const tight = openStudio({ resultBytes: 4000 });
    const first = await tight.make();
    assert.equal((await tight.file(first['url'])).status, 200);
    const second = await tight.make({ seed: 6 });
    assert.equal((await tight.file(first['url'])).status, 404);
    assert.equal((await tight.file(second['url'])).status, 200);
    await tight.close();
  });

  it('are linked at the address the gateway in front is seen at', async () => {
    const { body } = await studio.create(small);
    await studio.ended(body['task_id']);
    const seen = await studio.query(body['task_id'], { 'x-forwarded-host': 'videos.example:8443', 'x-forwarded-proto': 'https' });
    assert.match(String(seen.body['url']), /^https:\/\/videos\.example:8443\/files\//);
  });
});
