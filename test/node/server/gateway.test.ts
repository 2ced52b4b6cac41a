import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { WebSocket } from 'ws';
import { createLocalService } from 'voxreel/local';
import type { LocalService } from 'voxreel/local';
import { serve } from 'voxreel/server/node';
import type { Served } from 'voxreel/server/node';
import { createGateway, memoryState } from 'voxreel/server';
import type { Gateway, GatewayOptions } from 'voxreel/server';

const key = 'standard_key_of_the_site';
const page = 'https://www.example.org';

interface ErrorAnswer {
  readonly code: string;
  readonly message: string;
  readonly param: string;
  readonly type: string;
}

let local: LocalService;
let upstream: string;

before(async () => {
  local = createLocalService({ key, faults: true });
  upstream = (await local.listen()).url;
});
after(() => local.close());

const gatewayWith = (options: Partial<GatewayOptions> = {}): Gateway =>
  createGateway({
    upstream: { baseUrl: upstream, apiKey: key },
    authorize: (request) => (request.headers.get('cookie') === 'user=ann' ? { id: 'ann' } : undefined),
    origins: [page],
    ...options,
  });

const ask = (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}): Request =>
  new Request(`http://gateway.test${path}`, { ...init, headers: { cookie: 'user=ann', origin: page, ...init.headers } });

const post = (path: string, body: unknown, headers: Record<string, string> = {}): Request =>
  ask(path, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } });

async function refused(answer: Response, status: number, code: string): Promise<void> {
  const body = (await answer.json()) as ErrorAnswer;
  assert.equal(answer.status, status, body.message);
  assert.equal(body.code, code);
  assert.deepEqual(Object.keys(body).sort(), ['code', 'message', 'param', 'type']);
}

/** What the service was asked for meanwhile. */
async function upstreamRequests(action: () => Promise<unknown>): Promise<number> {
  const before = local.faults.requests().length;
  await action();
  return local.faults.requests().length - before;
}

describe('what the gateway refuses, before anything is sent upstream', () => {
  const draft = { model: 'vidu-q2', prompt: 'sea', duration: 1 };
  const cases: readonly [string, number, string, () => Promise<Response>][] = [
    ['nobody', 401, 'unauthorized', () => gatewayWith()(post('/v1/video/generations', draft, { cookie: '' }))],
    [
      'a page of another origin',
      403,
      'origin_not_allowed',
      () => gatewayWith()(post('/v1/video/generations', draft, { origin: 'https://evil.example' })),
    ],
    [
      'a change that does not say where it comes from',
      403,
      'origin_not_allowed',
      () => {
        const request = post('/v1/video/generations', draft);
        request.headers.delete('origin');
        return gatewayWith()(request);
      },
    ],
    [
      'a model that is not allowed',
      403,
      'model_not_allowed',
      () => gatewayWith({ models: ['kling-*'] })(post('/v1/video/generations', draft)),
    ],
    ['a path that is not of the documents', 404, 'not_found', () => gatewayWith()(ask('/v1/files'))],
    ['a path trick', 404, 'not_found', () => gatewayWith()(ask('/v1/video/generations/%2e%2e%2fsecret'))],
    [
      'a method that is not of the documents',
      405,
      'method_not_allowed',
      () => gatewayWith()(ask('/v1/video/generations', { method: 'DELETE' })),
    ],
    [
      'a body that is too large',
      400,
      'body_too_large',
      () => gatewayWith({ limits: { bodyBytes: 20 } })(post('/v1/video/generations', draft)),
    ],
    [
      'a body that is no JSON',
      400,
      'invalid_json',
      () => gatewayWith()(ask('/v1/video/generations', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } })),
    ],
    ['an offer without a ticket', 401, 'invalid_token', () => gatewayWith()(ask('/v1/realtime?model=m', { method: 'POST', body: 'v=0' }))],
  ];
  for (const [name, status, code, action] of cases) {
    it(name, async () => {
      let answer: Response | undefined;
      assert.equal(await upstreamRequests(async () => (answer = await action())), 0);
      assert.ok(answer);
      await refused(answer, status, code);
    });
  }
});

