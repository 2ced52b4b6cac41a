// What a gateway lets through, and how: to the service, and back to the page.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { createGateway } from 'voxreel/server';
import type { Gateway, GatewayOptions } from 'voxreel/server';
import { isVoxreelError } from 'voxreel';

import { startRecordingService, type Answering, type RecordingService } from './recording-service.js';
import { checkRefusal, type Refused } from './refusal-shape.js';

const key = 'standard/key+of-the_site';
const page = 'https://www.example.org';
const videos = '/v1/video/generations';
const draft = { model: 'kling-v1', prompt: 'sea' };

let service: RecordingService;
let host: RecordingService;

before(async () => {
  service = await startRecordingService();
  host = await startRecordingService();
});
after(async () => {
  await service.close();
  await host.close();
});

const gatewayWith = (options: Partial<GatewayOptions> = {}): Gateway =>
  createGateway({ upstream: { baseUrl: service.url, apiKey: key }, authorize: () => ({ id: 'ann' }), origins: [page], ...options });

type Headers = Readonly<Record<string, string>>;
const ask = (path: string, headers: Headers = {}, method = 'GET', body?: string): Request =>
  new Request(`http://gateway.test${path}`, { method, headers: { origin: page, ...headers }, ...(body === undefined ? {} : { body }) });
const post = (path: string, body: unknown, headers: Headers = {}): Request =>
  ask(path, { 'content-type': 'application/json', ...headers }, 'POST', JSON.stringify(body));

async function refusal(answer: Response, expected: Refused): Promise<void> {
  checkRefusal(answer.status, await answer.text(), expected, [key, service.url.slice(7), host.url.slice(7)]);
}
const lastRequest = (of = service) => of.requests.at(-1) ?? assert.fail('nothing was asked');
const objectOf = async (answer: Response): Promise<Record<string, unknown>> => {
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text) as Record<string, unknown>;
};

describe('a gateway that is set up wrongly', () => {
  const right = { upstream: { baseUrl: 'https://api.example.org', apiKey: 'standard-key' }, authorize: () => ({ id: 'ann' }), origins: [] };
  const cases: readonly [string, string, object][] = [
    ['without anybody who says who asks', 'authorize', { authorize: undefined }],
    ['without a service', 'upstream.baseUrl', { upstream: undefined }],
    ['with a service that has no address', 'upstream.baseUrl', { upstream: { baseUrl: 'api.example.org', apiKey: 'standard-key' } }],
    ['with a service in a file', 'upstream.baseUrl', { upstream: { baseUrl: 'file:///etc', apiKey: 'standard-key' } }],
    [
      'with a password in the address',
      'upstream.baseUrl',
      { upstream: { baseUrl: 'https://a:b@api.example.org', apiKey: 'standard-key' } },
    ],
    ['without a key', 'upstream.apiKey', { upstream: { baseUrl: 'https://api.example.org' } }],
    ['with a key of two lines', 'upstream.apiKey', { upstream: { baseUrl: 'https://api.example.org', apiKey: 'standard-key\r\nx: y' } }],
    ['with a key of seven characters', 'upstream.apiKey', { upstream: { baseUrl: 'https://api.example.org', apiKey: 'shorter' } }],
    ['with an origin that is an address', 'origins', { origins: ['https://www.example.org/'] }],
    ['with a star among origins', 'origins', { origins: ['*'] }],
  ];
  for (const [name, param, options] of cases) {
    it(name, () => {
      assert.throws(
        () => createGateway({ ...right, ...options }),
        (error) => isVoxreelError(error) && error.code === 'invalid_input' && error.param === param && error.message.includes(param),
      );
    });
  }
  it('or rightly', () => assert.equal(typeof createGateway(right), 'function'));
});

