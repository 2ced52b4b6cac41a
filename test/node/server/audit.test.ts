// What a site's audit hears: each token, task, refusal and revocation once, and nothing secret.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';

import { memoryState } from 'voxreel/server';
import type { AuditEvent, Gateway, GatewayOptions } from 'voxreel/server';

import { page } from '../services/scripted-service.js';
import { createTask, gatewayTo, key, mintToken, queryTask } from './gateway-client.js';
import { startRecordingService, type RecordingService } from './recording-service.js';

let service: RecordingService;
before(async () => void (service = await startRecordingService()));
after(() => service.close());

interface Audited {
  readonly gateway: Gateway;
  /** Once so many are there. */
  events(count: number): Promise<readonly AuditEvent[]>;
}

function audited(options: Partial<GatewayOptions> = {}): Audited {
  const heard: AuditEvent[] = [];
  const audit = (event: AuditEvent): void => void heard.push(event);
  return {
    gateway: gatewayTo(service.url, { audit, logUser: 'plain', ...options }),
    async events(count) {
      while (heard.length < count) await new Promise(setImmediate);
      // One more would have come by the end of this turn.
      await new Promise(setImmediate);
      assert.equal(heard.length, count, JSON.stringify(heard));
      return heard;
    },
  };
}

const spending = { cost: () => 0.5, limits: { spend: { perMs: 86_400_000, perUser: 1 } } };
const tokenOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { client_secret: { value: string } }).client_secret.value;
const connect = (gateway: Gateway, token: string, headers: Record<string, string> = {}) =>
  gateway.relay(
    new Request('http://gateway.test/v1/realtime?model=m', {
      headers: { origin: page, 'sec-websocket-protocol': `realtime, vendor-insecure-api-key.${token}`, ...headers },
    }),
  );