describe('what the gateway passes on', () => {
  it('answers a preflight of an allowed page only', async () => {
    const preflight = (origin: string) => gatewayWith()(ask('/v1/video/generations', { method: 'OPTIONS', headers: { origin } }));
    assert.equal((await preflight(page)).headers.get('access-control-allow-origin'), page);
    assert.equal((await preflight('https://evil.example')).status, 403);
  });

  it('answers a HEAD as little asked where it comes from as a GET', async () => {
    for (const [method, status] of [
      ['HEAD', 404],
      ['GET', 404],
      ['POST', 403],
    ] as const) {
      const request = ask('/v1/nowhere', { method });
      request.headers.delete('origin');
      assert.equal((await gatewayWith()(request)).status, status, method);
    }
  });

  it('creates a task with the key, answers its query, and streams its result with Range', async () => {
    const gateway = gatewayWith({ content: 'proxy' });
    const created = await gateway(post('/v1/video/generations', { model: 'vidu-q2', prompt: 'sea', duration: 0.5, width: 64, height: 36 }));
    assert.equal(created.status, 200);
    const { task_id: taskId } = (await created.json()) as { task_id: string };
    const task = await finished(gateway, taskId);
    assert.equal(task.url, `/v1/video/generations/${taskId}/content/0`);
    const part = await gateway(ask(task.url, { headers: { range: 'bytes=0-3' } }));
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('access-control-allow-origin'), page);
    assert.deepEqual([...new Uint8Array(await part.arrayBuffer())], [0x1a, 0x45, 0xdf, 0xa3], 'the first bytes of a WebM file');
  });

  it('gives the refusal of the service where a result is asked for and its task cannot be', async () => {
    const gateway = gatewayWith({ content: 'proxy' });
    const created = await gateway(post('/v1/video/generations', { model: 'vidu-q2', prompt: 'sea', duration: 0.5, width: 64, height: 36 }));
    const { task_id: taskId } = (await created.json()) as { task_id: string };
    const body = { code: 'overloaded', message: 'Too busy.', param: '', type: 'server_error' };
    local.faults.arm({ path: '/v1/video/generations/*', method: 'GET', status: 503, body });
    await refused(await gateway(ask(`/v1/video/generations/${taskId}/content/0`)), 503, 'overloaded');
  });

  it('passes the documented errors of the service on, without the key', async () => {
    local.faults.arm({
      path: '/v1/video/generations',
      status: 500,
      body: { code: 'x', message: `bad key ${key}`, param: '', type: 'server_error' },
    });
    const answer = await gatewayWith()(post('/v1/video/generations', { model: 'm', prompt: 'p' }));
    const text = await answer.text();
    assert.equal(answer.status, 500);
    assert.match(text, /bad key \[key\]/);
  });

  it('makes a documented error of a proxy page', async () => {
    local.faults.arm({ path: '/v1/video/generations', status: 503, headers: { 'retry-after': '7' }, body: '<h1>Down</h1>' });
    const answer = await gatewayWith()(post('/v1/video/generations', { model: 'm', prompt: 'p' }));
    assert.equal(answer.headers.get('retry-after'), '7');
    await refused(answer, 503, 'upstream_error');
  });

  it('says so when the service is away, or answers too late', async () => {
    const away = gatewayWith({ upstream: { baseUrl: 'http://127.0.0.1:9', apiKey: key } });
    await refused(await away(post('/v1/video/generations', { model: 'm', prompt: 'p' })), 502, 'upstream_unreachable');
    local.faults.arm({ path: '/v1/video/generations', delayMs: 3000 });
    const late = gatewayWith({ limits: { timeoutMs: 50 } });
    await refused(await late(post('/v1/video/generations', { model: 'm', prompt: 'p' })), 504, 'upstream_timeout');
  });

  it('follows no redirect', async (t) => {
    const elsewhere = createServer((_, answer) => answer.writeHead(302, { location: 'http://127.0.0.1:9/' }).end());
    t.after(() => elsewhere.close());
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    const answer = await gatewayWith({ upstream: { baseUrl, apiKey: key } })(post('/v1/video/generations', { model: 'm', prompt: 'p' }));
    await refused(answer, 502, 'upstream_redirect');
  });
});