describe('pages that may ask', () => {
  const create = (headers: Headers, options: Partial<GatewayOptions> = {}) =>
    gatewayWith(options)(
      new Request(`http://gateway.test${videos}`, {
        method: 'POST',
        body: JSON.stringify(draft),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    );

  it('are those of an allowed origin, with their cookies', async () => {
    const answer = await create({ origin: page });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('access-control-allow-origin'), page);
    assert.equal(answer.headers.get('access-control-allow-credentials'), 'true');
  });
  it('are those of the gateway itself, also behind a proxy that ends the encryption', async () => {
    for (const origin of ['http://gateway.test', 'https://gateway.test'])
      assert.equal((await create({ origin, host: 'gateway.test' })).status, 200);
    assert.equal((await create({ 'sec-fetch-site': 'same-origin' })).status, 200);
  });
  it('say the same in both headers of a browser', async () => {
    const own = { origin: 'https://gateway.test', host: 'gateway.test' };
    for (const site of ['same-site', 'cross-site', 'none', '', 'same-origin, cross-site']) {
      for (const options of [{}, { origins: '*' as const }])
        await refusal(await create({ ...own, 'sec-fetch-site': site }, options), {
          status: 403,
          code: 'origin_not_allowed',
          param: 'Origin',
        });
    }
    await refusal(await create({ origin: page, 'sec-fetch-site': 'same-origin' }), {
      status: 403,
      code: 'origin_not_allowed',
      param: 'Origin',
    });
    assert.equal((await create({ ...own, 'sec-fetch-site': 'same-origin' })).status, 200);
    for (const site of ['same-site', 'cross-site']) assert.equal((await create({ origin: page, 'sec-fetch-site': site })).status, 200);
  });
  it('are not those of the same host without encryption, where the gateway is encrypted', async () => {
    const origin = { origin: 'http://gateway.test', host: 'gateway.test' };
    const tellings: readonly Headers[] = [
      { 'x-forwarded-proto': 'https' },
      { 'x-forwarded-proto': 'HTTPS, http' },
      { forwarded: 'for=192.0.2.1;proto=https' },
      { forwarded: 'proto="https";for=x' },
    ];
    for (const telling of tellings) {
      await refusal(await create({ ...origin, ...telling }), { status: 403, code: 'origin_not_allowed', param: 'Origin' });
      assert.equal((await create({ ...origin, origin: 'https://gateway.test', ...telling })).status, 200);
    }
    const direct = new Request(`https://gateway.test${videos}`, { method: 'POST', headers: origin });
    await refusal(await gatewayWith()(direct), { status: 403, code: 'origin_not_allowed', param: 'Origin' });
    assert.equal((await create({ ...origin, 'x-forwarded-proto': 'http' })).status, 200);
  });
  it('are all without their cookies, where a site says so', async () => {
    const answer = await create({ origin: 'https://any.example' }, { origins: '*' });
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.equal(answer.headers.get('access-control-allow-credentials'), null);
    assert.equal((await create({}, { origins: '*' })).status, 200, 'and programs that name none');
  });
  it('play a result from another origin by naming their page', async () => {
    const play = (referer: string) =>
      gatewayWith()(new Request(`http://gateway.test${videos}/task_1/content/0`, { headers: { referer, 'sec-fetch-site': 'cross-site' } }));
    await refusal(await play(`${page}/watch`), { status: 400, code: 'task_not_exist', param: 'task_id' });
    await refusal(await play('https://evil.example/'), { status: 403, code: 'origin_not_allowed', param: 'Origin' });
  });
  it('are answered to a preflight, for which nobody has to log in', async () => {
    let asked = 0;
    const gateway = gatewayWith({ authorize: () => void (asked += 1), requestHeaders: ['x-session'] });
    const answer = await gateway(ask(videos, { 'access-control-request-method': 'POST' }, 'OPTIONS'));
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get('access-control-allow-origin'), page);
    assert.match(answer.headers.get('access-control-allow-headers') ?? '', /authorization.*idempotency-key.*x-session/);
    assert.equal(asked, 0);
  });
  it('come by a name of the gateway, and those it asks about by their number', async () => {
    const gateway = gatewayWith({ hosts: ['gateway.test'] });
    assert.equal((await gateway(post(videos, draft))).status, 200);
    assert.equal((await gateway(new Request('http://10.0.0.7:8787/health'))).status, 200);
    await refusal(await gateway(new Request('http://10.0.0.7:8787/v1/files')), { status: 403, code: 'host_not_allowed', param: 'Host' });
  });
});

