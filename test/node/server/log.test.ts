import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { createGateway, jsonLog } from 'voxreel/server';
import type { Gateway, GatewayLogEntry, GatewayOptions } from 'voxreel/server';

const key = 'standard_key_of_the_site';
let service: Server;
let upstream: string;
let healthy = true;
const sentIds: (string | string[] | undefined)[] = [];

before(async () => {
  service = createServer((request, response) => {
    sentIds.push(request.headers['x-request-id']);
    request
      .resume()
      .once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"task_id":"t1","status":"processing"}'));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
after(() => service.close());

const gatewayWith = (options: Partial<GatewayOptions> = {}): Gateway =>
  createGateway({
    upstream: { baseUrl: upstream, apiKey: key },
    authorize: (request) => (request.headers.get('cookie') === 'user=ann' ? { id: 'ann@example.org' } : undefined),
    origins: ['https://www.example.org'],
    ...options,
  });

const ask = (path: string, headers: Record<string, string> = {}): Request =>
  new Request(`http://gateway.test${path}`, { headers: { cookie: 'user=ann', origin: 'https://www.example.org', ...headers } });

/** A log, and what it was told, once as many entries are there. */
function kept(): { log: (entry: GatewayLogEntry) => void; entries: (count: number) => Promise<readonly GatewayLogEntry[]> } {
  const entries: GatewayLogEntry[] = [];
  let told = (): void => {};
  return {
    log: (entry) => {
      entries.push(entry);
      told();
    },
    entries: async (count) => {
      while (entries.length < count) await new Promise<void>((resolve) => (told = resolve));
      return entries;
    },
  };
}

describe('the log of the gateway', () => {
  it('gets one plain entry for each request, with the path named and no value of it', async () => {
    const { log, entries } = kept();
    const answer = await gatewayWith({ log })(ask('/v1/video/generations/task_of_ann?secret=value'));
    const [entry] = await entries(1);
    assert.ok(entry?.msg === 'request');
    assert.equal(entry.path, '/v1/video/generations/{task_id}');
    assert.equal(entry.method, 'GET');
    assert.equal(entry.status, answer.status);
    assert.equal(typeof entry.ms, 'number');
    assert.equal(entry.bytes, (await answer.text()).length);
    assert.equal(entry.requestId, answer.headers.get('x-request-id'));
    assert.doesNotMatch(JSON.stringify(entry), /task_of_ann|secret|value/);
  });

  it('says why a request was refused, and how grave it is', async () => {
    const { log, entries } = kept();
    const gateway = gatewayWith({
      log,
      authorize: (request) => {
        if (request.headers.has('x-fail')) throw new Error('the session store is down');
        return undefined;
      },
    });
    await gateway(ask('/v1/video/generations/t1'));
    await gateway(ask('/v1/video/generations/t1', { 'x-fail': '1' }));
    await gateway(ask('/nowhere'));
    const said = (await entries(3)).map((entry) => entry.msg === 'request' && [entry.level, entry.status, entry.code, entry.path]);
    assert.deepEqual(said, [
      ['warn', 401, 'unauthorized', '/v1/video/generations/{task_id}'],
      ['error', 500, 'gateway_error', '/v1/video/generations/{task_id}'],
      ['warn', 404, 'not_found', '-'],
    ]);
  });

  it('tells users apart without naming them, and names them where the site wants it', async () => {
    const words = await Promise.all(
      ([undefined, 'hash', 'plain', 'none'] as const).map(async (logUser) => {
        const { log, entries } = kept();
        const gateway = gatewayWith({ log, logUser });
        await gateway(ask('/v1/video/generations/t1'));
        await gateway(ask('/v1/video/generations/t1'));
        return (await entries(2)).map((entry) => entry.user);
      }),
    );
    assert.match(String(words[0]?.[0]), /^[\w-]{16}$/);
    assert.equal(words[0]?.[0], words[0]?.[1]);
    assert.deepEqual(words[0], words[1], 'by default, and the same in another instance');
    assert.equal(words[2]?.[0], 'ann@example.org');
    assert.equal(words[3]?.[0], undefined);
  });

  it('takes the request id of a proxy when it is sane, makes one when it is not, and sends it to the service', async () => {
    const gateway = gatewayWith();
    const idFor = async (given: string) => {
      const answer = await gateway(ask('/v1/video/generations/t1', { 'x-request-id': given }));
      return answer.headers.get('x-request-id');
    };
    assert.equal(await idFor('7f3a-0042.proxy:1'), '7f3a-0042.proxy:1');
    for (const wrong of ['short', 'with space in it', 'x'.repeat(101), '{"json":"inside"}', '<script>alert(1)</script>']) {
      assert.match(String(await idFor(wrong)), /^[\da-f]{8}-[\da-f-]{27}$/, wrong);
    }
  });

  it('sends the request id to the service with what it asks of it', async () => {
    sentIds.length = 0;
    const request = new Request('http://gateway.test/v1/video/generations', {
      method: 'POST',
      headers: {
        cookie: 'user=ann',
        origin: 'https://www.example.org',
        'content-type': 'application/json',
        'x-request-id': 'from-a-proxy-1',
      },
      body: '{"model":"vidu-q2","prompt":"sea"}',
    });
    await gatewayWith()(request);
    assert.deepEqual(sentIds, ['from-a-proxy-1']);
  });

  it('harms no request when it fails, at once or later', async () => {
    for (const log of [
      () => {
        throw new Error('disk full');
      },
      () => Promise.reject(new Error('disk full')),
    ]) {
      assert.equal((await gatewayWith({ log })(ask('/nowhere'))).status, 404);
    }
  });

  it('is one line of JSON with jsonLog', async () => {
    const lines: string[] = [];
    const gateway = gatewayWith({ log: jsonLog((line) => lines.push(line)), logUser: 'plain' });
    await gateway(ask('/v1/video/generations/t1'));
    assert.equal(lines.length, 1);
    assert.doesNotMatch(lines[0] ?? '', /\n/);
    const entry = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    assert.ok(Number.isFinite(Date.parse(String(entry['time']))));
    assert.equal(entry['user'], 'ann@example.org');
  });

  it('is a line on the console where jsonLog is given no other place', async (t) => {
    const log = t.mock.method(console, 'log', () => {});
    await gatewayWith({ log: jsonLog(), logUser: 'plain' })(ask('/v1/video/generations/t1'));
    assert.match(String(log.mock.calls[0]?.arguments[0]), /^\{"time":"[^\n]*"msg":"request"[^\n]*\}$/);
  });
});

const state = { ...({} as NonNullable<GatewayOptions['state']>), healthy: async () => healthy };
const statusOf = async (answer: Response) => [answer.status, ((await answer.json()) as { status: string }).status];

describe('the health of the gateway', () => {
  it('is shown to anybody at /health, without a login', async () => {
    const answer = await gatewayWith()(new Request('http://gateway.test/health'));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await statusOf(answer), [200, 'ok']);
  });

  it('is that of the process alone: it asks no state, and stays while the gateway drains', async () => {
    let asked = 0;
    const gateway = gatewayWith({ state: { ...state, healthy: async () => (asked++, false) } });
    const atStart = asked;
    gateway.drain();
    assert.deepEqual(await statusOf(await gateway.health()), [200, 'ok']);
    assert.deepEqual(await statusOf(await gateway(new Request('http://gateway.test/health'))), [200, 'ok']);
    assert.equal(asked, atStart);
  });
});

describe('whether the gateway is ready', () => {
  it('is shown to anybody at /ready, without a login and by any name', async () => {
    const answer = await gatewayWith({ hosts: ['www.example.org'] })(new Request('http://10.0.0.7/ready'));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.deepEqual(await statusOf(answer), [200, 'ok']);
  });

  it('is no while the state cannot be reached, unless the gateway answers without it', async () => {
    healthy = false;
    assert.deepEqual(await statusOf(await gatewayWith({ state }).ready()), [503, 'state_unreachable']);
    assert.deepEqual(await statusOf(await gatewayWith({ state, stateFailure: 'open' }).ready()), [200, 'state_unreachable']);
    healthy = true;
    assert.deepEqual(await statusOf(await gatewayWith({ state }).ready()), [200, 'ok']);
  });

  it('is no while the gateway drains', async () => {
    const gateway = gatewayWith();
    gateway.drain();
    assert.deepEqual(await statusOf(await gateway.ready()), [503, 'draining']);
    assert.deepEqual(await statusOf(await gateway(new Request('http://gateway.test/ready'))), [503, 'draining']);
  });
});
