import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';

import { memoryState, redisState } from 'voxreel/server';
import type { Gateway, GatewayOptions, GatewayState } from 'voxreel/server';

import { createIdempotency } from '../../../src/server/state/idempotency.js';
import { startCountingService, type CountingService } from './counting-service.js';
import { createTask, gatewayTo, jsonOf, queryTask, refusedWith } from './gateway-client.js';
import { startRedis, withoutRedis, type RedisServer } from './redis-server.js';

let service: CountingService;
beforeEach(async () => {
  service = await startCountingService();
});
afterEach(() => service.close());

const asked = () => service.taken.length;

/** The same for every state: `open` gives each instance its own. */
function sameAnswers(open: () => GatewayState): void {
  const instance = (options: Partial<GatewayOptions> & { idempotent?: boolean } = {}): Gateway =>
    gatewayTo(service.url, { state: open(), limits: { timeoutMs: 3000 }, ...options });
  let count = 0;
  const newKey = () => `key ${++count}`;

  it('a repeated key gets the first answer, here and at another instance', async () => {
    const [one, other, key] = [instance(), instance(), newKey()];
    const first = await jsonOf(await createTask(one, { key }));
    assert.deepEqual(await jsonOf(await createTask(one, { key })), first);
    const repeated = await createTask(other, { key });
    const headers = ['content-type', 'cache-control'].map((name) => repeated.headers.get(name));
    assert.deepEqual([await jsonOf(repeated), ...headers], [first, 'application/json', 'no-store']);
    assert.equal(asked(), 1);
    assert.equal((await jsonOf(await queryTask(other, String(first['task_id']))))['status'], 'processing');
  });

  it('also while the first is under way', async () => {
    const [one, other, key] = [instance(), instance(), newKey()];
    const held = service.hold();
    const first = createTask(one, { key });
    await held.arrived;
    const later = [createTask(one, { key }), createTask(other, { key }), createTask(other, { key })];
    setTimeout(held.release, 150);
    const answer = await jsonOf(await first);
    for (const again of later) assert.deepEqual(await jsonOf(await again), answer);
    assert.equal(asked(), 1);
  });

  it('also when all come at once', async () => {
    const [one, other, key] = [instance(), instance(), newKey()];
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => createTask(at % 2 ? one : other, { key }).then(jsonOf)));
    assert.equal(new Set(answers.map((answer) => answer['task_id'])).size, 1);
    assert.equal(asked(), 1);
  });

  it('also when the page of the first has gone', async () => {
    const [one, other, key] = [instance(), instance(), newKey()];
    const held = service.hold();
    const leave = new AbortController();
    const first = createTask(one, { key, signal: leave.signal });
    await held.arrived;
    leave.abort();
    held.release();
    await first;
    await jsonOf(await createTask(other, { key }));
    assert.equal(asked(), 1);
  });

  it('the same key of another user is another key, to the service too', async () => {
    const [gateway, key] = [instance(), newKey()];
    const ann = await jsonOf(await createTask(gateway, { key }));
    const bob = await jsonOf(await createTask(gateway, { key, user: 'bob' }));
    assert.notEqual(ann['task_id'], bob['task_id']);
    const keys = service.taken.map((taken) => taken.key);
    assert.equal(new Set(keys).size, 2);
    assert.ok(!keys.includes(key) && keys.every((sent) => sent !== undefined && /^[\w-]{43}$/.test(sent)));
  });

  it('another body under the same key is refused, also while the first is under way', async () => {
    const [one, other, key] = [instance(), instance(), newKey()];
    const held = service.hold();
    const first = createTask(one, { key });
    await held.arrived;
    const body = { model: 'vidu-q2', prompt: 'mountains' };
    for (const gateway of [one, other]) await refusedWith(await createTask(gateway, { key, body }), 400, 'idempotency_mismatch');
    held.release();
    await first;
    for (const gateway of [one, other]) await refusedWith(await createTask(gateway, { key, body }), 400, 'idempotency_mismatch');
    assert.equal(asked(), 1);
  });

  it('a first whose outcome is unknown is never sent again', async () => {
    const [one, other, key] = [instance(), instance(), newKey()];
    service.next(() => 'cut');
    assert.equal((await createTask(one, { key })).status, 502);
    for (const gateway of [one, other]) await refusedWith(await createTask(gateway, { key }), 409, 'idempotency_unconfirmed');
    const late = newKey();
    const held = service.hold();
    assert.equal((await createTask(instance({ limits: { timeoutMs: 1000 } }), { key: late })).status, 504);
    held.release();
    await refusedWith(await createTask(other, { key: late }), 409, 'idempotency_unconfirmed');
    assert.equal(asked(), 2);
  });

  it('unless the service itself knows the key: then under the same', async () => {
    const [one, other, key] = [instance({ idempotent: true }), instance({ idempotent: true }), newKey()];
    service.next(() => 'cut');
    assert.equal((await createTask(one, { key })).status, 502);
    const again = await jsonOf(await createTask(other, { key }));
    assert.equal(service.taken[0]?.key, service.taken[1]?.key);
    assert.deepEqual(await jsonOf(await createTask(one, { key })), again);
    assert.equal(asked(), 2);
  });

  it('an answer that says no for ever is kept, one that says not now is not', async () => {
    const gateway = instance();
    const refusal = (status: number) => () => ({ status, body: `{"code":"c${status}","message":"no","param":"","type":"t"}` });
    for (const status of [400, 500]) {
      const key = newKey();
      service.next(refusal(status));
      for (let time = 0; time < 2; time += 1) await refusedWith(await createTask(gateway, { key }), status, `c${status}`);
      assert.equal(asked(), 0);
    }
    for (const status of [429, 503]) {
      const key = newKey();
      service.next(refusal(status));
      await refusedWith(await createTask(gateway, { key }), status, `c${status}`);
      await jsonOf(await createTask(gateway, { key }));
    }
    assert.equal(asked(), 2);
  });

  it('a request that surely never reached the service may be sent again', async () => {
    const [key, state, down] = [newKey(), open(), await startCountingService()];
    await down.close();
    await refusedWith(await createTask(gatewayTo(down.url, { state }), { key }), 502, 'upstream_unreachable');
    await jsonOf(await createTask(gatewayTo(service.url, { state }), { key }));
    assert.equal(asked(), 1);
  });

  it('an instance that died in the middle leaves a doubt, and no second request', async () => {
    const [key, state] = [newKey(), open()];
    // Its word reaches the state no more, as after a crash.
    let dead = false;
    const gone = async (): Promise<never> => {
      throw new Error('dead');
    };
    const dying: GatewayState = {
      ...state,
      put: (...entry) => (dead ? gone() : state.put(...entry)),
      remove: (name) => (dead ? gone() : state.remove(name)),
    };
    const held = service.hold();
    void createTask(instance({ state: dying }), { key });
    await held.arrived;
    dead = true;
    await refusedWith(await createTask(instance(), { key }), 409, 'idempotency_unconfirmed');
    assert.equal(asked(), 1);
    await jsonOf(await createTask(instance({ idempotent: true }), { key }));
    assert.equal(asked(), 2);
    held.release();
  });

  it('an answer that could not be written down at once is written when the state is back', async () => {
    const [key, state] = [newKey(), open()];
    let away = false;
    const flickering: GatewayState = { ...state, put: (...entry) => (away ? Promise.reject(new Error('away')) : state.put(...entry)) };
    const [one, other] = [instance({ state: flickering }), instance()];
    const held = service.hold();
    const first = createTask(one, { key });
    await held.arrived;
    away = true;
    held.release();
    const answer = await jsonOf(await first);
    assert.deepEqual(await jsonOf(await createTask(one, { key })), answer, 'it is known where it was made');
    const again = createTask(other, { key });
    away = false;
    assert.deepEqual(await jsonOf(await again), answer);
    assert.equal(asked(), 1);
  });

  it('a first that takes longer than anybody waits is said to be under way', async () => {
    const [one, other, key] = [instance(), instance({ limits: { timeoutMs: 600 } }), newKey()];
    const held = service.hold();
    const first = createTask(one, { key });
    await held.arrived;
    const answer = await createTask(other, { key });
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    await refusedWith(answer, 409, 'idempotency_in_progress');
    held.release();
    assert.deepEqual(await jsonOf(await createTask(other, { key })), await jsonOf(await first));
    assert.equal(asked(), 1);
  });
}