describe('video requests that go on', () => {
  const full = {
    ...draft,
    duration: 5.5,
    fps: 24,
    height: 720,
    width: 1280,
    size: '1280x720',
    n: 2,
    seed: 2 ** 40,
    response_format: 'webm',
    image: 'https://files.example.org/a.png?sign=%2B%2F&x=1',
    images: ['data:image/png;base64,iVBORw0KGgo=', 'iVBORw0KGgo='],
    metadata: {
      seed: 3,
      negative_prompt: 'fog',
      image_tail: 'iVBORw0KGgo=',
      req_key: 'kling-v1',
      image_urls: ['https://files.example.org/b.png'],
      aspect_ratio: '16:9',
      duration: 5,
      resolution: '1080p',
      movement_amplitude: 'auto',
      bgm: true,
      payload: '{"order":17}',
      callback_url: 'https://www.example.org/hook',
      style: 'noir',
      camera: { pan: [1, 2, { tilt: null }] },
    },
  };
  /** What the service got, but for the user, whom the gateway names. */
  const bodySent = (): object => {
    const { user, ...rest } = JSON.parse(lastRequest().body) as { user: string };
    assert.match(user, /^[\w-]{43}$/);
    return rest;
  };
  it('are those with every field of the documents, just as they came, from a user that the gateway names', async () => {
    await objectOf(await gatewayWith({ models: ['kling-*'] })(post(videos, { ...full, user: 'u-1' })));
    assert.deepEqual(bodySent(), full);
  });
  it('name their user by a hash that is the same in all instances with the secret, and another one for everybody else', async () => {
    const userOf = async (id: string, secret?: string): Promise<string> => {
      await objectOf(await gatewayWith({ authorize: () => ({ id }), secret })(post(videos, draft)));
      return (JSON.parse(lastRequest().body) as { user: string }).user;
    };
    const hash = await userOf('ann@example.org');
    assert.doesNotMatch(hash, /ann|example/);
    assert.equal(await userOf('ann@example.org'), hash);
    assert.notEqual(await userOf('bob@example.org'), hash);
    assert.notEqual(await userOf('ann@example.org', 'another long random text'), hash);
  });
  it('are those with a field of the service that the site lets through', async () => {
    await objectOf(await gatewayWith({ extraFields: ['seconds'] })(post(videos, { ...draft, seconds: '8' })));
    assert.deepEqual(bodySent(), { ...draft, seconds: '8' });
  });
  it('may say null for what they do not say', async () => {
    assert.equal(
      (await gatewayWith()(post(videos, { ...draft, image: null, seed: null, metadata: { image_tail: '', duration: null } }))).status,
      200,
    );
  });
  it('may point into the private network where the site allows it', async () => {
    const image = 'http://192.168.7.7:9000/a.png';
    const status = async (privateAddresses: boolean | readonly string[]) =>
      (await gatewayWith({ privateAddresses })(post(videos, { ...draft, image }))).status;
    assert.deepEqual(
      await Promise.all([true, ['192.168.7.7'], ['192.168.7.7:9000'], ['192.168.7.*'], ['192.168.7.8'], [], false].map(status)),
      [200, 200, 200, 200, 400, 400, 400],
    );
  });
  for (const image of [
    'https://example.org',
    'http://93.184.215.14/a.png',
    'https://[2606:4700::6810:84e5]:8443/a',
    'HTTPS://CDN.Example.org./a',
    'https://xn--mnchen-3ya.de/ä?q=@#@',
  ]) {
    it(`may point at ${image}`, async () => assert.equal((await gatewayWith()(post(videos, { ...draft, image }))).status, 200));
  }
  it('may hold a picture whose Base64 looks like an address inside', async () => {
    for (const image of ['/9j//EAAA', 'data:image/jpeg;base64,/9j//EAAA', 'iVBORw0KGgo//AAA'])
      assert.equal((await gatewayWith()(post(videos, { ...draft, image }))).status, 200, image);
  });
  it('carry to the service the key, and of the page nothing but the body', async () => {
    await gatewayWith()(
      post(videos, draft, {
        cookie: 'session=secret',
        authorization: 'Bearer of-the-page',
        'x-forwarded-for': '1.2.3.4',
        'x-session': 's',
        te: 'trailers',
      }),
    );
    const { headers } = lastRequest();
    assert.equal(headers['authorization'], `Bearer ${key}`);
    const carried = new Set([
      'authorization',
      'content-type',
      'content-length',
      'accept',
      'host',
      'connection',
      'x-request-id',
      'traceparent',
      'idempotency-key',
    ]);
    const more = Object.keys(headers).filter(
      (name) => !carried.has(name) && !['accept-language', 'accept-encoding', 'sec-fetch-mode', 'user-agent'].includes(name),
    );
    assert.deepEqual(more, []);
  });
});

