// Several keys for one service: the first that is accepted makes a task, and that one alone asks after it.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';

import { WebSocket } from 'ws';
import { serve } from 'voxreel/server/node';
import type { Gateway, GatewayOptions } from 'voxreel/server';

import { restMsIn } from '../../../src/server/upstream-client.js';
import { createUpstreamKeys } from '../../../src/server/upstream-keys.js';
import { createTask, gatewayTo, jsonOf, mintToken, queryTask, refusedWith } from './gateway-client.js';
import { startRecordingService, type Answering, type RecordingService } from './recording-service.js';
import { recordingUpstream } from './recording-upstream.js';

const [newest, older] = ['newest_key_of_the_site', 'older_key_of_the_site'] as const;
const secret = 'a long random text of the site';
let service: RecordingService;
before(async () => void (service = await startRecordingService()));
after(() => service.close());
let seen = 0;
afterEach(() => void (seen = service.requests.length));
const sentWith = (): readonly unknown[] => service.requests.slice(seen).map(({ headers }) => headers['authorization']);
const bearer = (...keys: readonly string[]): readonly string[] => keys.map((key) => `Bearer ${key}`);

type Keys = string | readonly [string, ...string[]];
const site = (apiKey: Keys = [newest, older], options: Partial<GatewayOptions> = {}): Gateway =>
  gatewayTo(service.url, { upstream: { baseUrl: service.url, apiKey }, secret, ...options });
const refusing =
  (status: number, headers: Record<string, string> = {}): Answering =>
  () => ({ status, headers, body: '{"code":"no","message":"No.","param":"","type":"invalid_request_error"}' });
const taskOf = async (gateway: Gateway): Promise<string> => String((await jsonOf(await createTask(gateway)))['task_id']);

describe('several keys of the upstream', () => {
  for (const status of [401, 429])
    it(`are tried in turn where the service answers ${status}, and the task is asked after with the one that made it`, async () => {
      const gateway = site();
      service.answerNext(refusing(status));
      const id = await taskOf(gateway);
      assert.doesNotMatch(id, /task_1/, 'the id tells nothing');
      await jsonOf(await queryTask(gateway, id));
      assert.deepEqual(sentWith(), bearer(newest, older, older));
    });

  it('are not tried where the service may have taken the request', async () => {
    for (const status of [400, 403, 500, 502, 503, 504]) {
      const before = service.requests.length;
      service.answerNext(refusing(status));
      assert.notEqual((await createTask(site())).status, 200);
      assert.equal(service.requests.length, before + 1, String(status));
    }
  });

  it('give the last refusal when none is accepted', async () => {
    const gateway = site();
    service.answerNext(refusing(401));
    service.answerNext(refusing(429, { 'retry-after': '7' }));
    const answer = await createTask(gateway);
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [429, '7']);
    assert.deepEqual(sentWith(), bearer(newest, older));
  });

  it('rest after a refusal, and the newest is the first again afterwards', async () => {
    let now = 0;
    const keys = createUpstreamKeys([newest, older], () => now);
    keys.rest(newest, 5000);
    assert.deepEqual(keys.inOrder(), [older, newest]);
    now = 4999;
    assert.deepEqual(keys.inOrder(), [older, newest]);
    now = 5000;
    assert.deepEqual(keys.inOrder(), [newest, older]);
    keys.rest(newest, Number.MAX_SAFE_INTEGER);
    now += 3_600_000;
    assert.deepEqual(keys.inOrder(), [newest, older], 'an hour at the most');
  });

  it('rest as long as the service says, in seconds or until a date', (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-10-21T07:28:00Z') });
    const restFor = (pace?: string) => restMsIn(new Headers(pace === undefined ? {} : { 'retry-after': pace }));
    assert.equal(restFor('7'), 7000);
    assert.equal(restFor('0'), 0);
    assert.equal(restFor('Wed, 21 Oct 2026 07:28:30 GMT'), 30_000);
    assert.equal(restFor('Wed, 21 Oct 2026 07:27:30 GMT'), 0, 'a date that is over');
    for (const pace of [undefined, 'soon']) assert.equal(restFor(pace), undefined);
  });

  it('are not asked again while they rest', async () => {
    const gateway = site();
    service.answerNext(refusing(429, { 'retry-after': '60' }));
    await taskOf(gateway);
    await taskOf(gateway);
    assert.deepEqual(sentWith(), bearer(newest, older, older));
  });

  it('are tried for a token too', async () => {
    service.answerNext(refusing(401));
    assert.equal((await mintToken(site())).status, 200);
    assert.deepEqual(sentWith(), bearer(newest, older));
  });

  it('are in no answer, whichever it is', async () => {
    service.answerNext(() => ({ status: 400, body: JSON.stringify({ code: 'x', message: `Keys ${newest} and ${older}` }) }));
    assert.doesNotMatch(await (await createTask(site())).text(), /_key_of_the_site/);
  });

  it('leave a request in doubt alone: under another key the service would make the video twice', async () => {
    const gateway = site([newest, older], { upstream: { baseUrl: service.url, apiKey: [newest, older], idempotent: true } });
    service.answerNext(refusing(504));
    await createTask(gateway, { key: 'in doubt' });
    await refusedWith(await createTask(gateway, { key: 'in doubt' }), 409, 'idempotency_unconfirmed');
  });
});

describe('the key of a task', () => {
  it('is known after the list, its order and the secret have changed, and on another instance', async () => {
    const id = await taskOf(site([older]));
    seen = service.requests.length;
    const renewed = site([newest, older], { secret: ['the next long random text', secret] });
    await jsonOf(await queryTask(renewed, id));
    assert.deepEqual(sentWith(), bearer(older));
  });

  it('is named when it is there no more, and nobody else is asked', async () => {
    const id = await taskOf(site([older]));
    seen = service.requests.length;
    await refusedWith(await queryTask(site([newest]), id), 410, 'key_removed');
    await refusedWith(await queryTask(site(newest), id), 410, 'key_removed');
    assert.deepEqual(sentWith(), []);
  });

  it('is the oldest for a task from before there was a list', async () => {
    const id = await taskOf(site(older));
    seen = service.requests.length;
    await jsonOf(await queryTask(site([newest, older]), id));
    assert.deepEqual(sentWith(), bearer(older));
  });

  it('is as good as before when a list becomes one key again', async () => {
    const id = await taskOf(site([newest, older]));
    await jsonOf(await queryTask(site(newest), id));
  });
});

describe('a relayed call with several keys', () => {
  it('is opened with the first that the service accepts', async () => {
    const upstream = await recordingUpstream();
    const gateway = gatewayTo(upstream.url, {
      upstream: { baseUrl: upstream.url, apiKey: [newest, older] },
      secret,
      origins: '*',
      authorize: () => ({ id: 'ann' }),
    });
    const served = await serve(gateway, { port: 0 });
    const tried: unknown[] = [];
    upstream.upgrade = ({ headers }, socket) => {
      tried.push(headers.authorization);
      upstream.upgrade = undefined;
      socket.end('HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    };
    try {
      const { client_secret: token } = (await (await mintToken(gateway)).json()) as { client_secret: { value: string } };
      const next = upstream.next();
      const socket = new WebSocket(`${served.url.replace('http', 'ws')}/v1/realtime?model=m`, [
        'realtime',
        `vendor-insecure-api-key.${token.value}`,
      ]);
      const opened = new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
      assert.equal((await next).headers.authorization, `Bearer ${older}`);
      await opened;
      assert.deepEqual(tried, [`Bearer ${newest}`]);
      socket.terminate();
    } finally {
      await served.close();
      upstream.close();
    }
  });
});