describe('idempotency in one process', () => {
  let state: GatewayState;
  beforeEach(() => {
    state = memoryState();
  });
  sameAnswers(() => state);

  it('fails closed while the state is away: a request with a key is not sent, unless the service knows keys', async () => {
    const away = async (): Promise<never> => {
      throw new Error('away');
    };
    const gone: GatewayState = { ...state, put: away, claim: away, get: away };
    const gateway = gatewayTo(service.url, { state: gone, stateFailure: 'open' });
    const answer = await createTask(gateway, { key: 'key' });
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    await refusedWith(answer, 503, 'state_unavailable');
    assert.equal(asked(), 0);
    await jsonOf(await createTask(gatewayTo(service.url, { state: gone, stateFailure: 'open', idempotent: true }), { key: 'key' }));
    await jsonOf(await createTask(gateway));
    assert.equal(asked(), 2);
  });

  it('keeps of an answer that is too large only that there was one', async () => {
    const gateway = gatewayTo(service.url, { state });
    service.next(() => ({ status: 200, body: JSON.stringify({ task_id: 'task_1', more: 'x'.repeat(70_000) }) }));
    await jsonOf(await createTask(gateway, { key: 'large' }));
    await refusedWith(await createTask(gateway, { key: 'large' }), 409, 'idempotency_unconfirmed');
    assert.equal(asked(), 1);
  });

  it('keeps a request in doubt whose sending failed here, or of which nothing can be read', async () => {
    const digest = async (...parts: readonly string[]) => JSON.stringify(parts);
    const { once } = createIdempotency({ state, digest, waitMs: 1000 });
    const call = { userId: 'ann', key: 'k', body: '{}', signal: new AbortController().signal, repeatable: false };
    const failed = await once(call, () => Promise.reject(new Error('out of memory')));
    await refusedWith(failed, 502, 'upstream_error');
    const never = () => assert.fail('it was sent again');
    await refusedWith(await once(call, never), 409, 'idempotency_unconfirmed');
    await state.put(`once:${await digest('idempotency', 'ann', 'garbled')}`, '{', 60_000);
    await refusedWith(await once({ ...call, key: 'garbled' }, never), 409, 'idempotency_unconfirmed');
  });

  it('refuses a key that is too long', async () => {
    await refusedWith(await createTask(gatewayTo(service.url, { state }), { key: 'k'.repeat(256) }), 400, 'invalid_value');
  });
});

describe('idempotency across instances that share a Redis', { skip: withoutRedis }, () => {
  let redis: RedisServer;
  const opened: GatewayState[] = [];
  before(async () => {
    redis = await startRedis();
  });
  after(async () => {
    for (const state of opened) await state.close();
    await redis.stop();
  });
  sameAnswers(() => {
    const state = redisState(redis.url);
    opened.push(state);
    return state;
  });
});