describe('answers that come back', () => {
  const answered = async (answer: Answering, options: Partial<GatewayOptions> = {}): Promise<Response> => {
    service.answerNext(answer);
    return gatewayWith(options)(post('/v1/realtime/sessions', { model: 'm' }));
  };
  const error =
    (status: number, message: string, more: object = {}): Answering =>
    () => ({
      status,
      body: JSON.stringify({ code: 'rate_limited', message, param: 'model', type: 'invalid_request_error', ...more }),
    });

  it('carry no header but those that tell a page something', async () => {
    const answer = await answered(() => ({
      headers: {
        'set-cookie': 'a=b',
        server: 'secret/1.0',
        'x-powered-by': 'key',
        'access-control-allow-origin': '*',
        'retry-after': '7',
        'content-security-policy': 'x',
        link: '<a>',
      },
      body: '{"client_secret":{"value":"ek_1"}}',
    }));
    assert.deepEqual([...answer.headers.keys()].sort(), [
      'access-control-allow-credentials',
      'access-control-allow-origin',
      'access-control-expose-headers',
      'cache-control',
      'content-type',
      'retry-after',
      'vary',
      'x-content-type-options',
      'x-request-id',
    ]);
    assert.equal(answer.headers.get('access-control-allow-origin'), page);
  });
  it('keep the documented error, its code and its field', async () => {
    const answer = await answered(error(429, 'Too many of these, wait 20 s (12:30:45).'));
    assert.equal(answer.status, 429);
    assert.deepEqual(await answer.json(), {
      code: 'rate_limited',
      message: 'Too many of these, wait 20 s (12:30:45).',
      param: 'model',
      type: 'invalid_request_error',
    });
  });
  it('turn the two other shapes of errors into the documented one', async () => {
    for (const body of [
      '{"error":{"message":"No.","code":"no","type":"t","param":null}}',
      '{"code":"no","message":"No.","data":null,"type":"t"}',
    ]) {
      const answer = await answered(() => ({ status: 403, body }));
      assert.deepEqual([answer.status, await answer.json()], [403, { code: 'no', message: 'No.', param: '', type: 't' }]);
    }
  });
  it('do not tell a page to log in where the key of the site is refused', async () => {
    await refusal(await answered(error(401, `Incorrect key ${key}`)), { status: 500, code: 'upstream_unauthorized' });
  });
  it('say what a proxy meant by its page', async () => {
    await refusal(await answered(() => ({ status: 503, headers: { 'content-type': 'text/html' }, body: `<h1>${key}</h1>` })), {
      status: 503,
      code: 'upstream_error',
    });
    await refusal(await answered(() => ({ status: 200, body: '<h1>Login</h1>' })), { status: 502, code: 'upstream_error' });
    await refusal(await answered(() => ({ status: 200, body: '[1]' })), { status: 502, code: 'upstream_error' });
    await refusal(await answered(() => ({ status: 302, headers: { location: host.url } })), { status: 502, code: 'upstream_redirect' });
    await refusal(await answered(() => ({ status: 500, body: '"half a' })), { status: 500, code: 'upstream_error' });
  });
  it('do not keep anybody waiting longer than they should', async () => {
    await refusal(await answered(() => undefined, { limits: { timeoutMs: 40 } }), { status: 504, code: 'upstream_timeout' });
  });
  it('keep a pace in seconds or as a date, and no other', async () => {
    const paceFor = async (pace: string) =>
      (await answered(() => ({ status: 429, headers: { 'retry-after': pace }, body: '{"message":"Wait."}' }))).headers.get('retry-after');
    for (const pace of ['0', '1234567', 'Wed, 21 Oct 2026 07:28:00 GMT', 'Sun, 6 Nov 1994 8:49:37 UTC'])
      assert.equal(await paceFor(pace), pace);
    for (const pace of [
      'soon, says 10.0.0.1',
      '12345678',
      '1.5',
      '-1',
      '5 s',
      'Wed, 21 Oct 2026',
      'Wed, 21 Oct 2026 07:28:00 GMT at http://10.0.0.1/',
    ])
      assert.equal(await paceFor(pace), null, pace);
  });

  const told: readonly [string, string][] = [
    [`key ${key} is bad`, 'key [key] is bad'],
    [`key ${encodeURIComponent(key)} is bad`, 'key [key] is bad'],
    [`key ${btoa(key)} is bad`, 'key [key] is bad'],
    ['sent Bearer abc.def-123', 'sent Bearer [key]'],
    ['sk-proj-1234567890abcdef is bad', '[key] is bad'],
    ['token_not_exist and key_not_allowed stay', 'token_not_exist and key_not_allowed stay'],
    ['dial tcp 10.0.3.17:6379: refused', 'dial tcp [address]: refused'],
    ['dial [fd00::1:2]:80 and ::1, at 12:30:45', 'dial [[address]]:80 and [address], at 12:30:45'],
    ['GET http://queue.internal/x?k=1 failed', 'GET [address] failed'],
    ['lookup db-1.prod.internal: no host', 'lookup [address]: no host'],
    ['connect ECONNREFUSED localhost:5432', 'connect ECONNREFUSED [address]'],
    ['worker-3.example.com:9000 is down', '[address] is down'],
    ['duration must be 5.5 or 10.', 'duration must be 5.5 or 10.'],
  ];
  for (const [said, heard] of told) {
    it(`say "${heard}"`, async () => {
      const { message } = (await (await answered(error(400, said))).json()) as { message: string };
      assert.equal(message, heard);
    });
  }
  it('name neither the service nor the key, also where all goes well', async () => {
    const answer = await answered(() => ({ body: JSON.stringify({ client_secret: { value: 'ek_1' }, debug: { key: `Bearer ${key}` } }) }));
    assert.equal((await answer.text()).includes(key), false);
    const { host: name } = new URL(service.url);
    const failed = (await (await answered(error(400, `see ${name} or ${service.url}/v1`))).json()) as { message: string };
    assert.equal(failed.message, 'see [address] or [address]');
  });
});