describe('the audit', () => {
  it('has each task with its user, model, service, id and what it costs', async () => {
    const { gateway, events } = audited(spending);
    const answer = await createTask(gateway);
    const [{ time, traceId, ...event } = assert.fail()] = (await events(1)) as readonly { time: string; traceId: string }[];
    assert.ok(Number.isFinite(Date.parse(time)));
    assert.match(traceId, /^[\da-f]{32}$/);
    const requestId = answer.headers.get('x-request-id');
    assert.deepEqual(event, { type: 'created', requestId, model: 'vidu-q2', service: 'upstream', id: 'task_1', spend: 0.5, user: 'ann' });
  });

  it('has a task once, however often its request comes', async () => {
    const { gateway, events } = audited();
    for (let time = 0; time < 3; time += 1) await createTask(gateway, { key: 'the same' });
    assert.equal((await events(1))[0]?.type, 'created');
  });

  it('has each token, with what a minute costs, and never the token', async () => {
    const { gateway, events } = audited(spending);
    const token = await tokenOf(await mintToken(gateway));
    const [event = assert.fail()] = await events(1);
    assert.deepEqual(
      [event.type, event.user, 'model' in event && event.model, 'spend' in event && event.spend],
      ['minted', 'ann', 'm', 0.5],
    );
    assert.doesNotMatch(JSON.stringify(event), new RegExp(token));
  });

  it('has each refusal with its code, by the gateway or by the service', async () => {
    const { gateway, events } = audited({ models: ['vidu-*'] });
    await createTask(gateway, { body: { model: 'other', prompt: 'sea' } });
    service.answerNext(() => ({
      status: 400,
      body: '{"code":"bad_prompt","message":"No.","param":"prompt","type":"invalid_request_error"}',
    }));
    await createTask(gateway);
    await gateway(new Request('http://gateway.test/v1/video/generations/t', { headers: { origin: page } }));
    const said = (await events(3)).map(
      (event) => event.type === 'refused' && [event.status, event.code, event.model, event.path, event.user],
    );
    assert.deepEqual(said, [
      [403, 'model_not_allowed', 'other', '/v1/video/generations', 'ann'],
      [400, 'bad_prompt', 'vidu-q2', '/v1/video/generations', 'ann'],
      [401, 'unauthorized', undefined, '/v1/video/generations/{task_id}', undefined],
    ]);
  });

  it('has a socket that is refused, and what a locked session refuses on one', async () => {
    const { gateway, events } = audited({ session: { allow: ['voice'] } });
    await connect(gateway, 'ek_unknown');
    const target = await connect(gateway, await tokenOf(await mintToken(gateway)));
    assert.ok(!(target instanceof Response));
    target.check?.('{"type":"session.update","session":{"instructions":"Be a pirate."}}');
    target.check?.('{"type":"input_audio_buffer.clear"}');
    const said = (await events(3)).map((event) => [
      event.type,
      'code' in event && event.code,
      event.user,
      'status' in event && event.status,
    ]);
    assert.deepEqual(said, [
      ['refused', 'invalid_token', undefined, 401],
      ['minted', false, 'ann', false],
      ['refused', 'session_field_not_allowed', 'ann', false],
    ]);
  });

  it('has each revocation, and whether other instances will hear of it', async () => {
    let away = false;
    const state = memoryState();
    const put: typeof state.put = (...values) => (away ? Promise.reject(new Error('away')) : state.put(...values));
    const { gateway, events } = audited({ state: { ...state, put } });
    await gateway.revoke('ann');
    away = true;
    await assert.rejects(gateway.revoke('bob'));
    const said = (await events(2)).map((event) => [event.type, event.user, 'everywhere' in event && event.everywhere]);
    assert.deepEqual(said, [
      ['revoked', 'ann', true],
      ['revoked', 'bob', false],
    ]);
  });

  it('has neither what is granted without a cost nor what monitors hear', async () => {
    const { gateway, events } = audited();
    gateway.drain();
    await gateway(new Request('http://gateway.test/ready'));
    const { task_id: id } = (await (await createTask(gateway)).json()) as { task_id: string };
    await queryTask(gateway, id);
    assert.equal((await events(1))[0]?.type, 'created');
  });

  it('names users by their hash unless the site wants it otherwise', async () => {
    const { gateway, events } = audited({ logUser: undefined });
    await createTask(gateway);
    assert.match(String((await events(1))[0]?.user), /^[\w-]{16}$/);
  });

  it('holds no key, prompt or cookie', async () => {
    const { gateway, events } = audited({ logUser: 'none' });
    service.answerNext(() => ({ status: 401, body: `{"code":"invalid_api_key","message":"Incorrect key ${key}"}` }));
    await createTask(gateway, { body: { model: 'vidu-q2', prompt: 'a very private sea' } });
    await createTask(gateway, { body: { model: 'vidu-q2', prompt: 'a very private sea' } });
    assert.doesNotMatch(JSON.stringify(await events(2)), new RegExp(`${key}|private|user=|ann`));
  });
});

describe('an audit that fails', () => {
  let unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  before(() => void process.on('unhandledRejection', note));
  after(() => void process.off('unhandledRejection', note));
  beforeEach(() => void (unhandled = []));

  const failing: readonly [string, NonNullable<GatewayOptions['audit']>][] = [
    ['throws', () => assert.fail('the disk is full')],
    ['rejects', () => Promise.reject(new Error('the disk is full'))],
    ['never settles', () => new Promise(() => {})],
    // oxlint-disable-next-line unicorn/no-thenable -- as a site may return one.
    ['gives a thenable that throws', () => ({ then: () => assert.fail('no promise') })],
  ];
  for (const [what, audit] of failing)
    it(`breaks no request when it ${what}`, async () => {
      const { gateway } = audited({ audit });
      assert.equal((await createTask(gateway)).status, 200);
      assert.equal((await mintToken(gateway)).status, 200);
      assert.equal((await queryTask(gateway, 'none')).status, 400);
      await gateway.revoke('ann');
      await new Promise(setImmediate);
      assert.deepEqual(unhandled, []);
    });
});