async function finished(gateway: Gateway, taskId: string): Promise<{ url: string }> {
  for (;;) {
    const task = (await (await gateway(ask(`/v1/video/generations/${taskId}`))).json()) as { status: string; url: string };
    if (task.status === 'succeeded') return task;
    assert.equal(task.status, 'processing');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('tickets', () => {
  const mint = async (gateway: Gateway): Promise<string> => {
    const answer = await gateway(post('/v1/realtime/sessions', { model: 'm', voice: 'alloy' }));
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    return ((await answer.json()) as { client_secret: { value: string } }).client_secret.value;
  };
  const upgrade = (token: string, origin = page): Request =>
    ask('/v1/realtime?model=m', {
      headers: { origin, 'sec-websocket-protocol': `realtime, vendor-insecure-api-key.${token}, vendor-beta.realtime-v1` },
    });

  it('open one connection', async () => {
    const gateway = gatewayWith();
    const token = await mint(gateway);
    const target = await gateway.relay(upgrade(token));
    assert.ok(!(target instanceof Response));
    assert.equal(target.headers['authorization'], `Bearer ${key}`);
    assert.equal(target.headers['Vendor-Beta'], 'realtime=v1');
    const second = await gateway.relay(upgrade(token));
    assert.ok(second instanceof Response);
    await refused(second, 401, 'invalid_token');
  });

  it('go upstream in the dialect the page speaks', async () => {
    const gateway = gatewayWith();
    const headersFor = async (protocols: (token: string) => string): Promise<Record<string, string>> => {
      const target = await gateway.relay(
        ask('/v1/realtime?model=m', { headers: { 'sec-websocket-protocol': protocols(await mint(gateway)) } }),
      );
      assert.ok(!(target instanceof Response));
      const { authorization: _key, 'x-request-id': _id, traceparent: _trace, ...rest } = target.headers;
      return rest;
    };
    assert.deepEqual(await headersFor((token) => `realtime, openai-insecure-api-key.${token}, openai-beta.realtime-v1`), {
      'Openai-Beta': 'realtime=v1',
    });
    for (const other of ['', ', openai-beta.realtime-v10', ', x.openai-beta.realtime-v1'])
      assert.deepEqual(await headersFor((token) => `realtime, openai-insecure-api-key.${token}${other}`), {}, other);
  });

  it('live one minute', async () => {
    let now = 0;
    const gateway = gatewayWith({ state: memoryState({ now: () => now }) });
    const token = await mint(gateway);
    now = 60_001;
    const late = await gateway.relay(upgrade(token));
    assert.ok(late instanceof Response && late.status === 401);
  });

  it('hold a call to the model they were made for, where the site names its models', async () => {
    const gateway = gatewayWith({ models: ['m', 'other'] });
    const target = await gateway.relay(upgrade(await mint(gateway)));
    assert.ok(!(target instanceof Response));
    const said = (model: string) =>
      target.check?.(JSON.stringify({ type: 'session.update', session: { model } })) ?? assert.fail('unchecked');
    assert.match(JSON.stringify(said('other')), /model_not_allowed/);
    assert.ok('forward' in said('m'));
  });

  it('are taken from allowed pages only', async () => {
    const gateway = gatewayWith();
    const answer = await gateway.relay(upgrade(await mint(gateway), 'https://evil.example'));
    assert.ok(answer instanceof Response && answer.status === 403);
  });
});

describe('the relay', () => {
  let served: Served;
  before(async () => {
    served = await serve(gatewayWith({ origins: '*', authorize: () => ({ id: 'ann' }) }), { port: 0 });
  });
  after(() => served.close());

  const token = async (): Promise<string> => {
    const answer = await fetch(`${served.url}/v1/realtime/sessions`, {
      method: 'POST',
      body: '{"model":"m"}',
      headers: { 'content-type': 'application/json' },
    });
    return ((await answer.json()) as { client_secret: { value: string } }).client_secret.value;
  };
  const open = (ticket: string) =>
    new WebSocket(`${served.url.replace('http', 'ws')}/v1/realtime?model=m`, [
      'realtime',
      `vendor-insecure-api-key.${ticket}`,
      'vendor-beta.realtime-v1',
    ]);
  const nextEvent = (socket: WebSocket): Promise<{ type: string }> =>
    new Promise((resolve) => socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()) as { type: string })));

  it('carries events both ways, from the first one on', async () => {
    const socket = open(await token());
    assert.equal((await nextEvent(socket)).type, 'session.created');
    const cleared = new Promise<void>((resolve) =>
      socket.on('message', (data: Buffer) => {
        if (data.toString().includes('input_audio_buffer.cleared')) resolve();
      }),
    );
    socket.send(JSON.stringify({ type: 'input_audio_buffer.clear' }));
    await cleared;
    assert.equal(socket.protocol, 'realtime');
    socket.close();
  });

  it('carries the close code of the service to the page', async () => {
    local.faults.arm({ realtime: { dropAtEvent: 1, closeCode: 4123 } });
    const socket = open(await token());
    const code = await new Promise<number>((resolve) => socket.once('close', resolve));
    assert.equal(code, 4123);
  });

  it('refuses without a ticket before the upgrade', async () => {
    const socket = open('made_up');
    const status = await new Promise<number | undefined>((resolve) => {
      socket.once('unexpected-response', (_, answer) => resolve(answer.statusCode));
      socket.once('error', () => {});
    });
    assert.equal(status, 401);
  });
});