describe('reasons why a task has failed', () => {
  it('are reported without a word too many, and results stay', async () => {
    const gateway = gatewayWith();
    const { task_id: id } = await objectOf(await gateway(post(videos, draft)));
    const body = {
      task_id: 'task_1',
      status: 'failed',
      error: { message: `upstream 10.1.1.1 says ${key}`, code: 'bad' },
      data: { fail_reason: 'https://cdn.example.org/a.mp4' },
    };
    service.answerNext(() => ({ body: JSON.stringify(body) }));
    const task = await objectOf(await gateway(ask(`${videos}/${String(id)}`)));
    assert.deepEqual(task['error'], { message: 'upstream [address] says [key]', code: 'bad' });
    assert.deepEqual(task['data'], { fail_reason: 'https://cdn.example.org/a.mp4' });
  });
});

describe('results played through the gateway', () => {
  let gateway: Gateway;
  let path: string;
  const media = { 'content-type': 'video/mp4' };
  const allowHost = (): Partial<GatewayOptions> => ({ content: 'proxy', privateAddresses: [new URL(host.url).host] });

  async function taskAt(url: string, options: Partial<GatewayOptions>): Promise<void> {
    gateway = gatewayWith(options);
    const { task_id: id } = await objectOf(await gateway(post(videos, draft)));
    path = `${videos}/${String(id)}/content/0`;
    service.answerNext(() => ({ body: JSON.stringify({ task_id: 'task_1', status: 'succeeded', url }) }));
  }
  const hostSees = (): number => host.connections + host.requests.length;
  let seen = 0;
  beforeEach(() => {
    seen = hostSees();
  });

  it('come from the service itself with the key', async () => {
    await taskAt(`${service.url}/files/1`, { content: 'proxy' });
    service.answerNext(() => ({ headers: { ...media, etag: '"1"', 'set-cookie': 'a=b', server: 'x' }, body: 'film' }));
    const answer = await gateway(ask(path, { range: 'bytes=0-3', 'if-range': '"1"', cookie: 'a=b' }));
    assert.equal(await answer.text(), 'film');
    const { headers } = lastRequest();
    assert.deepEqual(
      [headers['authorization'], headers['range'], headers['if-range'], headers['cookie']],
      [`Bearer ${key}`, 'bytes=0-3', '"1"', undefined],
    );
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('content-disposition'), 'inline');
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
    assert.match(answer.headers.get('cache-control') ?? '', /private/);
    assert.deepEqual([answer.headers.get('etag'), answer.headers.get('set-cookie'), answer.headers.get('server')], ['"1"', null, null]);
  });
  it('come from another host without the key', async () => {
    await taskAt(`${host.url}/film`, allowHost());
    host.answerNext(() => ({ headers: media, body: 'film' }));
    assert.equal(await (await gateway(ask(path))).text(), 'film');
    assert.equal(lastRequest(host).headers['authorization'], undefined);
  });
  it('are not fetched from a host that is not public', async () => {
    for (const url of [`${host.url}/film`, 'http://169.254.169.254/latest', 'http://[::1]:9/', 'http://router.local/']) {
      await taskAt(url, { content: 'proxy' });
      await refusal(await gateway(ask(path)), { status: 502, code: 'result_not_allowed' });
    }
    assert.equal(hostSees(), seen);
  });
  it('are followed to where they have been moved, without the key', async () => {
    await taskAt(`${service.url}/files/1`, allowHost());
    service.answerNext(() => ({ status: 302, headers: { location: `${host.url}/moved` } }));
    host.answerNext(() => ({ headers: media, body: 'film' }));
    assert.equal(await (await gateway(ask(path, { range: 'bytes=0-3' }))).text(), 'film');
    const { url, headers } = lastRequest(host);
    assert.deepEqual([url, headers['authorization'], headers['range']], ['/moved', undefined, 'bytes=0-3']);
  });
  it('are not followed to a host that is not public, to nowhere, or in a circle', async () => {
    await taskAt(`${service.url}/files/1`, { content: 'proxy' });
    service.answerNext(() => ({ status: 302, headers: { location: `${host.url}/inside` } }));
    await refusal(await gateway(ask(path)), { status: 502, code: 'result_not_allowed' });
    assert.equal(hostSees(), seen);
    await taskAt(`${service.url}/files/1`, { content: 'proxy' });
    service.answerNext(() => ({ status: 301 }));
    await refusal(await gateway(ask(path)), { status: 502, code: 'upstream_redirect' });
    await taskAt(`${host.url}/a`, allowHost());
    for (let hop = 0; hop < 4; hop += 1) host.answerNext(() => ({ status: 307, headers: { location: '/a' } }));
    await refusal(await gateway(ask(path)), { status: 502, code: 'upstream_redirect' });
    assert.equal(host.requests.length > 0, true);
  });
  it('come back to the service without the key once they have been elsewhere', async () => {
    await taskAt(`${host.url}/a`, allowHost());
    host.answerNext(() => ({ status: 302, headers: { location: `${service.url}/files/2` } }));
    service.answerNext(() => ({ headers: media, body: 'film' }));
    assert.equal(await (await gateway(ask(path))).text(), 'film');
    assert.equal(lastRequest().headers['authorization'], undefined);
  });
  it('are films, sounds and pictures and nothing that runs', async () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/javascript', 'text/javascript; charset=utf-8', 'application/json']) {
      await taskAt(`${service.url}/files/1`, { content: 'proxy' });
      service.answerNext(() => ({ headers: { 'content-type': type }, body: '<script>' }));
      await refusal(await gateway(ask(path)), { status: 502, code: 'result_not_media' });
    }
    for (const type of ['audio/mpeg', 'image/png', 'video/webm; codecs=vp9', 'binary/octet-stream']) {
      await taskAt(`${service.url}/files/1`, { content: 'proxy' });
      service.answerNext(() => ({ headers: { 'content-type': type }, body: 'film' }));
      assert.equal((await gateway(ask(path))).status, 200, type);
    }
  });
  it('are gone where their host says so, in no words of its own', async () => {
    const expected: readonly [number, Refused][] = [
      [403, { status: 410, code: 'result_gone' }],
      [404, { status: 410, code: 'result_gone' }],
      [500, { status: 502, code: 'result_unavailable' }],
      [416, { status: 416, code: 'range_not_satisfiable', param: 'Range' }],
    ];
    for (const [status, refused] of expected) {
      await taskAt(`${service.url}/files/1`, { content: 'proxy' });
      service.answerNext(() => ({ status, body: `<Error>${key}</Error>` }));
      await refusal(await gateway(ask(path)), refused);
    }
  });
  it('say how long they are to a player that asks for more', async () => {
    await taskAt(`${service.url}/files/1`, { content: 'proxy' });
    service.answerNext(() => ({ status: 416, headers: { 'content-range': 'bytes */4' } }));
    const answer = await gateway(ask(path, { range: 'bytes=9-' }));
    assert.equal(answer.headers.get('content-range'), 'bytes */4');
    await refusal(answer, { status: 416, code: 'range_not_satisfiable', param: 'Range' });
  });
  it('are as long as a player asks that wants to know no more', async () => {
    await taskAt(`${service.url}/files/1`, { content: 'proxy' });
    service.answerNext(() => ({ headers: { ...media, 'content-length': '4' }, body: 'film' }));
    const answer = await gateway(ask(path, {}, 'HEAD'));
    assert.deepEqual([answer.status, answer.headers.get('content-length'), await answer.text()], [200, '4', '']);
  });
  it('are those the task has', async () => {
    await taskAt(`${service.url}/files/1`, { content: 'proxy' });
    await refusal(await gateway(ask(path.replace(/0$/, '7'))), { status: 400, code: 'result_not_found', param: 'index' });
    await taskAt('javascript:alert(1)', { content: 'proxy' });
    await refusal(await gateway(ask(path)), { status: 400, code: 'result_not_found', param: 'index' });
  });
});

