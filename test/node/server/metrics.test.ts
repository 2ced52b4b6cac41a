import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';

import { createGateway } from 'voxreel/server';
import type { Gateway, GatewayOptions } from 'voxreel/server';

import { createMetrics } from '../../../src/server/watch/metrics.js';
import { familiesOf, valueOf } from './prometheus-text.js';

let service: Server;
let upstream: string;
const answers: { status: number; body: string }[] = [];

before(async () => {
  service = createServer((request, response) => {
    request.resume().once('end', () => {
      const { status, body } = answers.shift() ?? { status: 200, body: '{"task_id":"t1","status":"processing"}' };
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  upstream = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
after(() => service.close());

const gatewayWith = (options: Partial<GatewayOptions> = {}): Gateway =>
  createGateway({
    upstream: { baseUrl: upstream, apiKey: 'standard_key_of_the_site' },
    authorize: (request) => (request.headers.get('cookie') === 'user=ann' ? { id: 'ann' } : undefined),
    origins: ['https://www.example.org'],
    ...options,
  });

const ask = (path: string, body?: unknown, headers: Record<string, string> = {}): Request =>
  new Request(`http://gateway.test${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { cookie: 'user=ann', origin: 'https://www.example.org', 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const create = (headers: Record<string, string> = {}): Request =>
  ask('/v1/video/generations', { model: 'vidu-q2', prompt: 'sea' }, headers);

describe('the metrics of the gateway', () => {
  it('stand in the text format from the first, at zero', () => {
    const families = familiesOf(gatewayWith().metrics());
    assert.ok(families.size >= 12);
    for (const name of ['voxreel_tokens_total', 'voxreel_tasks_total', 'voxreel_relays_open', 'voxreel_idempotent_repeats_total']) {
      assert.equal(valueOf(families, name), 0, name);
    }
  });

  it('count requests by path, method and class of status, tasks and tokens', async () => {
    const gateway = gatewayWith();
    await gateway(create());
    answers.push({ status: 200, body: '{"client_secret":{"value":"token_of_a_page"}}' });
    await gateway(ask('/v1/realtime/sessions', { model: 'm', voice: 'alloy' }));
    const families = familiesOf(gateway.metrics());
    const ofPath = (path: string, method: string, status: string) => valueOf(families, 'voxreel_requests_total', { path, method, status });
    assert.equal(ofPath('/v1/video/generations', 'POST', '2xx'), 1);
    assert.equal(ofPath('/v1/realtime/sessions', 'POST', '2xx'), 1);
    assert.equal(valueOf(families, 'voxreel_tasks_total'), 1);
    assert.equal(valueOf(families, 'voxreel_tokens_total'), 1);
    assert.equal(valueOf(families, 'voxreel_request_duration_seconds_count', { path: '/v1/video/generations' }), 1);
    assert.ok(Number(valueOf(families, 'voxreel_answer_bytes_total')) > 0);
  });

  it('count refusals by code, what was too much, and the errors of the service', async () => {
    const gateway = gatewayWith({ limits: { perUser: { requests: 3, perMs: 60_000 } } });
    await gateway(create({ cookie: '' }));
    answers.push({ status: 500, body: '{"code":"x","message":"down","param":"","type":"server_error"}' });
    await gateway(create());
    answers.push({ status: 502, body: '<h1>Bad gateway</h1>' });
    await gateway(create());
    for (let count = 0; count < 3; count += 1) await gateway(create());
    const families = familiesOf(gateway.metrics());
    assert.equal(valueOf(families, 'voxreel_refusals_total', { code: 'unauthorized' }), 1);
    assert.equal(valueOf(families, 'voxreel_tasks_total'), 1);
    assert.equal(valueOf(families, 'voxreel_rate_limited_total', { path: '/v1/video/generations' }), 2);
    assert.equal(valueOf(families, 'voxreel_upstream_errors_total', { kind: 'answered_5xx' }), 1);
    assert.equal(valueOf(families, 'voxreel_upstream_errors_total', { kind: 'upstream_error' }), 1);
  });

  it('take nothing from a caller into their names: paths and methods that are made up make no series', async () => {
    const gateway = gatewayWith();
    for (let count = 0; count < 300; count += 1) {
      await gateway(ask(`/v1/video/generations/task_${count}`));
      await gateway(ask(`/made/up/${count}?key=${count}`));
      await gateway(
        new Request('http://gateway.test/v1/realtime', { method: `MADE${count}`, headers: { origin: 'https://www.example.org' } }),
      );
    }
    const lines = gateway.metrics().split('\n');
    assert.ok(lines.length < 150, `${lines.length} lines`);
    assert.ok(!gateway.metrics().includes('made/up') && !gateway.metrics().includes('MADE'));
  });

  it('count under "other" what goes beyond 200 series of a kind', () => {
    const metrics = createMetrics();
    const answered = { path: '/v1/realtime', method: 'GET', status: 400, ms: 1, bytes: 0, repeated: false };
    for (let count = 0; count < 300; count += 1) metrics.answered({ ...answered, code: `code_${count}` });
    const families = familiesOf(metrics.text());
    assert.equal(families.get('voxreel_refusals_total')?.samples.length, 201);
    assert.equal(valueOf(families, 'voxreel_refusals_total', { code: 'other' }), 100);
  });

  it('count a repeated request as a repeat, not as another task', async () => {
    const gateway = gatewayWith();
    const first = await (await gateway(create({ 'idempotency-key': 'k1' }))).text();
    assert.equal(await (await gateway(create({ 'idempotency-key': 'k1' }))).text(), first);
    const families = familiesOf(gateway.metrics());
    assert.equal(valueOf(families, 'voxreel_tasks_total'), 1);
    assert.equal(valueOf(families, 'voxreel_idempotent_repeats_total'), 1);
  });

  it('count relays, open ones and their ends', () => {
    const metrics = createMetrics();
    metrics.relayOpened();
    metrics.relayOpened();
    metrics.relayClosed({ closeCode: 1000, ms: 5000, messages: 3, bytes: 700 });
    const families = familiesOf(metrics.text());
    assert.equal(valueOf(families, 'voxreel_relays_total'), 2);
    assert.equal(valueOf(families, 'voxreel_relays_open'), 1);
    assert.equal(valueOf(families, 'voxreel_relay_bytes_total'), 700);
    assert.equal(valueOf(families, 'voxreel_relay_closes_total', { code: '1000' }), 1);
    assert.equal(valueOf(families, 'voxreel_relay_duration_seconds_bucket', { le: '1' }), 0);
    assert.equal(valueOf(families, 'voxreel_relay_duration_seconds_bucket', { le: '10' }), 1);
  });

  it('count the close codes of applications together, and what is no close code as "other"', () => {
    const metrics = createMetrics();
    for (const closeCode of [999, 1015, 1016, 3999, 4000, 4999, 5000]) metrics.relayClosed({ closeCode, ms: 1, messages: 0, bytes: 0 });
    const families = familiesOf(metrics.text());
    const counted = ['1015', '4xxx', 'other'].map((code) => valueOf(families, 'voxreel_relay_closes_total', { code }));
    assert.deepEqual(counted, [1, 2, 4]);
  });

  it('escape what stands in a label', () => {
    const metrics = createMetrics();
    metrics.answered({ path: 'a"b\\c\nd', method: 'GET', status: 200, ms: 1, bytes: 0, code: undefined, repeated: false });
    const labels = { path: 'a"b\\c\nd', method: 'GET', status: '2xx' };
    assert.equal(valueOf(familiesOf(metrics.text()), 'voxreel_requests_total', labels), 1);
  });

  it('are at /metrics for whom the site lets read them, and not there for anybody else', async () => {
    assert.equal((await gatewayWith()(ask('/metrics'))).status, 404);
    const gateway = gatewayWith({ metrics: (request) => request.headers.get('x-scraper') === 'ours' });
    assert.equal((await gateway(ask('/metrics'))).status, 404);
    const answer = await gateway(ask('/metrics', undefined, { 'x-scraper': 'ours' }));
    assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
    assert.ok(familiesOf(await answer.text()).has('voxreel_requests_total'));
  });
});