describe('sessions the site has locked', () => {
  const fixed = { instructions: 'You sell shoes.', voice: 'echo', input_audio_format: 'g711_ulaw' } as const;
  const mint = async (path: string, body: object, session: NonNullable<GatewayOptions['session']>): Promise<Response> =>
    gatewayWith({ session })(post(path, body));

  it('are made with what is fixed, in the documents\u2019 writing', async () => {
    await objectOf(await mint('/v1/realtime/sessions', { model: 'm', voice: 'echo', temperature: 1 }, { fixed, webrtc: true }));
    assert.deepEqual(JSON.parse(lastRequest().body), { model: 'm', temperature: 1, ...fixed });
  });
  it('keep what a page asks for inside `session`, also at the path of the flat dialect', async () => {
    const voice = { voice: 'echo' } as const;
    await objectOf(await mint('/v1/realtime/sessions', { session: { model: 'm', temperature: 1 } }, { fixed: voice, webrtc: true }));
    assert.deepEqual(JSON.parse(lastRequest().body), { session: { model: 'm', temperature: 1, ...voice } });
  });
  it('are made with what is fixed, nested', async () => {
    const body = { session: { type: 'realtime', model: 'm', audio: { input: { turn_detection: null }, output: { speed: 1 } } } };
    await objectOf(await mint('/v1/realtime/client_secrets', body, { fixed, webrtc: true }));
    const audio = { input: { turn_detection: null, format: { type: 'audio/pcmu' } }, output: { speed: 1, voice: 'echo' } };
    assert.deepEqual(JSON.parse(lastRequest().body), { session: { type: 'realtime', model: 'm', audio, instructions: 'You sell shoes.' } });
  });
  it('may be told what is fixed in either writing, and nothing else', async () => {
    const withFormat = (type: string) =>
      mint('/v1/realtime/client_secrets', { session: { model: 'm', audio: { input: { format: { type } } } } }, { fixed, webrtc: true });
    await objectOf(await withFormat('audio/pcmu'));
    await refusal(await withFormat('audio/pcm'), { status: 403, code: 'session_field_not_allowed', param: 'input_audio_format' });
  });
  it('live as long as a page asks, and never longer than a minute', async () => {
    const lifeFor = async (expires_after: unknown) => {
      await objectOf(
        await gatewayWith()(post('/v1/realtime/client_secrets', { expires_after, session: { type: 'realtime', model: 'm' } })),
      );
      return (JSON.parse(lastRequest().body) as { expires_after?: unknown }).expires_after;
    };
    assert.deepEqual(await lifeFor({ anchor: 'created_at', seconds: 30 }), { anchor: 'created_at', seconds: 30 });
    assert.deepEqual(await lifeFor({ anchor: 'created_at', seconds: 7200 }), { anchor: 'created_at', seconds: 60 });
    const locked = await mint(
      '/v1/realtime/client_secrets',
      { expires_after: { seconds: 7200 }, session: { model: 'm' } },
      { fixed, webrtc: true },
    );
    assert.equal(locked.status, 200);
    assert.deepEqual((JSON.parse(lastRequest().body) as { expires_after?: unknown }).expires_after, { seconds: 60 });
  });
  it('give a page a ticket for the relay and no token of the service', async () => {
    const asked = service.requests.length;
    const flat = await objectOf(await mint('/v1/realtime/sessions', { model: 'm' }, { fixed }));
    const nested = await objectOf(await mint('/v1/realtime/client_secrets', { session: { model: 'm' } }, { allow: ['voice'] }));
    assert.match((flat['client_secret'] as { value: string }).value, /^ek_\w{32}$/);
    assert.match(String(nested['value']), /^ek_\w{32}$/);
    assert.equal(flat['model'], 'm');
    assert.deepEqual(nested['session'], { type: 'realtime', object: 'realtime.session', model: 'm' });
    assert.ok(Number(nested['expires_at']) * 1000 > Date.now());
    assert.equal(service.requests.length, asked);
  });
  it('give no token of the service where models are limited, unless the site trusts it to hold the token to one', async () => {
    const asked = service.requests.length;
    const minted = async (session?: GatewayOptions['session']) =>
      objectOf(await gatewayWith({ models: ['m'], session })(post('/v1/realtime/sessions', { model: 'm' })));
    await minted();
    assert.equal(service.requests.length, asked);
    await minted({ webrtc: true });
    assert.equal(service.requests.length, asked + 1);
  });
  it('open by WebRTC with the model the token was made for, where models are limited', async () => {
    const gateway = gatewayWith({ models: ['m', 'other'], session: { webrtc: true } });
    const offer = async (model: string): Promise<Response> => {
      service.answerNext(() => ({ body: '{"client_secret":{"value":"ek_of_m"}}' }));
      await objectOf(await gateway(post('/v1/realtime/sessions', { model: 'm' })));
      const headers = { authorization: 'Bearer ek_of_m', 'content-type': 'application/sdp' };
      return gateway(ask(`/v1/realtime?model=${model}`, headers, 'POST', 'v=0'));
    };
    await refusal(await offer('other'), { status: 403, code: 'model_not_allowed', param: 'model' });
    await offer('m');
    const { url, headers } = lastRequest();
    assert.equal(url, '/v1/realtime?model=m');
    assert.deepEqual([headers['authorization'], headers['content-type']], ['Bearer ek_of_m', 'application/sdp']);
  });
  it('are as open as ever where nothing is locked', async () => {
    const body = { model: 'm', instructions: 'Hello.', tools: [], tracing: 'auto' };
    await objectOf(await gatewayWith()(post('/v1/realtime/sessions', body)));
    assert.deepEqual(JSON.parse(lastRequest().body), body);
  });
});
